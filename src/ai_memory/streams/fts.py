"""The lexical stream: BM25 over title, headings, body, front matter and path, boosted."""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial

from ai_memory.fuse.tuning import apply_kind_boost, apply_recency_decay, apply_tag_boost
from ai_memory.model import DEFAULT_KIND, Filters, Query, Ranked, Ranking
from ai_memory.parse.kind import derive_kind_from_path
from ai_memory.store.cards import Card, cards, tags_of
from ai_memory.store.filters import allowed_pages
from ai_memory.store.lexical import pages_matching, rank_pages
from ai_memory.streams.coverage import coverage
from ai_memory.streams.fts_query import (
    has_parts,
    prepare_fts5_query,
    vote_expressions,
    votes_expression,
    voting_words,
    whole_expression,
)
from ai_memory.streams.stream import DEPTH, Ask

NAME = "fts"
IDENTIFIER_BOOST = 1.1  # factor for each word of the question with parts that a page has whole
AGED_DEPTH = 10 * DEPTH  # pages considered when age can turn the order around

Factors = tuple[tuple[str, float], ...]
Stems = tuple[str, ...]


def query_kinds(query: Query) -> tuple[str, ...]:
    """Return the kinds a query is about: `kind:…`, or a path whose folder names one."""
    pathlike = [word for word in (*query.words, *query.paths) if "/" in word]
    named = [derive_kind_from_path(path) for path in pathlike]
    return tuple(dict.fromkeys((*query.kinds, *(kind for kind in named if kind != DEFAULT_KIND))))


def rank(ask: Ask) -> Ranking:
    """Rank pages by BM25, then by its product with the boosts that apply.

    A strict question that finds nothing is asked again with identifiers as one word too.
    """
    lift = _lift(ask)
    relaxed = ask.relaxed
    scores = _scores(ask, lift, relaxed=relaxed)
    if not scores and not relaxed:
        relaxed = True
        scores = _scores(ask, lift, relaxed=relaxed)
    covered = coverage(ask, vote_expressions(ask.query, relaxed=relaxed), scores)
    return Ranking(NAME, tuple(_boosted(ask, scores, lift, covered)))


@dataclass(frozen=True, slots=True)
class _Lift:
    """What a boost may lift pages by."""

    kinds: tuple[str, ...]  # that the question is about
    of_kind: frozenset[int]  # pages of those kinds
    tagged: set[int]  # pages with a tag that shares a word with the question
    whole: list[set[int]]  # for each identifier in the question, the pages that have it whole


def _lift(ask: Ask) -> _Lift:
    kinds = query_kinds(ask.query)
    votes = votes_expression(ask.query)
    identifiers = filter(has_parts, voting_words(ask.query))
    return _Lift(
        kinds,
        allowed_pages(ask.connection, ask.projects, Filters(kinds=kinds)) or frozenset(),
        _matching(ask, f"tags : ({votes})") if votes else set(),
        [_matching(ask, whole_expression(word, ask.query.readings)) for word in identifiers],
    )


def _matching(ask: Ask, match: str) -> set[int]:
    return pages_matching(ask.connection, match, ask.projects)


def _scores(ask: Ask, lift: _Lift, *, relaxed: bool) -> dict[int, float]:
    """Return page → BM25 of the best pages, and of the best that a boost may put above them."""
    match = prepare_fts5_query(ask.query, relaxed=relaxed)
    scores = dict(_ranked(ask, match, ask.allowed))
    lifted = frozenset(filter(ask.admits, lift.of_kind.union(lift.tagged, *lift.whole)))
    if scores and lifted - scores.keys():
        scores.update(_ranked(ask, match, lifted))
    return scores


def _ranked(ask: Ask, match: str, allowed: frozenset[int] | None) -> list[tuple[int, float]]:
    depth = DEPTH if ask.tuning.recency_decay is None else AGED_DEPTH
    title_boost = ask.tuning.title_boost
    return rank_pages(ask.connection, match, ask.projects, title_boost, depth, allowed)


def _boosted(
    ask: Ask, scores: Mapping[int, float], lift: _Lift, covered: Mapping[int, float]
) -> list[Ranked]:
    facts = cards(ask.connection, scores)
    matched = _matched_tags(ask, lift.tagged & scores.keys())
    entries = []
    for page, score in scores.items():
        whole = sum(page in pages for pages in lift.whole)
        factors = _factors(ask, facts[page], matched.get(page, 0), lift.kinds, whole)
        boosted = math.prod((score, *dict(factors).values()))
        entries.append(Ranked(page, boosted, factors=factors, coverage=covered[page]))
    entries.sort(key=lambda each: (-each.score, facts[each.page].path))
    return entries[:DEPTH]


def _factors(ask: Ask, card: Card, tags: int, kinds: Sequence[str], whole: int) -> Factors:
    """Return the boosts that change the page's score, by name."""
    decay = ask.tuning.recency_decay
    age = (ask.today - date.fromisoformat(card.updated)).days if decay else 0
    steps = (
        ("identifier", IDENTIFIER_BOOST**whole),
        ("tag", apply_tag_boost(1.0, tags, ask.tuning.tag_boost)),
        ("kind", apply_kind_boost(1.0, card.kind in kinds, ask.tuning.kind_boost)),
        ("recency", apply_recency_decay(1.0, age, decay)),
    )
    return tuple((name, factor) for name, factor in steps if factor != 1.0)


def _matched_tags(ask: Ask, pages: Collection[int]) -> dict[int, int]:
    """Return page → how many of its tags match the question."""
    tags = tags_of(ask.connection, pages)
    words = " ".join(voting_words(ask.query))
    known = {tag for each in tags.values() for tag in each}
    matching: set[str] = set()
    for reading in ask.query.readings:
        analyze = partial(ask.analyzer.stems, readings=(reading,))
        stems = frozenset(analyze(words))
        matching |= {tag for tag in known if tag_matches(tag, stems, analyze)}
    return {page: len(matching.intersection(each)) for page, each in tags.items()}


def tag_matches(tag: str, stems: frozenset[str], analyze: Callable[[str], Stems]) -> bool:
    """Tell whether a tag, whole or one level of a nested one, is among the question's words."""
    levels = (frozenset(analyze(level)) for level in {tag, *tag.split("/")})
    return any(level and level <= stems for level in levels)
