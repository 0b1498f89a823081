"""The graph stream: pages one link away from the hits of the other streams."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from heapq import nlargest

from ai_memory.fuse.combine import combine, total
from ai_memory.model import Ranked, Ranking
from ai_memory.store.cards import cards
from ai_memory.store.graph import degrees, neighbours
from ai_memory.streams.stream import DEPTH, Ask

NAME = "graph"
SEEDS = 10  # best hits of the other streams whose links are followed


def graph_neighbour_ranking(
    seeds: Mapping[int, float],
    links: Iterable[tuple[int, int]],
    degree: Mapping[int, int],
) -> list[tuple[int, float, int]]:
    """Return (page, score, strongest seed), best first, for every page linked with a seed.

    score(d) = Σ over seeds s linked with d of score(s) / log₂(2 + degree(s)),
    the whole divided by log₂(2 + degree(d)): a neighbour counts by how many and how good
    the hits are that touch it, and a hub, at either end, says little.

    Args:
        seeds: Page → score, above 0; of two as strong, the one named first is shown.
        links: (seed, neighbour) pairs, in either direction of the link, each once.
        degree: Page → number of pages linked with it, for seeds and neighbours.

    Source: the damping is that of spreading activation over associative networks
    (Crestani, Application of Spreading Activation Techniques in Information Retrieval,
    1997), one step deep.
    """
    order = {seed: at for at, seed in enumerate(seeds)}
    votes: dict[int, dict[int, float]] = defaultdict(dict)
    for seed, neighbour in links:
        votes[neighbour][seed] = seeds[seed] / math.log2(2 + degree.get(seed, 0))
    ranked = [
        (
            page,
            # Exactly rounded, so that the order of the links makes no difference.
            math.fsum(given.values()) / math.log2(2 + degree.get(page, 0)),
            max(given, key=lambda seed: (given[seed], -order[seed])),
        )
        for page, given in votes.items()
    ]
    return sorted(ranked, key=lambda each: (-each[1], each[0]))


def rank(ask: Ask) -> Ranking:
    """Rank the neighbours of the best hits so far."""
    seeds = _seeds(ask)
    links = neighbours(ask.connection, seeds)
    around = {page for pair in links for page in pair}
    found = graph_neighbour_ranking(seeds, links, degrees(ask.connection, around))
    facts = cards(ask.connection, around)
    found = [
        each for each in found if ask.admits(each[0]) and facts[each[0]].project in ask.projects
    ]
    found.sort(key=lambda each: (-each[1], facts[each[0]].path))
    return Ranking(
        NAME,
        tuple(
            Ranked(page, score, why=f"linked with {facts[seed].title}")
            for page, score, seed in found[:DEPTH]
        ),
    )


def _seeds(ask: Ask) -> dict[int, float]:
    """Return the best pages of the streams that ran before, scored as the mode does."""
    weights = {name: ask.tuning.weight(name) for name in ask.earlier}
    if not any(weights.values()):  # links alone vote, from what the rest would have found
        weights = dict.fromkeys(weights, 1.0)
    scores = total(combine(ask.earlier, weights, ask.tuning))
    least = min(nlargest(SEEDS, scores.values()), default=0.0)
    best = [page for page, score in scores.items() if score >= least]
    paths = cards(ask.connection, best)  # ties go by path
    best.sort(key=lambda page: (-scores[page], paths[page].path))
    return {page: scores[page] for page in best[:SEEDS]}
