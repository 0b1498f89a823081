"""What a value in front matter says, where a text, a list of names or a day is wanted."""

import re
from datetime import date


def as_text_list(value: object, *, spaces: bool = False) -> tuple[str, ...]:
    """Return a property that names several things, as texts in order.

    A list gives its items; a text is cut at commas, and with `spaces` (as in tags) at
    white space too. Numbers become text, a leading "#" is dropped, None and empty
    items are left out. Mappings name nothing.
    """
    if isinstance(value, str):
        cut = value.replace(",", " ").split() if spaces else value.split(",")
        return tuple(text for text in map(_name, cut) if text)
    if isinstance(value, list):
        names = (name for item in value for name in _item_names(item))
        return tuple(name for name in names if name)
    return tuple(name for name in _item_names(value) if name)


def _item_names(value: object) -> tuple[str, ...]:
    if isinstance(value, list):  # `[[Name]]` without quotes is a list in a list
        return as_text_list(value)
    return (_name(as_text(value)),)


def _name(text: str) -> str:
    return text.strip().removeprefix("#").strip()


def as_text(value: object) -> str:
    """Return a scalar property as text; "" for None, lists and mappings."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value).strip() if isinstance(value, (str, int, float)) else ""


_ISO_DATE = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ][0-9:.,+Zz -]*)?")


def as_date(value: object) -> date | None:
    """Return the day of an ISO 8601 date or date and time, as written, else None."""
    match = _ISO_DATE.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        return None
    try:
        return date.fromisoformat(match[1])
    except ValueError:  # no such day
        return None
