"""The passage of a page that answers, and the words in it that matched."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ai_memory.model import Query, Section
from ai_memory.parse.stopwords import STOP_WORDS
from ai_memory.parse.tokens import bigrams, camel_parts, dense_runs, fold
from ai_memory.store.analysis import Analyzer

MARK_START, MARK_END = "«", "»"
WIDTH = 240  # characters of a snippet
LEAD = 60  # of them, at most so many before the first match

Span = tuple[int, int]  # first character, and the one past the last


@dataclass(frozen=True, slots=True)
class Passage:
    """Where in a page the answer stands."""

    section: Section | None  # None for a page without text
    snippet: str  # on one line, matches between « and »
    matched: tuple[str, ...]  # words that matched, as the page has them


class PassageFinder:
    """Finds passages for one question, which is analysed once."""

    def __init__(self, query: Query, analyzer: Analyzer) -> None:
        self._analyzer = analyzer
        content = [word for word in query.words if word.casefold() not in STOP_WORDS]
        text = " ".join((*(content or query.words), *query.titles))
        self._stems = frozenset(analyzer.stems(text))
        runs = dense_runs(text)
        dense = [*runs, *(pair for run in runs for pair in bigrams(run)[:-1])]
        self._dense = _any_of(dense)
        self._near = _any_of(_start(stem) for stem in self._stems)

    def find(self, sections: Sequence[Section], preferred: int | None = None) -> Passage:
        """Return the best passage of a page.

        Args:
            sections: Of the page, in order.
            preferred: Section that a stream found to be the nearest; it is taken unless
                another holds more of the question's words.
        """
        if not sections:
            return Passage(None, "", ())
        found = [self._starts_in(section) for section in sections]
        spread = Counter(start for starts in found for start in starts)
        scores = [
            sum(math.log(1 + len(sections) / spread[start]) for start in starts) for starts in found
        ]
        best = max(range(len(sections)), key=lambda at: (scores[at], -at))
        if preferred is not None and len(found[preferred]) >= len(found[best]):
            best = preferred
        return self._cut(sections[best])

    def _starts_in(self, section: Section) -> set[str]:
        text = f"{section.heading}\n{section.text}"
        return set(self._near.findall(fold(text))) | set(self._dense.findall(text))

    def _cut(self, section: Section) -> Passage:
        text = section.text if section.text.strip() else section.heading
        spans = _merged([*self._words(text), *(m.span() for m in self._dense.finditer(text))])
        start, end = _window(text, spans)
        shown = [span for span in spans if start <= span[0] and span[1] <= end]
        words = dict.fromkeys(text[first:last] for first, last in shown)
        return Passage(section, _marked(text, start, end, shown), tuple(words))

    def _words(self, text: str) -> Iterator[Span]:
        """Yield the spans of words whose stem, or a part's, is one of the question's."""
        data = text.encode()
        at, character = 0, 0  # the same place in bytes and in characters
        for token in self._analyzer.tokens(text):
            character += len(data[at : token.start].decode())
            at = token.start
            word = data[at : token.end].decode()
            if token.stem in self._stems or self._has_part(word):
                yield character, character + len(word)

    def _has_part(self, word: str) -> bool:
        parts = camel_parts(word)
        return bool(parts) and not self._stems.isdisjoint(self._analyzer.stems(" ".join(parts)))


def _start(stem: str) -> str:
    # A stem is the start of the words it stands for, but for its last letter (happi, happy).
    return stem[:-1] if len(stem) > 3 else stem


def _any_of(words: Iterator[str] | Sequence[str]) -> re.Pattern[str]:
    """Return a pattern for any of the words, the longest first; short ones start a word."""
    ordered = sorted(set(words), key=lambda word: (-len(word), word))
    parts = [
        re.escape(word) if len(word) > 3 or not word.isascii() else rf"\b{re.escape(word)}"
        for word in ordered
    ]
    return re.compile("|".join(parts) or r"(?!)")


def _merged(spans: list[Span]) -> list[Span]:
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _window(text: str, spans: Sequence[Span]) -> Span:
    """Return the stretch of about `WIDTH` characters with the most different matches."""
    best, most, last = 0, 0, 0
    inside: Counter[str] = Counter()
    for first, (start, _) in enumerate(spans):
        while last < len(spans) and spans[last][1] <= start + WIDTH - LEAD:
            inside[text[slice(*spans[last])].lower()] += 1
            last += 1
        if len(+inside) > most:
            best, most = start, len(+inside)
        inside[text[slice(*spans[first])].lower()] -= 1
    start = _word_start(text, max(0, best - LEAD))
    return start, _word_end(text, min(len(text), start + WIDTH))


def _word_start(text: str, at: int) -> int:
    space = text.rfind(" ", max(0, at - 20), at + 1)
    return space + 1 if space >= 0 else at


def _word_end(text: str, at: int) -> int:
    if at >= len(text):
        return len(text)
    space = text.rfind(" ", at - 20, at + 1)
    return space if space > 0 else at


def _marked(text: str, start: int, end: int, spans: Sequence[Span]) -> str:
    pieces, at = [], start
    for first, last in spans:
        pieces += [text[at:first], MARK_START, text[first:last], MARK_END]
        at = last
    pieces.append(text[at:end])
    line = " ".join("".join(pieces).split())
    return f"{'…' if text[:start].strip() else ''}{line}{'…' if text[end:].strip() else ''}"
