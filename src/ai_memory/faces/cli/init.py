"""`ai-memory init`: a folder becomes a project."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ai_memory.faces.cli.invocation import Invocation, pass_invocation
from ai_memory.faces.cli.options import common_options, json_option
from ai_memory.faces.cli.refresh import Refreshed, holdings, refresh, tell_trouble, to_json
from ai_memory.faces.cli.terminal import clean
from ai_memory.faces.cli.values import text

if TYPE_CHECKING:
    from ai_memory.model import Project


@click.command(
    epilog="Nothing is written into the folder. Doing it again does no harm: it syncs.",
)
@click.argument("folder", type=click.Path(path_type=Path), default=Path())
@click.option("--name", type=text, help="What to call the project, instead of the folder's name.")
@click.option("--no-embed", is_flag=True, help="Index the words only; 'sync' embeds later.")
@click.option("--no-sync", is_flag=True, help="Register the folder only, and read nothing.")
@json_option
@common_options
@pass_invocation
def command(
    invocation: Invocation, folder: Path, name: str | None, no_embed: bool, no_sync: bool
) -> None:
    """Make a folder of Markdown pages a project, and index it."""
    memory = invocation.memory()
    project = memory.init(folder, name)
    done = None if no_sync else refresh(invocation, memory, project.id, embed=not no_embed)
    if invocation.json:
        outcome = to_json(done) if done else {"project": project.id}
        invocation.out_json({"schema_version": 1, "root": str(project.root), **outcome})
    else:
        _print(invocation, project, done)
    if done:
        tell_trouble(invocation, done)


def _print(invocation: Invocation, project: "Project", done: Refreshed | None) -> None:
    invocation.out(f"{click.style(project.id, bold=True)}: {clean(str(project.root))}")
    if done is None:
        invocation.say("Registered. Next: ai-memory sync")
        return
    invocation.out(f"  {holdings(done)}")
    if done.embedded:
        invocation.out(f"  {done.embedded:,} embedded")
    if done.report.problems:
        invocation.say(f"'ai-memory doctor --project {project.id}' lists the problems.")
    if done.report.total:
        invocation.say(f"Next: ai-memory search --project {project.id} WORDS")
    else:
        invocation.say("It holds no .md file yet; a search looks again.")
