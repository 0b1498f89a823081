"""Keeping the index level with a project's folder: on request, and before a search."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import apsw

from ai_memory.config import IndexSettings
from ai_memory.errors import FolderMissing, IndexBusy
from ai_memory.store.database import reading, writing
from ai_memory.store.journal import pending
from ai_memory.store.projects import project_root, project_row
from ai_memory.store.survey import Survey, forget_stamps, survey, survey_of_nothing

# The parsers are imported only when something is to be read: most searches find nothing new.
if TYPE_CHECKING:
    from ai_memory.store.sync import SyncReport

Progress = Callable[[str, int, int], None]
CATCH_UP_SECONDS = 5.0  # a search waits so long for another process to finish writing


def silent(phase: str, done: int, total: int) -> None:
    """Report no progress."""


def sync(
    home: Path,
    project: str,
    settings: IndexSettings,
    *,
    prune: bool = False,
    rebuild: bool = False,
    progress: Progress = silent,
) -> "SyncReport":
    """Bring the index level; see `Memory.sync`."""
    from ai_memory.store.sync import SyncReport

    with writing(home) as connection:
        row = project_row(connection, project)
        if rebuild:
            forget_stamps(connection, row)
        try:
            found = survey(connection, row, project_root(connection, row), settings)
        except FolderMissing as missing:
            if not prune:
                return SyncReport(kept_because=missing.message)
            found = survey_of_nothing(connection, row)
        return _apply(home, connection, row, project, settings, found, progress)


def catch_up(home: Path, project: str, settings: IndexSettings) -> str:
    """Bring the index level before a search; nothing is locked when nothing changed.

    Returns:
        What kept it from being level, "" when it is.
    """
    try:
        with reading(home) as connection:
            row = project_row(connection, project)
            root = project_root(connection, row)
            if not pending(home) and not survey(connection, row, root, settings):
                return ""
        with writing(home, CATCH_UP_SECONDS) as connection:
            level(home, connection, row, project, settings)
    except (FolderMissing, IndexBusy) as hindrance:
        return f"Answered from the index as it was: {hindrance.message}"
    return ""


def level(
    home: Path, connection: apsw.Connection, row: int, project: str, settings: IndexSettings
) -> "SyncReport":
    """Bring the index level with a project's folder, with the write lock held.

    Raises:
        FolderMissing: The folder is gone or cannot be read.
    """
    found = survey(connection, row, project_root(connection, row), settings)
    return _apply(home, connection, row, project, settings, found, silent)


def _apply(
    home: Path,
    connection: apsw.Connection,
    row: int,
    project: str,
    settings: IndexSettings,
    found: Survey,
    progress: Progress,
) -> "SyncReport":
    from ai_memory.store.sync import Sync
    from ai_memory.store.writing import sweep

    root = project_root(connection, row)
    if found.listing.leftovers:
        sweep(home, root, found.listing.leftovers)
    return Sync(connection, row, project, root, settings, found, progress).run()
