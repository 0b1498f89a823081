"""Changes to several files as one: begun and finished, or not begun.

What is to be done is written down first, after the new contents lie ready beside the
pages: a redo log. From then on the change is decided; whoever next holds the write lock
finishes what a killed process left. Where somebody changed a page in between, that page
stays and the new content is put beside it under a name that says so.
"""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from ai_memory.store.place import Place, hold
from ai_memory.store.vault import read_page

FOLDER = "journal"
_SUFFIX = ".json"


@dataclass(frozen=True, slots=True)
class Step:
    """What is to become of one page."""

    path: str  # relative to the project's folder
    before: str  # SHA-256 of what is there, "" for nothing
    temporary: str  # name of the new content in the page's folder, "" to remove the page


def begin(home: Path, root: Path, steps: Sequence[Step]) -> Path:
    """Write down what is to be done and return the entry, which `finish` makes durable.

    Raises:
        OSError: It is not written down, and nothing is begun.
    """
    entry = json.dumps({"root": str(root), "steps": [asdict(step) for step in steps]})
    with hold(home, (FOLDER,), make=True) as place:
        written = place.write_temporary(entry.encode(), None)
        name = f"{os.urandom(8).hex()}{_SUFFIX}"
        try:
            place.replace(written, name)
        except OSError:
            place.remove(written)
            raise
    return home / FOLDER / name


def pending(home: Path) -> bool:
    """Tell whether a change was begun and is not finished."""
    return any(_entries(home))


def temporaries(home: Path) -> set[str]:
    """Return the names of the temporary files that begun changes still need."""
    return {step.temporary for entry in _entries(home) for step in _read(entry)[1]}


def finish_all(home: Path) -> None:
    """Finish what was begun; call it only while holding the write lock.

    What cannot be finished now stays written down, and one that cannot be read is put
    aside; `doctor` tells of both.
    """
    for entry in _entries(home):
        try:
            finish(entry)
        except OSError:
            continue
        except (ValueError, KeyError, TypeError):
            entry.replace(entry.with_suffix(".damaged"))


def finish(entry: Path) -> list[str]:
    """Do what is written in an entry, whatever of it is done already, and strike it out.

    Returns:
        A sentence for each page that had been changed meanwhile.

    Raises:
        OSError: It cannot be done now; the entry stays.
    """
    root, steps = _read(entry)
    with hold(entry.parent) as journal:
        journal.sync()
        # Removals first: of two names that differ in case alone, some file systems have one.
        notes = [
            _finish_step(root, each) for each in sorted(steps, key=lambda each: each.temporary)
        ]
        journal.remove(entry.name)
        journal.sync()
    return [note for note in notes if note]


def _finish_step(root: Path, step: Step) -> str:
    *folders, name = step.path.split("/")
    note = ""
    with hold(root, folders, make=True) as place:
        there = _digest(root, step.path)
        if not step.temporary:
            if there == step.before:
                place.remove(name)
        elif place.status(step.temporary):
            if there != step.before:
                name = _name_beside(place, name)
                note = (
                    f"{step.path} was changed meanwhile and is left as it is; the new text is "
                    f"in {'/'.join((*folders, name))}"
                )
            place.replace(step.temporary, name)
        place.sync()
    return note


def _digest(root: Path, path: str) -> str:
    import hashlib  # only here; a search looks whether anything is pending

    with suppress(FileNotFoundError):
        return hashlib.sha256(read_page(root, path)).hexdigest()
    return ""


def _name_beside(place: Place, name: str) -> str:
    stem = name.removesuffix(".md")
    number = 1
    while place.status(beside := f"{stem} (conflict {number}).md"):
        number += 1
    return beside


def _entries(home: Path) -> Iterator[Path]:
    folder = home / FOLDER
    with suppress(FileNotFoundError):
        yield from sorted(each for each in folder.iterdir() if each.suffix == _SUFFIX)


def _read(entry: Path) -> tuple[Path, list[Step]]:
    held = json.loads(entry.read_bytes())
    return Path(held["root"]), [Step(**step) for step in held["steps"]]
