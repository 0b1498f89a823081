"""Pages on disk: old content or new, never half, and durable once the call returns.

The order of each write: the new content in a temporary file of the same folder, synced;
renamed to the page's name; the folder synced. The rename is what makes the change, and
POSIX has it atomic. Several pages at once go through the `journal`.

Everything here is called while holding the write lock.
"""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from ai_memory.errors import WriteFailed
from ai_memory.model import Changed
from ai_memory.store import journal
from ai_memory.store.leftovers import is_leftover
from ai_memory.store.place import hold


def put_pages(home: Path, root: Path, changes: Sequence[Changed]) -> list[str]:
    """Write, replace and remove pages: all of them, or none.

    Args:
        home: Where a change of several pages is written down.
        root: The project's folder, absolute and resolved.
        changes: Paths that the gate let through, each once, with what is there now.

    Returns:
        What a person should know, as `journal.finish` says it.

    Raises:
        WriteFailed: The file system refused. Every page is as it was or as it should be;
            where it says so, the change is begun and finished with the next write or sync.
    """
    with _told(root):
        if len(changes) == 1:
            _put_one(root, changes[0])
            return []
        entry = _begin(home, root, changes)
    with _told(root, "; the change is begun, and finished by the next write or sync"):
        return journal.finish(entry)


def sweep(home: Path, root: Path, paths: Sequence[str]) -> int:
    """Remove temporary files that killed processes left.

    Args:
        home: Temporary files that a begun change needs stay.
        root: The project's folder.
        paths: Of the files, as a walk found them.

    Returns:
        How many were removed.
    """
    needed = journal.temporaries(home)
    removed = 0
    for path in paths:
        *folders, name = path.split("/")
        if is_leftover(name) and name not in needed:
            with _told(root), hold(root, folders) as place:
                place.remove(name)
            removed += 1
    return removed


def digest_of(data: bytes | None) -> str:
    """Return the SHA-256 of a page's bytes, hex; "" where there is no page."""
    return "" if data is None else hashlib.sha256(data).hexdigest()


def _put_one(root: Path, change: Changed) -> None:
    *folders, name = change.path.split("/")
    with hold(root, folders, make=change.after is not None) as place:
        if change.after is not None:
            place.put(name, change.after)
        else:
            place.remove(name)
            place.sync()


def _begin(home: Path, root: Path, changes: Sequence[Changed]) -> Path:
    """Lay the new contents ready beside the pages and write down what is to be done."""
    steps: list[journal.Step] = []
    try:
        for change in changes:
            steps.append(_prepare(root, change))
        return journal.begin(home, root, steps)
    except BaseException:
        for step in steps:
            _discard(root, step)
        raise


def _prepare(root: Path, change: Changed) -> journal.Step:
    *folders, name = change.path.split("/")
    temporary = ""
    if change.after is not None:
        with hold(root, folders, make=True) as place:
            temporary = place.write_temporary(change.after, place.status(name))
    return journal.Step(change.path, digest_of(change.before), temporary)


def _discard(root: Path, step: journal.Step) -> None:
    """Remove new content that is not wanted after all; what stays is swept by a sync."""
    if step.temporary:
        *folders, _ = step.path.split("/")
        with suppress(OSError), hold(root, folders) as place:
            place.remove(step.temporary)


@contextmanager
def _told(root: Path, state: str = "") -> Iterator[None]:
    """Turn the file system's refusal into ours.

    Raises:
        WriteFailed: With the system's own words.
    """
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise WriteFailed(
            f"{root} cannot be written to: {reason}{state}",
            "See that the folder may be written to and the disk has space, then try again.",
        ) from error
