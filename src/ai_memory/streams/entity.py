"""The entity stream: pages about the names that the question mentions."""

from collections.abc import Collection, Sequence

import apsw

from ai_memory.model import Ranked, Ranking
from ai_memory.parse.stopwords import STOP_WORDS
from ai_memory.parse.tokens import entity_tokens
from ai_memory.store.entities import pages_sharing
from ai_memory.streams.fts_query import is_numbers
from ai_memory.streams.stream import DEPTH, Ask

NAME = "entity"


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
    """Rank the pages about names in the question.

    A version or a date names nothing by its numbers alone, so it has no vote here.
    """
    names = [word for word in ask.query.words if not is_numbers(word)]
    content = [word for word in names if word not in ask.query.common]
    tokens = entity_match_tokens(" ".join(content or names))
    found = entity_match_query(ask.connection, tokens, ask.projects, DEPTH, ask.allowed)
    return Ranking(NAME, found)
