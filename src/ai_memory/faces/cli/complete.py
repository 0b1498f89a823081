"""What a shell offers to complete. It never says why it has nothing to offer."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import click

from ai_memory.errors import AiMemoryError

if TYPE_CHECKING:
    from ai_memory.memory import Memory

Offer = Callable[[click.Context, click.Parameter, str], list[str]]


def _from_memory(look_up: Callable[["Memory", click.Context, str], Iterable[str]]) -> Offer:
    """Return a completion that asks the engine, and offers nothing where it fails."""

    def offer(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
        from ai_memory.faces.cli.invocation import Invocation
        from ai_memory.memory import Memory

        try:
            with Memory(ctx.ensure_object(Invocation).home) as memory:
                return list(look_up(memory, ctx, incomplete))
        except (AiMemoryError, OSError):
            return []

    return offer


def _meant(memory: "Memory", ctx: click.Context) -> list[str]:
    named: Any = ctx.params.get("projects") or ctx.params.get("project")
    if isinstance(named, str):
        named = [named]
    if ctx.params.get("all_projects"):
        return [project.id for project in memory.projects()]
    return [memory.find_project(name).id for name in named or [None]]


def _beginning(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]


def _projects(memory: "Memory", _: click.Context, incomplete: str) -> list[str]:
    return _beginning((project.id for project in memory.projects()), incomplete)


def _pages(memory: "Memory", ctx: click.Context, incomplete: str) -> list[str]:
    return memory.names_beginning(_meant(memory, ctx)[0], incomplete)


def _tags(memory: "Memory", ctx: click.Context, incomplete: str) -> list[str]:
    return _beginning(memory.tags(_meant(memory, ctx)), incomplete)


def _kinds(memory: "Memory", ctx: click.Context, incomplete: str) -> list[str]:
    return _beginning(memory.kinds(_meant(memory, ctx)), incomplete)


projects = _from_memory(_projects)
pages = _from_memory(_pages)
tags = _from_memory(_tags)
kinds = _from_memory(_kinds)


def streams(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """Offer streams after those already typed."""
    from ai_memory.model import STREAM_NAMES

    before, comma, begun = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in _beginning(STREAM_NAMES, begun)]


def modes(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """Offer the ways to fuse."""
    from typing import get_args

    from ai_memory.model import Mode

    return _beginning(get_args(Mode), incomplete)
