"""A group of commands whose modules are imported when a command is run, not before."""

import difflib
import importlib
import os
import sys
from collections.abc import Mapping
from typing import Any

import click


class LazyGroup(click.Group):
    """Knows its commands by name and one line of help; `--help` imports none of them.

    Args:
        lazy: Name of the command → (module in this package, one line of help).
        given: What `click.Group` takes.
    """

    def __init__(self, *given: Any, lazy: Mapping[str, tuple[str, str]], **named: Any) -> None:
        super().__init__(*given, **named)
        self._lazy = lazy

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the table, which is the order of use."""
        return list(self._lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in self._lazy:
            return None
        module = importlib.import_module(f"{__package__}.{self._lazy[cmd_name][0]}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; the error for an unknown one names the nearest."""
        name = args[0]
        if name in self._lazy or name.startswith("-") or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        near = difflib.get_close_matches(name, self._lazy, n=1)
        offer = f" Did you mean {near[0]!r}?" if near else ""
        raise click.UsageError(f"There is no command {name!r}.{offer}", ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their line of help, from the table."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in self._lazy.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a reader that went away early ends it quietly."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            silence_stdout()
            ctx.exit(0)


def silence_stdout() -> None:
    """Send what is still buffered nowhere, so that the interpreter can end in peace."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
