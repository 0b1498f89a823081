import math

import pytest

from ai_memory.streams.graph import graph_neighbour_ranking

log2 = math.log2


def test_a_neighbour_scores_by_how_many_and_how_good_the_hits_are_that_touch_it():
    seeds = {1: 0.5, 2: 0.25}
    links = [(1, 10), (2, 10), (2, 11), (1, 2), (2, 1)]
    degree = {1: 2, 2: 3, 10: 2, 11: 1}
    ten = (0.5 / log2(2 + 2) + 0.25 / log2(2 + 3)) / log2(2 + 2)
    eleven = (0.25 / log2(2 + 3)) / log2(2 + 1)
    one = (0.25 / log2(2 + 3)) / log2(2 + 2)
    two = (0.5 / log2(2 + 2)) / log2(2 + 3)
    ranked = graph_neighbour_ranking(seeds, links, degree)
    assert ranked == [
        (10, pytest.approx(ten), 1), (2, pytest.approx(two), 1),
        (11, pytest.approx(eleven), 2), (1, pytest.approx(one), 2),
    ]  # fmt: skip
    assert ten > two > eleven > one


def test_a_hub_says_little_at_either_end():
    from_hub = graph_neighbour_ranking({1: 1.0}, [(1, 2)], {1: 1000, 2: 1})
    from_leaf = graph_neighbour_ranking({1: 1.0}, [(1, 2)], {1: 1, 2: 1})
    to_hub = graph_neighbour_ranking({1: 1.0}, [(1, 2)], {1: 1, 2: 1000})
    assert from_hub[0][1] == pytest.approx(1 / log2(1002) / log2(3))
    assert from_leaf[0][1] == pytest.approx(1 / log2(3) / log2(3))
    assert to_hub[0][1] == pytest.approx(1 / log2(3) / log2(1002))


def test_links_in_another_order_give_the_same_score_to_the_last_bit():
    seeds = {seed: 1 / (60 + seed) for seed in range(1, 30)}
    links = [(seed, 100) for seed in seeds]
    degree = {**{seed: seed * 7 % 11 for seed in seeds}, 100: 29}
    forwards = graph_neighbour_ranking(seeds, links, degree)
    assert forwards == graph_neighbour_ranking(seeds, links[::-1], degree)
    assert forwards == graph_neighbour_ranking(seeds, links[1::2] + links[::2], degree)


def test_of_two_hits_as_strong_the_one_named_first_is_shown():
    links = [(2, 10), (1, 10)]
    assert graph_neighbour_ranking({2: 0.5, 1: 0.5}, links, {})[0][2] == 2
    assert graph_neighbour_ranking({1: 0.5, 2: 0.5}, links, {})[0][2] == 1


def test_without_links_nothing_is_ranked():
    assert graph_neighbour_ranking({1: 1.0}, [], {}) == []
