"""The command line run for real: in this process for speed, or in one of its own."""

import contextlib
import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ai_memory.faces.cli.app import run

EXAMPLES = Path(__file__).parents[2] / "examples"
PROGRAM = [sys.executable, "-c", "from ai_memory.faces.cli.main import main; main()"]

# Whoever runs the tests may have set these for themselves.
FOREIGN = ("NO_COLOR", "FORCE_COLOR", "AI_MEMORY_PROJECT", "COLUMNS")


@dataclass(frozen=True)
class Outcome:
    """What one command left."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Stdout as the one JSON object that it must be."""
        return json.loads(self.out)


Cli = Callable[..., Outcome]


def _in_process(arguments: tuple[Any, ...], stdin: bytes) -> Outcome:
    out, err = io.BytesIO(), io.BytesIO()
    wrapped = [io.TextIOWrapper(stream, encoding="ascii") for stream in (out, err)]
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    try:
        with contextlib.redirect_stdout(wrapped[0]), contextlib.redirect_stderr(wrapped[1]):
            code = run([str(argument) for argument in arguments])
    finally:
        sys.stdin = before
    for stream in wrapped:
        stream.flush()
    return Outcome(code, out.getvalue().decode(), err.getvalue().decode())


@pytest.fixture
def cli(tmp_path, monkeypatch) -> Cli:
    """Run a command line in this process, with a home of its own and no embedder."""
    for name in FOREIGN:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AI_MEMORY_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("AI_MEMORY_LLM__EMBEDDING_PROVIDER", "none")
    monkeypatch.chdir(tmp_path)

    def call(*arguments: Any, stdin: bytes = b"") -> Outcome:
        return _in_process(arguments, stdin)

    return call


@pytest.fixture
def wiki(tmp_path, monkeypatch) -> Path:
    """A copy of the example wiki to change at will, as the working directory."""
    folder = tmp_path / "wiki"
    shutil.copytree(EXAMPLES / "wiki", folder)
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture(scope="session")
def _ready(tmp_path_factory) -> tuple[Path, Path]:
    """The example wiki, indexed once: (home, folder)."""
    home, folder = tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("ready") / "wiki"
    shutil.copytree(EXAMPLES / "wiki", folder)
    for path in folder.rglob("*.md"):
        os.utime(path, (1_700_000_000, 1_700_000_000))
    done = _in_process(("init", folder, "--home", home, "--no-embed"), b"")
    assert (done.code, done.err.count("error")) == (0, 0), done
    return home, folder


@pytest.fixture
def indexed(cli, _ready, monkeypatch) -> Path:
    """The indexed example wiki as the working directory. Only to be read."""
    home, folder = _ready
    monkeypatch.setenv("AI_MEMORY_HOME", str(home))
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def process(cli) -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Run a command line in a process of its own, in the same environment."""

    def call(*arguments: str | bytes, **how: Any) -> subprocess.CompletedProcess[bytes]:
        changes = how.pop("environment", {})
        settings: dict[str, Any] = {
            "env": {**os.environ, **changes},
            "timeout": 60,
            "check": False,
            **how,
        }
        if "stdout" not in settings:
            settings["capture_output"] = True
        return subprocess.run([*PROGRAM, *arguments], **settings)

    return call
