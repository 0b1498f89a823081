"""Which links a move would turn elsewhere, and what to write so that none does.

One law holds: a move changes where no link leads. It is tried out in a transaction that
is rolled back, so that the index itself says what each link would mean, whatever the
rules of names are.
"""

import json
import posixpath
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

import apsw

from ai_memory.model import Link, Page
from ai_memory.parse.links import last_segment
from ai_memory.store import index
from ai_memory.store.names import page_names
from ai_memory.store.resolve import destination, link_keys, resolve_links
from ai_memory.store.stamp import Stamp

_LINKS = """
SELECT link.id, source.id, source.path, own.name, link.kind, link.line, link.target,
       link.fragment, link.label,
       CASE WHEN link.wanted_in = own.name THEN '' ELSE link.wanted_in END,
       link.target_id, link.attachment
FROM pages_link AS link
JOIN pages AS source ON source.id = link.source_id
JOIN projects AS own ON own.id = link.project_id
"""

# Every link that seeks one of these keys, under any reading, or stands in one page.
_CONCERNED = f"""{_LINKS}
WHERE source.id = ?1
   OR link.wanted_in = ?2 AND link.key IN (SELECT value FROM json_each(?3))
   OR link.id IN (SELECT link_id FROM pages_link_key
                  WHERE wanted_in = ?2 AND key IN (SELECT value FROM json_each(?3)))
ORDER BY link.id
"""  # noqa: S608 (both parts stand here)

_PATH_OF = "SELECT path FROM pages WHERE id = ?"


@dataclass(frozen=True, slots=True)
class Turned:
    """A link that a move would turn, and what it must say instead."""

    path: str  # of the page that holds it, as it is called before the move
    project: str  # that page's project
    link: Link
    target: str  # what to write in place of its target, "" where nothing leads there


@dataclass(frozen=True, slots=True)
class _Standing:
    """A link as it stands in the index."""

    source: int
    path: str
    project: str
    link: Link
    leads_to: tuple[int | None, str | None]  # page's row id, or a file's path


def turned_by_move(
    connection: apsw.Connection, project: tuple[int, str], page_id: int, moved: Page
) -> list[Turned]:
    """Return the links that would lead elsewhere, or nowhere, once a page is moved.

    Args:
        connection: Under the write lock, outside a transaction; the index is level.
        project: Row id and name of the page's project.
        page_id: Row id of the page.
        moved: The page as parsed under its new path.
    """
    name = project[1]
    keys = index.keys_of_page(connection, page_id) | {key for key, _, _ in page_names(moved)}
    before = _concerned(connection, page_id, name, keys)
    with _trial(connection):
        index.write_page(connection, project, moved, Stamp(0, 0, 0), "", "", page_id)
        sought = defaultdict(set, {name: set(keys)})
        for link in moved.links:
            for wanted_in, key in link_keys(link, name):
                sought[wanted_in].add(key)
        for wanted_in, some in sought.items():
            rows = connection.execute("SELECT id FROM projects WHERE name = ?", (wanted_in,))
            for (each,) in list(rows):
                resolve_links(connection, each, wanted_in, some)
        after = _concerned(connection, page_id, name, keys)
        return list(_differences(connection, before, after))


def _differences(
    connection: apsw.Connection, before: list[_Standing], after: list[_Standing]
) -> Iterator[Turned]:
    for old, new in _pairs(before, after):
        if old.leads_to not in (new.leads_to, (None, None)):
            target = _leading_to(connection, new, old.leads_to)
            yield Turned(old.path, old.project, old.link, target)


def _pairs(
    before: list[_Standing], after: list[_Standing]
) -> Iterator[tuple[_Standing, _Standing]]:
    """Pair the links; those of a page stand in one order, whatever its rows are."""
    by_page: dict[int, list[_Standing]] = defaultdict(list)
    for each in after:
        by_page[each.source].append(each)
    places: dict[int, Iterator[_Standing]] = {page: iter(it) for page, it in by_page.items()}
    for each in before:
        yield each, next(places[each.source])


def _leading_to(
    connection: apsw.Connection, standing: _Standing, wanted: tuple[int | None, str | None]
) -> str:
    """Return the first way to write a link's target so that it leads where it led."""
    page, attachment = wanted
    if page is not None:
        ((path,),) = connection.execute(_PATH_OF, (page,))
    else:
        path = str(attachment)
    for target in _ways(standing, path):
        link = replace(standing.link, target=target)
        if destination(connection, link, standing.project, standing.path) == wanted:
            return target
    return ""


def _ways(standing: _Standing, path: str) -> Iterable[str]:
    """Yield targets that may mean a path, in the style of the link first."""
    written = standing.link.target
    bare = path if written.lower().endswith(".md") else path.removesuffix(".md")
    beside = posixpath.relpath(bare, posixpath.dirname(standing.path) or ".")
    if standing.link.kind == "markdown":
        return (beside, bare, f"/{bare}", path)
    if written.startswith("."):
        return (beside if beside.startswith(".") else f"./{beside}", bare, path)
    return (last_segment(bare), bare, path) if "/" not in written else (bare, path)


def _concerned(
    connection: apsw.Connection, page_id: int, project: str, keys: set[str]
) -> list[_Standing]:
    rows = connection.execute(_CONCERNED, (page_id, project, json.dumps(sorted(keys))))
    return [
        _Standing(source, path, own, Link(target, kind, line, fragment, label, other), (page, file))
        for (_, source, path, own, kind, line, target, fragment, label, other, page, file) in rows
    ]


@contextmanager
def _trial(connection: apsw.Connection) -> Iterator[None]:
    """See what a change to the index would do, and undo it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")
