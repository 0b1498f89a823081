"""The pipeline of a search: parse, run the streams, fuse, place, and show.

question ─► parse ─► streams ─► fuse ─► place ─► hits
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date

import apsw

from ai_memory.config import RetrievalTuning
from ai_memory.errors import EmbeddingError
from ai_memory.fuse.combine import combine, highest_score, total
from ai_memory.fuse.confidence import CALIBRATED_MODEL, DOUBTFUL, HITS, confidence
from ai_memory.fuse.rerank import Placed, place
from ai_memory.model import Filters, Query, Ranking
from ai_memory.parse.question import parse_question
from ai_memory.store.analysis import Analyzer
from ai_memory.store.cards import Card, cards, listed_pages, pages_named
from ai_memory.store.filters import allowed_pages, kinds_in
from ai_memory.store.languages import languages_of
from ai_memory.store.lexical import pages_titled
from ai_memory.streams.admission import Admission, admission
from ai_memory.streams.fts_query import in_title_expression
from ai_memory.streams.registry import STREAMS
from ai_memory.streams.stream import DEPTH, Ask
from ai_memory.streams.vector_index import VectorIndex
from ai_memory.streams.widen import widen


@dataclass(frozen=True, slots=True)
class Request:
    """A search, as a reader is asked for it."""

    text: str
    projects: tuple[int, ...]  # row ids
    filters: Filters
    tuning: RetrievalTuning
    today: date


@dataclass(slots=True)
class Outcome:
    """What the pipeline found, before it is cut to a limit and shown."""

    query: Query
    placed: list[Placed] = field(default_factory=list)
    cards: dict[int, Card] = field(default_factory=dict)
    rankings: dict[str, Ranking] = field(default_factory=dict)
    shares: dict[int, dict[str, float]] = field(default_factory=dict)  # page → stream → score
    off: dict[str, str] = field(default_factory=dict)  # stream → why it did not vote
    relaxed: str = ""
    notes: list[str] = field(default_factory=list)
    confidence: float | None = None  # probability that a hit answers, where it can be told

    @property
    def active(self) -> tuple[str, ...]:
        """Streams that ran and may have voted, in the order of the pipeline."""
        return tuple(self.rankings)


def search(
    connection: apsw.Connection,
    analyzer: Analyzer,
    request: Request,
    vectors: VectorIndex | None,
    why_no_vectors: str = "",
) -> Outcome:
    """Run one search.

    Args:
        connection: A reader's, inside one read transaction.
        analyzer: Of the same connection.
        request: What is asked.
        vectors: Vectors of the projects, or None.
        why_no_vectors: Said of the vector stream when `vectors` is None.

    Raises:
        UnknownKind: A filter names a kind that no page has.
    """
    query = parse_question(request.text, languages_of(connection, request.projects))
    query, nearby = widen(connection, analyzer, query, request.projects)
    admitted = admission(connection, query, request.filters, request.projects)
    ask = Ask(
        query=query,
        connection=connection,
        analyzer=analyzer,
        projects=request.projects,
        tuning=request.tuning,
        today=request.today,
        allowed=admitted.allowed,
        relaxed=bool(admitted.relaxed),
        vectors=vectors,
    )
    outcome = Outcome(query, relaxed="; ".join(filter(None, (nearby, admitted.relaxed))))
    named = _named(ask, admitted)
    if query.words or query.titles:
        _run_streams(ask, outcome, why_no_vectors)
        _fuse(ask, outcome, named)
        _tell_confidence(ask, outcome)
    else:
        _list(ask, outcome, named)
    return outcome


def _named(ask: Ask, admitted: Admission) -> frozenset[int]:
    # A page is called so whatever signs its name holds: only the flags can bar it.
    named = frozenset(pages_named(ask.connection, ask.query.text.strip(), ask.projects))
    return named if admitted.flagged is None else named & admitted.flagged


def _run_streams(ask: Ask, outcome: Outcome, why_no_vectors: str) -> None:
    """Run every stream that votes, and those whose hits the graph stream starts from."""
    earlier: dict[str, Ranking] = {}
    voting = {name for name in STREAMS if ask.tuning.weight(name) > 0}
    for name, stream in STREAMS.items():
        if name not in voting:
            outcome.off[name] = "switched off"
        if name not in voting and not (name != "graph" and voting == {"graph"}):
            continue
        if name == "vector" and (ask.vectors is None or not ask.vectors.matrix.pages):
            outcome.off[name] = why_no_vectors or "nothing is embedded yet"
            continue
        try:
            ranking = stream(replace(ask, earlier=earlier))
        except EmbeddingError as error:
            outcome.off[name] = error.message
            outcome.notes.append(f"Searched without meaning: {error.message}")
            continue
        earlier[name] = ranking
        if name in voting:
            outcome.rankings[name] = ranking


def _fuse(ask: Ask, outcome: Outcome, named: frozenset[int]) -> None:
    weights = {name: ask.tuning.weight(name) for name in outcome.rankings}
    outcome.shares = combine(outcome.rankings, weights, ask.tuning)
    titled = pages_titled(ask.connection, in_title_expression(ask.query), ask.projects)
    for page in (*named, *_unranked(ask, outcome, titled)):
        outcome.shares.setdefault(page, {})
    outcome.cards = cards(ask.connection, outcome.shares)
    of_kind = {page for page, card in outcome.cards.items() if card.kind in ask.query.kinds}
    if ask.query.kinds and not of_kind:
        _note_kinds(ask, outcome)
    outcome.placed = place(
        total(outcome.shares),
        _tie_breakers(outcome.cards),
        highest=highest_score(outcome.rankings, weights, ask.tuning),
        named=named,
        of_kind=of_kind,
        titled=titled,
    )


def _tell_confidence(ask: Ask, outcome: Outcome) -> None:
    """Say how likely it is that the answer is among the hits, and aloud where it is not."""
    if not outcome.placed:
        return
    if outcome.placed[0].tier == "exact name":
        outcome.confidence = 1.0
        return
    outcome.confidence = confidence(_coverage_of_best(outcome), _nearness(ask, outcome))
    if outcome.confidence is not None and outcome.confidence < DOUBTFUL:
        outcome.notes.append(
            f"Probably nothing here answers this (confidence {outcome.confidence:.2f})"
        )


def _coverage_of_best(outcome: Outcome) -> float | None:
    if "fts" not in outcome.rankings:
        return None
    best = {placed.page for placed in outcome.placed[:HITS]}
    entries = outcome.rankings["fts"].entries
    return max((each.coverage for each in entries if each.page in best), default=0.0)


def _nearness(ask: Ask, outcome: Outcome) -> float | None:
    if "vector" not in outcome.rankings or ask.vectors is None:
        return None
    if not ask.vectors.embedder.model.startswith(CALIBRATED_MODEL):
        return None
    return max((each.score for each in outcome.rankings["vector"].entries), default=0.0)


def _unranked(ask: Ask, outcome: Outcome, titled: set[int]) -> list[int]:
    """Return pages with every word in the title that fell behind the depth of the streams."""
    if "fts" not in outcome.rankings:
        return []
    missed = frozenset(filter(ask.admits, titled - outcome.shares.keys()))
    return listed_pages(ask.connection, ask.projects, DEPTH, missed) if missed else []


def _note_kinds(ask: Ask, outcome: Outcome) -> None:
    known = kinds_in(ask.connection, ask.projects)
    for kind in outcome.query.kinds:
        if kind not in known:
            outcome.notes.append(f"No page is of kind {kind!r}; kinds here: {', '.join(known)}")


def _tie_breakers(facts: Mapping[int, Card]) -> dict[int, str]:
    return {page: f"{card.path}\0{card.project:09d}" for page, card in facts.items()}


def _list(ask: Ask, outcome: Outcome, named: frozenset[int]) -> None:
    """Answer a question without words: pages called so, then those that pass, latest first."""
    allowed = ask.allowed
    if kinds := outcome.query.kinds:
        of_kind = allowed_pages(ask.connection, ask.projects, Filters(kinds=kinds)) or frozenset()
        allowed = frozenset(filter(ask.admits, of_kind))
        if not of_kind:
            _note_kinds(ask, outcome)
    passing = set() if allowed is None else allowed - named
    pages = listed_pages(ask.connection, ask.projects, DEPTH, passing)
    outcome.cards = cards(ask.connection, (*named, *pages))
    ties = _tie_breakers(outcome.cards)
    called = sorted(named, key=ties.__getitem__)
    outcome.placed = [Placed(page, 1.0, "exact name") for page in called]
    outcome.placed += [Placed(page, 1.0, "score") for page in pages]
    if allowed is not None:
        outcome.notes.append("No word to rank by: the latest pages first")
    elif not named:
        outcome.notes.append("The question has no word to search for")
