"""The documents say what is true: they are generated, run, or compared."""

import importlib.util
import re
import shlex
from pathlib import Path

import click
import pytest

from ai_memory.faces.cli.app import cli

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


def reference_module():
    spec = importlib.util.spec_from_file_location("reference", ROOT / "scripts/reference.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


REFERENCE = reference_module()


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands() -> list[list[str]]:
    shown = [
        line
        for page in PAGES
        for block in blocks(page.read_text(encoding="utf-8"), "")
        for line in block.splitlines()
    ]
    lines = [line.removeprefix("$ ") for line in shown]
    return [shlex.split(line, comments=True) for line in lines if line.startswith("ai-memory ")]


@pytest.mark.parametrize("page", REFERENCE.PAGES)
def test_the_reference_is_what_the_code_declares(page: str):
    committed = (ROOT / "docs" / page).read_text(encoding="utf-8")

    assert committed == REFERENCE.PAGES[page](), "run 'scripts/check --fix'"


def test_every_public_name_setting_and_exit_code_is_in_the_reference():
    import ai_memory
    from ai_memory.config import Settings
    from ai_memory.faces.cli import exit_codes

    python, settings, shell = (
        (ROOT / "docs" / page).read_text(encoding="utf-8")
        for page in ("python.md", "settings.md", "cli.md")
    )
    for name in ai_memory.__all__:
        assert f"## {name}\n" in python
    for key, _, _ in Settings().items():
        section, name = key.split(".")
        assert f"`{name}`" in settings.split(f"## [{section}]")[1]
    for name, code in vars(exit_codes).items():
        if name.isupper() and isinstance(code, int):
            assert f"| {code} |" in shell


def test_the_python_example_in_the_readme_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    (example,) = blocks(README, "python")
    monkeypatch.setenv("AI_MEMORY_HOME", str(tmp_path))
    monkeypatch.chdir(ROOT)

    exec(compile(example, "README.md", "exec"), {})  # noqa: S102 (the example is the test)

    printed = capsys.readouterr().out.splitlines()
    assert "Reset a project  (procedures/reset-a-project.md:" in printed[0]
    assert printed[-1] == "gotchas/sqlite-database-is-locked.md"


def test_the_settings_example_in_the_readme_is_accepted(tmp_path: Path):
    from ai_memory.store.home import load_settings

    (example,) = blocks(README, "toml")
    (tmp_path / "ai-memory.toml").write_text(example, encoding="utf-8")

    assert load_settings(tmp_path).llm.embedding_provider == "openai"


@pytest.mark.parametrize("arguments", commands(), ids=" ".join)
def test_every_command_that_a_document_shows_exists(arguments: list[str]):
    group: click.Command = cli
    for word in arguments[1:]:
        if not isinstance(group, click.Group) or word.startswith("["):
            break
        found = group.get_command(click.Context(group), word)
        assert found is not None, f"{word!r} in {' '.join(arguments)}"
        group = found
    known = {name for each in (cli, group) for option in each.params for name in option.opts}
    flags = {
        word.split("=")[0] for word in arguments if re.fullmatch(r"--?[a-z][\w-]*(=.*)?", word)
    }

    assert flags <= known | {"--help"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_relative_link_in_a_document_leads_somewhere(page: Path):
    # What stands between backticks shows a link and is none.
    text = re.sub(r"`[^`\n]*`", "", page.read_text(encoding="utf-8"))
    targets = re.findall(r"\]\((?!https?:)([^)#\s]+)", text)

    assert [target for target in targets if not (page.parent / target).exists()] == []
