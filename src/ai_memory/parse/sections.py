"""The body of a page cut at its headings."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from ai_memory.model import Section
from ai_memory.parse.markdown import Heading


def split_sections(
    body: str, headings: Sequence[Heading], first_line: int = 1
) -> tuple[Section, ...]:
    """Return the sections of a body, in order.

    They tile it: the heading lines and the texts, one after another, are the body
    from its first text line on. Text before the first heading is a section with
    heading "" and level 0; where it is blank there is none.

    Args:
        body: Markdown without front matter.
        headings: As `parse_markdown` found them in this body.
        first_line: 1-based line of the file at which the body starts.
    """
    data = body.encode("utf-8", "replace")
    last_line = first_line + data.count(b"\n") - (1 if data.endswith(b"\n") else 0)
    before = _before_first_heading(data, headings, first_line, last_line)
    sections = [before] if before else []
    for heading, following, trail in _with_trails(headings):
        until = following.start if following else len(data)
        last = _last_line(heading.line, following, last_line)
        text = data[heading.end : until].decode()
        sections.append(
            Section(len(sections), heading.text, trail, heading.level, heading.line, last, text)
        )
    return tuple(sections)


def lines_under(sections: Sequence[Section], heading: str) -> tuple[int, int] | None:
    """Return the first and last line of a heading with all that stands below it.

    Args:
        sections: Of one page, in order.
        heading: Its text in any case; where several have it, the first is meant. A
            trail, outer to inner with `#` between, tells them apart.

    Returns:
        None when no heading is called so.
    """
    wanted = tuple(part.strip().casefold() for part in heading.split("#"))
    for at, section in enumerate(sections):
        trail = tuple(each.casefold() for each in section.trail)
        if section.level and (
            trail[-len(wanted) :] == wanted or trail[-1:] == (heading.casefold(),)
        ):
            below = [each for each in sections[at + 1 :] if each.level <= section.level]
            last = below[0].first_line - 1 if below else sections[-1].last_line
            return section.first_line, max(section.first_line, last)
    return None


def _with_trails(
    headings: Sequence[Heading],
) -> Iterator[tuple[Heading, Heading | None, tuple[str, ...]]]:
    """Yield each heading, the one after it, and the texts of those above it and its own."""
    above: list[Heading] = []
    for heading, following in zip_longest(headings, headings[1:]):
        while above and above[-1].level >= heading.level:
            above.pop()
        above.append(heading)
        yield heading, following, tuple(each.text for each in above)


def _before_first_heading(
    data: bytes, headings: Sequence[Heading], first_line: int, last_line: int
) -> Section | None:
    text = data[: headings[0].start] if headings else data
    blank = len(text) - len(text.lstrip())
    if blank == len(text):
        return None
    start = text.rfind(b"\n", 0, blank) + 1
    line = first_line + text.count(b"\n", 0, start)
    last = _last_line(line, headings[0] if headings else None, last_line)
    return Section(0, "", (), 0, line, last, text[start:].decode())


def _last_line(first: int, following: Heading | None, last_of_file: int) -> int:
    # Two headings share a line where only a lone carriage return parts them.
    return max(first, following.line - 1) if following else max(first, last_of_file)
