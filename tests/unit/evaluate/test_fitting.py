"""Fitting knobs, on scores that are made up and known."""

import pytest

from ai_memory.config import RetrievalTuning
from ai_memory.evaluate.fitting import (
    CANDIDATES,
    LEAST_GAIN,
    coordinate_search,
    cross_fit,
    deal,
    knobs_of,
    neighbours,
)

KNOBS = {"title_boost": (0.6, 1.2, 2.4), "tag_boost": (1.0, 1.5, 3.0)}
START = RetrievalTuning()
QUESTIONS = [f"q{at}" for at in range(30)]


def test_every_candidate_is_a_knob_whose_default_is_among_its_values():
    for knob, values in CANDIDATES.items():
        assert getattr(START, knob) in values
        assert list(values) == sorted(values)
        assert [getattr(START.replace(**{knob: value}), knob) for value in values] == list(values)


def test_the_value_in_force_is_always_among_those_tried():
    assert knobs_of(START.replace(tag_boost=2.0), vectors=True)["tag_boost"] == (1.0, 1.5, 2.0, 3.0)


def test_knobs_that_turn_nothing_are_left_alone():
    assert set(knobs_of(START, vectors=True)) == set(CANDIDATES)
    assert set(CANDIDATES) - set(knobs_of(START, vectors=False)) == {
        "vector_weight", "abstract_vectors",
    }  # fmt: skip
    two = START.replace(streams=("entity", "graph"))
    assert set(knobs_of(two, vectors=True)) == {"entity_weight", "graph_weight"}


def test_a_neighbour_is_one_knob_one_step_away():
    assert [name for name, _ in neighbours(START.replace(tag_boost=1.0), KNOBS)] == [
        "title_boost = 0.6", "title_boost = 2.4", "tag_boost = 1.5",
    ]  # fmt: skip
    switch = {"abstract_vectors": (False, True)}
    assert [name for name, _ in neighbours(START, switch)] == ["abstract_vectors = false"]
    for _, tuning in neighbours(START, KNOBS):
        assert sum(getattr(tuning, knob) != getattr(START, knob) for knob in KNOBS) == 1


def test_each_knob_is_set_to_what_scores_best():
    def score(tuning):
        return (tuning.title_boost == 2.4) * 0.2 + (tuning.tag_boost == 1.0) * 0.1

    found = coordinate_search(START, KNOBS, score)

    assert (found.title_boost, found.tag_boost) == (2.4, 1.0)


def test_a_second_look_finds_what_the_first_one_freed():
    # Title 2.4 gains only once tags are at 3, and tags come after titles.
    def score(tuning):
        freed = tuning.tag_boost == 3.0
        return freed * 0.1 + (freed and tuning.title_boost == 2.4) * 0.1

    found = coordinate_search(START, KNOBS, score)

    assert (found.title_boost, found.tag_boost) == (2.4, 3.0)


def test_a_knob_is_not_turned_for_next_to_nothing():
    found = coordinate_search(
        START, KNOBS, lambda tuning: (tuning.tag_boost == 3.0) * LEAST_GAIN * 0.9
    )

    assert found == START


def test_folds_hold_each_question_once_and_are_the_same_every_time():
    folds = deal(QUESTIONS[:23], 5, seed=1)

    assert sorted(map(len, folds)) == [4, 4, 5, 5, 5]
    assert sorted(each for fold in folds for each in fold) == sorted(QUESTIONS[:23])
    assert folds == deal(QUESTIONS[:23][::-1], 5, seed=1)
    assert folds != deal(QUESTIONS[:23], 5, seed=2)


def test_a_knob_that_is_right_for_all_questions_gains_on_those_held_out():
    fit = cross_fit(
        QUESTIONS, START, KNOBS,
        lambda tuning: dict.fromkeys(QUESTIONS, 1.0 if tuning.tag_boost == 3.0 else 0.5),
    )  # fmt: skip

    assert (fit.tuning.tag_boost, fit.tuning.title_boost) == (3.0, 1.2)
    assert (fit.before, fit.held_out) == (0.5, 1.0)
    assert fit.significant


def test_a_gain_on_one_lucky_question_is_gone_when_it_is_held_out():
    def measure(tuning):
        values = dict.fromkeys(QUESTIONS, 0.5)
        if tuning.tag_boost == 3.0:
            values["q0"] = 1.0
        return values

    fit = cross_fit(QUESTIONS, START, KNOBS, measure)

    # q0's own fold is fitted without it, and so it keeps what it had.
    assert fit.tuning.tag_boost == 3.0
    assert fit.before == pytest.approx(0.5)
    assert fit.held_out == pytest.approx(0.5)
    assert fit.p == 1
    assert not fit.significant


def test_each_setting_is_measured_once():
    measured = []

    def measure(tuning):
        measured.append(tuning)
        return dict.fromkeys(QUESTIONS, 0.5)

    cross_fit(QUESTIONS, START, KNOBS, measure)

    assert len(measured) == len(set(measured)) == 1 + 2 + 2
