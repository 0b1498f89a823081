"""The entity stream: pages about the names that the question mentions."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import apsw

from ai_memory.model import Ranked, Ranking
from ai_memory.parse.stopwords import STOP_WORDS
from ai_memory.parse.tokens import entity_tokens
from ai_memory.store.entities import pages_called, pages_sharing, spread
from ai_memory.store.listings import count_pages
from ai_memory.store.names import loose_key
from ai_memory.streams.fts_query import is_numbers
from ai_memory.streams.stream import DEPTH, Ask

NAME = "entity"
LONGEST_NAME = 8  # words of the question that are tried as one name


def entity_match_tokens(question: str) -> tuple[str, ...]:
    """Return the question's distinct lower-case alphanumeric tokens, in order.

    Stop words are left out unless there is nothing else.
    """
    tokens = entity_tokens(question)
    return tuple(token for token in tokens if token not in STOP_WORDS) or tokens


def entity_match_query(
    connection: apsw.Connection,
    tokens: Sequence[str],
    projects: Sequence[int],
    limit: int = DEPTH,
    allowed: Collection[int] | None = None,
) -> tuple[Ranked, ...]:
    """Return the pages whose entities share tokens with the question, best first.

    A page scores the sum of ln(1 + N / df) over the distinct tokens it shares, where df
    pages of the N have the token in a name: rarer entities count more.
    """
    rows = pages_sharing(connection, tokens, projects, limit, allowed)
    return tuple(Ranked(page, score, why=names.replace(",", ", ")) for page, score, names in rows)


def rank(ask: Ask) -> Ranking:
    """Rank the pages about names in the question; a name that stands there whole counts twice.

    A version or a date names nothing by its numbers alone, so it has no vote here.
    """
    names = [word for word in ask.query.words if not is_numbers(word)]
    tokens = entity_match_tokens(" ".join(names))
    found = entity_match_query(ask.connection, tokens, ask.projects, DEPTH, ask.allowed)
    whole = _whole_names(ask, tokens)
    entries = (_with_whole_name(each, whole) for each in found)
    # Sorting keeps the order of ties, which is that of the paths.
    return Ranking(NAME, tuple(sorted(entries, key=lambda each: -each.score)))


def _whole_names(ask: Ask, tokens: Collection[str]) -> dict[int, tuple[float, str]]:
    """Return page → (weight, name) of its heaviest name that stands in the question."""
    called = pages_called(ask.connection, _runs(ask.query.words), ask.projects)
    parts = {name: set(entity_tokens(name)).intersection(tokens) for _, name in called}
    weights = _weights(ask, sorted(set().union(*parts.values())))
    whole: dict[int, tuple[float, str]] = {}
    for page, name in called:
        weight = math.fsum(weights.get(token, 0.0) for token in parts[name])
        whole[page] = max(whole.get(page, (0.0, "")), (weight, name))
    return whole


def _runs(words: Sequence[str]) -> set[str]:
    """Return the lookup keys of all runs of words that may be a name."""
    return {
        loose_key(" ".join(words[start:end]))
        for start in range(len(words))
        for end in range(start + 1, min(start + LONGEST_NAME, len(words)) + 1)
    }


def _weights(ask: Ask, tokens: Sequence[str]) -> dict[str, float]:
    pages = count_pages(ask.connection, ask.projects)
    held = spread(ask.connection, tokens, ask.projects)
    return {token: math.log(1 + pages / count) for token, count in held.items()}


def _with_whole_name(entry: Ranked, whole: Mapping[int, tuple[float, str]]) -> Ranked:
    weight, name = whole.get(entry.page, (0.0, ""))
    if not weight:
        return entry
    return replace(entry, score=entry.score + weight, why=f"{entry.why}; named whole: {name}")
