"""Pages that were removed, kept in the home folder until the trash is emptied.

One removed page is two files: its bytes, and beside them what is to be known of it. The
second is written last and is what makes the entry: a page without it was never removed.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from ai_memory.errors import NotInTrash, WriteFailed
from ai_memory.model import Authorship
from ai_memory.store.place import hold

FOLDER = "trash"
_BYTES, _ABOUT = ".md", ".json"


@dataclass(frozen=True, slots=True)
class Trashed:
    """A page in the trash."""

    id: str  # what it is called there; ids sort by time
    path: str  # where it was, relative to the project's folder
    time: datetime  # of removal, UTC
    size: int  # bytes
    author: Authorship  # who removed it


def put_in_trash(
    home: Path, project: str, path: str, data: bytes, author: Authorship, now: datetime
) -> Trashed:
    """Keep a page's bytes, durably, before the page is removed.

    Raises:
        WriteFailed: They cannot be kept; do not remove the page.
    """
    entry = f"{now.astimezone(UTC):%Y%m%dT%H%M%S%f}-{os.urandom(2).hex()}"
    trashed = Trashed(entry, path, now, len(data), author)
    about = {"path": path, "time": now.isoformat(), "size": len(data), "author": asdict(author)}
    with _told(home), hold(home, (FOLDER, project), make=True) as place:
        place.put(entry + _BYTES, data)
        place.put(entry + _ABOUT, json.dumps(about).encode())
    return trashed


def list_trash(home: Path, project: str) -> list[Trashed]:
    """Return what is in a project's trash, the last removed first."""
    return sorted(_entries(home, project), key=lambda each: each.id, reverse=True)


def trashed(home: Path, project: str, name: str) -> tuple[Trashed, bytes]:
    """Return a page in the trash and its bytes.

    Args:
        home: The home folder.
        project: Name of the project.
        name: Its id, or the path it had: then the one removed last.

    Raises:
        NotInTrash: There is none.
    """
    for each in list_trash(home, project):
        if name in (each.id, each.path):
            with suppress(FileNotFoundError):
                return each, (home / FOLDER / project / (each.id + _BYTES)).read_bytes()
    raise NotInTrash(
        f"{name!r} is not in the trash of {project}",
        "'ai-memory trash list' shows what is.",
    )


def drop_from_trash(home: Path, project: str, entry: str) -> None:
    """Remove a page from the trash for good."""
    with _told(home), hold(home, (FOLDER, project), make=True) as place:
        # First what makes the entry, so that none is ever without its bytes.
        place.remove(entry + _ABOUT)
        place.remove(entry + _BYTES)
        place.sync()


def empty_trash(home: Path, project: str, before: datetime) -> list[Trashed]:
    """Remove for good what was removed before a time, and return it."""
    dropped = [each for each in list_trash(home, project) if each.time < before]
    for each in dropped:
        drop_from_trash(home, project, each.id)
    return dropped


def _entries(home: Path, project: str) -> Iterator[Trashed]:
    folder = home / FOLDER / project
    with suppress(FileNotFoundError):
        for file in folder.iterdir():
            # Whatever cannot be read as an entry is none; its bytes stay where they are.
            with suppress(ValueError, KeyError, TypeError):
                if file.suffix == _ABOUT:
                    yield _read(file)


def _read(file: Path) -> Trashed:
    about = json.loads(file.read_bytes())
    time = datetime.fromisoformat(about["time"])
    author = Authorship(**about["author"])
    return Trashed(file.stem, str(about["path"]), time, int(about["size"]), author)


@contextmanager
def _told(home: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise WriteFailed(
            f"The trash in {home} cannot be written to: {error.strerror}",
            "See that the folder may be written to and the disk has space, then try again.",
        ) from error
