"""Questions that a set cannot answer: those of other sets."""

import random
from collections.abc import Sequence
from dataclasses import replace

from ai_memory.evaluate.held_out import family
from ai_memory.evaluate.judged import JudgedSet, Question


def strangers(judged: JudgedSet, others: Sequence[JudgedSet], seed: int = 0) -> list[Question]:
    """Return as many questions of other families' sets, each asked in a group of this one.

    Args:
        judged: The set that is to be asked.
        others: Sets to draw from; those of its own family, which may hold an answer, are
            left out.
        seed: Of the draw.
    """
    foreign = [
        question
        for other in others
        if family(other.name) != family(judged.name)
        for question in other.questions
    ]
    drawn = random.Random(seed).sample(  # noqa: S311 (a sample, not a secret)
        foreign, min(len(foreign), len(judged.questions))
    )
    return [
        replace(question, group=own.group)
        for question, own in zip(drawn, judged.questions, strict=False)
    ]
