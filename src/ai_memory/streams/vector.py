"""The vector stream: pages by the passages that mean most nearly what was asked."""

from itertools import islice

from ai_memory.model import Query, Ranked, Ranking
from ai_memory.store.vectors import ABSTRACT
from ai_memory.streams.stream import DEPTH, Ask
from ai_memory.streams.vector_index import Near

NAME = "vector"


def rank(ask: Ask) -> Ranking:
    """Rank pages by the mean of two cosines: of their best passage, and of all together.

    The best passage answers; the others tell a page about the matter from one that
    touches on it. With `abstract_vectors` the page's own summary counts as one more.
    """
    if ask.vectors is None or not ask.query.words or not ask.vectors.matrix.pages:
        return Ranking(NAME)
    near = ask.vectors.nearest(_text(ask.query), summaries=ask.tuning.abstract_vectors)
    admitted = (each for each in near if ask.admits(each.page))
    return Ranking(NAME, tuple(map(_entry, islice(admitted, DEPTH))))


def _text(query: Query) -> str:
    """Return the question as typed, or its words where signs and fields stand among them.

    A model reads sentences. The start of a word has no meaning of its own, so it is left
    out unless there is nothing else.
    """
    if query.prose or query == Query(query.text, terms=query.terms):
        return query.text
    return " ".join((*query.terms, *query.required, *query.phrases) or query.prefixes)


def _entry(near: Near) -> Ranked:
    if near.section == ABSTRACT:
        return Ranked(near.page, near.score, why="its summary")
    return Ranked(near.page, near.score, why="its nearest passage", section=near.section)
