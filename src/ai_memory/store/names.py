"""Names: what a page answers to, and which of several owners a name means.

As Obsidian does, and a little beyond: the exact path, then the page whose path ends
so (the shortest wins), then an alias, a title, an id, and last the same name with
hyphens, underscores and spaces taken as one. Comparison ignores case and Unicode form;
among names that differ in nothing else, the one written just so is meant.
"""

import posixpath
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from ai_memory.model import Page
from ai_memory.parse.links import name_key

_SEPARATORS = re.compile(r"[\s_-]+")
_AROUND_HASH = re.compile(r" ?# ?")


def loose_key(name: str) -> str:
    """Return the key under which `a-b`, `a_b` and `A b` are one name."""
    key = _SEPARATORS.sub(" ", name_key(name)).strip()
    # A link loses the spaces around its "#" when the heading is split off.
    return _AROUND_HASH.sub("#", key) if "#" in key else key


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
class Name:
    """A name that a page or attachment answers to."""

    owner: int | str  # page id, or an attachment's path
    path: str  # of the owner, as on disk
    name: str  # folded; a page's path without its suffix
    source: str  # path, alias, title, id or file


def choose(
    target: str, source_path: str, names: Collection[Name], *, relative: bool = False
) -> tuple[Name, str] | None:
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
        if found := _first(target, (name for name in places if name.name == place)):
            return found, "path"
    if found := _first(target, (name for name in places if name.name.endswith("/" + sought))):
        return found, "name"
    for source in ("alias", "title", "id"):
        same = (n for n in names if n.source == source and _without_suffix(n.name) == sought)
        if found := _first(target, same):
            return found, source
    loose = loose_key(sought)
    if found := _first(target, (name for name in names if loose_key(_tail(name, sought)) == loose)):
        return found, "loose"
    return None


def _tail(name: Name, sought: str) -> str:
    """Return as many trailing segments of a path as the sought name has."""
    if name.source not in ("path", "file"):
        return name.name
    return "/".join(name.name.split("/")[-(sought.count("/") + 1) :])


def _beside(target: str, source_path: str) -> str:
    folder = posixpath.dirname(name_key(source_path))
    return posixpath.normpath(posixpath.join(folder, name_key(target)))


def _first(target: str, names: Iterable[Name]) -> Name | None:
    """Return the name with the shortest path, the same one on every machine."""
    written = target.removeprefix("/").removesuffix(".md")

    def order(name: Name) -> tuple[int, str, bool, str]:
        place = name.path.removesuffix(".md")
        as_written = place == written or place.endswith("/" + written)
        return name.path.count("/"), name_key(name.path), not as_written, name.path

    return min(names, key=order, default=None)
