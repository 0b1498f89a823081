"""A project's folder as it is on disk: what is there, and the bytes of a page."""

import errno
import fnmatch
import os
import re
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ai_memory.errors import FolderMissing
from ai_memory.model import Problem
from ai_memory.store.leftovers import is_leftover
from ai_memory.store.paths import is_page_name
from ai_memory.store.place import BINARY, NO_LINK, hold
from ai_memory.store.stamp import Stamp

# Problems that the walk finds, as against those found in a page's text.
WALK_CODES = ("symlink", "special-file", "folder-unreadable", "name-not-utf8")

_GONE = (FileNotFoundError, NotADirectoryError)

# A link put in the place of a file is not followed, and a pipe does not block.
_FILE = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | NO_LINK | BINARY


@dataclass(slots=True)
class Listing:
    """One walk over a folder. Dot-files and dot-folders are never looked into."""

    pages: dict[str, Stamp] = field(default_factory=dict)  # path → stamp
    attachments: set[str] = field(default_factory=set)  # paths of all other files
    problems: list[Problem] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)  # what may be there all the same
    leftovers: list[str] = field(default_factory=list)  # temporary files of killed writers


def list_folder(root: Path, exclude: Sequence[str] = ()) -> Listing:
    """Walk the folder, following no symlink.

    Args:
        root: The project's folder.
        exclude: Globs; a path that matches one is passed over.

    Raises:
        FolderMissing: The folder itself is gone or cannot be listed.
    """
    listing = Listing()
    passed_over = _excluded(exclude)
    folders = [""]
    while folders:
        folder = folders.pop()
        try:
            with os.scandir(root / folder) as scan:
                entries = list(scan)
        except OSError as error:
            if not folder:
                raise _missing(root, error) from None
            _leave_unread(listing, folder, error)
            continue
        for entry in entries:
            path = f"{folder}/{entry.name}" if folder else entry.name
            if entry.name.startswith("."):
                if is_leftover(entry.name) and entry.is_file(follow_symlinks=False):
                    listing.leftovers.append(path)
            elif not passed_over.match(path):
                folders += _take(listing, path, entry)
    return listing


def is_passed_over(path: str, exclude: Sequence[str]) -> bool:
    """Tell whether a walk passes a path over, or a folder on the way to it."""
    parts = path.split("/")
    ways = ("/".join(parts[:depth]) for depth in range(1, len(parts) + 1))
    return any(map(_excluded(exclude).match, ways))


def _excluded(exclude: Sequence[str]) -> re.Pattern[str]:
    return re.compile("|".join(map(fnmatch.translate, exclude)) or r"(?!)")


def _leave_unread(listing: Listing, path: str, error: OSError) -> None:
    """Note that nothing is known of what is at a path; that is no sign that it is gone."""
    listing.unread.append(path)
    # What went since its folder was listed may be on its way to another one.
    if not isinstance(error, _GONE):
        told = f"{path} cannot be looked into: {error.strerror}"
        listing.problems.append(Problem("folder-unreadable", told, path))


def _take(listing: Listing, path: str, entry: "os.DirEntry[str]") -> Iterator[str]:
    """Note one entry; yields its path when it is a folder to go into."""
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        shown = path.encode("utf-8", "backslashreplace").decode("utf-8")
        told = f"The name {shown} is not valid UTF-8; left out"
        listing.problems.append(Problem("name-not-utf8", told, shown))
        return
    try:
        if entry.is_symlink():
            told = f"{path} is a symbolic link; links are not followed"
            listing.problems.append(Problem("symlink", told, path))
        elif entry.is_dir(follow_symlinks=False):
            yield path
        else:
            _take_file(listing, path, entry)
    except OSError as error:
        _leave_unread(listing, path, error)


def _take_file(listing: Listing, path: str, entry: "os.DirEntry[str]") -> None:
    if not is_page_name(entry.name):
        if entry.is_file(follow_symlinks=False):
            listing.attachments.add(path)
        return
    status = entry.stat(follow_symlinks=False)
    if stat.S_ISREG(status.st_mode):
        listing.pages[path] = Stamp.of(status)
    else:
        told = f"{path} is not an ordinary file; left out"
        listing.problems.append(Problem("special-file", told, path))


def read_page(root: Path, path: str) -> bytes:
    """Return the bytes of a page's file, following no symlink on the way to it.

    Args:
        root: The project's folder.
        path: Of a listing, or one that `page_file` let through.

    Raises:
        OSError: It cannot be read, or is no ordinary file by now.
    """
    *folders, name = path.split("/")
    with hold(root, folders) as place:
        descriptor = place.open(name, _FILE)
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise OSError(errno.EINVAL, "not an ordinary file", path)
            with os.fdopen(descriptor, "rb", closefd=False) as stream:
                return stream.read()
        finally:
            os.close(descriptor)


def _missing(root: Path, error: OSError) -> FolderMissing:
    reason = "is gone" if error.errno == errno.ENOENT else f"cannot be read ({error.strerror})"
    return FolderMissing(
        f"The folder {root} {reason}; its pages are kept in the index",
        "Bring the folder back, or forget its pages with 'ai-memory sync --prune'.",
    )


def staleness(root: Path, path: str, size: int, mtime_ns: int) -> str:
    """Return how a file differs from what was indexed of it; "" when it does not.

    Args:
        root: The project's folder.
        path: The page's path.
        size: Bytes, as indexed.
        mtime_ns: As indexed.
    """
    try:
        stamp = Stamp.of((root / path).stat(follow_symlinks=False))
    except OSError:
        return "the file is gone"
    if (stamp.size, stamp.mtime_ns) != (size, mtime_ns):
        return "the file changed since it was indexed"
    return ""
