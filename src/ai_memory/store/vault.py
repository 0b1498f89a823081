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
from ai_memory.store.paths import is_page_name


@dataclass(frozen=True, slots=True)
class Stamp:
    """What the file system says of a file without reading it."""

    size: int  # bytes
    mtime_ns: int
    ctime_ns: int


@dataclass(slots=True)
class Listing:
    """One walk over a folder. Dot-files and dot-folders are never looked into."""

    pages: dict[str, Stamp] = field(default_factory=dict)  # path → stamp
    attachments: set[str] = field(default_factory=set)  # paths of all other files
    problems: list[Problem] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)  # folders that could not be listed


def list_folder(root: Path, exclude: Sequence[str] = ()) -> Listing:
    """Walk the folder, following no symlink.

    Args:
        root: The project's folder.
        exclude: Globs; a path that matches one is passed over.

    Raises:
        FolderMissing: The folder itself is gone or cannot be listed.
    """
    listing = Listing()
    passed_over = re.compile("|".join(map(fnmatch.translate, exclude)) or r"(?!)")
    folders = [""]
    while folders:
        folder = folders.pop()
        try:
            entries = list(os.scandir(root / folder))
        except OSError as error:
            if not folder:
                raise _missing(root, error) from None
            listing.unread.append(folder)
            listing.problems.append(
                Problem(
                    "folder-unreadable", f"{folder}/ cannot be listed: {error.strerror}", folder
                )
            )
            continue
        for entry in entries:
            path = f"{folder}/{entry.name}" if folder else entry.name
            if not entry.name.startswith(".") and not passed_over.match(path):
                folders += _take(listing, path, entry)
    return listing


def _take(listing: Listing, path: str, entry: "os.DirEntry[str]") -> Iterator[str]:
    """Note one entry; yields its path when it is a folder to go into."""
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        shown = path.encode("utf-8", "backslashreplace").decode("utf-8")
        listing.problems.append(
            Problem("name-not-utf8", f"The file name {shown} is not valid UTF-8; left out", shown)
        )
        return
    if entry.is_symlink():
        listing.problems.append(
            Problem("symlink", f"{path} is a symbolic link; links are not followed", path)
        )
    elif entry.is_dir(follow_symlinks=False):
        yield path
    elif is_page_name(entry.name):
        try:
            status = entry.stat(follow_symlinks=False)
        except OSError:
            return  # gone since the folder was listed
        if stat.S_ISREG(status.st_mode):
            listing.pages[path] = Stamp(status.st_size, status.st_mtime_ns, status.st_ctime_ns)
    else:
        listing.attachments.add(path)


def read_file(file: Path) -> bytes:
    """Return the bytes of a page's file; a symlink put in its place is not followed.

    Raises:
        OSError: It cannot be read.
    """
    descriptor = os.open(file, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    with os.fdopen(descriptor, "rb") as stream:
        return stream.read()


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
        mtime_ns: As indexed; a negative time was too fresh to be trusted.
    """
    try:
        status = (root / path).stat(follow_symlinks=False)
    except OSError:
        return "the file is gone"
    indexed = mtime_ns if mtime_ns >= 0 else -mtime_ns - 1
    if (status.st_size, status.st_mtime_ns) != (size, indexed):
        return "the file changed since it was indexed"
    return ""
