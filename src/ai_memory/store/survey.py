"""What differs between a folder and the index, found without reading a file."""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import apsw

from ai_memory.config import IndexSettings
from ai_memory.errors import FolderMissing
from ai_memory.store.languages import language_setting
from ai_memory.store.stamp import FRESH, Stamp
from ai_memory.store.vault import WALK_CODES, Listing, list_folder


@dataclass(frozen=True, slots=True)
class Known:
    """A page as the index has it."""

    page_id: int
    stamp: Stamp
    digest: str  # "" asks for the file to be read again


@dataclass(frozen=True, slots=True)
class Refused:
    """A file named *.md that could not be read as a page, as it was then."""

    code: str  # too-large, binary or unreadable
    stamp: Stamp


@dataclass(frozen=True, slots=True)
class Survey:
    """The differences. Paths are relative to the project's folder, sorted."""

    listing: Listing
    known: dict[str, Known]
    suspects: tuple[str, ...]  # new, or of another size or time than the index has
    missing: tuple[str, ...]  # in the index, and no longer in the folder
    files_differ: bool  # attachments or remarks about the folder changed
    whole: bool = True  # of the whole folder, not of some pages

    def __bool__(self) -> bool:
        return bool(self.suspects or self.missing or self.files_differ or self.listing.leftovers)


_KNOWN_PAGES = "SELECT path, id, size, mtime_ns, ctime_ns, hash FROM pages WHERE project_id = ?"
_KNOWN_OF_THESE = f"{_KNOWN_PAGES} AND path IN (SELECT value FROM json_each(?))"  # noqa: S608 (stands here)
_REFUSED = "SELECT path, code, size, mtime_ns, ctime_ns FROM refused WHERE project_id = ?"
_ATTACHMENTS = "SELECT path FROM attachments WHERE project_id = ?"
_REMARKS = """
SELECT path, code FROM problems
WHERE project_id = ? AND code IN (SELECT value FROM json_each(?))
"""


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
    known, refused = _known(connection, project), _refused(connection, project)
    if language_setting(connection, project) != settings.language:
        known = {path: replace(each, digest="") for path, each in known.items()}
    if known and not listing.pages and not listing.attachments and not listing.unread:
        raise FolderMissing(
            f"The folder {root} is empty, and the index has {len(known)} pages of it",
            "Mount the disk, or forget the pages with 'ai-memory sync --prune'.",
        )
    look = _Look(root, settings.max_page_bytes, known, refused)
    return Survey(
        listing,
        known,
        tuple(sorted(path for path, stamp in listing.pages.items() if look.suspects(path, stamp))),
        tuple(sorted(_gone(listing, known.keys() | refused.keys()))),
        _files_differ(connection, project, listing),
    )


def survey_pages(
    connection: apsw.Connection,
    project: int,
    root: Path,
    settings: IndexSettings,
    paths: Sequence[str],
) -> Survey:
    """Compare some pages with the index, whatever else may differ."""
    listing = Listing()
    for path in paths:
        with suppress(FileNotFoundError, NotADirectoryError):
            listing.pages[path] = Stamp.of((root / path).stat(follow_symlinks=False))
    wanted = set(paths)
    known = _known(connection, project, paths)
    refused = {path: each for path, each in _refused(connection, project).items() if path in wanted}
    return Survey(
        listing,
        known,
        tuple(sorted(listing.pages)),
        tuple(sorted(_gone(listing, known.keys() | refused.keys()))),
        files_differ=False,
        whole=False,
    )


def survey_of_nothing(connection: apsw.Connection, project: int) -> Survey:
    """Return the survey of a folder that is given up: everything known is missing."""
    known, refused = _known(connection, project), _refused(connection, project)
    missing = tuple(sorted(known.keys() | refused.keys()))
    return Survey(Listing(), known, (), missing, files_differ=True)


@dataclass(frozen=True, slots=True)
class _Look:
    """One comparison of files with what the index has of them."""

    root: Path
    largest: int  # bytes of a page
    known: dict[str, Known]
    refused: dict[str, Refused]

    def suspects(self, path: str, stamp: Stamp) -> bool:
        """Tell whether the file must be looked at more closely."""
        if refusal := self.refused.get(path):
            return refusal.stamp != stamp or self._may_be_taken(path, stamp, refusal.code)
        known = self.known.get(path)
        if known is None or known.stamp != stamp:
            return True
        return not known.digest or stamp.size > self.largest

    def _may_be_taken(self, path: str, stamp: Stamp, code: str) -> bool:
        """Tell whether what stood against an unchanged file may not do so any more."""
        if code == "unreadable":
            # A right can come back without a trace in the file's own times.
            effective = os.access in os.supports_effective_ids
            return os.access(self.root / path, os.R_OK, effective_ids=effective)
        return (code == "too-large") != (stamp.size > self.largest)


def _gone(listing: Listing, paths: set[str]) -> Iterator[str]:
    unread, inside = set(listing.unread), tuple(f"{path}/" for path in listing.unread)
    for path in paths:
        if path not in listing.pages and path not in unread and not path.startswith(inside):
            yield path


def _known(
    connection: apsw.Connection, project: int, paths: Sequence[str] | None = None
) -> dict[str, Known]:
    """Return what the index has of these pages, or of all."""
    rows = (
        connection.execute(_KNOWN_PAGES, (project,))
        if paths is None
        else connection.execute(_KNOWN_OF_THESE, (project, json.dumps(paths)))
    )
    return {
        path: Known(page, Stamp(size, mtime, ctime), digest)
        for path, page, size, mtime, ctime, digest in rows
    }


def _refused(connection: apsw.Connection, project: int) -> dict[str, Refused]:
    return {
        path: Refused(code, Stamp(*stamp))
        for path, code, *stamp in connection.execute(_REFUSED, (project,))
    }


def _files_differ(connection: apsw.Connection, project: int, listing: Listing) -> bool:
    attachments = {path for (path,) in connection.execute(_ATTACHMENTS, (project,))}
    remarks = set(connection.execute(_REMARKS, (project, json.dumps(WALK_CODES))))
    return attachments != listing.attachments or remarks != {
        (problem.path, problem.code) for problem in listing.problems
    }


def forget_stamps(connection: apsw.Connection, project: int) -> None:
    """Make the next survey take every page for changed, so that all are read again."""
    connection.execute(
        "UPDATE pages SET ctime_ns = ?, hash = '' WHERE project_id = ?", (FRESH, project)
    )
    connection.execute("DELETE FROM refused WHERE project_id = ?", (project,))
