"""The convex combination, with its formula written out."""

import pytest

from ai_memory.fuse.convex import (
    add_link_votes,
    convex_combination,
    highest_combined,
    normalise_by_best,
    normalise_by_range,
)

ALL = {"fts": 1.0, "entity": 1.0, "vector": 1.0}


def test_text_scores_are_divided_by_the_best():
    assert normalise_by_best([(1, 8.0), (2, 4.0), (3, 2.0)]) == {1: 1.0, 2: 0.5, 3: 0.25}


def test_cosines_are_placed_between_the_last_and_the_best():
    assert normalise_by_range([(1, 0.9), (2, 0.7), (3, 0.5)]) == pytest.approx(
        {1: 1.0, 2: 0.5**1.5, 3: 0.0}
    )


def test_cosines_that_are_alike_stay_alike():
    assert normalise_by_range([(1, 0.5), (2, 0.5)]) == {1: 1.0, 2: 1.0}
    # Less than a tenth apart: 1 - 0.02 / 0.1.
    assert normalise_by_range([(1, 0.52), (2, 0.50)]) == pytest.approx({1: 1.0, 2: 0.8**1.5})


def test_nothing_gives_nothing():
    assert normalise_by_best([]) == {}
    assert normalise_by_range([]) == {}
    assert normalise_by_best([(1, 0.0)]) == {}


def test_a_page_gets_weight_times_share_times_its_normalised_score():
    given = convex_combination(
        {
            "fts": [(1, 10.0), (2, 5.0)],
            "vector": [(2, 0.8), (1, 0.6), (3, 0.4)],
            "entity": [(3, 2.0)],
        },
        {"fts": 1.0, "entity": 2.0, "vector": 1.0},
    )

    assert given[1] == pytest.approx({"fts": 0.5 * 1.0, "vector": 0.5 * 0.5**1.5})
    assert given[2] == pytest.approx({"fts": 0.5 * 0.5, "vector": 0.5 * 1.0})
    assert given[3] == pytest.approx({"vector": 0.0, "entity": 2 * 0.12 * 1.0})


def test_being_far_ahead_counts_where_ranks_would_tie():
    given = convex_combination(
        {"fts": [(1, 10.0), (2, 1.0)], "vector": [(2, 0.8), (1, 0.79), (3, 0.2)]}, ALL
    )

    assert sum(given[1].values()) == pytest.approx(0.5 * 1 + 0.5 * (0.59 / 0.6) ** 1.5)
    assert sum(given[2].values()) == pytest.approx(0.5 * 0.1 + 0.5 * 1)
    assert sum(given[1].values()) > sum(given[2].values())


def test_a_stream_of_weight_nought_does_not_vote():
    given = convex_combination({"fts": [(1, 1.0)], "entity": [(2, 1.0)]}, {"fts": 1.0})

    assert given == {1: {"fts": 0.5}}


def test_a_link_carries_a_share_of_the_score_of_the_hit_behind_it():
    given = add_link_votes({1: {"fts": 0.5}}, [(2, 0.3), (1, 0.1)], weight=1.0)

    assert given == {
        1: {"fts": 0.5, "graph": pytest.approx(0.6 * 0.1)},
        2: {"graph": pytest.approx(0.6 * 0.3)},
    }


def test_without_weight_links_are_left_out():
    assert add_link_votes({1: {"fts": 0.5}}, [(2, 0.3)], weight=0.0) == {1: {"fts": 0.5}}


def test_the_highest_score_is_that_of_a_page_all_streams_put_first():
    assert highest_combined(ALL) == pytest.approx(1.12)
    assert highest_combined({"fts": 1.0}) == 0.5
