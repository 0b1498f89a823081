"""The command `ai-memory`: its subcommands by name, and one run of it."""

import io
import os
import sys
from collections.abc import Sequence

import click

from ai_memory.errors import AiMemoryError
from ai_memory.faces.cli.failures import report
from ai_memory.faces.cli.lazy import LazyGroup, silence_stdout
from ai_memory.faces.cli.options import common_options
from ai_memory.faces.cli.terminal import colour_choice

# Command → (module, the first line of its help, which a test holds to this).
COMMANDS = {
    "init": ("init", "Make a folder of Markdown pages a project, and index it."),
    "search": ("search", "Find the pages that answer a question."),
    "show": ("show", "Print a page, or the part of it under a heading."),
    "links": ("links", "List the links out of a page and into it."),
    "tags": ("tags", "List the tags, the most used first."),
    "sync": ("sync", "Bring the index level with the folder."),
    "projects": ("projects", "List the registered projects."),
    "status": ("status", "Show how the index, the projects and the embedder stand."),
    "doctor": ("doctor", "List what is not as it should be."),
    "config": ("config", "Show and check the settings."),
    "eval": ("evaluate", "Measure the ranking on questions whose answers are known."),
    "tune": ("tune", "Fit the ranking to questions about your wiki."),
    "completion": ("completion", "Print the completion script of a shell."),
}


@click.group(
    cls=LazyGroup,
    lazy=COMMANDS,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Start with 'ai-memory init' in a folder of pages, then 'ai-memory search WORDS'.",
)
@common_options
@click.version_option(package_name="ai-memory", prog_name="ai-memory")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Search a wiki of Markdown pages by words, names, links and meaning."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code.

    Args:
        arguments: What follows the program's name.
    """
    _write_utf8()
    try:
        code = cli.main(list(arguments), prog_name="ai-memory", standalone_mode=False)
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):
        # The reader of the pipe has gone; click turns that into an exit of its own.
        silence_stdout()
        return 0
    except (AiMemoryError, click.ClickException, click.Abort, OSError, UnicodeError) as error:
        asked = arguments[: arguments.index("--")] if "--" in arguments else arguments
        return report(
            error,
            as_json="--json" in asked or "--jsonl" in asked,
            colour=colour_choice(os.environ, "--no-color" in asked),
        )
    return code if isinstance(code, int) else 0


def _write_utf8() -> None:
    """Write UTF-8 whatever the locale says, and never fail on what it cannot hold."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace", newline="")
