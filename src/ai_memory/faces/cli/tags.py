"""`ai-memory tags`: the tags in use."""

import click

from ai_memory.faces.cli.invocation import Invocation, pass_invocation, projects_meant
from ai_memory.faces.cli.options import common_options, json_option, projects_options
from ai_memory.faces.cli.terminal import line


@click.command()
@projects_options
@json_option
@common_options
@pass_invocation
def command(invocation: Invocation, projects: tuple[str, ...], all_projects: bool) -> None:
    """List the tags, the most used first."""
    memory = invocation.memory()
    names = projects_meant(memory, projects, all_projects)
    used = memory.tags(names)
    if invocation.json:
        listed = [{"tag": tag, "pages": pages} for tag, pages in used.items()]
        invocation.out_json({"schema_version": 1, "projects": names, "tags": listed})
        return
    for tag, pages in used.items():
        invocation.out(f"{pages:>6,}  {line(tag)}")
    if not used:
        invocation.say(f"No page of {', '.join(names)} has a tag.")
