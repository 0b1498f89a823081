"""Questions about a person's own wiki, with the pages that answer them, and their file.

The file is JSON Lines, `{"question": "…", "pages": ["path.md", …]}`, or question and page
between a tab, one pair a line. A page is named by its path, title or alias.
"""

import difflib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import apsw

from ai_memory.errors import BadInput
from ai_memory.evaluate.lines import numbered_lines
from ai_memory.parse.links import name_key
from ai_memory.store.cards import cards, pages_named
from ai_memory.store.wording import names_of_pages

_REMEDY = (
    'Each line is {"question": "…", "pages": ["path.md", …]}, or a question and a page '
    "with a tab between."
)
_HEADERS = (("question", "page"), ("question", "pages"))


@dataclass(frozen=True, slots=True)
class WikiQuestion:
    """One question and where it is answered."""

    text: str
    pages: tuple[str, ...]  # paths; any of them is right, and all are wanted
    kind: str = ""  # "label" or "heading" where the wiki itself gave it


def load_questions(connection: apsw.Connection, project: int, path: Path) -> list[WikiQuestion]:
    """Read a file of questions; lines that ask the same are one question.

    Raises:
        BadInput: The file or a line cannot be read, names a page that is not there (the
            nearest one is offered) or that may be several, or no question is in it.
    """
    found: dict[str, dict[str, None]] = {}
    for number, question, names in _entries(path):
        pages = found.setdefault(question, {})
        for name in names:
            pages[_page(connection, project, name, f"{path}, line {number}")] = None
    if not found:
        raise BadInput(f"{path} holds no question", _REMEDY)
    return [WikiQuestion(question, tuple(pages)) for question, pages in found.items()]


def save_questions(questions: Iterable[WikiQuestion], path: Path) -> None:
    """Write questions as JSON Lines; a file that is there already stays as it is.

    Raises:
        BadInput: The file is there already, or cannot be written.
    """
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            for each in questions:
                record = {"question": each.text, "pages": each.pages}
                file.write(json.dumps(record, ensure_ascii=False) + "\n")
    except FileExistsError:
        raise BadInput(
            f"{path} is there already, and may hold corrections", "Give another name."
        ) from None
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from None


def _entries(path: Path) -> Iterator[tuple[int, str, list[str]]]:
    """Yield (line number, question, names of its pages)."""
    as_json = None
    for number, line in numbered_lines(path, _REMEDY):
        if not line.strip():
            continue
        if as_json is None:
            as_json = line.lstrip().startswith("{")
            if tuple(cell.strip().casefold() for cell in line.split("\t")) in _HEADERS:
                continue
        read = _of_json(line) if as_json else _of_table(line)
        if read is None:
            raise BadInput(f"{path}, line {number}: not a question with its pages", _REMEDY)
        yield (number, *read)


def _of_json(line: str) -> tuple[str, list[str]] | None:
    try:
        record: Any = json.loads(line)
        question, pages = record["question"], record["pages"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    pages = [pages] if isinstance(pages, str) else pages
    if not isinstance(question, str) or not isinstance(pages, list):
        return None
    if not all(isinstance(page, str) and page.strip() for page in pages):
        return None
    return _sound(question, pages)


def _of_table(line: str) -> tuple[str, list[str]] | None:
    question, *pages = line.split("\t")
    return _sound(question, [page for page in pages if page.strip()])


def _sound(question: str, pages: Sequence[str]) -> tuple[str, list[str]] | None:
    asked = " ".join(question.split())
    return (asked, [page.strip() for page in pages]) if asked and pages else None


def _page(connection: apsw.Connection, project: int, name: str, place: str) -> str:
    found = cards(connection, pages_named(connection, name, [project])).values()
    exact = [card.path for card in found if card.path == name]
    paths = exact or sorted(card.path for card in found)
    if len(paths) == 1:
        return paths[0]
    if paths:
        raise BadInput(f"{place}: {name!r} may be any of {', '.join(paths)}", "Give the path.")
    near = _nearest(connection, project, name)
    raise BadInput(
        f"{place}: no page is called {name!r}",
        f"Did you mean {near!r}?" if near else "Give a path, title or alias of a page.",
    )


def _nearest(connection: apsw.Connection, project: int, name: str) -> str:
    """Return the path of the page with the most similar name, "" when none is similar."""
    paths = {folded: path for folded, _, _, path in names_of_pages(connection, project)}
    sought = name_key(name).removesuffix(".md")
    near = difflib.get_close_matches(sought, paths, n=1)
    return paths[near[0]] if near else ""
