"""The area under the ROC curve, by counting pairs by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai_memory.evaluate.auroc import auroc

VALUES = st.lists(st.integers(0, 9), min_size=1, max_size=12)


def test_it_is_the_share_of_pairs_in_the_right_order():
    # .9 is above all three, .4 above .1 alone: 3 + 1 of 6 pairs.
    assert auroc([0.9, 0.4], [0.1, 0.5, 0.8]) == pytest.approx(4 / 6)


def test_a_tie_is_half_a_pair():
    # .5 is above .2, level with .5: 1.5 of 2; .2 is level with .2, below .5: .5 of 2.
    assert auroc([0.5, 0.2], [0.2, 0.5]) == 2 / 4
    assert auroc([0.5], [0.2, 0.5]) == 1.5 / 2


def test_apart_altogether_is_1_the_wrong_way_round_0_and_all_alike_a_half():
    assert auroc([3, 4], [1, 2]) == 1
    assert auroc([1, 2], [3, 4]) == 0
    assert auroc([1, 1, 1], [1, 1]) == 0.5


@pytest.mark.parametrize(("positives", "negatives"), [([], [1]), ([1], []), ([], [])])
def test_nothing_to_tell_apart_is_an_error(positives, negatives):
    with pytest.raises(ValueError, match="both kinds"):
        auroc(positives, negatives)


@given(VALUES, VALUES)
def test_it_is_the_count_over_all_pairs(positives, negatives):
    won = sum((p > n) + (p == n) / 2 for p in positives for n in negatives)

    assert auroc(positives, negatives) == pytest.approx(won / (len(positives) * len(negatives)))


@given(VALUES, VALUES)
def test_the_other_way_round_it_is_the_rest(positives, negatives):
    assert auroc(positives, negatives) == pytest.approx(1 - auroc(negatives, positives))
