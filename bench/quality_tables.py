"""The tables and the JSON of `bench/quality`."""

import statistics
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from quality_set import SetResult

from ai_memory.evaluate.kinds import by_kind
from ai_memory.evaluate.significance import paired_p
from ai_memory.trial import METRIC, Evaluation, p95

Choices = Mapping[str, str]  # set → setting that the other sets chose


def tables(results: Sequence[SetResult], chosen: Choices) -> Iterator[list[str]]:
    yield list(_quality(results, chosen))
    if chosen:
        yield [f"Held-out, {name}: {setting}" for name, setting in chosen.items()]
    yield list(_reach(results))
    rows = list(_kinds(results))
    if rows:
        yield [
            _row([f"kind ({METRIC})", "questions", *_columns(results[0])]),
            _rule(rows[0]),
            *rows,
        ]


def _quality(results: Sequence[SetResult], chosen: Choices) -> Iterator[str]:
    best = "p to best stream"
    heads = ["documents", "questions", *_columns(results[0]), "held-out", "p to classic", best]
    yield _row([f"set ({METRIC})", *heads])
    yield _rule(_row(["", *heads]))
    for each in results:
        values = [_number(one.metrics[METRIC]) for one in _evaluations(each)]
        yield _row([
            each.name, len(each.judged.documents), len(each.judged.questions), *values,
            _number(_held_out(each, chosen)), _p(each, each.classic),
            f"{_p(each, each.best_stream())} ({each.best_stream().name})",
        ])  # fmt: skip


def _reach(results: Sequence[SetResult]) -> Iterator[str]:
    heads = ["R@10", "all within 5", "p50 ms", "p95 ms", "embedding p50", "embedding p95"]
    heads.append("unanswerable AUROC")
    yield _row(["set (adaptive)", *heads])
    yield _rule(_row(["", *heads]))
    for each in results:
        times = [each.p50_ms, each.p95_ms, *(_embedding(each) or [None, None])]
        found = [each.adaptive.metrics["Recall@10"], _all_within_5(each.adaptive)]
        yield _row(
            [each.name, *map(_number, found), *map(_milliseconds, times), _number(each.auroc)]
        )


def _kinds(results: Sequence[SetResult]) -> Iterator[str]:
    for each in results:
        asked = each.judged.questions
        columns = [by_kind(asked, one.each()) for one in _evaluations(each)]
        for kind, (count, _) in columns[0].items():
            means = [_number(column[kind][1]) for column in columns]
            yield _row([f"{each.name}, {kind}", count, *means])


def figures(results: Sequence[SetResult], chosen: Choices) -> dict[str, Any]:
    """Return all that the tables hold, unrounded, for a program."""
    return {"schema_version": 1, "sets": {each.name: _figures(each, chosen) for each in results}}


def _figures(result: SetResult, chosen: Choices) -> dict[str, Any]:
    return {
        "documents": len(result.judged.documents),
        "questions": len(result.judged.questions),
        "results": {each.name: each.metrics for each in _evaluations(result)},
        "kinds": {
            each.name: by_kind(result.judged.questions, each.each())
            for each in _evaluations(result)
        },
        "settings": result.means(),
        "held_out": {
            "setting": chosen.get(result.name), METRIC: _held_out(result, chosen),
        },
        "p_to_classic": paired_p(_differences(result, result.classic)),
        "best_stream": result.best_stream().name,
        "p_to_best_stream": paired_p(_differences(result, result.best_stream())),
        "all_within_5": _all_within_5(result.adaptive),
        "p50_ms": result.p50_ms,
        "p95_ms": result.p95_ms,
        "embedding_ms": _embedding(result),
        "auroc": result.auroc,
    }  # fmt: skip


def _evaluations(result: SetResult) -> list[Evaluation]:
    return [*result.streams.values(), result.classic, result.adaptive]


def _columns(result: SetResult) -> list[str]:
    return [each.name for each in _evaluations(result)]


def _held_out(result: SetResult, chosen: Choices) -> float | None:
    setting = chosen.get(result.name)
    return result.means()[setting] if setting else None


def _all_within_5(evaluation: Evaluation) -> float:
    return statistics.fmean(value == 1 for value in evaluation.each("Recall@5").values())


def _differences(result: SetResult, other: Evaluation) -> list[float]:
    ours, theirs = result.adaptive.each(), other.each()
    return [ours[question] - theirs[question] for question in ours]


def _p(result: SetResult, other: Evaluation) -> str:
    p = paired_p(_differences(result, other))
    return "< .001" if p < 0.001 else f"{p:.3f}"


def _embedding(result: SetResult) -> list[float]:
    return [statistics.median(result.embed_ms), p95(result.embed_ms)] if result.embed_ms else []


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _milliseconds(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"


def _row(cells: Sequence[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def _rule(row: str) -> str:
    return f"|{'---|' * (row.count('|') - 1)}"
