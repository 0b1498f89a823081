"""What is said of a page in a list, and the pages that a name means."""

import json
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

import apsw

from ai_memory.model import Section
from ai_memory.parse.links import name_key
from ai_memory.store.names import link_key
from ai_memory.store.text import storable


class Card(NamedTuple):
    """The facts of a page that ranking and listing need.

    A tuple, as a search makes a thousand of them and shows twenty.
    """

    page: int  # row id
    project: int  # row id
    path: str
    title: str
    kind: str
    updated: str  # ISO date
    size: int  # bytes, as indexed
    mtime_ns: int  # as indexed


_CARDS = """
SELECT id, project_id, path, title, kind, updated, size, mtime_ns
FROM pages WHERE id IN (SELECT value FROM json_each(?))
"""
_TAGS = """
SELECT page_id, tag FROM pages_tag
WHERE page_id IN (SELECT value FROM json_each(?)) ORDER BY page_id, tag
"""
_SECTIONS = """
SELECT position, heading, trail, level, first_line, last_line, text
FROM pages_section WHERE page_id = ? ORDER BY position
"""
_NAMED = """
SELECT page_id, name, source FROM pages_name
WHERE project_id IN (SELECT value FROM json_each(?)) AND key = ?
"""
_LISTED = """
SELECT id FROM pages
WHERE project_id IN (SELECT value FROM json_each(:projects))
  AND (:allowed IS NULL OR id IN (SELECT value FROM json_each(:allowed)))
ORDER BY updated DESC, path LIMIT :depth
"""


def _ids(pages: Iterable[int]) -> str:
    return json.dumps(sorted(pages))


def cards(connection: apsw.Connection, pages: Collection[int]) -> dict[int, Card]:
    """Return the cards of the pages by row id."""
    return {row[0]: Card._make(row) for row in connection.execute(_CARDS, (_ids(pages),))}


def tags_of(connection: apsw.Connection, pages: Collection[int]) -> dict[int, tuple[str, ...]]:
    """Return the tags of the pages by row id; every page has an entry."""
    tags: dict[int, list[str]] = {page: [] for page in pages}
    for page, tag in connection.execute(_TAGS, (_ids(pages),)):
        tags[page].append(tag)
    return {page: tuple(each) for page, each in tags.items()}


def sections_of(connection: apsw.Connection, page: int) -> tuple[Section, ...]:
    """Return the sections of a page in order."""
    return tuple(
        Section(position, heading, tuple(json.loads(trail)), level, first, last, text)
        for position, heading, trail, level, first, last, text in connection.execute(
            _SECTIONS, (page,)
        )
    )


def pages_named(connection: apsw.Connection, text: str, projects: Sequence[int]) -> dict[int, str]:
    """Return the pages for which `text`, whole, is a title, alias, path, path's end or id.

    Returns:
        Row id → what matched: "path", "alias", "title" or "id".
    """
    wanted = name_key(text)
    if not wanted or not storable(text):
        return {}
    place = wanted.removesuffix(".md").removeprefix("/")
    found: dict[int, str] = {}
    for page, name, source in connection.execute(_NAMED, (json.dumps(projects), link_key(text))):
        if f"/{name}".endswith(f"/{place}") if source == "path" else name == wanted:
            found.setdefault(page, source)
    return found


def listed_pages(
    connection: apsw.Connection,
    projects: Sequence[int],
    depth: int,
    allowed: Collection[int] | None,
) -> list[int]:
    """Return the row ids of the pages, latest first: what a query of filters alone finds."""
    bindings = {
        "projects": json.dumps(projects),
        "allowed": None if allowed is None else _ids(allowed),
        "depth": depth,
    }
    return [page for (page,) in connection.execute(_LISTED, bindings)]
