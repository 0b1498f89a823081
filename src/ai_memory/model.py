"""The nouns: what a page, a query and an answer are. Nothing here does anything.

Read this file first. All of these are frozen: a value is made once, by the part
that knows it, and is never changed. Line numbers start at 1 and count lines of
the file as it is on disk.
"""

import re
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, Literal, Self

from ai_memory.errors import InvalidProjectName

STREAM_NAMES = ("fts", "entity", "graph", "vector")
DEFAULT_KIND = "fact"

LinkKind = Literal["wikilink", "embed", "markdown", "property"]
AuthorKind = Literal["person", "agent", "tool", "outside"]
Mode = Literal["adaptive", "classic"]

_PROJECT_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")


class ProjectId(str):
    """The name of a project: lower-case letters, digits, `.`, `_` and `-`, at most 64.

    Raises:
        InvalidProjectName: The text is not such a name.
    """

    __slots__ = ()

    def __new__(cls, name: str) -> Self:
        """Check the name and return it as an identifier."""
        if not _PROJECT_NAME.fullmatch(name):
            raise InvalidProjectName(
                f"{name!r} cannot name a project",
                "Use 1 to 64 lower-case letters, digits, '.', '_' or '-', "
                "starting with a letter or digit.",
            )
        return super().__new__(cls, name)


@dataclass(frozen=True, slots=True)
class Project:
    """A named folder of pages, searched as one."""

    id: ProjectId  # the name it is called by
    root: Path  # absolute, resolved folder of the pages
    pages: int = 0  # pages in the index


@dataclass(frozen=True, slots=True)
class Problem:
    """Something about a file that a person should know; the file is indexed as far as it can be."""

    code: str  # stable identifier, e.g. "front-matter-broken"
    message: str  # one sentence that names what and where
    path: str = ""  # file it is about, relative to the project's root
    line: int | None = None  # 1-based, where known


@dataclass(frozen=True, slots=True)
class Section:
    """The text under one heading, or before the first one."""

    position: int  # 0-based order in the page
    heading: str  # the heading's own text; "" before the first heading
    trail: tuple[str, ...]  # headings above it and its own, outermost first
    level: int  # 1 to 6; 0 before the first heading
    first_line: int  # line of the heading, or of the first text line
    last_line: int  # inclusive
    text: str  # as written, without the heading line


@dataclass(frozen=True, slots=True)
class Link:
    """A reference from a page to another page or file, as written."""

    target: str  # page name or path, without fragment and label; "" is the page itself
    kind: LinkKind  # how it was written
    line: int  # where it stands
    fragment: str = ""  # heading after "#", or block id with its "^"
    label: str = ""  # shown text, where it differs
    project: str = ""  # other project, for [[project:path]]


@dataclass(frozen=True, slots=True)
class Page:
    """One Markdown file, parsed."""

    path: str  # relative to the project's root, "/" between folders, as on disk
    title: str  # front matter, else first H1, else file stem
    kind: str  # what the page is for, e.g. "rule"
    tags: tuple[str, ...]  # lower case, without "#", in order of appearance
    aliases: tuple[str, ...]  # other names of the page
    entities: tuple[str, ...]  # names the page is about
    description: str  # the page's own one-sentence summary, or ""
    created: date | None  # front matter only
    updated: date | None  # front matter only
    properties: dict[str, Any]  # the whole front matter, JSON-ready values
    front_matter: str  # its raw text, "" when there is none
    sections: tuple[Section, ...]
    links: tuple[Link, ...]
    block_ids: tuple[str, ...] = ()  # without "^"
    language: str = ""  # ISO 639-1 code, "" where it is not known or mixed
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Authorship:
    """Who made a change, by what means, and why."""

    name: str  # of the person or agent
    kind: AuthorKind = "person"  # "outside": found on disk, made by whoever edits files there
    tool: str = ""  # what the change came through, e.g. "cli" or "mcp"
    session: str = ""  # of an agent's host, so that all of it can be undone
    reason: str = ""  # why, in a sentence


@dataclass(frozen=True, slots=True)
class Intent:
    """Who writes, and on what conditions."""

    author: Authorship
    expect: str = ""  # SHA-256 the page must have, hex, or its first 8 or more digits; "" any
    merge: bool = False  # whether what changed since that hash is merged with this change
    dry_run: bool = False  # whether nothing is written, and the result says what would be


@dataclass(frozen=True, slots=True)
class Changed:
    """A page's bytes before and after a change; None where there is no page."""

    path: str  # relative to the project's root
    before: bytes | None
    after: bytes | None


