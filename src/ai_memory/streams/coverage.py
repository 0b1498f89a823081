"""How much of a question a page has, a rare word counting for more than a common one."""

import math
from collections.abc import Collection, Iterable

from ai_memory.store.lexical import holders
from ai_memory.store.listings import count_pages
from ai_memory.streams.stream import Ask


def coverage(ask: Ask, words: Iterable[str], pages: Collection[int]) -> dict[int, float]:
    """Return page → the share of the question's weight in words that the page has, 0 to 1.

    A word that df of the N pages have weighs ln(1 + (N - df + ½) / (df + ½)); one that no
    page has weighs most, since what it asks for is not there.

    Args:
        ask: Where to look.
        words: An FTS5 expression for each word of the question.
        pages: Row ids of the pages in question.

    Source: the weight is that of BM25 (Robertson and Zaragoza, The Probabilistic Relevance
    Framework, 2009) as Lucene keeps it above zero.
    """
    total = count_pages(ask.connection, ask.projects)
    having: dict[int, list[float]] = {page: [] for page in pages}
    weights = []
    for word in words:
        found, among = holders(ask.connection, word, ask.projects, pages)
        weights.append(math.log(1 + (total - found + 0.5) / (found + 0.5)))
        for page in among:
            having[page].append(weights[-1])
    # Exactly rounded, so that the order of the words makes no difference.
    asked = math.fsum(weights)
    return {page: math.fsum(held) / asked if asked else 0.0 for page, held in having.items()}
