"""The options that several commands share."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from ai_memory.faces.cli import complete
from ai_memory.faces.cli.invocation import Invocation
from ai_memory.faces.cli.terminal import colour_choice
from ai_memory.faces.cli.values import text

F = TypeVar("F", bound=Callable[..., Any])
Decorator = Callable[[F], F]


def applied(function: F, *options: Callable[[F], F]) -> F:
    """Put the options on a command, shown in the order given."""
    for option in reversed(options):
        function = option(function)
    return function


def _keep(name: str) -> Callable[[click.Context, click.Parameter, Any], None]:
    """Return a callback that notes a value; what was said before the command stays said."""

    def note(ctx: click.Context, _: click.Parameter, value: Any) -> None:
        if value:
            setattr(ctx.ensure_object(Invocation), name, value)

    return note


def _choose_colour(ctx: click.Context, _: click.Parameter, no_color: bool) -> None:
    if no_color or ctx.color is None:
        ctx.color = colour_choice(os.environ, no_color)


def common_options(function: F) -> F:
    """Add what every command takes."""
    return applied(
        function,
        click.option(
            "--home",
            type=click.Path(file_okay=False, path_type=Path),
            expose_value=False,
            callback=_keep("home"),
            help="Folder of the index and your settings, instead of AI_MEMORY_HOME.",
        ),
        click.option(
            "--no-color",
            is_flag=True,
            expose_value=False,
            callback=_choose_colour,
            help="Print without colour. NO_COLOR, FORCE_COLOR and TERM=dumb count too.",
        ),
        click.option(
            "-q",
            "--quiet",
            is_flag=True,
            expose_value=False,
            callback=_keep("quiet"),
            help="Print data, warnings and errors only.",
        ),
        click.option(
            "-v",
            "--verbose",
            is_flag=True,
            expose_value=False,
            callback=_keep("verbose"),
            help="Say more about what is done.",
        ),
    )


def json_option(function: F) -> F:
    """Add `--json`."""
    return applied(
        function,
        click.option(
            "--json",
            is_flag=True,
            expose_value=False,
            callback=_keep("json"),
            help="Print one JSON object; an error is one too, under the key error.",
        ),
    )


def project_option(function: F) -> F:
    """Add `--project` for a command about one project."""
    return applied(
        function,
        click.option(
            "-p",
            "--project",
            type=text,
            metavar="NAME",
            shell_complete=complete.projects,
            help="The project, instead of the one that holds the working directory.",
        ),
    )


def projects_options(function: F) -> F:
    """Add `--project` and `--all-projects` for a command about several projects."""
    return applied(
        function,
        click.option(
            "-p",
            "--project",
            "projects",
            type=text,
            multiple=True,
            metavar="NAME",
            shell_complete=complete.projects,
            help="A project, instead of the one that holds the working directory; repeatable.",
        ),
        click.option("--all-projects", is_flag=True, help="All registered projects."),
    )
