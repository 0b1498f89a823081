"""`ai-memory links`: what a page refers to, and what refers to it."""

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from ai_memory.faces.cli import complete
from ai_memory.faces.cli.invocation import Invocation, pass_invocation
from ai_memory.faces.cli.options import common_options, json_option, project_option
from ai_memory.faces.cli.refresh import counted
from ai_memory.faces.cli.terminal import line
from ai_memory.faces.cli.values import text

if TYPE_CHECKING:
    from ai_memory.lookup import PageText
    from ai_memory.store.listings import LinkRow


@click.command(epilog="PAGE is a path, a title, an alias or a file's name.")
@click.argument("page", type=text, shell_complete=complete.pages)
@project_option
@json_option
@common_options
@pass_invocation
def command(invocation: Invocation, page: str, project: str | None) -> None:
    """List the links out of a page and into it."""
    memory = invocation.memory()
    found = memory.page(memory.find_project(project).id, page)
    if invocation.json:
        listed = {
            "schema_version": 1,
            "project": found.project,
            "page_path": found.page.path,
            "title": found.page.title,
            "outgoing": [asdict(link) for link in found.links_out],
            "incoming": [asdict(link) for link in found.links_in],
        }
        invocation.out_json(listed)
    else:
        _print(invocation, found)


def _print(invocation: Invocation, found: "PageText") -> None:
    invocation.out(click.style(line(found.page.title), bold=True))
    invocation.out(f"{counted(len(found.links_out), 'link')} out")
    for link in found.links_out:
        invocation.out(f"  {line(found.page.path)}:{link.line}  {_end(link, found.project)}")
    invocation.out(f"{counted(len(found.links_in), 'link')} in")
    for link in found.links_in:
        elsewhere = "" if link.project == found.project else f"{link.project}: "
        invocation.out(f"  {elsewhere}{line(link.path)}:{link.line}")


def _end(link: "LinkRow", project: str) -> str:
    """Return where a link leads."""
    written = line(f"{link.target}#{link.fragment}" if link.fragment else link.target)
    if not link.resolved:
        return click.style(f"dangling: nothing is called {written!r}", fg="yellow")
    elsewhere = "" if link.project == project else f"{link.project}: "
    fragment = f"#{line(link.fragment)}" if link.fragment else ""
    return f"{elsewhere}{line(link.path)}{fragment}"
