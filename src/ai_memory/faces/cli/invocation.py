"""One run of a command: what was asked of every command alike, and where it prints."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ai_memory.faces.cli.terminal import clean

if TYPE_CHECKING:
    from ai_memory.memory import Memory


@dataclass
class Invocation:
    """Filled by the callbacks of the shared options, then handed to the command."""

    home: Path | None = None
    json: bool = False
    quiet: bool = False
    verbose: bool = False
    settings: dict[str, dict[str, Any]] = field(default_factory=dict)  # section → key → value

    def memory(self) -> "Memory":
        """Open the engine; it is closed when the command ends."""
        from ai_memory.memory import Memory

        memory = Memory(self.home, flags=self.settings)
        click.get_current_context().call_on_close(memory.close)
        return memory

    def out(self, text: str = "") -> None:
        """Print data."""
        click.echo(text)

    def out_json(self, data: Any, indent: bool | None = None) -> None:
        """Print data as JSON: spread out for a person, one line for a program."""
        import json

        spread = sys.stdout.isatty() if indent is None else indent
        self.out(json.dumps(data, ensure_ascii=False, indent=2 if spread else None))

    def say(self, text: str) -> None:
        """Print what is not data, unless asked to be quiet."""
        if not self.quiet:
            click.echo(clean(text), err=True)

    def detail(self, text: str) -> None:
        """Print what only `--verbose` wants to know."""
        if self.verbose:
            self.say(text)

    def warn(self, text: str, remedy: str = "") -> None:
        """Print what must not be missed."""
        click.echo(click.style("warning: ", fg="yellow") + clean(text), err=True)
        if remedy:
            click.echo(f"  → {clean(remedy)}", err=True)


pass_invocation = click.make_pass_decorator(Invocation, ensure=True)


def projects_meant(memory: "Memory", named: Sequence[str], everything: bool) -> list[str]:
    """Return the names of the projects that a command is about.

    Args:
        memory: The engine.
        named: What `--project` gave.
        everything: Whether `--all-projects` was given.

    Raises:
        ProjectNotFound: One is not registered, or none is meant.
    """
    if everything and named:
        raise click.UsageError("--project and --all-projects exclude each other.")
    if everything and (known := memory.projects()):
        return [project.id for project in known]
    if not named:
        return [memory.find_project().id]
    return list(dict.fromkeys(memory.find_project(name).id for name in named))
