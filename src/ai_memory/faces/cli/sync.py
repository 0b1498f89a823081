"""`ai-memory sync`: the index follows the folder."""

import click

from ai_memory.faces.cli import exit_codes
from ai_memory.faces.cli.invocation import Invocation, pass_invocation, projects_meant
from ai_memory.faces.cli.options import common_options, json_option, projects_options
from ai_memory.faces.cli.refresh import (
    Refreshed,
    changes,
    holdings,
    refresh,
    tell_trouble,
    to_json,
)


@click.command(
    epilog="A folder that is gone is reported (exit code 1) and its pages are kept, "
    "unless --prune is given."
)
@projects_options
@click.option("--prune", is_flag=True, help="Forget the pages of a folder that is gone.")
@click.option("--rebuild", is_flag=True, help="Read every file again, changed or not.")
@click.option("--no-embed", is_flag=True, help="Leave the vectors for later.")
@json_option
@common_options
@pass_invocation
@click.pass_context
def command(
    ctx: click.Context,
    invocation: Invocation,
    projects: tuple[str, ...],
    all_projects: bool,
    prune: bool,
    rebuild: bool,
    no_embed: bool,
) -> None:
    """Bring the index level with the folder."""
    memory = invocation.memory()
    done = [
        refresh(invocation, memory, name, embed=not no_embed, prune=prune, rebuild=rebuild)
        for name in projects_meant(memory, projects, all_projects)
    ]
    if invocation.json:
        invocation.out_json({"schema_version": 1, "projects": [to_json(each) for each in done]})
    for each in done:
        _print(invocation, each)
    if any(each.report.kept_because for each in done):
        ctx.exit(exit_codes.FAILURE)


def _print(invocation: Invocation, done: Refreshed) -> None:
    if not invocation.json and not done.report.kept_because:
        invocation.out(f"{done.project}: {changes(done)}; {holdings(done)}")
    tell_trouble(invocation, done)
