"""The vector stream: pages by the passage that means most nearly what was asked."""

from ai_memory.model import Ranked, Ranking
from ai_memory.store.cards import cards
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
        ask.vectors.similarities(" ".join(ask.query.words)),
        matrix.pages,
        matrix.sections,
        strict=True,
    )
    for score, page, section in rows:
        if section == ABSTRACT and not ask.tuning.abstract_vectors:
            continue
        if score > best.get(page, (0.0, 0))[0]:
            best[page] = (score, section)
    found = sorted((page for page in best if ask.admits(page)), key=lambda page: -best[page][0])
    paths = cards(ask.connection, found[: 2 * DEPTH])
    found = sorted(found[: 2 * DEPTH], key=lambda page: (-best[page][0], paths[page].path))
    return Ranking(NAME, tuple(_entry(page, *best[page]) for page in found[:DEPTH]))


def _entry(page: int, score: float, section: int) -> Ranked:
    if section == ABSTRACT:
        return Ranked(page, score, why="its summary")
    return Ranked(page, score, why="its nearest passage", section=section)
