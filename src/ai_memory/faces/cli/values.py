"""What may be typed as an argument, and what it becomes. Each function is a click type."""

import calendar
import difflib
import re
from datetime import UTC, date, datetime, timedelta

import click

from ai_memory.errors import UnknownStream

_AGO = re.compile(r"(\d{1,5})([dwmy])")
_LINES = re.compile(r"(\d*)(:?)(\d*)")


def text(value: str) -> str:
    """Return text that any encoder takes; a byte that was not UTF-8 is replaced."""
    return value.encode("utf-8", "surrogatepass").decode("utf-8", "replace")


def day(value: str) -> date:
    """Read 2026-09-30, or 7d, 2w, 3m, 1y, counted back from today (UTC)."""
    try:
        if ago := _AGO.fullmatch(value):
            return days_ago(datetime.now(UTC).date(), int(ago[1]), ago[2])
        return date.fromisoformat(value)
    except (ValueError, OverflowError):
        raise click.BadParameter(
            f"{text(value)!r} is neither a date like 2026-09-30 nor 7d, 2w, 3m or 1y."
        ) from None


def days_ago(today: date, count: int, unit: str) -> date:
    """Return the day so many days, weeks, months or years before `today`.

    A month that has no such day gives its last one.

    Raises:
        OverflowError: The calendar does not reach back so far.
    """
    if unit in "dw":
        return today - timedelta(days=count * (7 if unit == "w" else 1))
    months = today.year * 12 + today.month - 1 - count * (12 if unit == "y" else 1)
    year, month = divmod(months, 12)
    if year < 1:
        raise OverflowError(year)
    return date(year, month + 1, min(today.day, calendar.monthrange(year, month + 1)[1]))


def streams(value: str) -> tuple[str, ...]:
    """Read names of streams between commas, each known."""
    return tuple(known_stream(name.strip()) for name in text(value).split(",") if name.strip())


def weight(value: str) -> tuple[str, float]:
    """Read STREAM=NUMBER."""
    stream, _, number = text(value).partition("=")
    try:
        return known_stream(stream.strip()), float(number)
    except ValueError:
        raise click.BadParameter(f"{text(value)!r} is not like fts=1.5.") from None


def known_stream(name: str) -> str:
    """Return the name of a stream.

    Raises:
        UnknownStream: There is none of that name; the nearest is offered.
    """
    from ai_memory.model import STREAM_NAMES

    if name in STREAM_NAMES:
        return name
    near = difflib.get_close_matches(name, STREAM_NAMES, n=1)
    offer = f"Did you mean {near[0]!r}? " if near else ""
    raise UnknownStream(
        f"There is no stream {name!r}", f"{offer}Streams: {', '.join(STREAM_NAMES)}."
    )


def line_range(value: str) -> tuple[int, int | None]:
    """Read 10:25, 10:, :25 or 10 as first and last line; None is to the end."""
    found = _LINES.fullmatch(value)
    if not found or not (found[1] or found[3]):
        raise click.BadParameter(f"{text(value)!r} is not like 10:25.")
    first = int(found[1] or 1)
    last = first if not found[2] else int(found[3]) if found[3] else None
    if first < 1 or (last is not None and last < first):
        raise click.BadParameter(f"{value} ends before it begins; lines count from 1.")
    return first, last
