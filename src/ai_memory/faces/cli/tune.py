"""`ai-memory tune`: the knobs fitted to questions, and written where that helps for sure."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ai_memory.faces.cli.evaluate import questions_option
from ai_memory.faces.cli.invocation import Invocation, pass_invocation
from ai_memory.faces.cli.options import common_options, json_option, project_option
from ai_memory.faces.cli.progress import Progress
from ai_memory.faces.cli.terminal import clean

if TYPE_CHECKING:
    from ai_memory.tune import Tuned


@click.command(
    epilog="The questions are those of --questions, else what the wiki's own link labels and "
    "headings ask. They are dealt into folds, and each is scored with the knobs that the others "
    "chose. Only where that gains with p < .05 are the knobs, fitted to all questions, written to "
    "ai-memory.toml in the wiki's folder; no page is touched. Interrupted, it changes nothing.",
)
@project_option
@questions_option
@click.option("--folds", default=5, show_default=True, help="Parts, each held out once.")
@click.option("--dry-run", is_flag=True, help="Write nothing; show what would be written.")
@json_option
@common_options
@pass_invocation
def command(
    invocation: Invocation, project: str | None, questions: Path | None, folds: int, dry_run: bool
) -> None:
    """Fit the ranking to questions about your wiki."""
    memory = invocation.memory()
    meant = memory.find_project(project).id
    with Progress(invocation) as progress:
        done = memory.tune(meant, questions, folds=folds, dry_run=dry_run, progress=progress)
    if invocation.json:
        invocation.out_json(_to_json(done))
        return
    _print(invocation, done)


def _print(invocation: Invocation, done: "Tuned") -> None:
    invocation.out(
        f"nDCG@10 of {done.questions:,} held-out questions: {done.before:.4f} as it is, "
        f"{done.held_out:.4f} fitted ({_p(done.p)})"
    )
    for knob, (old, new) in done.changes.items():
        invocation.out(f"  {knob}: {_value(old)} -> {_value(new)}")
    if done.diff:
        invocation.out(f"\n{clean(done.diff)}\n")
    invocation.out(f"{done.verdict}.")
    for note in done.notes:
        invocation.say(note)
    if done.written:
        invocation.say(f"To undo: {_undo(done)}")


def _undo(done: "Tuned") -> str:
    if done.new_file:
        return f"delete {done.file}"
    return f"in {done.file}, delete the lines shown with '+' and put back those with '-'"


def _p(p: float) -> str:
    return "p < .0001" if p < 0.0001 else f"p = {p:.4f}"


def _value(value: float | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else f"{value:g}"


def _to_json(done: "Tuned") -> dict[str, Any]:
    knobs = {knob: {"before": old, "fitted": new} for knob, (old, new) in done.changes.items()}
    undo = _undo(done) if done.written else ""
    told = {**asdict(done), "changes": knobs, "file": str(done.file), "undo": undo}
    return {"schema_version": 1, **told}
