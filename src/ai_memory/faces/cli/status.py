"""`ai-memory status`: how everything stands."""

from typing import TYPE_CHECKING, Any

import click

from ai_memory.faces.cli.invocation import Invocation, pass_invocation
from ai_memory.faces.cli.options import common_options, json_option
from ai_memory.faces.cli.refresh import counted
from ai_memory.faces.cli.terminal import clean, line

if TYPE_CHECKING:
    from ai_memory.health import ProjectStatus, Status


@click.command()
@json_option
@common_options
@pass_invocation
def command(invocation: Invocation) -> None:
    """Show how the index, the projects and the embedder stand."""
    stands = invocation.memory().status()
    if invocation.json:
        invocation.out_json(_to_json(stands))
        return
    embedder = stands.embedding_model or f"none: {stands.embedding_off_because}"
    invocation.out(f"home      {clean(str(stands.home))}")
    invocation.out(f"index     {stands.index_bytes / 1_000_000:,.1f} MB, SQLite {stands.sqlite}")
    invocation.out(f"embedder  {line(embedder)}")
    for each in stands.projects:
        _print_project(invocation, each, bool(stands.embedding_model))
    if not stands.projects:
        invocation.say("No project is registered. 'ai-memory init FOLDER' registers one.")


def _print_project(invocation: Invocation, each: "ProjectStatus", embeds: bool) -> None:
    held = each.counts
    gone = "" if each.folder_found else click.style("  the folder is gone", fg="red")
    invocation.out()
    name = click.style(each.project.id, bold=True)
    invocation.out(f"{name}  {clean(str(each.project.root))}{gone}")
    invocation.out(f"  {counted(held.pages, 'page')}, {counted(held.sections, 'section')}")
    invocation.out(f"  {held.links_resolved:,} of {counted(held.links, 'link')} resolved")
    invocation.out(f"  {counted(held.problems, 'problem')}")
    if embeds:
        invocation.out(f"  {each.embedded:,} of {counted(held.pages, 'page')} embedded")
    kinds = ", ".join(f"{line(kind)} {pages:,}" for kind, pages in each.kinds.items())
    invocation.detail(f"  kinds: {kinds}")


def _to_json(stands: "Status") -> dict[str, Any]:
    return {
        "schema_version": 1,
        "home": str(stands.home),
        "index_bytes": stands.index_bytes,
        "sqlite": stands.sqlite,
        "embedding_model": stands.embedding_model,
        "embedding_off_because": stands.embedding_off_because,
        "projects": [
            {
                "project": each.project.id,
                "root": str(each.project.root),
                "folder_found": each.folder_found,
                "pages": each.counts.pages,
                "sections": each.counts.sections,
                "links": each.counts.links,
                "links_resolved": each.counts.links_resolved,
                "problems": each.counts.problems,
                "embedded": each.embedded,
                "kinds": dict(each.kinds),
            }
            for each in stands.projects
        ],
    }
