"""`ai-memory show`: a page as it is."""

import re
import sys
from typing import TYPE_CHECKING, Any

import click

from ai_memory.errors import PageNotFound
from ai_memory.faces.cli import complete
from ai_memory.faces.cli.invocation import Invocation, pass_invocation
from ai_memory.faces.cli.options import common_options, json_option, project_option
from ai_memory.faces.cli.terminal import clean
from ai_memory.faces.cli.values import line_range, text
from ai_memory.parse.sections import lines_under

if TYPE_CHECKING:
    from ai_memory.lookup import PageText
    from ai_memory.memory import Memory

Range = tuple[int, int | None]

# A place as 'search' prints it: the line says where to look, not what to print.
_PLACE = re.compile(r"(.+\.md):\d+", re.IGNORECASE)


@click.command(epilog="PAGE is a path, a title, an alias or a file's name; PATH:LINE works too.")
@click.argument("page", type=text, metavar="PAGE[#HEADING]", shell_complete=complete.pages)
@click.option("--lines", type=line_range, metavar="A:B", help="Only these lines, both included.")
@project_option
@json_option
@common_options
@pass_invocation
def command(invocation: Invocation, page: str, lines: Range | None, project: str | None) -> None:
    """Print a page, or the part of it under a heading."""
    memory = invocation.memory()
    found, part = _find(memory, memory.find_project(project).id, page)
    first, last = lines or part
    shown = _cut(found.text, first, last)
    if invocation.json:
        invocation.out_json(_to_json(found, shown, first))
        return
    terminal = sys.stdout.isatty()
    click.echo(clean(shown) if terminal else shown, nl=terminal and not shown.endswith("\n"))


def _find(memory: "Memory", project: str, name: str) -> tuple["PageText", Range]:
    """Return the page and the lines meant; a name may itself hold a '#'."""
    if place := _PLACE.fullmatch(name):
        name = place[1]
    try:
        return memory.page(project, name), (1, None)
    except PageNotFound:
        title, sign, heading = name.partition("#")
        if not sign or not title:
            raise
    found = memory.page(project, title)
    under = lines_under(found.page.sections, heading)
    if under is None:
        headings = ", ".join(section.heading for section in found.page.sections if section.heading)
        raise PageNotFound(
            f"{found.page.path} has no heading {heading!r}", f"Headings: {headings or 'none'}."
        )
    return found, under


def _cut(whole: str, first: int, last: int | None) -> str:
    # Only \n ends a line of a page; str.splitlines knows a dozen other ends.
    lines = re.findall(r"[^\n]*\n|[^\n]+", whole)
    return "".join(lines[first - 1 : last])


def _to_json(found: "PageText", shown: str, first: int) -> dict[str, Any]:
    page = found.page
    return {
        "schema_version": 1,
        "project": found.project,
        "page_path": page.path,
        "hash": found.digest,
        "title": page.title,
        "kind": page.kind,
        "tags": list(page.tags),
        "aliases": list(page.aliases),
        "entities": list(page.entities),
        "description": page.description,
        "created": page.created.isoformat() if page.created else "",
        "updated": page.updated.isoformat() if page.updated else "",
        "properties": page.properties,
        "headings": [
            {"heading": each.heading, "level": each.level, "line": each.first_line}
            for each in page.sections
            if each.level
        ],
        "lines": [first, first + max(shown.count("\n") - shown.endswith("\n"), 0)],
        "text": shown,
    }
