"""Errors as a person or a program reads them.

A person gets `error: …` and the next step on stderr. With `--json`, stdout holds one
object, `{"error": {"code", "message", "remedy"}}`, and stderr nothing: whoever reads
JSON finds exactly one object on stdout, and the exit code says which kind it is.
"""

import click

from ai_memory.errors import AiMemoryError
from ai_memory.faces.cli import exit_codes
from ai_memory.faces.cli.terminal import clean

Failure = tuple[str, str, str, int]  # code, message, remedy, exit code


def report(error: Exception, *, as_json: bool, colour: bool | None) -> int:
    """Print an error and return the exit code.

    Args:
        error: What was raised.
        as_json: Whether the caller asked for JSON.
        colour: True, False, or None to look at the terminal.
    """
    code, message, remedy, exit_code = _described(error)
    if as_json:
        import json

        told = {"error": {"code": code, "message": message, "remedy": remedy}}
        click.echo(json.dumps(told, ensure_ascii=False))
        return exit_code
    label = "" if exit_code == exit_codes.INTERRUPTED else click.style("error: ", fg="red")
    click.echo(label + clean(message), err=True, color=colour)
    if remedy:
        click.echo(f"  → {clean(remedy)}", err=True, color=colour)
    return exit_code


def _described(error: Exception) -> Failure:
    if isinstance(error, AiMemoryError):
        return error.code, error.message, error.remedy, exit_codes.exit_code_of(error)
    if isinstance(error, click.Abort):
        told = "Interrupted. What was finished is kept."
        return "interrupted", told, "", exit_codes.INTERRUPTED
    if isinstance(error, click.UsageError):
        return "usage", error.format_message(), _usage_remedy(error), exit_codes.USAGE
    if isinstance(error, click.ClickException):
        return "usage", error.format_message(), "", error.exit_code
    if isinstance(error, UnicodeError):
        # A path or a variable in bytes that are not UTF-8; the index holds UTF-8 only.
        told = f"A path or name is not UTF-8: {str(getattr(error, 'object', error))!a}"
        return "bad_input", told, "Rename it.", exit_codes.USAGE
    return "system_error", str(error), "", exit_codes.FAILURE


def _usage_remedy(error: click.UsageError) -> str:
    path = error.ctx.command_path if error.ctx else "ai-memory"
    remedy = f"'{path} --help' lists what there is."
    if isinstance(error, click.NoSuchOption) and path.endswith("search"):
        return f"Words that begin with '-' go after '--'. {remedy}"
    return remedy
