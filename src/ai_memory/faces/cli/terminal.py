"""Text on a terminal: colour or not, marks, width, and nothing that could command it."""

import re
import shutil
import sys
import unicodedata
from collections.abc import Iterator, Mapping

import click

MARK_START, MARK_END = "«", "»"  # as the model marks a match
WIDEST = 110  # columns; longer lines are hard to read

# Control characters in a page could move the cursor or rename the window; those that
# reorder text could make a path look like another.
_COMMANDING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
# A blank, one character of a script that is written without blanks, or a word.
_PIECE = r"\s+|[⺀-鿿ꀀ-꓏가-힣豈-﫿＀-｠]|[^\s⺀-鿿ꀀ-꓏가-힣豈-﫿＀-｠]+"


def colour_choice(environment: Mapping[str, str], no_color: bool) -> bool | None:
    """Return whether to colour; None leaves it to whether the stream is a terminal."""
    if no_color or environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return True
    return False if environment.get("TERM") == "dumb" else None


def colour_on_stdout() -> bool:
    """Tell whether colour written to stdout will arrive there."""
    choice = click.get_current_context().color
    return sys.stdout.isatty() if choice is None else choice


def clean(text: str) -> str:
    """Return the text without characters that command a terminal; tabs and lines stay."""
    return _COMMANDING.sub("\N{REPLACEMENT CHARACTER}", text)


def line(text: str) -> str:
    """Return the text cleaned and on one line."""
    return " ".join(clean(text).split())


def text_width() -> int | None:
    """Return the columns to wrap at; None where stdout is no terminal."""
    if not sys.stdout.isatty():
        return None
    return max(20, min(shutil.get_terminal_size().columns, WIDEST))


def wrapped(text: str, width: int | None, indent: str) -> str:
    """Return the text indented, its lines no wider than `width` columns."""
    if width is None:
        return indent + text
    lines, used = [indent], len(indent)
    for piece in re.findall(_PIECE, text):
        wide = columns(piece)
        if used > len(indent) and used + wide > width:
            lines[-1] = lines[-1].rstrip()
            lines.append(indent)
            used = len(indent)
        if piece.isspace() and used == len(indent):
            continue
        lines[-1] += piece
        used += wide
    return "\n".join(lines)


def columns(text: str) -> int:
    """Return how many columns a terminal gives the text."""
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for sign in text
    )


def marked(text: str, colour: bool) -> str:
    """Return a snippet with its marks turned into colour, or as they are without."""
    if not colour:
        return text
    return "".join(_coloured(text))


def _coloured(text: str) -> Iterator[str]:
    inside = False
    for part in re.split(f"([{MARK_START}{MARK_END}])", text):
        if part in (MARK_START, MARK_END):
            inside = part == MARK_START
        elif part:
            yield click.style(part, fg="yellow", bold=True) if inside else part
