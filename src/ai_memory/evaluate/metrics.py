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


def means(values: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """Return metric → mean over the questions, given question → metric → value."""
    names = next(iter(values.values()), {})
    return {name: statistics.fmean(each[name] for each in values.values()) for name in names}


def measure_each(judgements: Judgements, run: Run) -> dict[str, dict[str, float]]:
    """Return question → metric → value, for means and paired tests; an unanswered one has 0.

    Source: Järvelin and Kekäläinen, Cumulated gain-based evaluation of IR techniques
    (2002), for nDCG, as trec_eval computes it.

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
