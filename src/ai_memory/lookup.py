"""One page by any of its names, with its text and the links around it."""

from dataclasses import dataclass
from pathlib import Path

import apsw

from ai_memory.errors import PageNotFound
from ai_memory.model import Page, ProjectId
from ai_memory.store import listings
from ai_memory.store.cards import cards, pages_named
from ai_memory.store.database import reading
from ai_memory.store.paths import page_file
from ai_memory.store.projects import project_root, project_row
from ai_memory.store.vault import read_page


@dataclass(frozen=True, slots=True)
class PageText:
    """A page as it is on disk, with what was read out of it."""

    project: ProjectId
    page: Page
    text: str  # decoded, without a byte-order mark
    digest: str  # SHA-256 of the file's bytes, hex
    links_out: tuple[listings.LinkRow, ...]
    links_in: tuple[listings.LinkRow, ...]


def look_up(home: Path, project: str, name: str) -> PageText:
    """Return a page; see `Memory.page`."""
    # The parsers are imported only when a page is to be read.
    import hashlib

    from ai_memory.parse.decode import decode
    from ai_memory.parse.page import parse_page

    with reading(home) as connection:
        row = project_row(connection, project)
        page, path = page_named(connection, row, name)
        root = project_root(connection, row)
        try:
            page_file(root, path)  # the gate
            data = read_page(root, path)
        except OSError as error:
            raise PageNotFound(
                f"{path} cannot be read: {error.strerror}", "Run 'ai-memory sync'."
            ) from None
        text = decode(data).text
        return PageText(
            ProjectId(project),
            parse_page(path, text),
            text,
            hashlib.sha256(data).hexdigest(),
            tuple(listings.links_out(connection, page)),
            tuple(listings.links_in(connection, page)),
        )


def page_named(connection: apsw.Connection, row: int, name: str) -> tuple[int, str]:
    """Return the row id and path of the only page of a project that answers to the name.

    Raises:
        PageNotFound: None does, or several do; the remedy names those near it.
    """
    found = cards(connection, pages_named(connection, name, [row]))
    exact = [card for card in found.values() if card.path == name]
    meant = exact or list(found.values())
    if len(meant) == 1:
        return meant[0].page, meant[0].path
    if meant:
        paths = ", ".join(sorted(card.path for card in meant))
        raise PageNotFound(f"{name!r} may be any of {paths}", "Give the path.")
    near = listings.paths_beginning(connection, [row], name[:3], 3)
    raise PageNotFound(
        f"No page is called {name!r}",
        f"Near it: {', '.join(near)}." if near else "Try 'ai-memory search' for it.",
    )
