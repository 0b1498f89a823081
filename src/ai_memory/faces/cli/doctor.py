"""`ai-memory doctor`: what is not as it should be."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from ai_memory.faces.cli import complete, exit_codes
from ai_memory.faces.cli.invocation import Invocation, pass_invocation
from ai_memory.faces.cli.options import common_options, json_option
from ai_memory.faces.cli.refresh import counted
from ai_memory.faces.cli.terminal import line
from ai_memory.faces.cli.values import text

if TYPE_CHECKING:
    from ai_memory.store.check import Finding

COLOURS = {"error": "red", "warning": "yellow", "note": "blue"}  # worst first


@click.command(epilog="Exit code 5 when there is an error or a warning. Nothing is changed.")
@click.option(
    "-p",
    "--project",
    "projects",
    type=text,
    multiple=True,
    metavar="NAME",
    shell_complete=complete.projects,
    help="Only this project; repeatable.",
)
@json_option
@common_options
@pass_invocation
@click.pass_context
def command(ctx: click.Context, invocation: Invocation, projects: tuple[str, ...]) -> None:
    """List what is not as it should be."""
    memory = invocation.memory()
    findings = memory.doctor([memory.project(name).id for name in projects])
    counts = Counter(each.severity for each in findings)
    if invocation.json:
        listed = [asdict(each) for each in findings]
        tally = {severity: counts[severity] for severity in COLOURS}  # type: ignore[index]
        invocation.out_json({"schema_version": 1, "counts": tally, "findings": listed})
    else:
        _print(invocation, findings)
    if counts["error"] or counts["warning"]:
        ctx.exit(exit_codes.ATTENTION)


def _print(invocation: Invocation, findings: Sequence["Finding"]) -> None:
    for severity, colour in COLOURS.items():
        alike = [each for each in findings if each.severity == severity]
        if alike:
            invocation.out(click.style(counted(len(alike), severity), fg=colour, bold=True))
        for each in alike:
            invocation.out(f"  {_place(each)}{line(each.message)}  [{each.code}]")
            if each.remedy:
                invocation.out(f"    → {line(each.remedy)}")
    if not findings:
        invocation.say("All is as it should be.")


def _place(finding: "Finding") -> str:
    """Return where it is, pasteable."""
    at = f":{finding.line}" if finding.line else ""
    path = f"{line(finding.path)}{at} " if finding.path else ""
    return f"{finding.project}: {path}" if finding.project else path
