"""How `ai-memory eval` prints: a table of streams, and what failed worst; or JSON."""

from dataclasses import asdict
from typing import TYPE_CHECKING

from ai_memory.faces.cli.invocation import Invocation
from ai_memory.faces.cli.terminal import line

if TYPE_CHECKING:
    from ai_memory.trial import Evaluation, Failure, Report


def print_text(invocation: Invocation, report: "Report") -> None:
    """Print the table and the failures as data, and what they mean beside it."""
    for row in _table(report):
        invocation.out(row)
    if report.failures:
        invocation.out(f"\nWorst answered ({report.evaluations[-1].name}):")
    for failure in report.failures:
        for row in _failed(failure):
            invocation.out(row)
    invocation.say(f"{report.name}: {report.questions:,} questions over {report.documents:,} pages")
    for note in report.notes:
        invocation.say(note)
    for stream, why in report.streams_off.items():
        invocation.say(f"Did not run: {stream}: {why}")


def print_json(invocation: Invocation, report: "Report") -> None:
    """Print all of it as one object."""
    invocation.out_json({
        "schema_version": 1,
        "set": report.name,
        "questions": report.questions,
        "documents": report.documents,
        "notes": list(report.notes),
        "streams_off": dict(report.streams_off),
        "results": {each.name: _measured(each) for each in report.evaluations},
        "failures": [asdict(each) for each in report.failures],
    })  # fmt: skip


def _table(report: "Report") -> list[str]:
    names = list(report.evaluations[0].metrics)
    widths = [max(len(name), 6) for name in names]
    heads = [f"{name:>{width}}" for name, width in zip(names, widths, strict=True)]
    rows = ["  ".join([f"{'':<8}", *heads, f"{'p50 ms':>7}", f"{'p95 ms':>7}"])]
    for each in report.evaluations:
        cells = [f"{each.metrics[n]:>{w}.4f}" for n, w in zip(names, widths, strict=True)]
        times = [f"{each.p50_ms:>7.1f}", f"{each.p95_ms:>7.1f}"]
        rows.append("  ".join([f"{each.name:<8}", *cells, *times]))
    return rows


def _failed(failure: "Failure") -> list[str]:
    rank = f"rank {failure.rank}" if failure.rank else "not found"
    pages = line(", ".join(failure.pages))
    first = line(failure.first) or "nothing"
    return [f"  {line(failure.question)}", f"    {rank}: {pages}; first: {first}"]


def _measured(each: "Evaluation") -> dict[str, float]:
    metrics = {name: round(value, 6) for name, value in each.metrics.items()}
    return {**metrics, "p50_ms": round(each.p50_ms, 3), "p95_ms": round(each.p95_ms, 3)}
