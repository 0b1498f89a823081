"""`ai-memory config`: the settings and where each comes from."""

import json
from typing import TYPE_CHECKING

import click

from ai_memory.errors import ProjectNotFound
from ai_memory.faces.cli.invocation import Invocation, pass_invocation
from ai_memory.faces.cli.options import common_options, json_option, project_option
from ai_memory.faces.cli.terminal import clean, line

if TYPE_CHECKING:
    from ai_memory.memory import Memory
    from ai_memory.model import Project


@click.group()
@common_options
def command() -> None:
    """Show and check the settings."""


@command.command()
@project_option
@json_option
@common_options
@pass_invocation
def show(invocation: Invocation, project: str | None) -> None:
    """Show every setting, its value and where it comes from."""
    memory = invocation.memory()
    meant = _meant(memory, project)
    settings = memory.settings_of(meant.id) if meant else memory.settings
    items = list(settings.items())
    if invocation.json:
        listed = [{"key": key, "value": value, "origin": origin} for key, value, origin in items]
        invocation.out_json({"schema_version": 1, "settings": listed})
        return
    width = max(len(key) for key, _, _ in items)
    for key, value, origin in items:
        shown = "none" if value is None else json.dumps(value, ensure_ascii=False)
        invocation.out(f"{key:<{width}} = {line(shown)}  ({line(origin)})")


@command.command()
@common_options
@pass_invocation
def path(invocation: Invocation) -> None:
    """Print the path of your configuration file, which need not exist yet."""
    from ai_memory.store.home import config_paths

    [(file, _)] = config_paths(invocation.memory().home)
    invocation.out(clean(str(file)))


@command.command()
@project_option
@json_option
@common_options
@pass_invocation
def check(invocation: Invocation, project: str | None) -> None:
    """Check your file, the project's and the environment; exit code 2 on a mistake."""
    from ai_memory.store.home import config_paths

    memory = invocation.memory()
    _ = memory.embedder  # the settings must be right, and so must what they name
    meant = _meant(memory, project)
    if meant:
        memory.settings_of(meant.id)
    paths = config_paths(memory.home, meant.root if meant else None)
    read = [str(file) for file, _ in paths if file.is_file()]
    if invocation.json:
        invocation.out_json({"schema_version": 1, "files": read})
        return
    for file in read:
        invocation.out(f"{clean(file)} is right")
    if not read:
        invocation.say("There is no configuration file; the defaults and the environment hold.")


def _meant(memory: "Memory", name: str | None) -> "Project | None":
    """Return the project named or stood in; settings can be asked for without one."""
    try:
        return memory.find_project(name)
    except ProjectNotFound:
        if name:
            raise
        return None
