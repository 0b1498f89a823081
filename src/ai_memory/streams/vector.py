"""The vector stream: pages by the passage that means most nearly what was asked."""

from ai_memory.model import Query, Ranked, Ranking
from ai_memory.store.vectors import ABSTRACT
from ai_memory.streams.stream import DEPTH, Ask

NAME = "vector"


def rank(ask: Ask) -> Ranking:
    """Rank pages by the cosine of their best passage with the question.

    With `abstract_vectors` the page's own summary counts as one more passage. A passage
    that points away from the question (cosine of 0 or less) is no evidence.
    """
    if ask.vectors is None or not ask.query.words or not ask.vectors.matrix.pages:
        return Ranking(NAME)
    matrix = ask.vectors.matrix
    best: dict[int, tuple[float, int]] = {}
    rows = zip(
        ask.vectors.similarities(_text(ask.query)),
        matrix.pages,
        matrix.sections,
        strict=True,
    )
    for score, page, section in rows:
        if section == ABSTRACT and not ask.tuning.abstract_vectors:
            continue
        if score > best.get(page, (0.0, 0))[0]:
            best[page] = (score, section)
    # The rows come in order of path and sorting keeps it, so ties go by path.
    found = sorted(filter(ask.admits, best), key=lambda page: -best[page][0])
    return Ranking(NAME, tuple(_entry(page, *best[page]) for page in found[:DEPTH]))


def _text(query: Query) -> str:
    """Return the question as typed, or its words where signs and fields stand among them.

    A model reads sentences. The start of a word has no meaning of its own, so it is left
    out unless there is nothing else.
    """
    if query.prose or query == Query(query.text, terms=query.terms):
        return query.text
    return " ".join((*query.terms, *query.required, *query.phrases) or query.prefixes)


def _entry(page: int, score: float, section: int) -> Ranked:
    if section == ABSTRACT:
        return Ranked(page, score, why="its summary")
    return Ranked(page, score, why="its nearest passage", section=section)
