"""`Memory`: everything that can be done with pages, behind every face.

Each file holds one part of it, named by what the part does; `Memory` is all of them. What a
plain search does not need is imported where it is used, parsers, embedders and checks: a
search from the command line starts in half the time.
"""

from typing import Self

from ai_memory.memory.finding import Finding
from ai_memory.memory.judging import Judging


class Memory(Finding, Judging):
    """The wiki's engine: projects, sync, search, pages, links, health.

    Args:
        home: Folder of index and configuration; None takes `AI_MEMORY_HOME`, else the
            platform's data directory.
        environment: Variables to read; None takes the process's.
        flags: Settings that win over every file, section → key → value.

    All methods raise errors of `ai_memory.errors`, each with its remedy.
    """

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
