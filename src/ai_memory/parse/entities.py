"""The names that a page is about."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ai_memory.parse.links import name_key, plain_name
from ai_memory.parse.properties import as_text_list

MAX_CODE_NAMES = 40  # identifiers taken from one page, so that listings do not drown it
_LONGEST_IDENTIFIER = 100

_IDENTIFIER = re.compile(r"[^\W\d][\w$-]*(?:(?:\.|::|->|#)[\w$-]+)*(\([^()]*\))?[!?]?")
_HUMP = re.compile(r"[a-z0-9][A-Z]")
_NUMBERED = re.compile(r"(?=[A-Z0-9_-]*[0-9])[A-Z][A-Z0-9_-]+")


def page_entities(
    properties: Mapping[str, Any],
    tags: Iterable[str],
    aliases: Iterable[str],
    title: str,
    code_spans: Iterable[str],
) -> tuple[str, ...]:
    """Return the names a page is about, each once by its name key, first spelling kept.

    In order: the property `entities`, tags, aliases, the title as a whole, and the
    identifiers among the page's inline code, at most 40 of them.
    """
    named = next((value for key, value in properties.items() if key.lower() == "entities"), None)
    names: dict[str, str] = {}
    for name in (*map(plain_name, as_text_list(named)), *tags, *aliases, title):
        _add(names, name)
    room = len(names) + MAX_CODE_NAMES
    for name in _identifiers(code_spans):
        if len(names) >= room:
            break
        _add(names, name)
    return tuple(names.values())


def _add(names: dict[str, str], name: str) -> None:
    key = name_key(name)
    if key:
        names.setdefault(key, name)


def _identifiers(code_spans: Iterable[str]) -> Iterator[str]:
    for code in code_spans:
        name = identifier_in(code)
        if name:
            yield name


def identifier_in(code: str) -> str:
    """Return the identifier that a piece of code is, without its call brackets, or "".

    A plain word is not one: it needs `_`, a hump (`camelCase`), a part after `.` or
    `::`, a call `()`, or capitals with digits (`TERN-4012`).
    """
    code = code.strip()
    match = _IDENTIFIER.fullmatch(code) if len(code) <= _LONGEST_IDENTIFIER else None
    if match is None:
        return ""
    name = code[: match.start(1)] if match[1] else code
    marked = match[1] or any(sign in name for sign in ("_", ".", "::", "->", "#"))
    return name if marked or _HUMP.search(name) or _NUMBERED.fullmatch(name) else ""
