"""Results by the kind of question."""

import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping

from ai_memory.evaluate.judged import Question


def by_kind(
    questions: Iterable[Question], values: Mapping[str, float]
) -> dict[str, tuple[int, float]]:
    """Return kind → (questions, mean value), the kinds in order of name.

    Args:
        questions: Those without a kind are left out.
        values: Question → value.
    """
    groups: dict[str, list[float]] = defaultdict(list)
    for question in questions:
        if question.kind:
            groups[question.kind].append(values[question.id])
    return {kind: (len(groups[kind]), statistics.fmean(groups[kind])) for kind in sorted(groups)}
