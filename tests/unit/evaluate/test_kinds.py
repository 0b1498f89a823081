"""Means by the kind of question."""

from ai_memory.evaluate.judged import Question
from ai_memory.evaluate.kinds import by_kind


def test_each_kind_has_its_own_mean_and_questions_without_one_have_none():
    questions = [
        Question("1", "", "", "label"), Question("2", "", ""), Question("3", "", "", "heading"),
        Question("4", "", "", "label"),
    ]  # fmt: skip
    values = {"1": 1.0, "2": 0.9, "3": 0.25, "4": 0.5}
    assert by_kind(questions, values) == {"heading": (1, 0.25), "label": (2, 0.75)}
    assert list(by_kind(questions, values)) == ["heading", "label"]
