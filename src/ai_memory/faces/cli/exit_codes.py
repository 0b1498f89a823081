"""What the exit codes mean, and which error leads to which.

    0    it worked; a search that finds nothing worked too
    1    it failed
    2    what was asked for cannot be right: a flag, a setting, a name
    3    what was named does not exist: a project, a page, a folder, an index
    4    a conflict: a name is taken, or a page changed meanwhile
    5    it worked, and something needs attention ('ai-memory doctor')
    130  interrupted with Ctrl-C

A reader that closes the pipe early ('| head') has what it wanted, so that is 0.
"""

from ai_memory.errors import AiMemoryError, BadInput, Conflict, IndexMissing, NotFound

OK = 0
FAILURE = 1
USAGE = 2
NOT_FOUND = 3
CONFLICT = 4
ATTENTION = 5
INTERRUPTED = 130

# The first branch that an error belongs to decides.
_OF_BRANCH: tuple[tuple[type[AiMemoryError], int], ...] = (
    (BadInput, USAGE),
    (NotFound, NOT_FOUND),
    (IndexMissing, NOT_FOUND),
    (Conflict, CONFLICT),
    (AiMemoryError, FAILURE),
)


def exit_code_of(error: AiMemoryError) -> int:
    """Return the exit code of an error."""
    return next(code for branch, code in _OF_BRANCH if isinstance(error, branch))
