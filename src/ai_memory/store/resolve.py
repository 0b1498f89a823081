"""Pointing links at the pages and files they mean, and again whenever that may differ.

A link is kept with every key under which it may be found. When a page or file comes or
goes, the links that seek one of its keys are resolved anew: one that found nothing finds
it when it appears, and one that led there falls back to the next best.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import apsw

from ai_memory.model import Link
from ai_memory.parse.links import name_key
from ai_memory.store.names import Name, choose, link_key


def link_keys(link: Link, own: str) -> list[tuple[str, str]]:
    """Return (project name, lookup key) for each way of reading a link, the plain one first.

    Args:
        link: As parsed.
        own: Name of the project that the link's page is in.
    """
    wanted_in = link.project or own
    found = [(wanted_in, link_key(link.target))]
    plain = f"{link.project}:{link.target}" if wanted_in != own else link.target
    if wanted_in != own:
        found.append((own, link_key(plain)))
    if link.fragment:
        found.append((wanted_in, link_key(f"{link.target}#{link.fragment}")))
        found.append((own, link_key(f"{plain}#{link.fragment}")))
    return list(dict.fromkeys(found))


@dataclass(frozen=True, slots=True)
class _Seeker:
    """A link, with what it points at so far."""

    link: int  # row id
    wanted_in: str
    target: str
    fragment: str
    relative: int  # 1: a path in it starts at its page's folder
    own: str  # name of its project
    path: str  # of its page
    target_id: int | None  # page it points at so far
    attachment: str | None  # file it points at so far
    resolved: str  # how it was resolved so far


@dataclass(frozen=True, slots=True)
class _Reading:
    """One way to read a link."""

    project: int  # row id
    target: str
    beside: str  # path it may be relative to


_SEEKER = """
SELECT link.id, link.wanted_in, link.target, link.fragment, link.kind = 'markdown',
       own.name, page.path, link.target_id, link.attachment, link.resolved
FROM pages_link AS link
JOIN pages AS page ON page.id = link.source_id
JOIN projects AS own ON own.id = link.project_id
"""

# Links that can be found in a project under one of these keys.
_BY_KEY = f"""{_SEEKER}
WHERE link.wanted_in = ?1 AND link.key IN (SELECT value FROM json_each(?2))
   OR link.id IN (SELECT link_id FROM pages_link_key
                  WHERE wanted_in = ?1 AND key IN (SELECT value FROM json_each(?2)))
"""  # noqa: S608 (both parts stand here)

# Links that name a project.
_BY_PROJECT = _SEEKER + "WHERE link.wanted_in = ?1 AND own.name != ?1"

# Everything in a project that answers to one of these keys.
_NAMES = """
SELECT named.key, named.page_id, page.path, named.name, named.source
FROM pages_name AS named JOIN pages AS page ON page.id = named.page_id
WHERE named.project_id = ?1 AND named.key IN (SELECT value FROM json_each(?2))
UNION ALL
SELECT key, path, path, path, 'file' FROM attachments
WHERE project_id = ?1 AND key IN (SELECT value FROM json_each(?2))
"""

_POINT = "UPDATE pages_link SET target_id = ?, attachment = ?, resolved = ? WHERE id = ?"


def resolve_links(connection: apsw.Connection, project: int, name: str, keys: set[str]) -> None:
    """Point every link that seeks one of the keys at the page or file it means now.

    Args:
        connection: In a write transaction.
        project: Row id of the project in which the targets lie.
        name: Its name.
        keys: Lookup keys of names that came, went or are sought anew.
    """
    _point(connection, connection.execute(_BY_KEY, (name, _json(keys))))


def resolve_links_naming(connection: apsw.Connection, name: str) -> None:
    """Point the links of other projects that name this one where they lead now.

    A registered project is meant by `[[word:rest]]` whatever pages are called; without
    one, it is the name of a page.
    """
    _point(connection, connection.execute(_BY_PROJECT, (name,)))


def destination(
    connection: apsw.Connection, link: Link, own: str, path: str
) -> tuple[int | None, str | None]:
    """Return the page's row id, or the path of the file, that a link would lead to.

    Args:
        connection: To the index.
        link: As parsed.
        own: Name of the project that the link's page is in.
        path: Of that page.
    """
    relative = int(link.kind == "markdown")
    wanted_in = link.project or own
    seeker = _Seeker(0, wanted_in, link.target, link.fragment, relative, own, path, None, None, "")
    registered = dict(connection.execute("SELECT name, id FROM projects"))
    readings = list(_readings(seeker, registered))
    owner, attachment, _ = _columns(_found(readings, _names(connection, readings), bool(relative)))
    return owner, attachment


def _point(connection: apsw.Connection, rows: Iterable[tuple[Any, ...]]) -> None:
    seekers = [_Seeker(*row) for row in rows]
    registered = dict(connection.execute("SELECT name, id FROM projects"))
    readings = {seeker.link: list(_readings(seeker, registered)) for seeker in seekers}
    names = _names(connection, (each for ways in readings.values() for each in ways))
    changes = []
    for seeker in seekers:
        leads_to = _columns(_found(readings[seeker.link], names, bool(seeker.relative)))
        if leads_to != (seeker.target_id, seeker.attachment, seeker.resolved):
            changes.append((*leads_to, seeker.link))
    connection.executemany(_POINT, changes)


def _readings(seeker: _Seeker, registered: Mapping[str, int]) -> Iterator[_Reading]:
    target, beside = seeker.target, seeker.path
    project = registered.get(seeker.wanted_in)
    if project is None:
        project, target = registered[seeker.own], f"{seeker.wanted_in}:{target}"
    elif seeker.wanted_in != seeker.own:
        beside = ""
    yield _Reading(project, target, beside)
    if seeker.fragment:
        yield _Reading(project, f"{target}#{seeker.fragment}", beside)


def _names(
    connection: apsw.Connection, readings: Iterable[_Reading]
) -> dict[tuple[int, str], list[Name]]:
    sought: dict[int, set[str]] = defaultdict(set)
    for reading in readings:
        sought[reading.project].add(link_key(reading.target))
    names: dict[tuple[int, str], list[Name]] = defaultdict(list)
    for project, keys in sought.items():
        rows = connection.execute(_NAMES, (project, _json(keys)))
        for key, owner, path, name, source in rows:
            names[project, key].append(Name(owner, path, name_key(name), source))
    return names


def _found(
    readings: Iterable[_Reading], names: Mapping[tuple[int, str], list[Name]], relative: bool
) -> tuple[Name, str] | None:
    for reading in readings:
        candidates = names.get((reading.project, link_key(reading.target)), ())
        if found := choose(reading.target, reading.beside, candidates, relative=relative):
            return found
    return None


def _columns(found: tuple[Name, str] | None) -> tuple[int | None, str | None, str]:
    if found is None:
        return None, None, ""
    owner = found[0].owner
    return (owner, None, found[1]) if isinstance(owner, int) else (None, owner, found[1])


def _json(keys: Iterable[str]) -> str:
    return json.dumps(sorted(keys), ensure_ascii=False)
