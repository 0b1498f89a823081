"""What a person or agent looks up in the index: links, tags, counts."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

import apsw

from ai_memory.store.rows import one_row
from ai_memory.store.text import storable

# Links that stand in a page, in order.
_OUT = """
SELECT link.target, link.fragment, link.label, link.kind, link.line, link.resolved,
       coalesce(target.path, link.attachment, ''), coalesce(other.name, named.name,
       iif(link.attachment IS NULL, link.wanted_in, own.name))
FROM pages_link AS link
JOIN projects AS own ON own.id = link.project_id
LEFT JOIN projects AS named ON named.name = link.wanted_in
LEFT JOIN pages AS target ON target.id = link.target_id
LEFT JOIN projects AS other ON other.id = target.project_id
WHERE link.source_id = ? ORDER BY link.id
"""
# Links that lead to a page, in order of where they stand.
_IN = """
SELECT link.target, link.fragment, link.label, link.kind, link.line, link.resolved,
       source.path, project.name
FROM pages_link AS link
JOIN pages AS source ON source.id = link.source_id
JOIN projects AS project ON project.id = source.project_id
WHERE link.target_id = ? ORDER BY project.name, source.path, link.line, link.id
"""
_TAGS = """
SELECT tag, count(*) FROM pages_tag JOIN pages ON pages.id = page_id
WHERE project_id IN (SELECT value FROM json_each(?)) GROUP BY tag ORDER BY count(*) DESC, tag
"""
_KINDS = """
SELECT kind, count(*) FROM pages
WHERE project_id IN (SELECT value FROM json_each(?)) GROUP BY kind ORDER BY count(*) DESC, kind
"""
_COUNT_PAGES = """
SELECT count(*) FROM pages WHERE project_id IN (SELECT value FROM json_each(?))
"""
_COUNTS = """
SELECT (SELECT count(*) FROM pages WHERE project_id = ?1),
       (SELECT count(*) FROM pages_section JOIN pages ON pages.id = page_id WHERE project_id = ?1),
       (SELECT count(*) FROM pages_link WHERE project_id = ?1),
       (SELECT count(*) FROM pages_link WHERE project_id = ?1 AND resolved != ''),
       (SELECT count(*) FROM problems WHERE project_id = ?1)
"""
# Titles and paths that begin so, for completion.
_BEGINNING = """
SELECT DISTINCT path FROM pages
WHERE project_id IN (SELECT value FROM json_each(?1))
  AND (lower(substr(path, 1, length(?2))) = lower(?2)
       OR lower(substr(title, 1, length(?2))) = lower(?2))
ORDER BY path LIMIT ?3
"""


@dataclass(frozen=True, slots=True)
class LinkRow:
    """One link, seen from the page it stands in or leads to."""

    target: str  # as written
    fragment: str  # heading, or block id with "^"
    label: str  # shown text, where it differs
    kind: str  # wikilink, embed, markdown or property
    line: int  # of the page it stands in
    resolved: str  # how it was resolved; "" when it leads nowhere yet
    path: str  # of the page at the other end; "" when there is none
    project: str  # of that page


@dataclass(frozen=True, slots=True)
class Counts:
    """How much a project holds."""

    pages: int
    sections: int
    links: int
    links_resolved: int
    problems: int


def count_pages(connection: apsw.Connection, projects: Sequence[int]) -> int:
    """Return how many pages the projects have."""
    return int(one_row(connection, _COUNT_PAGES, (json.dumps(projects),))[0])


def links_out(connection: apsw.Connection, page: int) -> list[LinkRow]:
    """Return the links that stand in a page, in order."""
    return [LinkRow(*row) for row in connection.execute(_OUT, (page,))]


def links_in(connection: apsw.Connection, page: int) -> list[LinkRow]:
    """Return the links that lead to a page, in order of path and line."""
    return [LinkRow(*row) for row in connection.execute(_IN, (page,))]


def tag_counts(connection: apsw.Connection, projects: Sequence[int]) -> dict[str, int]:
    """Return tag → pages that carry it, the most used first."""
    return dict(connection.execute(_TAGS, (json.dumps(projects),)))


def kind_counts(connection: apsw.Connection, projects: Sequence[int]) -> dict[str, int]:
    """Return kind → pages of it, the most common first."""
    return dict(connection.execute(_KINDS, (json.dumps(projects),)))


def counts(connection: apsw.Connection, project: int) -> Counts:
    """Return how much a project holds."""
    return Counts(*one_row(connection, _COUNTS, (project,)))


def paths_beginning(
    connection: apsw.Connection, projects: Sequence[int], start: str, limit: int
) -> list[str]:
    """Return paths of pages whose path or title begins with `start`, ignoring case."""
    if not storable(start):
        return []
    rows = connection.execute(_BEGINNING, (json.dumps(projects), start, limit))
    return [path for (path,) in rows]
