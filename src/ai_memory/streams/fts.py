"""The lexical stream: BM25 over title, headings, body, front matter and path, boosted."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from ai_memory.fuse.tuning import apply_kind_boost, apply_recency_decay, apply_tag_boost
from ai_memory.model import DEFAULT_KIND, Filters, Query, Ranked, Ranking
from ai_memory.parse.kind import derive_kind_from_path
from ai_memory.store.analysis import Analyzer
from ai_memory.store.cards import Card, cards, tags_of
from ai_memory.store.filters import allowed_pages
from ai_memory.store.lexical import pages_matching, rank_pages
from ai_memory.streams.fts_query import (
    expression,
    identifier_parts,
    prepare_fts5_query,
    required_expression,
    voting_terms,
    whole_expression,
)
from ai_memory.streams.stream import DEPTH, Ask

NAME = "fts"
IDENTIFIER_BOOST = 1.1  # factor for each identifier of the question that a page has whole
AGED_DEPTH = 10 * DEPTH  # pages considered when age can turn the order around


def query_kinds(query: Query) -> tuple[str, ...]:
    """Return the kinds a query is about: `kind:…`, or a path whose folder names one."""
    pathlike = [word for word in (*query.terms, *query.paths) if "/" in word]
    named = [derive_kind_from_path(path) for path in pathlike]
    return tuple(dict.fromkeys((*query.kinds, *(kind for kind in named if kind != DEFAULT_KIND))))


def rank(ask: Ask) -> Ranking:
    """Rank pages by BM25, then by its product with the boosts that apply.

    A strict query that finds nothing is asked again with what must stand as votes.
    """
    found = _search(ask, relaxed=False)
    relaxed = ""
    if not found:
        found = _search(ask, relaxed=True)
        required = required_expression(ask.query)
        relaxed = "no page has all that was required, so it only votes" if required else ""
    return Ranking(NAME, tuple(_boosted(ask, found)), relaxed)


@dataclass(frozen=True, slots=True)
class _Found:
    """Candidates, and what a boost may lift them by."""

    scores: dict[int, float]  # page → BM25
    tagged: set[int]  # pages with a tag that shares a word
    whole: list[set[int]]  # for each identifier in the question, the pages that have it whole


def _search(ask: Ask, *, relaxed: bool) -> _Found | None:
    """Return the best pages, and the best of those that a boost may lift above them."""
    match = prepare_fts5_query(ask.query, relaxed=relaxed)
    depth = DEPTH if ask.tuning.recency_decay is None else AGED_DEPTH
    scores = dict(_ranked(ask, match, depth, ask.allowed))
    if not scores:
        return None
    votes = " OR ".join(filter(None, map(expression, ask.query.words)))
    tagged = _matching(ask, f"tags : ({votes})") if votes else set()
    whole = [
        _matching(ask, whole_expression(word))
        for word in voting_terms(ask.query)
        if identifier_parts(word)
    ]
    kinds = query_kinds(ask.query)
    of_kind = allowed_pages(ask.connection, ask.projects, Filters(kinds=kinds)) or frozenset()
    lifted = frozenset(filter(ask.admits, of_kind.union(tagged, *whole)))
    if lifted - scores.keys():
        scores.update(_ranked(ask, match, depth, lifted))
    return _Found(scores, tagged, whole)


def _matching(ask: Ask, match: str) -> set[int]:
    return pages_matching(ask.connection, match, ask.projects)


def _ranked(
    ask: Ask, match: str, depth: int, allowed: frozenset[int] | None
) -> list[tuple[int, float]]:
    return rank_pages(ask.connection, match, ask.projects, ask.tuning.title_boost, depth, allowed)


def _boosted(ask: Ask, found: _Found | None) -> list[Ranked]:
    if found is None:
        return []
    facts = cards(ask.connection, found.scores)
    tags = tags_of(ask.connection, found.tagged & found.scores.keys())
    stems = frozenset(ask.analyzer.stems(" ".join(ask.query.words)))
    kinds = query_kinds(ask.query)
    entries = []
    for page, score in found.scores.items():
        matched = matched_tags(tags.get(page, ()), stems, ask.analyzer)
        whole = sum(page in pages for pages in found.whole)
        factors = (*_whole(whole), *_factors(ask, facts[page], matched, kinds))
        entries.append(Ranked(page, math.prod((score, *dict(factors).values())), factors=factors))
    entries.sort(key=lambda each: (-each.score, facts[each.page].path))
    return entries[:DEPTH]


def _whole(count: int) -> tuple[tuple[str, float], ...]:
    return (("identifier", IDENTIFIER_BOOST**count),) if count else ()


def _factors(
    ask: Ask, card: Card, matched: int, kinds: Sequence[str]
) -> tuple[tuple[str, float], ...]:
    """Return the boosts that change the page's score, by name."""
    age = (ask.today - date.fromisoformat(card.updated)).days
    steps = (
        ("tag", apply_tag_boost(1.0, matched, ask.tuning.tag_boost)),
        ("kind", apply_kind_boost(1.0, card.kind in kinds, ask.tuning.kind_boost)),
        ("recency", apply_recency_decay(1.0, age, ask.tuning.recency_decay)),
    )
    return tuple((name, factor) for name, factor in steps if factor != 1.0)


def matched_tags(tags: Sequence[str], stems: frozenset[str], analyzer: Analyzer) -> int:
    """Return how many of the tags match: whole, or one level of a nested tag."""
    return sum(
        any(
            level and set(level) <= stems
            for level in (analyzer.stems(part) for part in {tag, *tag.split("/")})
        )
        for tag in tags
    )
