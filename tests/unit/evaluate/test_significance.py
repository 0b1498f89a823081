"""The paired test, by counting the assignments of signs by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai_memory.evaluate.significance import EXACT, SAMPLES, paired_p

DIFFERENCES = st.lists(st.floats(-1, 1), max_size=10)


def test_all_signs_are_tried_where_few_questions_differ():
    # Of the 8 sums of ±1 ±2 ±3 two are as far from 0 as 6: 6 itself and -6.
    assert paired_p([1, 2, 3]) == 2 / 8
    # The sum is 2; of the 8, all but the two that are 0 are at least as far: ±6, ±4, ±2.
    assert paired_p([3, 1, -2]) == 6 / 8
    # 3 - 2 - 1 = 0, and every sum is at least as far from 0 as that.
    assert paired_p([3, -2, -1]) == 1


def test_questions_that_do_not_differ_say_nothing():
    assert paired_p([0, 1, 0, 2, 3, 0]) == paired_p([1, 2, 3])
    assert paired_p([0.0] * 100) == 1
    assert paired_p([]) == 1


def test_sums_that_differ_in_the_last_digit_alone_are_equal():
    # 0.1 + 0.2 + 0.3 and its mirror, whatever the order they are added in.
    assert paired_p([0.3, 0.2, 0.1]) == paired_p([0.1, 0.2, 0.3]) == 2 / 8


def test_beyond_that_a_sample_is_drawn_and_p_is_never_0():
    # 40 ones all alike: that 40 random signs agree has a chance of 2 / 2^40.
    assert paired_p([1.0] * 40) == 1 / (SAMPLES + 1)


def test_the_sample_comes_near_the_exact_value():
    # 17 ones, 13 of them positive, sum 9: P(|sum| >= 9) = 2 Σ_{k≤4} C(17, k) / 2^17
    exact = 2 * (1 + 17 + 136 + 680 + 2380) / 2**17

    assert len([1.0] * 13 + [-1.0] * 4) == EXACT + 1
    assert paired_p([1.0] * 13 + [-1.0] * 4) == pytest.approx(exact, abs=0.005)


def test_the_sample_is_the_same_every_time():
    differences = [((at * 37) % 19 - 8) / 10 for at in range(100)]

    assert paired_p(differences) == paired_p(differences)


@given(DIFFERENCES)
def test_who_is_named_first_makes_no_difference(differences):
    assert paired_p(differences) == paired_p([-each for each in differences])


@given(DIFFERENCES)
def test_p_is_a_probability_above_0(differences):
    assert 0 < paired_p(differences) <= 1
