"""The field's own metrics, from the field's own library."""

import statistics
from collections.abc import Mapping, Sequence
from typing import Any

from ai_memory.errors import MissingExtra

# Shown name → the library's measure and its depth; its RR is what papers call MRR.
MEASURES = {
    "nDCG@10": ("nDCG", 10),
    "Recall@5": ("R", 5),
    "Recall@10": ("R", 10),
    "Recall@100": ("R", 100),
    "MRR@10": ("RR", 10),
}

Judgements = Mapping[str, Mapping[str, int]]
Run = Mapping[str, Sequence[str]]  # question → pages, best first


def measure(judgements: Judgements, run: Run) -> dict[str, float]:
    """Return metric → mean over the judged questions; an unanswered one counts 0.

    Source: Järvelin and Kekäläinen, Cumulated gain-based evaluation of IR techniques
    (2002), for nDCG, as trec_eval computes it.
    """
    per_question = measure_each(judgements, run)
    return {
        name: statistics.fmean(values[name] for values in per_question.values())
        for name in next(iter(per_question.values()), {})
    }


def measure_each(judgements: Judgements, run: Run) -> dict[str, dict[str, float]]:
    """Return question → metric → value, for paired tests.

    Raises:
        MissingExtra: The metrics' library is not installed.
    """
    library = _library()
    measures = {
        getattr(library, measure) @ depth: shown for shown, (measure, depth) in MEASURES.items()
    }
    # Scores fall with the rank, so that no tie is left to the library to break.
    scored = {
        question: {page: float(len(pages) - at) for at, page in enumerate(pages)}
        for question, pages in run.items()
    }
    plain = {question: dict(given) for question, given in judgements.items()}
    values = {question: dict.fromkeys(MEASURES, 0.0) for question in judgements}
    for metric in library.iter_calc(list(measures), plain, scored):
        values[metric.query_id][measures[metric.measure]] = metric.value
    return values


def _library() -> Any:
    try:
        import ir_measures
    except ImportError:
        raise MissingExtra(
            "Evaluation needs the package ir-measures", "pip install 'ai-memory[eval]'"
        ) from None
    return ir_measures
