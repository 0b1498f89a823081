"""`ai-memory projects`: the register."""

import sys

import click

from ai_memory.errors import BadInput
from ai_memory.faces.cli import complete
from ai_memory.faces.cli.invocation import Invocation, pass_invocation
from ai_memory.faces.cli.options import common_options, json_option
from ai_memory.faces.cli.refresh import counted
from ai_memory.faces.cli.terminal import clean
from ai_memory.faces.cli.values import text


@click.group(invoke_without_command=True)
@json_option
@common_options
@pass_invocation
@click.pass_context
def command(ctx: click.Context, invocation: Invocation) -> None:
    """List the registered projects."""
    if ctx.invoked_subcommand:
        return
    known = invocation.memory().projects()
    if invocation.json:
        listed = [{"project": p.id, "root": str(p.root), "pages": p.pages} for p in known]
        invocation.out_json({"schema_version": 1, "projects": listed})
        return
    for project in known:
        name = click.style(project.id, bold=True)
        invocation.out(f"{name}  {counted(project.pages, 'page')}  {clean(str(project.root))}")
    if not known:
        invocation.say("No project is registered. 'ai-memory init FOLDER' registers one.")


@command.command()
@click.argument("name", type=text, shell_complete=complete.projects)
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
@json_option
@common_options
@pass_invocation
def remove(invocation: Invocation, name: str, yes: bool) -> None:
    """Forget a project and its index. Its folder is not touched."""
    memory = invocation.memory()
    project = memory.project(name)
    if not yes and not _agreed(f"Forget {name} and the index of {project.pages} pages?"):
        invocation.say("Nothing was removed.")
        return
    memory.remove_project(name)
    if invocation.json:
        removed = {"project": project.id, "root": str(project.root), "pages": project.pages}
        invocation.out_json({"schema_version": 1, "removed": removed})
    else:
        invocation.out(f"{project.id} is forgotten; {clean(str(project.root))} is untouched")


def _agreed(question: str) -> bool:
    if not sys.stdin.isatty():
        raise BadInput(
            "Nobody can be asked whether to remove the project", "Say --yes to remove it."
        )
    return click.confirm(question, err=True)
