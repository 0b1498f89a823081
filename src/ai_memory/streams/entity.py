"""The entity stream: pages about the names that the question mentions."""

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

import apsw

from ai_memory.model import Ranked, Ranking
from ai_memory.parse.stopwords import STOP_WORDS
from ai_memory.parse.tokens import entity_tokens
from ai_memory.store.entities import pages_called, pages_sharing
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
    words: Sequence[str] = (),
) -> tuple[Ranked, ...]:
    """Return the pages whose entities share tokens with the question, best first.

    A page scores the sum of ln(1 + N / df) over the distinct tokens it shares, where df
    pages of the N have the token in a name: rarer entities count more. The tokens of its
    heaviest name that stands whole in the question count once more.

    Args:
        connection: A reader's.
        tokens: As `entity_match_tokens` gives them.
        projects: Row ids to search in.
        limit: Most pages to return.
        allowed: Row ids that may be returned; None is all.
        words: The question's words in order, among which whole names are sought.
    """
    shared: dict[int, dict[str, str]] = defaultdict(dict)  # page → token → entity
    paths: dict[int, str] = {}
    for token, page, entity, path in pages_sharing(connection, tokens, projects):
        known = shared[page].get(token, entity)
        shared[page][token] = min(known, entity)
        paths[page] = path
    weights = _weights(count_pages(connection, projects), shared.values())
    whole = _whole_names(pages_called(connection, _runs(words), projects), weights)
    scores = {
        page: math.fsum(map(weights.__getitem__, given)) + whole.get(page, (0.0, ""))[0]
        for page, given in shared.items()
        if allowed is None or page in allowed
    }
    best = sorted(scores, key=lambda page: (-scores[page], paths[page]))[:limit]
    return tuple(Ranked(page, scores[page], _why(shared[page], whole.get(page))) for page in best)


def rank(ask: Ask) -> Ranking:
    """Rank the pages about names in the question.

    A version or a date names nothing by its numbers alone, so it has no vote here.
    """
    names = [word for word in ask.query.words if not is_numbers(word)]
    content = [word for word in names if word not in ask.query.common]
    tokens = entity_match_tokens(" ".join(content or names))
    found = entity_match_query(ask.connection, tokens, ask.projects, DEPTH, ask.allowed, names)
    return Ranking(NAME, found)


def _weights(pages: int, shared: Iterable[Iterable[str]]) -> dict[str, float]:
    spread = Counter(token for tokens in shared for token in tokens)
    return {token: math.log(1 + pages / held) for token, held in spread.items()}


def _runs(words: Sequence[str]) -> set[str]:
    """Return the lookup keys of all runs of words that may be a name."""
    return {
        loose_key(" ".join(words[start:end]))
        for start in range(len(words))
        for end in range(start + 1, min(start + LONGEST_NAME, len(words)) + 1)
    }


def _whole_names(
    called: Iterable[tuple[int, str]], weights: Mapping[str, float]
) -> dict[int, tuple[float, str]]:
    """Return page → (weight, name) of its heaviest name that stands in the question."""
    whole: dict[int, tuple[float, str]] = {}
    for page, name in called:
        weight = math.fsum(weights.get(token, 0.0) for token in entity_tokens(name))
        whole[page] = max(whole.get(page, (0.0, "")), (weight, name))
    return whole


def _why(shared: Mapping[str, str], whole: tuple[float, str] | None) -> str:
    why = ", ".join(sorted(set(shared.values())))
    return f"{why}; named whole: {whole[1]}" if whole and whole[0] else why
