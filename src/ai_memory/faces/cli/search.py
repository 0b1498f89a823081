"""`ai-memory search`: the pages that answer a question."""

import sys
from collections.abc import Sequence
from datetime import date
from typing import Any

import click

from ai_memory.faces.cli import complete
from ai_memory.faces.cli.invocation import Invocation, pass_invocation, projects_meant
from ai_memory.faces.cli.options import common_options, json_option, projects_options
from ai_memory.faces.cli.search_json import print_json
from ai_memory.faces.cli.search_text import print_text
from ai_memory.faces.cli.tuning import streams_options, tuning_options
from ai_memory.faces.cli.values import day, text
from ai_memory.model import Filters
from ai_memory.parse.kind import normalise_kind

STDIN_BYTES = 65_536  # the engine reads less of a question than this


@click.command(
    epilog="QUERY is any text, quoted or not; '-' reads it from standard input. Words that "
    "begin with '-' go after '--'. It may hold \"a phrase\", +must, -not, pre*, kind:rule, "
    "tag:security, path:decisions/, title:word, after:2026-01-01 and before:2026-12-31.",
)
@click.argument("query", nargs=-1, type=text, required=True)
@click.option("-n", "--limit", default=20, show_default=True, help="Most hits, 1 to 500.")
@projects_options
@click.option(
    "--kind",
    "kinds",
    type=text,
    multiple=True,
    shell_complete=complete.kinds,
    help="Only pages of this kind; repeatable.",
)
@click.option(
    "--tag",
    "tags",
    type=text,
    multiple=True,
    shell_complete=complete.tags,
    help="Only pages with this tag; repeatable, and all are needed.",
)
@click.option(
    "--path",
    "paths",
    type=text,
    multiple=True,
    help="Only pages whose path begins so; repeatable.",
)
@click.option("--since", type=day, help="Updated then or later: 2026-09-30, 7d, 2w, 3m, 1y.")
@click.option("--until", type=day, help="Updated then or earlier.")
@streams_options
@tuning_options
@click.option("--explain", is_flag=True, help="Say why each hit stands where it stands.")
@click.option("--no-sync", is_flag=True, help="Do not look at the folder first.")
@click.option("--jsonl", is_flag=True, help="Print one JSON object a hit, a line each.")
@json_option
@common_options
@pass_invocation
def command(
    invocation: Invocation,
    /,
    query: tuple[str, ...],
    limit: int,
    projects: tuple[str, ...],
    all_projects: bool,
    explain: bool,
    no_sync: bool,
    jsonl: bool,
    **filters: Any,
) -> None:
    """Find the pages that answer a question."""
    memory = invocation.memory()
    names = projects_meant(memory, projects, all_projects)
    found = memory.search(
        _question(query),
        names,
        limit,
        filters=_filters(**filters),
        explain=explain,
        catch_up=not no_sync,
    )
    if invocation.json or jsonl:
        print_json(invocation, found, names, lines=jsonl)
    else:
        print_text(invocation, found, names, explain)


def _question(words: Sequence[str]) -> str:
    if list(words) == ["-"]:
        return sys.stdin.buffer.read(STDIN_BYTES).decode("utf-8", "replace")
    return " ".join(words)


def _filters(
    kinds: Sequence[str],
    tags: Sequence[str],
    paths: Sequence[str],
    since: date | None,
    until: date | None,
) -> Filters:
    return Filters(
        kinds=tuple(map(normalise_kind, kinds)),
        tags=tuple(tags),
        paths=tuple(path.removeprefix("./") for path in paths),
        since=since,
        until=until,
    )
