"""`ai-memory eval`: how well the ranking does on judged questions."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ai_memory.faces.cli.invocation import Invocation, pass_invocation
from ai_memory.faces.cli.options import common_options, json_option
from ai_memory.faces.cli.progress import Progress
from ai_memory.faces.cli.tuning import streams_options, tuning_options

if TYPE_CHECKING:
    from ai_memory.evaluation import Evaluation, Report


@click.command(
    "eval",
    epilog="FOLDER holds corpus.jsonl (id, title, text), queries.jsonl (id, text), qrels.tsv "
    "(query id, page id, relevance) and perhaps links.tsv (source, target). It is indexed "
    "in a home of its own that is then thrown away.",
)
@click.argument("folder", type=click.Path(path_type=Path))
@streams_options
@tuning_options
@click.option("--no-embed", is_flag=True, help="Leave the vector stream out.")
@json_option
@common_options
@pass_invocation
def command(invocation: Invocation, folder: Path, no_embed: bool) -> None:
    """Measure the ranking on judged questions."""
    memory = invocation.memory()
    with Progress(invocation) as progress:
        report = memory.evaluate(folder, embed=not no_embed, progress=progress)
    if invocation.json:
        invocation.out_json(_to_json(report))
        return
    for row in _table(report):
        invocation.out(row)
    invocation.say(f"{report.name}: {report.questions:,} questions over {report.documents:,} pages")
    for stream, why in report.streams_off.items():
        invocation.say(f"Did not run: {stream}: {why}")


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


def _to_json(report: "Report") -> dict[str, Any]:
    return {
        "schema_version": 1,
        "set": report.name,
        "questions": report.questions,
        "documents": report.documents,
        "streams_off": dict(report.streams_off),
        "results": {each.name: _measured(each) for each in report.evaluations},
    }


def _measured(each: "Evaluation") -> dict[str, float]:
    metrics = {name: round(value, 6) for name, value in each.metrics.items()}
    return {**metrics, "p50_ms": round(each.p50_ms, 3), "p95_ms": round(each.p95_ms, 3)}
