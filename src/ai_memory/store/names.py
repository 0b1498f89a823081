"""Which page a link means: names, and the order in which they are tried.

As Obsidian does, and a little beyond: the exact path, then the page whose path ends
so (the shortest wins), then an alias, a title, an id, and last the same name with
hyphens, underscores and spaces taken as one. Comparison ignores case and Unicode form.
A link that finds nothing is kept and tried again whenever a page of that name appears.
"""

import json
import posixpath
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

import apsw

from ai_memory.model import Page
from ai_memory.parse.links import name_key

_SEPARATORS = re.compile(r"[\s_-]+")


def loose_key(name: str) -> str:
    """Return the key under which `a-b`, `a_b` and `A b` are one name."""
    return _SEPARATORS.sub(" ", name_key(name)).strip()


def link_key(target: str) -> str:
    """Return the lookup key of a name or path: its last segment, loosely."""
    return loose_key(_without_suffix(name_key(target)).rsplit("/", 1)[-1])


def _without_suffix(name: str) -> str:
    return name.removesuffix(".md")


def page_names(page: Page) -> Iterator[tuple[str, str, str]]:
    """Yield (key, folded name, source) for every name the page answers to."""
    yield link_key(page.path), _without_suffix(name_key(page.path)), "path"
    named = [(alias, "alias") for alias in page.aliases] + [(page.title, "title")]
    named += [
        (page.properties[name], "id")
        for name in ("id", "permalink")
        if isinstance(page.properties.get(name), str)
    ]
    for name, source in named:
        if name_key(name):
            yield link_key(name), name_key(name), source


@dataclass(frozen=True, slots=True)
class _Name:
    """A name a page or attachment answers to."""

    owner: int | str  # page id, or an attachment's path
    path: str  # of the owner, folded
    name: str
    source: str  # path, alias, title, id or file


# Links whose target may have one of these keys, with the path of the page they stand in.
_LINKS_BY_KEY = """
SELECT link.id, link.key, link.target, link.kind, page.path,
       link.target_id, link.attachment, link.resolved
FROM pages_link AS link JOIN pages AS page ON page.id = link.source_id
WHERE link.wanted_in = ? AND link.key IN (SELECT value FROM json_each(?))
"""

# Everything in a project that answers to one of these keys.
_NAMES_BY_KEY = """
SELECT named.key, named.page_id, page.path, named.name, named.source
FROM pages_name AS named JOIN pages AS page ON page.id = named.page_id
WHERE named.project_id = ?1 AND named.key IN (SELECT value FROM json_each(?2))
UNION ALL
SELECT key, path, path, path, 'file' FROM attachments
WHERE project_id = ?1 AND key IN (SELECT value FROM json_each(?2))
"""


def resolve_links(connection: apsw.Connection, project: int, name: str, keys: set[str]) -> None:
    """Point every link that seeks one of the keys at the page or file it means now.

    Args:
        connection: In a write transaction.
        project: Row id of the project in which the targets lie.
        name: Its name.
        keys: Lookup keys of names that came, went or are sought anew.
    """
    wanted = json.dumps(sorted(keys), ensure_ascii=False)
    names = _names_by_key(connection, project, wanted)
    changes = []
    for row in connection.execute(_LINKS_BY_KEY, (name, wanted)):
        link, key, target, kind, source_path, *before = row
        found = choose(target, source_path, names.get(key, ()), relative=kind == "markdown")
        after = _columns(found)
        if list(after) != before:
            changes.append((*after, link))
    connection.executemany(
        "UPDATE pages_link SET target_id = ?, attachment = ?, resolved = ? WHERE id = ?", changes
    )


def _names_by_key(connection: apsw.Connection, project: int, wanted: str) -> dict[str, list[_Name]]:
    names: dict[str, list[_Name]] = defaultdict(list)
    for key, owner, path, name, source in connection.execute(_NAMES_BY_KEY, (project, wanted)):
        names[key].append(_Name(owner, name_key(path), name_key(name), source))
    return names


def _columns(found: tuple[_Name, str] | None) -> tuple[int | None, str | None, str]:
    if found is None:
        return None, None, ""
    owner = found[0].owner
    return (owner, None, found[1]) if isinstance(owner, int) else (None, owner, found[1])


def choose(
    target: str, source_path: str, names: Collection[_Name], *, relative: bool = False
) -> tuple[_Name, str] | None:
    """Return the name that a link means and how it was found, or None.

    Args:
        target: As written in the link.
        source_path: Path of the page that holds the link.
        names: Candidates that share the link's key.
        relative: Whether a path in the link starts at the page's own folder first,
            as in a Markdown link.
    """
    sought = _without_suffix(name_key(target).removeprefix("/"))
    beside = _without_suffix(_beside(target, source_path))
    places = [name for name in names if name.source in ("path", "file")]
    exact = [beside, sought] if relative or target.startswith(".") else [sought, beside]
    for place in exact:
        if found := _first(name for name in places if _place(name) == place):
            return found, "path"
    if found := _first(name for name in places if _place(name).endswith("/" + sought)):
        return found, "name"
    for source in ("alias", "title", "id"):
        if found := _first(n for n in names if n.source == source and n.name == sought):
            return found, source
    loose = loose_key(sought)
    if found := _first(name for name in names if loose_key(_tail(name, sought)) == loose):
        return found, "loose"
    return None


def _place(name: _Name) -> str:
    return _without_suffix(name.name) if name.source == "path" else name.name


def _tail(name: _Name, sought: str) -> str:
    """Return as many trailing segments of a path as the sought name has."""
    if name.source not in ("path", "file"):
        return name.name
    return "/".join(_place(name).split("/")[-(sought.count("/") + 1) :])


def _beside(target: str, source_path: str) -> str:
    folder = posixpath.dirname(name_key(source_path))
    return posixpath.normpath(posixpath.join(folder, name_key(target)))


def _first(names: Iterable[_Name]) -> _Name | None:
    # The shortest path, then the order of paths: the same answer on every machine.
    return min(names, key=lambda name: (name.path.count("/"), name.path), default=None)
