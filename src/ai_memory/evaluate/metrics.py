"""The field's own metrics, from the field's own library."""

import statistics
from collections.abc import Mapping, Sequence
from typing import Any

from ai_memory.errors import MissingExtra

# As the library spells them; RR@10 is what papers call MRR@10.
MEASURES = ("nDCG@10", "R@5", "R@10", "R@100", "RR@10")
SHOWN_AS = {"R@5": "Recall@5", "R@10": "Recall@10", "R@100": "Recall@100", "RR@10": "MRR@10"}

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
    measures = [library.parse_measure(name) for name in MEASURES]
    # Scores fall with the rank, so that no tie is left to the library to break.
    scored = {
        question: {page: float(len(pages) - at) for at, page in enumerate(pages)}
        for question, pages in run.items()
    }
    plain = {question: dict(given) for question, given in judgements.items()}
    values: dict[str, dict[str, float]] = {question: {} for question in judgements}
    for metric in library.iter_calc(measures, plain, scored):
        name = str(metric.measure)
        values[metric.query_id][SHOWN_AS.get(name, name)] = metric.value
    return {
        question: {
            SHOWN_AS.get(name, name): given.get(SHOWN_AS.get(name, name), 0.0) for name in MEASURES
        }
        for question, given in values.items()
    }


def _library() -> Any:
    try:
        import ir_measures
    except ImportError:
        raise MissingExtra(
            "Evaluation needs the package ir-measures", "pip install 'ai-memory[eval]'"
        ) from None
    return ir_measures
