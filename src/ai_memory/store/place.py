"""A folder held open, and every call that changes a file in it.

A name is meant in the folder that was opened, whatever takes that folder's place
afterwards, and no symbolic link is followed on the way to it: a link that is put there
between the check and the use leads nowhere (the race behind CVE-2025-53109).

What must survive a power cut is synced by the caller in the right order: the file before
its rename, the folder after it.
"""

import errno
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from ai_memory.store.leftovers import temporary_name

NO_LINK = getattr(os, "O_NOFOLLOW", 0)
BINARY = getattr(os, "O_BINARY", 0)
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0)
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_LINK | BINARY

# Where a name cannot be meant in an open folder, it is a path like any other.
_BY_DESCRIPTOR = {os.open, os.mkdir, os.rename, os.stat, os.unlink} <= os.supports_dir_fd


@dataclass(frozen=True, slots=True)
class Place:
    """A folder held open; see `hold`."""

    folder: Path
    descriptor: int | None  # None where the platform cannot hold a folder open

    def open(self, name: str, flags: int, mode: int = 0o666) -> int:
        """Open a file in the folder and return its descriptor."""
        return os.open(self.named(name), flags, mode, dir_fd=self.descriptor)

    def status(self, name: str) -> os.stat_result | None:
        """Return what the file system says of a name in the folder; None: nothing is there."""
        try:
            return os.stat(self.named(name), dir_fd=self.descriptor, follow_symlinks=False)
        except FileNotFoundError:
            return None

    def write_temporary(self, data: bytes, like: os.stat_result | None) -> str:
        """Write a new file beside the others, synced, and return its name.

        Args:
            data: Its bytes.
            like: Status of the file that it will replace, whose mode and owner it takes.
        """
        name = temporary_name()
        descriptor = self.open(name, _NEW_FILE)
        try:
            try:
                _write(descriptor, data)
                if like is not None:
                    _resemble(descriptor, like)
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
        except BaseException:
            with suppress(OSError):  # what failed is told; a leftover is swept later
                self.remove(name)
            raise
        return name

    def replace(self, temporary: str, name: str) -> None:
        """Give a temporary file its real name, in place of what has it."""
        os.replace(
            self.named(temporary),
            self.named(name),
            src_dir_fd=self.descriptor,
            dst_dir_fd=self.descriptor,
        )

    def put(self, name: str, data: bytes) -> None:
        """Write a file: the old content or the new, and durable once this returns."""
        temporary = self.write_temporary(data, self.status(name))
        try:
            self.replace(temporary, name)
        except OSError:
            self.remove(temporary)
            raise
        self.sync()

    def remove(self, name: str) -> None:
        """Remove a file; nothing happens where there is none."""
        with suppress(FileNotFoundError):
            os.unlink(self.named(name), dir_fd=self.descriptor)

    def make_folder(self, name: str) -> None:
        """Make a folder; nothing happens where there is one."""
        with suppress(FileExistsError):
            os.mkdir(self.named(name), dir_fd=self.descriptor)
            self.sync()

    def sync(self) -> None:
        """Make the names in the folder durable."""
        if self.descriptor is not None:
            os.fsync(self.descriptor)

    def named(self, name: str) -> str | Path:
        """Return what the file system calls a name in this folder by."""
        return name if self.descriptor is not None else self.folder / name


@contextmanager
def hold(root: Path, parts: Sequence[str] = (), *, make: bool = False) -> Iterator[Place]:
    """Hold a folder open for the length of a `with` block.

    Args:
        root: A folder, absolute and resolved.
        parts: Names of the folders down from it.
        make: Whether those that are not there are made.

    Raises:
        OSError: One is missing, a symbolic link or no folder.
    """
    place = Place(root, _open_folder(root, None))
    try:
        for part in parts:
            place = _step(place, part, make)
        yield place
    finally:
        if place.descriptor is not None:
            os.close(place.descriptor)


def _step(place: Place, part: str, make: bool) -> Place:
    """Go into a folder and let go of the one it lies in."""
    if make and place.status(part) is None:
        place.make_folder(part)
    inner = Place(place.folder / part, _open_folder(place.named(part), place.descriptor))
    if place.descriptor is not None:
        os.close(place.descriptor)
    return inner


def _open_folder(name: str | Path, within: int | None) -> int | None:
    if not _BY_DESCRIPTOR:
        if not Path(name).is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(name))
        return None
    return os.open(name, _FOLDER | (NO_LINK if within is not None else 0), dir_fd=within)


def _write(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _resemble(descriptor: int, like: os.stat_result) -> None:
    """Give a file the rights of another, and its owner where that may be done."""
    if hasattr(os, "fchown"):
        with suppress(PermissionError):
            os.fchown(descriptor, like.st_uid, like.st_gid)
        os.fchmod(descriptor, like.st_mode & 0o7777)
