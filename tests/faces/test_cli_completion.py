"""What a shell is told to offer."""

import pytest

from ai_memory.faces.cli.completion import INSTALL


@pytest.mark.parametrize("shell", INSTALL)
def test_the_script_is_printed_with_how_to_install_it(cli, shell):
    printed = cli("completion", shell)

    assert (printed.code, printed.err) == (0, "")
    assert "_AI_MEMORY_COMPLETE" in printed.out
    assert printed.out.rstrip().endswith(INSTALL[shell])


def test_an_unknown_shell_names_the_known(cli):
    wrong = cli("completion", "tcsh")

    assert wrong.code == 2
    assert "'bash', 'zsh', 'fish'" in wrong.err


@pytest.fixture
def offered(indexed, cli, process):
    """What bash is offered for the last word of a line."""

    def ask(line: str) -> list[str]:
        words = line.split(" ")
        environment = {
            "_AI_MEMORY_COMPLETE": "bash_complete",
            "COMP_WORDS": line,
            "COMP_CWORD": str(len(words) - 1),
        }
        done = process(environment=environment)
        assert done.stderr == b""
        return [each.split(",", 1)[1] for each in done.stdout.decode().splitlines()]

    return ask


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("ai-memory se", ["search"]),
        ("ai-memory projects re", ["remove"]),
        ("ai-memory search --expl", ["--explain"]),
        ("ai-memory search --project w", ["wiki"]),
        ("ai-memory projects remove w", ["wiki"]),
        ("ai-memory search --kind ru", ["rule", "runbook"]),
        ("ai-memory search --tag postg", ["postgresql"]),
        ("ai-memory search --streams fts,e", ["fts,entity"]),
        ("ai-memory search --mode cl", ["classic"]),
        ("ai-memory show procedures/re", ["procedures/reset-a-project.md",
                                          "procedures/restore-a-deleted-page.md"]),
        ("ai-memory links Tomb", ["concepts/tombstones.md"]),
        ("ai-memory completion z", ["zsh"]),
    ],
)  # fmt: skip
def test_the_shell_offers(offered, line, expected):
    assert sorted(offered(line)) == expected


def test_without_an_index_nothing_is_offered_and_nothing_said(cli, process):
    environment = {
        "_AI_MEMORY_COMPLETE": "bash_complete",
        "COMP_WORDS": "ai-memory show x",
        "COMP_CWORD": "2",
    }

    done = process(environment=environment)

    assert (done.stdout.strip(), done.stderr) == (b"", b"")
