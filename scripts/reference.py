"""Write docs/cli.md, docs/settings.md and docs/python.md from what the code declares.

Run by 'scripts/check --fix'. A test holds the committed pages to what this makes, so the
reference cannot drift.
"""

import ast
import dataclasses
import importlib
import inspect
import re
from collections.abc import Container, Iterator
from functools import cached_property
from pathlib import Path

import click

import ai_memory
from ai_memory.config import SECTIONS, SECTIONS_IN_A_WIKI
from ai_memory.faces.cli import exit_codes
from ai_memory.faces.cli.app import cli

DOCS = Path(__file__).parent.parent / "docs"
GENERATED = "<!-- Written by scripts/reference.py; edit the code it comes from. -->\n"


def command_pages() -> str:
    """Return docs/cli.md."""
    parts = [f"# Commands\n\n{GENERATED}", f"{_first_line(cli)}\n", _options(cli)]
    common = {option.name for option in cli.params}
    for name, command, context in _commands(cli, "ai-memory"):
        usage = f"```\n{name} {' '.join(command.collect_usage_pieces(context))}\n```\n"
        parts += [f"## {name.removeprefix('ai-memory ')}\n\n{usage}", f"{_prose(command)}\n"]
        parts += [_options(command, common)]
    codes = re.findall(r"^ {4}(\d+) +(.+)$", exit_codes.__doc__ or "", re.MULTILINE)
    rows = "\n".join(f"| {code} | {meaning} |" for code, meaning in codes)
    parts.append(f"## Exit codes\n\n| code | meaning |\n|---|---|\n{rows}\n")
    return "\n".join(part for part in parts if part)


def _commands(group: click.Group, path: str) -> Iterator[tuple[str, click.Command, click.Context]]:
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        if command is None:
            raise LookupError(name)
        yield f"{path} {name}", command, click.Context(command)
        if isinstance(command, click.Group):
            yield from _commands(command, f"{path} {name}")


def _options(command: click.Command, known: Container[str | None] = ()) -> str:
    """Return a table of the options, without those that every command has."""
    rows = [
        f"| `{_spelling(option)}` | {_escaped(option.help or '')} |"
        for option in command.params
        if isinstance(option, click.Option) and option.name not in known
    ]
    return "\n".join(["| option | meaning |", "|---|---|", *rows, ""]) if rows else ""


def _spelling(option: click.Option) -> str:
    names = ", ".join(option.opts) + "".join(f" / {name}" for name in option.secondary_opts)
    if option.is_flag:
        return names
    choices = "\\|".join(map(str, getattr(option.type, "choices", ())))
    return f"{names} {option.metavar or choices or option.type.name.upper()}"


def _prose(command: click.Command) -> str:
    parts = (inspect.cleandoc(command.help or ""), inspect.cleandoc(command.epilog or ""))
    text = "\n\n".join(filter(None, parts)).replace("\b\n", "")
    # Blocks that click keeps as they are, such as examples, are indented.
    return re.sub(
        r"(?m)((?:^  .*\n?)+)", lambda block: f"```\n{inspect.cleandoc(block[0])}\n```\n", text
    )


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def settings_page() -> str:
    """Return docs/settings.md."""
    parts = [
        f"# Settings\n\n{GENERATED}",
        "In `ai-memory.toml` in the home folder (`ai-memory config path` names it), and in a\n"
        "project's own folder, whose file may set "
        + " and ".join(f"`[{section}]`" for section in SECTIONS_IN_A_WIKI)
        + " only. Each can also be set by\n"
        "the variable `AI_MEMORY_SECTION__KEY`, as in `AI_MEMORY_RETRIEVAL__TAG_BOOST=2`.\n"
        "Flags win over the environment, that over the project's file, that over yours.\n",
    ]
    for section, declared in SECTIONS.items():
        rows = "\n".join(_setting(declared, field) for field in dataclasses.fields(declared))
        table = f"| key | default | meaning |\n|---|---|---|\n{rows}\n"
        parts.append(f"## [{section}]\n\n{_first_line(declared)}\n\n{table}")
    return "\n".join(parts)


def _setting(declared: type, field: "dataclasses.Field[object]") -> str:
    default = field.default
    shown = "–" if default is None else f"`{_toml(default)}`"
    return f"| `{field.name}` | {shown} | {_comment(declared, field.name)} |"


def _comment(declared: object, name: str) -> str:
    return _escaped(_declaration(declared, name)[1])


def _declaration(declared: object, name: str) -> tuple[str, str]:
    """Return a field's annotation and the comment beside it, as the source has them."""
    source = inspect.getsource(declared)  # type: ignore[arg-type]
    line = re.search(rf"^    {name}: (.+?)(?: = .+?)??(?:  # (.+))?$", source, re.MULTILINE)
    if line is None:
        raise LookupError(f"{declared} has no field {name}")
    return line[1], line[2] or ""


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def python_page() -> str:
    """Return docs/python.md."""
    parts = [
        f"# Python\n\n{GENERATED}",
        "Everything here is imported from `ai_memory`; the errors are in `ai_memory.errors`.\n",
    ]
    for name in ai_memory.__all__:
        item = getattr(ai_memory, name)
        parts += [f"## {name}\n\n{_first_line(item)}\n"]
        if dataclasses.is_dataclass(item):
            rows = "\n".join(_field(item, field) for field in dataclasses.fields(item))
            parts += [f"| field | meaning |\n|---|---|\n{rows}\n"]
        elif inspect.isclass(item):
            parts += _methods(item)
        else:
            parts += [f"```python\n{_signature(item)}\n```\n"]
    parts.append(f"## Errors\n\n```\n{_error_tree()}\n```\n")
    return "\n".join(parts)


def _field(declared: object, field: "dataclasses.Field[object]") -> str:
    annotation, comment = _declaration(declared, field.name)
    return f"| `{field.name}: {_escaped(annotation)}` | {_escaped(comment)} |"


def _methods(item: type) -> Iterator[str]:
    ours = [part for part in reversed(item.__mro__) if part.__module__.startswith("ai_memory")]
    for name, member in {name: vars(part)[name] for part in ours for name in vars(part)}.items():
        if name.startswith("_"):
            continue
        if inspect.isfunction(member):
            yield f"```python\n{_signature(inspect.unwrap(member))}\n```\n\n{_first_line(member)}\n"
        elif isinstance(member, property | cached_property):
            yield f"```python\n{name}\n```\n\n{_first_line(member)}\n"


def _signature(item: object) -> str:
    """Return a function's signature as its source has it, which no Python version changes."""
    source = inspect.cleandoc("\n" + inspect.getsource(item))  # type: ignore[arg-type]
    node = ast.parse(source).body[0]
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        raise LookupError(f"{item} is not a function")
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    keyword = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
    return f"{keyword} {node.name}({ast.unparse(node.args)}){returns}"


def _first_line(item: object) -> str:
    return (inspect.getdoc(item) or "").split("\n\n")[0].replace("\n", " ")


def _error_tree() -> str:
    text = inspect.getdoc(importlib.import_module("ai_memory.errors")) or ""
    return "\n".join(line for line in text.splitlines() if "──" in line or "base:" in line)


PAGES = {"cli.md": command_pages, "settings.md": settings_page, "python.md": python_page}

if __name__ == "__main__":
    DOCS.mkdir(exist_ok=True)
    for page, make in PAGES.items():
        (DOCS / page).write_text(make(), encoding="utf-8")
