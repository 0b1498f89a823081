"""Page properties as Logseq writes them: `key:: value` lines at the top of a page."""

import re

from ai_memory.parse.links import plain_name

_PROPERTY_LINE = re.compile(r"([^\W\d][\w.-]{0,63})::(?:[ \t]+(.*))?[ \t]*\r?")
_LISTS = frozenset(("alias", "aliases", "entities", "tag", "tags"))
_MOST = 100  # lines looked at


def logseq_properties(body: str) -> dict[str, str | list[str]]:
    """Return the properties in the first lines of a page, by lower-case key.

    Reading stops at the first line of another form. Tags, aliases and entities are
    lists, cut at commas; wikilink brackets are dropped from all values.
    """
    properties: dict[str, str | list[str]] = {}
    for line in body.removeprefix("\ufeff").split("\n", _MOST)[:_MOST]:
        match = _PROPERTY_LINE.fullmatch(line)
        if match is None:
            break
        key, value = match[1].lower(), (match[2] or "").strip()
        names = [plain_name(part) for part in value.split(",")]
        properties[key] = [name for name in names if name] if key in _LISTS else plain_name(value)
    return properties