@dataclass(frozen=True, slots=True)
class Written:
    """What a write did, or would do."""

    project: ProjectId
    changes: tuple[Changed, ...]  # none where everything is so already
    version: str  # id in the history, "" where it was not noted
    dry_run: bool  # nothing was written
    notes: tuple[str, ...] = ()  # what the writer should know


@dataclass(frozen=True, slots=True)
class Query:
    """What was typed, parsed once."""

    text: str  # as typed, cut to the longest that is read
    terms: tuple[str, ...] = ()  # words as typed, in order, without the parts below
    phrases: tuple[str, ...] = ()  # what stood in double quotes
    required: tuple[str, ...] = ()  # words joined by AND or marked with "+"
    prefixes: tuple[str, ...] = ()  # words that ended in "*", without it
    excluded: tuple[str, ...] = ()  # words, phrases or field:value after "-" or NOT
    kinds: tuple[str, ...] = ()  # kind:…
    tags: tuple[str, ...] = ()  # tag:…
    paths: tuple[str, ...] = ()  # path:…
    titles: tuple[str, ...] = ()  # title:…
    after: date | None = None  # after:…, inclusive
    before: date | None = None  # before:…, inclusive
    prose: bool = False  # long text: its quotes and signs are writing, not commands
    # Not of what was typed but of the pages it is asked of, so queries are the same without.
    common: frozenset[str] = field(default=frozenset(), compare=False)  # words too common to vote
    readings: tuple[str, ...] = field(default=("",), compare=False)  # see `parse.stems.readings`

    @property
    def words(self) -> tuple[str, ...]:
        """Everything that may vote: terms, required words, phrases and prefixes."""
        return self.terms + self.required + self.phrases + self.prefixes


@dataclass(frozen=True, slots=True)
class Filters:
    """What a hit must be. An empty tuple or None means no restriction."""

    kinds: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()  # a page must carry all of them (or a child tag of each)
    paths: tuple[str, ...] = ()  # prefixes of the page's path; any one will do
    since: date | None = None  # updated on this day or later
    until: date | None = None  # updated on this day or earlier

    def __bool__(self) -> bool:
        return bool(self.kinds or self.tags or self.paths or self.since or self.until)


@dataclass(frozen=True, slots=True)
class Ranked:
    """One page in one stream's ranking."""

    page: int  # row id of the page in the index
    score: float  # the stream's own, higher is better
    why: str = ""  # what made it rank, for a person
    section: int | None = None  # position of the section that earned it, where one did
    factors: tuple[tuple[str, float], ...] = ()  # boosts applied, by name
    coverage: float = 1.0  # how much of what was asked the page has, 0 to 1


@dataclass(frozen=True, slots=True)
class Ranking:
    """An ordered list of pages from one stream, best first."""

    stream: str
    entries: tuple[Ranked, ...] = ()


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one stream gave to one hit."""

    stream: str
    rank: int  # 1-based rank in that stream
    score: float  # the stream's raw score
    share: float  # part of the hit's fused score, 0 to 1
    why: str  # words, entity, link path or section
    factors: tuple[tuple[str, float], ...] = ()  # boosts and their factors


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a hit stands where it stands."""

    tier: str  # "exact name", "kind", "title" or "score": what decided first
    fused: float  # raw fused score, before it is brought to 0..1
    contributions: tuple[Contribution, ...]


@dataclass(frozen=True, slots=True)
class Hit:
    """A page in the answer."""

    project: ProjectId
    page_path: str  # relative to the project's root
    title: str
    kind: str
    score: float  # 0 to 1, never rising down the list
    snippet: str  # the passage that matched, with matches between « and »
    heading: str  # trail of the section, joined with " > "
    lines: tuple[int, int]  # first and last line of the snippet's section
    tags: tuple[str, ...] = ()
    updated: str = ""  # ISO date
    stale: str = ""  # how the file differs from the index by now, "" when it does not
    explain: Explanation | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a search gives back."""

    query: str
    mode: Mode
    hits: tuple[Hit, ...]
    streams_active: tuple[str, ...]  # streams that ran and may have voted
    streams_off: dict[str, str] = field(default_factory=dict)  # stream → why it did not run
    relaxed: str = ""  # what was loosened to find anything, "" when nothing was
    notes: tuple[str, ...] = ()  # what the reader should know, e.g. how much is embedded
    confidence: float | None = None  # probability that a hit answers; None: cannot be told
