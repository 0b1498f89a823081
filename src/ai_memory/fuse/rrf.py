"""Reciprocal rank fusion."""

from collections import defaultdict
from collections.abc import Mapping, Sequence


def reciprocal_rank_fusion(
    rankings: Mapping[str, Sequence[int]], weights: Mapping[str, float], k: float = 60.0
) -> dict[int, dict[str, float]]:
    """Return what each stream gives each page; the page's score is the sum.

    A page at rank r (from 1) of a stream gets weight / (k + r) from it, and nothing
    from a stream that does not list it.

    Args:
        rankings: Stream → pages, best first.
        weights: Stream → weight; a stream without one, or with 0, does not vote.
        k: Rank constant; the larger, the flatter.

    Source: Cormack, Clarke and Büttcher, Reciprocal Rank Fusion outperforms Condorcet
    and individual rank learning methods (SIGIR 2009), with weights.
    """
    shares: dict[int, dict[str, float]] = defaultdict(dict)
    for stream, pages in rankings.items():
        weight = weights.get(stream, 0.0)
        if weight <= 0:
            continue
        for rank, page in enumerate(pages, start=1):
            shares[page][stream] = weight / (k + rank)
    return dict(shares)


def highest_possible(weights: Mapping[str, float], k: float = 60.0) -> float:
    """Return the score of a page that every stream puts first."""
    return sum(weight / (k + 1) for weight in weights.values() if weight > 0)
