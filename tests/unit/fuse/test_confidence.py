"""Confidence, with its formula written out."""

import math

import pytest

from ai_memory.fuse.confidence import confidence


def sigma(logit):
    return 1 / (1 + math.exp(-logit))


def test_both_signs_are_weighed_where_both_are_there():
    assert confidence(0.5, 0.7) == pytest.approx(sigma(3.51 * 0.5 + 33.7 * 0.7 - 24.04))


def test_either_sign_alone_has_weights_of_its_own():
    assert confidence(0.5, None) == pytest.approx(sigma(7.17 * 0.5 - 3.22))
    assert confidence(None, 0.7) == pytest.approx(sigma(38.99 * 0.7 - 26.01))


def test_without_a_sign_nothing_is_said():
    assert confidence(None, None) is None


@pytest.mark.parametrize(("lower", "higher"), [((0.2, 0.6), (0.9, 0.6)), ((0.5, 0.5), (0.5, 0.8))])
def test_more_words_and_nearer_meaning_are_more_sure(lower, higher):
    assert 0 < confidence(*lower) < confidence(*higher) < 1
