"""Rankings into one set of scores, by the mode that is asked for."""

import math
from collections.abc import Iterable, Mapping

from ai_memory.config import RetrievalTuning
from ai_memory.fuse.convex import add_link_votes, convex_combination, highest_combined
from ai_memory.fuse.rrf import highest_possible, reciprocal_rank_fusion
from ai_memory.model import Ranking

Shares = dict[int, dict[str, float]]  # page → stream → its part of the page's score


def combine(
    rankings: Mapping[str, Ranking], weights: Mapping[str, float], tuning: RetrievalTuning
) -> Shares:
    """Return what each stream gives each page; the page's score is the sum.

    Args:
        rankings: Stream → its ranking.
        weights: Stream → factor on its vote; none or 0 does not vote.
        tuning: Says the mode: "classic" is reciprocal rank fusion; "adaptive" is the
            convex combination of scores, with link votes carried by the hits' scores.

    In the adaptive mode, beside the vector stream a text score counts times the root of
    the page's coverage. BM25 favours the short page that has one rare word often; alone
    that finds more than it harms, but where meaning votes too, having all the words is
    what it cannot see.
    """
    if tuning.mode == "classic":
        ranks = {name: [each.page for each in given.entries] for name, given in rankings.items()}
        return reciprocal_rank_fusion(ranks, weights, tuning.k)
    beside_meaning = weights.get("vector", 0.0) > 0 and "vector" in rankings
    scores = {
        name: [
            (each.page, each.score * (math.sqrt(each.coverage) if beside_meaning else 1.0))
            for each in given.entries
        ]
        for name, given in rankings.items()
    }
    votes = scores.pop("graph", [])
    return add_link_votes(convex_combination(scores, weights), votes, weights.get("graph", 0.0))


def highest_score(
    streams: Iterable[str], weights: Mapping[str, float], tuning: RetrievalTuning
) -> float:
    """Return the score that counts as 1: that of a page which every stream puts first."""
    voting = {stream: weights.get(stream, 0.0) for stream in streams}
    if tuning.mode == "classic":
        return highest_possible(voting, tuning.k)
    return highest_combined(voting)


def total(shares: Shares) -> dict[int, float]:
    """Return page → its score."""
    return {page: sum(given.values()) for page, given in shares.items()}
