"""One pass over a page's Markdown: headings, links, tags, block ids and code.

The grammar is CommonMark with GFM tables, as pulldown-cmark reads it, and wikilinks.
Its ranges are offsets into the UTF-8 bytes of the text, and so are the offsets here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from ai_memory.model import Link, LinkKind
from ai_memory.parse.lines import Lines
from ai_memory.parse.links import parse_markdown_href, parse_wikilink
from ai_memory.parse.obsidian import block_ids, comment_spans, hashtags
from ai_memory.parse.spans import Spans

if TYPE_CHECKING:
    import pyromark

_NESTED_LABELS = 4  # images can nest without end; labels deeper than this are not read


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading that starts a section: one that stands in no list, quotation or footnote."""

    level: int  # 1 to 6
    text: str  # without markup, on one line
    line: int  # 1-based line of the file where it starts
    start: int  # byte offset of its first line in the body
    end: int  # byte offset just after its last line


@dataclass(frozen=True, slots=True)
class Markdown:
    """What the body of a page says, besides its text."""

    headings: tuple[Heading, ...] = ()
    links: tuple[Link, ...] = ()  # outside code, HTML and comments, in order
    tags: tuple[str, ...] = ()  # inline #tags, lower case, without "#", each once
    block_ids: tuple[str, ...] = ()  # without "^"
    code_spans: tuple[str, ...] = ()  # texts of inline code


def parse_markdown(body: str, first_line: int = 1) -> Markdown:
    """Return what the body says. Never raises.

    Args:
        body: Markdown without front matter. Lone surrogates are read as "?".
        first_line: 1-based line of the file at which the body starts.
    """
    data = body.encode("utf-8", "replace")
    if not body.isascii():  # the parser refuses the surrogates that "replace" took out
        body = data.decode()
    reading = _Reading(data, Lines(data, first_line))
    reading.read(_parser().events_with_range(body, merge_text=True))
    opaque = Spans(reading.opaque)
    comments = comment_spans(data, opaque)
    links = [link for start, link in reading.links if link and not comments.cover(start)]
    silent = Spans([*reading.opaque, *comments]) if comments else opaque
    return Markdown(
        tuple(reading.headings),
        tuple(links),
        hashtags(data, silent),
        block_ids(data, silent),
        tuple(reading.code_spans),
    )


@cache
def _parser() -> "pyromark.Markdown":
    import pyromark  # a search that changes nothing never parses

    options = pyromark.Options
    return pyromark.Markdown(
        options=options.ENABLE_TABLES
        | options.ENABLE_FOOTNOTES
        | options.ENABLE_STRIKETHROUGH
        | options.ENABLE_TASKLISTS
        | options.ENABLE_WIKILINKS
        | options.ENABLE_MATH
        | options.ENABLE_GFM
    )


Range = dict[str, int]  # "start" and "end", byte offsets
Tag = dict[str, Any]  # one key, the name, with what the parser tells of it

_OpenLink = tuple[int, LinkKind, Tag]  # its place in links, how it is written, its data

_OPAQUE_LEAVES = ("Code", "InlineMath", "DisplayMath", "InlineHtml", "Html")
_SHOWN_LEAVES = ("Code", "InlineMath", "DisplayMath")


class _Reading:
    """The state of the pass: what was found, and which headings and links are open."""

    __slots__ = (
        "code_spans", "contained", "data", "headings", "lines", "links", "opaque", "open", "texts",
    )  # fmt: skip

    def __init__(self, data: bytes, lines: Lines) -> None:
        self.data = data
        self.lines = lines
        self.headings: list[Heading] = []
        self.links: list[tuple[int, Link | None]] = []
        self.opaque: list[tuple[int, int]] = []
        self.code_spans: list[str] = []
        self.contained = 0  # end of the outermost list, quotation or footnote so far
        self.open: list[tuple[int, str | _OpenLink, Range]] = []  # place in texts, tag, range
        self.texts: list[str] = []  # shown text since the outermost open heading or link

    def read(self, events: Iterator[Any]) -> None:
        # The order of the branches is the order of how often the events come.
        is_open, texts = self.open, self.texts
        for event, span in events:
            if "Text" in event:
                if is_open:
                    texts.append(event["Text"])
            elif "Start" in event:
                tag = event["Start"]
                if tag.__class__ is dict:  # a block or mark without data is a plain string
                    self._start(tag, span)
            elif "End" in event:
                if is_open:
                    self._end(event["End"])
            elif event.__class__ is dict:
                self._leaf(event, span)
            elif is_open:  # a soft or hard break
                texts.append(" ")

    def _leaf(self, event: Tag, span: Range) -> None:
        [(name, text)] = event.items()
        if name in _OPAQUE_LEAVES:
            self.opaque.append((span["start"], span["end"]))
        if name == "Code":
            self.code_spans.append(text)
        if self.open and name in _SHOWN_LEAVES:
            self.texts.append(text)

    def _start(self, tag: Tag, span: Range) -> None:
        if "Link" in tag or "Image" in tag:
            self._start_link(tag, span)
        elif "Heading" in tag:
            self.open.append((len(self.texts), tag["Heading"]["level"], span))
        elif "CodeBlock" in tag:
            self.opaque.append((span["start"], span["end"]))
        elif "Table" not in tag:  # a list, quotation or footnote
            self.contained = max(self.contained, span["end"])

    def _start_link(self, tag: Tag, span: Range) -> None:
        start, end = span["start"], span["end"]
        self.opaque.append((start, end))
        kind: LinkKind = "wikilink" if "Link" in tag else "embed"
        found = tag["Link"] if "Link" in tag else tag["Image"]
        link = None
        if "WikiLink" in found["link_type"]:
            inner = self.data[start + (2 if kind == "wikilink" else 3) : end - 2].decode()
            link = parse_wikilink(inner, kind, self.lines.line_of(start))
        self.open.append((len(self.texts), (len(self.links), kind, found), span))
        self.links.append((start, link))

    def _end(self, tag: str | Tag) -> None:
        if not (tag == "Link" or tag == "Image" or "Heading" in tag):
            return
        place, opened, span = self.open.pop()
        if isinstance(opened, str):
            self._end_heading(int(opened[1]), "".join(self.texts[place:]), span)
        elif opened[2]["link_type"].__class__ is str:
            label = "".join(self.texts[place:]) if len(self.open) < _NESTED_LABELS else ""
            self._end_link(opened, label, span["start"])
        if not self.open:
            self.texts.clear()

    def _end_link(self, opened: _OpenLink, label: str, start: int) -> None:
        slot, kind, found = opened
        if found["link_type"] in ("Autolink", "Email"):
            return
        kind = "markdown" if kind == "wikilink" else kind
        link = parse_markdown_href(found["dest_url"], label, kind, self.lines.line_of(start))
        self.links[slot] = (start, link)

    def _end_heading(self, level: int, text: str, span: Range) -> None:
        start, end = span["start"], span["end"]
        if start < self.contained:
            return
        while self.data[start - 1 : start] == b" ":  # up to three spaces may stand before it
            start -= 1
        line = self.lines.line_of(start)
        self.headings.append(Heading(level, " ".join(text.split()), line, start, end))
