import pytest

from ai_memory.fuse.rrf import highest_possible, reciprocal_rank_fusion


def test_a_page_gets_the_weight_over_k_plus_rank_from_each_stream_that_lists_it():
    shares = reciprocal_rank_fusion(
        {"fts": [7, 8], "entity": [8], "vector": []}, {"fts": 1.0, "entity": 0.5, "vector": 1.0}
    )
    assert shares == {
        7: {"fts": 1 / (60 + 1)},
        8: {"fts": 1 / (60 + 2), "entity": 0.5 / (60 + 1)},
    }


def test_k_is_added_to_the_rank():
    assert reciprocal_rank_fusion({"fts": [7, 8]}, {"fts": 3.0}, k=0) == {
        7: {"fts": 3 / 1}, 8: {"fts": 3 / 2},
    }  # fmt: skip


@pytest.mark.parametrize("weights", [{"fts": 0.0}, {}, {"entity": 1.0}])
def test_a_stream_without_a_weight_does_not_vote(weights):
    assert reciprocal_rank_fusion({"fts": [7]}, weights) == {}


def test_the_highest_possible_score_is_first_place_in_every_stream():
    assert highest_possible({"fts": 1.0, "entity": 0.5, "graph": 0.0}) == 1 / 61 + 0.5 / 61
    assert highest_possible({"fts": 2.0}, k=0) == 2 / 1
    assert highest_possible({}) == 0
