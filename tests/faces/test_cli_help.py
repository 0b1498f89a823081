"""What `--help` promises, and that it promises all there is."""

import click
import pytest

from ai_memory.faces.cli.app import COMMANDS
from ai_memory.faces.cli.app import cli as group

# The flags of `search`, as documented; taking one away breaks somebody's script.
SEARCH_FLAGS = [
    "--limit",
    "--project",
    "--all-projects",
    "--kind",
    "--tag",
    "--path",
    "--since",
    "--until",
    "--streams",
    "--mode",
    "--explain",
    "--json",
    "--jsonl",
    "--no-sync",
    "--tag-boost",
    "--kind-boost",
    "--title-boost",
    "--recency-decay",
    "--abstract-vectors",
    "--no-abstract-vectors",
    "--rrf-k",
    "--weight",
    "--home",
    "--no-color",
    "--quiet",
    "--verbose",
]


def _all_commands():
    context = click.Context(group, info_name="ai-memory")
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        yield (name,), command
        if isinstance(command, click.Group):
            yield from (((name, sub), each) for sub, each in command.commands.items())


ALL = dict(_all_commands())


@pytest.mark.parametrize("words", [(), *ALL], ids=" ".join)
def test_help_of_every_command_lists_every_flag(cli, words):
    command = ALL.get(words, group)

    told = cli(*words, "--help")

    assert told.code == 0
    assert told.err == ""
    for parameter in command.params:
        for flag in (*parameter.opts, *parameter.secondary_opts):
            if isinstance(parameter, click.Option):
                assert flag in told.out
                assert parameter.help


def test_search_has_the_documented_flags(cli):
    told = cli("search", "--help").out

    assert [flag for flag in SEARCH_FLAGS if flag not in told] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_the_line_in_the_list_is_the_first_of_the_commands_own_help(name):
    assert ALL[(name,)].get_short_help_str(limit=200) == COMMANDS[name][1]


def test_no_arguments_print_the_help(cli):
    alone = cli()

    assert alone.code == 0
    assert alone.out == cli("--help").out


def test_the_version_is_printed(cli):
    assert cli("--version").out.startswith("ai-memory, version ")


def test_help_imports_no_command_and_no_engine(process):
    check = (
        "import sys; from ai_memory.faces.cli.app import run; run(['--help']);"
        "print([m for m in sys.modules if m in ('apsw', 'yaml', 'pyromark', 'numpy', 'rich',"
        " 'asyncio', 'filelock', 'platformdirs', 'ai_memory.memory',"
        " 'ai_memory.faces.cli.search')], file=sys.stderr)"
    )
    import subprocess
    import sys

    done = subprocess.run([sys.executable, "-c", check], capture_output=True, check=True)

    assert done.stderr.strip() == b"[]"


def test_a_plain_search_imports_no_parser_no_model_and_no_network(indexed):
    check = (
        "import sys; from ai_memory.faces.cli.app import run; run(['search', 'sync']);"
        "print([m for m in sys.modules if m in ('yaml', 'pyromark', 'numpy', 'onnxruntime',"
        " 'tokenizers', 'httpx', 'ssl', 'rich', 'asyncio', 'filelock', 'platformdirs')],"
        " file=sys.stderr)"
    )
    import subprocess
    import sys

    done = subprocess.run([sys.executable, "-c", check], capture_output=True, check=True)

    assert done.stderr.strip() == b"[]"


def test_an_unknown_command_offers_the_nearest(cli):
    wrong = cli("serch", "x")

    assert wrong.code == 2
    assert wrong.err == (
        "error: There is no command 'serch'. Did you mean 'search'?\n"
        "  → 'ai-memory --help' lists what there is.\n"
    )


def test_an_unknown_flag_offers_the_nearest_and_the_way_to_search_for_it(cli):
    wrong = cli("search", "--explan", "x")

    assert wrong.code == 2
    assert "'--explain'" in wrong.err
    assert "after '--'" in wrong.err
