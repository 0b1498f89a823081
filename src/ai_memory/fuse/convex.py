"""A convex combination of normalised scores: how far ahead a page is counts, not only its rank."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

Scores = Sequence[tuple[int, float]]  # (page, raw score), best first

# What a stream's best page gets before weights. Text and meaning share the vote evenly;
# names break near-ties. The optimum over public judged sets is flat: a tenth more or less
# changes little on any of them.
SHARES = {"fts": 0.5, "vector": 0.5, "entity": 0.12}

# Cosines closer together than this do not tell pages apart.
LEAST_SPREAD = 0.1

# A link's vote, relative to the score of the hit it comes from.
LINK_SHARE = 0.6

# Every page is somewhat near to every question, so only the nearest should count for much.
SHARPNESS = 1.5


def normalise_by_best(scores: Scores) -> dict[int, float]:
    """Return page → score divided by the best, for scores whose zero means no match."""
    best = max((score for _, score in scores), default=0.0)
    return {page: score / best for page, score in scores} if best > 0 else {}


def normalise_by_range(scores: Scores) -> dict[int, float]:
    """Return page → (place of its score between the last and the best)^1.5, 0 to 1.

    For scores without a zero of their own, as cosines: even an unrelated page has one.
    Where all are alike, as in a wiki of few pages, they stay alike.
    """
    if not scores:
        return {}
    values = [score for _, score in scores]
    best, last = max(values), min(values)
    spread = max(best - last, LEAST_SPREAD)
    return {page: (1.0 - (best - score) / spread) ** SHARPNESS for page, score in scores}


NORMALISE = {"fts": normalise_by_best, "entity": normalise_by_best, "vector": normalise_by_range}


def convex_combination(
    streams: Mapping[str, Scores], weights: Mapping[str, float]
) -> dict[int, dict[str, float]]:
    """Return what each stream gives each page; the page's score is the sum.

    score(d) = Σ over streams of weight × share × normalised score of d.

    Args:
        streams: fts, entity or vector → its pages with raw scores.
        weights: Stream → factor on its share of the vote; none or 0 does not vote.

    Source: Bruch, Gai and Ingber, An Analysis of Fusion Functions for Hybrid Retrieval
    (2023), which finds the combination of normalised scores ahead of reciprocal ranks
    and little dependent on the norm; the norms and shares are ours.
    """
    given: dict[int, dict[str, float]] = defaultdict(dict)
    for stream, scores in streams.items():
        share = weights.get(stream, 0.0) * SHARES[stream]
        if share > 0:
            for page, score in NORMALISE[stream](scores).items():
                given[page][stream] = share * score
    return dict(given)


def add_link_votes(
    given: Mapping[int, Mapping[str, float]], votes: Scores, weight: float
) -> dict[int, dict[str, float]]:
    """Return the same with the graph stream's votes, which the hits' own scores carry.

    Args:
        given: As `convex_combination` returns.
        votes: (page, score) of the graph stream, whose seeds had their combined scores.
        weight: Factor on the links' share; 0 leaves them out.
    """
    combined = {page: dict(streams) for page, streams in given.items()}
    for page, score in votes if weight > 0 else ():
        combined.setdefault(page, {})["graph"] = weight * LINK_SHARE * score
    return combined


def highest_combined(weights: Mapping[str, float]) -> float:
    """Return the score of a page that fts, entity and vector all put first, without links."""
    return sum(weights.get(stream, 0.0) * share for stream, share in SHARES.items())
