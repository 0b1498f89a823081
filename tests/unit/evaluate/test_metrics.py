"""The metrics, by numbers worked out by hand.

nDCG@10 is DCG over the best possible DCG, where a page of relevance r at rank i adds
r / log2(i + 1), as trec_eval computes it.
"""

import math

import pytest

from ai_memory.evaluate.metrics import means, measure_each

JUDGED = {"q1": {"a": 2, "b": 1, "z": 0}, "q2": {"c": 1}, "q3": {"d": 1, "e": 1}}
RUN = {
    "q1": ["x", "b", "z", "a"],
    "q2": ["c"],
    "q3": ["x1", "x2", "x3", "x4", "x5", "d", "x6", "x7", "x8", "x9", "e"],
}


def test_each_question_is_measured():
    each = measure_each(JUDGED, RUN)
    best = 2 / math.log2(2) + 1 / math.log2(3)
    assert each["q1"] == pytest.approx({
        "nDCG@10": (1 / math.log2(3) + 2 / math.log2(5)) / best,
        "Recall@5": 2 / 2, "Recall@10": 2 / 2, "Recall@100": 2 / 2, "MRR@10": 1 / 2,
    })  # fmt: skip
    assert each["q2"] == {
        "nDCG@10": 1, "Recall@5": 1, "Recall@10": 1, "Recall@100": 1, "MRR@10": 1,
    }  # fmt: skip
    best = 1 / math.log2(2) + 1 / math.log2(3)
    assert each["q3"] == pytest.approx({
        "nDCG@10": (1 / math.log2(7)) / best,
        "Recall@5": 0, "Recall@10": 1 / 2, "Recall@100": 2 / 2, "MRR@10": 1 / 6,
    })  # fmt: skip


def test_the_mean_is_over_the_judged_questions():
    over_all = means(measure_each(JUDGED, RUN))
    assert over_all["MRR@10"] == pytest.approx((1 / 2 + 1 + 1 / 6) / 3)
    assert over_all["Recall@10"] == pytest.approx((1 + 1 + 1 / 2) / 3)


def test_a_question_that_found_nothing_counts_zero():
    over_all = means(measure_each(JUDGED, {"q2": ["c"], "q1": []}))
    assert over_all["MRR@10"] == pytest.approx((0 + 1 + 0) / 3)
    assert over_all["nDCG@10"] == pytest.approx(1 / 3)


def test_answers_to_questions_that_are_not_judged_do_not_count():
    assert measure_each({"q2": {"c": 1}}, {"q2": ["c"], "q8": ["c"]}).keys() == {"q2"}


def test_nothing_judged_has_no_metrics():
    assert means(measure_each({}, {})) == {}
