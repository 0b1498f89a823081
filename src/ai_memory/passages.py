"""The passage of a page that answers, and the words in it that matched."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ai_memory.model import Query, Section
from ai_memory.parse.stems import AS_WRITTEN
from ai_memory.parse.tokens import bigrams, camel_parts, dense_runs, fold, without_dense
from ai_memory.store.analysis import Analyzer

MARK_START, MARK_END = "«", "»"
WIDTH = 240  # characters of a snippet
LEAD = 60  # of them, at most so many before the first match
BLOCK = 4000  # characters that are read word by word, however long a section is
HEADING = 0.5  # what a word in the heading alone counts, against one in the text

Span = tuple[int, int]  # first character, and the one past the last


@dataclass(frozen=True, slots=True)
class Passage:
    """Where in a page the answer stands."""

    section: Section | None  # None for a page without text
    snippet: str  # on one line, matches between « and »
    matched: tuple[str, ...]  # words that matched, as the page has them


@dataclass(frozen=True, slots=True)
class _Block:
    """A stretch of a section's text, short enough to be read word by word."""

    start: int  # its first character
    end: int
    starts: frozenset[str]  # beginnings of the question's words in it


class PassageFinder:
    """Finds passages for one question, which is analysed once."""

    def __init__(self, query: Query, analyzer: Analyzer) -> None:
        self._analyzer = analyzer
        content = [word for word in query.words if word not in query.common]
        text = " ".join((*(content or query.words), *query.titles))
        self._readings = query.readings
        self._stems = frozenset(analyzer.stems(text, query.readings))
        begun = (*query.prefixes, *(word for word in query.required if word.endswith("*")))
        self._prefixes = analyzer.stems(" ".join(begun), query.readings)
        self._known: dict[str, bool] = {}
        runs = dense_runs(text)
        dense = [*runs, *(pair for run in runs for pair in bigrams(run)[:-1])]
        self._dense = _any_of(dense)
        self._near = _any_of(_start(stem) for stem in self._stems)

    def find(self, sections: Sequence[Section], preferred: int | None = None) -> Passage:
        """Return the best passage of a page.

        A section scores ln(1 + n / sf) for each of the question's words that its text
        holds, where sf of the n sections hold it, and half of that for a word in the
        heading alone.

        Args:
            sections: Of the page, in order.
            preferred: Position of the section that a stream found to be the nearest; it is
                taken unless another's text holds more of the question's words.
        """
        if not sections:
            return Passage(None, "", ())
        blocks = [list(self._blocks(section.text)) for section in sections]
        texts = [frozenset[str]().union(*(block.starts for block in each)) for each in blocks]
        heads = [
            self._starts_in(section.heading) - text
            for section, text in zip(sections, texts, strict=True)
        ]
        weight = _weights([*texts, *heads], len(sections))
        scores = [
            _worth(text, weight) + HEADING * _worth(head, weight)
            for text, head in zip(texts, heads, strict=True)
        ]
        best = max(range(len(sections)), key=lambda at: (scores[at], -at))
        if preferred is not None and preferred < len(sections):
            best = preferred if len(texts[preferred]) >= len(texts[best]) else best
        worths = [(_worth(block.starts, weight), -block.start, block) for block in blocks[best]]
        return self._cut(sections[best], max(worths)[2] if worths else None)

    def _blocks(self, text: str) -> Iterator[_Block]:
        start = 0
        while start < len(text):
            end = _word_end(text, min(len(text), start + BLOCK))
            yield _Block(start, end, self._starts_in(text[start:end]))
            start = end

    def _starts_in(self, text: str) -> frozenset[str]:
        return frozenset((*self._near.findall(fold(text)), *self._dense.findall(text)))

    def _cut(self, section: Section, block: _Block | None) -> Passage:
        text = section.text
        if block is None or not text.strip():
            text, block = section.heading, _Block(0, len(section.heading), frozenset())
        part = text[block.start : block.end]
        spans = [*self._words(part), *(m.span() for m in self._dense.finditer(part))]
        spans = _merged([(block.start + first, block.start + last) for first, last in spans])
        start, end = _window(text, spans, block.start)
        shown = [span for span in spans if start <= span[0] and span[1] <= end]
        # Each word once, as the page first writes it.
        words = {fold(word): word for word in (text[a:b] for a, b in reversed(shown))}
        matched = tuple(reversed(words.values()))
        return Passage(section, _marked(text, start, end, shown), matched)

    def _words(self, text: str) -> Iterator[Span]:
        """Yield the spans of words that the question asks for."""
        # Dense script is found by its runs; blank, it does not hide the words it touches.
        text = without_dense(text)
        data = text.encode()
        at, character = 0, 0  # the same place in bytes and in characters
        for token in self._analyzer.tokens(text):
            character += len(data[at : token.start].decode())
            at = token.start
            word = data[at : token.end].decode()
            if self._is_asked(token.stem, word):
                yield character, character + len(word)

    def _is_asked(self, stem: str, word: str) -> bool:
        """Tell whether the stem of a word, or of a part of it, is one of the question's."""
        if word not in self._known:
            stems: tuple[str, ...] = (stem,)
            # What the tokenizer does not do by itself is done to the text before it.
            if self._readings != (AS_WRITTEN,) or not word.isascii() or camel_parts(word):
                stems += self._analyzer.stems(word, self._readings)
            self._known[word] = any(
                each in self._stems or each.startswith(self._prefixes) for each in stems
            )
        return self._known[word]


def _weights(found: Iterable[Iterable[str]], sections: int) -> dict[str, float]:
    spread = Counter(start for each in found for start in each)
    return {start: math.log(1 + sections / held) for start, held in spread.items()}


def _worth(starts: Iterable[str], weight: Mapping[str, float]) -> float:
    # Exactly rounded: sets have no order of their own, and a tie must stay one.
    return math.fsum(weight[start] for start in starts)


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


def _window(text: str, spans: Sequence[Span], otherwise: int) -> Span:
    """Return the stretch of about `WIDTH` characters with the most different matches."""
    best, most, last = otherwise, 0, 0
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
