"""The pipeline of a search: parse, run the streams, fuse, place, and show.

question ─► parse ─► streams ─► fuse ─► place ─► hits
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date

import apsw

from ai_memory.config import RetrievalTuning
from ai_memory.errors import EmbeddingError
from ai_memory.fuse.rerank import Placed, place
from ai_memory.fuse.rrf import highest_possible, reciprocal_rank_fusion
from ai_memory.model import Filters, Query, Ranking
from ai_memory.parse.question import parse_question
from ai_memory.store.analysis import Analyzer
from ai_memory.store.cards import Card, cards, listed_pages, pages_named
from ai_memory.store.filters import allowed_pages, check_kinds, kinds_in
from ai_memory.store.lexical import pages_matching, pages_titled
from ai_memory.streams.fts_query import required_expression, voting_terms, whole_expression
from ai_memory.streams.registry import STREAMS
from ai_memory.streams.stream import DEPTH, Ask
from ai_memory.streams.vector_index import VectorIndex


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
    query = parse_question(request.text)
    outcome = Outcome(query)
    check_kinds(connection, request.projects, request.filters.kinds)
    ask = Ask(
        query=query,
        connection=connection,
        analyzer=analyzer,
        projects=request.projects,
        tuning=request.tuning,
        today=request.today,
        allowed=_allowed(connection, request, query, outcome),
        vectors=vectors,
    )
    if query.words or query.titles:
        _run_streams(ask, outcome, why_no_vectors)
        _fuse(ask, outcome)
    elif query.text.strip():
        _list(ask, outcome)
    return outcome


def _allowed(
    connection: apsw.Connection, request: Request, query: Query, outcome: Outcome
) -> frozenset[int] | None:
    """Return the pages that may be hits: what the flags and the question itself demand."""
    given = request.filters
    filters = replace(
        given,
        tags=(*given.tags, *query.tags),
        paths=given.paths or query.paths,
        since=max(filter(None, (given.since, query.after)), default=None),
        until=min(filter(None, (given.until, query.before)), default=None),
    )
    allowed = allowed_pages(connection, request.projects, filters)
    demand = required_expression(query)
    if demand:
        having = pages_matching(connection, demand, request.projects)
        if having and (allowed is None or having & allowed):
            allowed = frozenset(having if allowed is None else having & allowed)
        else:
            outcome.relaxed = "no page has all that was required, so it only votes"
    if query.excluded:
        allowed = _without_excluded(connection, request, query, allowed)
    return allowed


def _without_excluded(
    connection: apsw.Connection, request: Request, query: Query, allowed: frozenset[int] | None
) -> frozenset[int]:
    match = " OR ".join(filter(None, map(whole_expression, query.excluded)))
    banned = pages_matching(connection, match, request.projects)
    if allowed is None:
        listed = listed_pages(connection, request.projects, -1, None)
        allowed = frozenset(listed)
    return allowed - banned


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


def _fuse(ask: Ask, outcome: Outcome) -> None:
    weights = {name: ask.tuning.weight(name) for name in outcome.rankings}
    rankings = {
        name: [entry.page for entry in ranking.entries]
        for name, ranking in outcome.rankings.items()
    }
    outcome.shares = reciprocal_rank_fusion(rankings, weights, ask.tuning.k)
    named = {
        page
        for page in pages_named(ask.connection, outcome.query.text.strip(), ask.projects)
        if ask.admits(page)
    }
    for page in named:
        outcome.shares.setdefault(page, {})
    outcome.cards = cards(ask.connection, outcome.shares)
    highest = highest_possible(weights, ask.tuning.k)
    outcome.placed = _place(ask, outcome, named, highest)


def _place(ask: Ask, outcome: Outcome, named: set[int], highest: float) -> list[Placed]:
    query = outcome.query
    title_words = [whole_expression(w) for w in (*voting_terms(query), *query.required)]
    in_title = " AND ".join(f"({part})" for part in title_words if part)
    of_kind = {page for page, card in outcome.cards.items() if card.kind in query.kinds}
    if query.kinds and not of_kind:
        _note_kinds(ask, outcome)
    return place(
        {page: sum(given.values()) for page, given in outcome.shares.items()},
        _tie_breakers(outcome.cards),
        highest=highest,
        named=named,
        of_kind=of_kind,
        titled=pages_titled(ask.connection, in_title, ask.projects),
    )


def _note_kinds(ask: Ask, outcome: Outcome) -> None:
    known = kinds_in(ask.connection, ask.projects)
    for kind in outcome.query.kinds:
        if kind not in known:
            outcome.notes.append(f"No page is of kind {kind!r}; kinds here: {', '.join(known)}")


def _tie_breakers(facts: Mapping[int, Card]) -> dict[int, str]:
    return {page: f"{card.path}\0{card.project:09d}" for page, card in facts.items()}


def _list(ask: Ask, outcome: Outcome) -> None:
    """Answer a question of filters alone: the pages that pass, latest first."""
    kinds = outcome.query.kinds
    allowed = ask.allowed
    if kinds:
        of_kind = allowed_pages(ask.connection, ask.projects, Filters(kinds=kinds)) or frozenset()
        allowed = of_kind if allowed is None else of_kind & allowed
        if not of_kind:
            _note_kinds(ask, outcome)
    if allowed is None:
        outcome.notes.append("The question has no word to search for")
        return
    pages = listed_pages(ask.connection, ask.projects, DEPTH, allowed)
    outcome.cards = cards(ask.connection, pages)
    outcome.placed = [Placed(page, 1.0, "score") for page in pages]
    outcome.notes.append("No word to rank by: the latest pages first")
