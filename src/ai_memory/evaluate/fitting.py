"""Fitting the knobs of a search to judged questions, by one knob at a time.

What is fitted to some questions flatters itself on them. So the questions are dealt into
folds, and each is scored with the knobs that the other folds chose: the gain that is
reported is on questions the choice has not seen.
"""

import random
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ai_memory.config import RetrievalTuning
from ai_memory.evaluate.significance import paired_p

# Knob → values to try, rising. A knob becomes one that is fitted by a line here.
CANDIDATES: dict[str, tuple[float, ...]] = {
    "fts_weight": (0.6, 1.0, 1.6),
    "entity_weight": (0.0, 1.0, 2.0, 3.0),
    "graph_weight": (0.0, 0.5, 1.0, 1.5),
    "vector_weight": (0.6, 1.0, 1.6),
    "title_boost": (0.6, 1.2, 2.4, 4.8),
    "tag_boost": (1.0, 1.5, 3.0),
    "abstract_vectors": (False, True),
}
OF_VECTORS = ("vector_weight", "abstract_vectors")  # these turn nothing without vectors

LEAST_GAIN = 0.001  # in the mean: a knob is not turned for less
ROUNDS = 2  # times every knob is looked at; a second look finds what the first one freed
SIGNIFICANT = 0.05  # p below which a gain is taken as real

Knobs = Mapping[str, Sequence[float]]  # knob → values to try
Values = Mapping[str, float]  # question → how well it was answered, 0 to 1
Measure = Callable[[RetrievalTuning], Values]


@dataclass(frozen=True, slots=True)
class Fit:
    """What fitting gave, on questions that the choice had not seen."""

    tuning: RetrievalTuning  # fitted to all questions
    before: float  # mean of the knobs as they were
    held_out: float  # mean where each question has the knobs that the other folds chose
    p: float  # of the difference, two-sided and paired

    @property
    def significant(self) -> bool:
        """Whether the fitted knobs do better by more than chance."""
        return self.held_out > self.before and self.p < SIGNIFICANT


def knobs_of(tuning: RetrievalTuning, *, vectors: bool) -> dict[str, tuple[float, ...]]:
    """Return the knobs that can change an order, each with the values to try.

    Args:
        tuning: Its streams run, and the value that a knob has is always among those tried.
        vectors: Whether the vector stream runs.
    """
    off = {f"{stream}_weight" for stream in _streams_off(tuning)}
    if not vectors or "vector" not in tuning.streams:
        off.update(OF_VECTORS)
    if "fts" not in tuning.streams:
        off.update(("title_boost", "tag_boost"))
    return {
        knob: tuple(sorted({*values, getattr(tuning, knob)}))
        for knob, values in CANDIDATES.items()
        if knob not in off
    }


def _streams_off(tuning: RetrievalTuning) -> list[str]:
    names = [name.removesuffix("_weight") for name in tuning.weight_names()]
    return [name for name in names if name not in tuning.streams]


def neighbours(tuning: RetrievalTuning, knobs: Knobs) -> Iterator[tuple[str, RetrievalTuning]]:
    """Yield (what is turned, knobs) for every step of one knob to the next value."""
    for knob, values in knobs.items():
        at = values.index(getattr(tuning, knob))
        for value in (*values[max(at - 1, 0) : at], *values[at + 1 : at + 2]):
            shown = str(value).lower() if isinstance(value, bool) else f"{value:g}"
            yield f"{knob} = {shown}", tuning.replace(**{knob: value})


def coordinate_search(
    start: RetrievalTuning, knobs: Knobs, score: Callable[[RetrievalTuning], float]
) -> RetrievalTuning:
    """Return the knobs found by setting each in turn to the value that scores best.

    Args:
        start: Where the search begins; kept where nothing gains `LEAST_GAIN`.
        knobs: What may be turned, in this order, and to what.
        score: Higher is better.
    """
    best, reached = start, score(start)
    for _ in range(ROUNDS):
        before = best
        for knob, values in knobs.items():
            for value in values:
                tried = best.replace(**{knob: value})
                if (gained := score(tried)) >= reached + LEAST_GAIN:
                    best, reached = tried, gained
        if best == before:
            break
    return best


def deal(questions: Sequence[str], count: int, seed: int) -> list[list[str]]:
    """Return the questions in `count` folds whose sizes differ by one at most."""
    shuffled = sorted(questions)
    random.Random(seed).shuffle(shuffled)  # noqa: S311 (no secret is drawn)
    return [shuffled[at::count] for at in range(count)]


def cross_fit(
    questions: Sequence[str],
    start: RetrievalTuning,
    knobs: Knobs,
    measure: Measure,
    *,
    folds: int = 5,
    seed: int = 0,
) -> Fit:
    """Fit on all folds but one, score on that one, for each; then fit on all questions.

    Args:
        questions: At least as many as there are folds.
        start: The knobs as they are.
        knobs: What may be turned, and to what.
        measure: Asks every question; each setting is measured once.
        folds: Parts that the questions are dealt into, 2 or more.
        seed: Deals them.
    """
    known: dict[RetrievalTuning, Values] = {}

    def fitted_to(some: Sequence[str]) -> RetrievalTuning:
        return coordinate_search(start, knobs, lambda tuning: _mean(values_of(tuning), some))

    def values_of(tuning: RetrievalTuning) -> Values:
        if tuning not in known:
            known[tuning] = measure(tuning)
        return known[tuning]

    unseen: dict[str, float] = {}
    for fold in deal(questions, folds, seed):
        left_out = set(fold)
        chosen = fitted_to([each for each in questions if each not in left_out])
        unseen.update({each: values_of(chosen)[each] for each in fold})
    before = values_of(start)
    return Fit(
        fitted_to(questions),
        _mean(before, questions),
        _mean(unseen, questions),
        paired_p([unseen[each] - before[each] for each in questions]),
    )


def _mean(values: Values, questions: Sequence[str]) -> float:
    return statistics.fmean(values[each] for each in questions)
