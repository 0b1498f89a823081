"""What differs between a folder and the index, found without reading a file."""

from dataclasses import dataclass
from pathlib import Path

import apsw

from ai_memory.config import IndexSettings
from ai_memory.errors import FolderMissing
from ai_memory.store.vault import Listing, Stamp, list_folder


@dataclass(frozen=True, slots=True)
class Known:
    """A page as the index has it."""

    page_id: int
    stamp: Stamp  # a negative time was too fresh to be trusted
    digest: str


@dataclass(frozen=True, slots=True)
class Survey:
    """The differences. Paths are relative to the project's folder, sorted."""

    listing: Listing
    known: dict[str, Known]
    suspects: tuple[str, ...]  # new, or of another size or time than the index has
    missing: tuple[str, ...]  # in the index, and no longer in the folder
    files_differ: bool  # attachments or remarks about the folder changed

    def __bool__(self) -> bool:
        return bool(self.suspects or self.missing or self.files_differ)


_KNOWN_PAGES = "SELECT path, id, size, mtime_ns, ctime_ns, hash FROM pages WHERE project_id = ?"
_REFUSED = "SELECT path, size, mtime_ns, ctime_ns FROM refused WHERE project_id = ?"
_ATTACHMENTS = "SELECT path FROM attachments WHERE project_id = ?"
_REMARKS = "SELECT path, code FROM problems WHERE project_id = ? AND code IN (?, ?, ?)"

# Problems that the walk itself finds, as against those found in a page's text.
WALK_CODES = ("symlink", "folder-unreadable", "name-not-utf8")


def survey(
    connection: apsw.Connection,
    project: int,
    root: Path,
    settings: IndexSettings,
) -> Survey:
    """Compare the folder with the index by size and times.

    Raises:
        FolderMissing: The folder is gone, cannot be read, or is suddenly empty of
            everything, as an unmounted disk is.
    """
    listing = list_folder(root, settings.exclude)
    known = _known(connection, project)
    if known and not listing.pages and not listing.attachments:
        raise FolderMissing(
            f"The folder {root} is empty, and the index has {len(known)} pages of it",
            "Mount the disk, or forget the pages with 'ai-memory sync --prune'.",
        )
    settled = {path: each.stamp for path, each in known.items()}
    for path, *stamp in connection.execute(_REFUSED, (project,)):
        settled[path] = Stamp(*stamp)
    gone = [path for path in settled if path not in listing.pages]
    kept = tuple(f"{folder}/" for folder in listing.unread)
    return Survey(
        listing,
        known,
        tuple(sorted(p for p, stamp in listing.pages.items() if settled.get(p) != stamp)),
        tuple(sorted(path for path in gone if not path.startswith(kept))),
        _files_differ(connection, project, listing),
    )


def survey_of_nothing(connection: apsw.Connection, project: int) -> Survey:
    """Return the survey of a folder that is given up: everything known is missing."""
    known = _known(connection, project)
    return Survey(Listing(), known, (), tuple(sorted(known)), files_differ=True)


def _known(connection: apsw.Connection, project: int) -> dict[str, Known]:
    return {
        path: Known(page, Stamp(size, mtime, ctime), digest)
        for path, page, size, mtime, ctime, digest in connection.execute(_KNOWN_PAGES, (project,))
    }


def _files_differ(connection: apsw.Connection, project: int, listing: Listing) -> bool:
    attachments = {path for (path,) in connection.execute(_ATTACHMENTS, (project,))}
    remarks = set(connection.execute(_REMARKS, (project, *WALK_CODES)))
    return attachments != listing.attachments or remarks != {
        (problem.path, problem.code) for problem in listing.problems
    }


def forget_stamps(connection: apsw.Connection, project: int) -> None:
    """Make the next survey take every page for changed, so that all are read again."""
    connection.execute("UPDATE pages SET mtime_ns = 0, hash = '' WHERE project_id = ?", (project,))
    connection.execute("DELETE FROM refused WHERE project_id = ?", (project,))
