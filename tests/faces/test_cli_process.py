"""What only a process of its own shows: streams, pipes, signals, bytes."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ai_memory.faces.cli.app import run
from ai_memory.faces.cli.main import main

PROGRAM = [sys.executable, "-c", "from ai_memory.faces.cli.main import main; main()"]
ANSI = re.compile(r"\x1b\[[0-9;]*m")


def test_data_goes_to_stdout_and_talk_to_stderr(indexed, process):
    found = process("search", "xylophoneqq", "--json")
    told = process("search", "xylophoneqq")

    assert json.loads(found.stdout)["hits"] == []
    assert found.stderr == b""
    assert told.stdout == b""
    assert b"Nothing found" in told.stderr


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["tags"], 0),
        (["search", "x", "--kind", "foo"], 2),
        (["nonsense"], 2),
        (["show", "nonsense"], 3),
        (["init", "/", "--name", "wiki"], 4),
        (["doctor"], 5),
    ],
)
def test_the_process_ends_with_the_documented_code(indexed, process, arguments, code):
    assert process(*arguments).returncode == code


def test_no_error_is_a_traceback(indexed, process):
    for arguments in (["show", "x"], ["search", "x", "-p", "y"], ["eval", "/nowhere"], ["-x"]):
        told = process(*arguments).stderr
        assert told.startswith(b"error: ")
        assert b"Traceback" not in told


@pytest.mark.parametrize("arguments", [["search", "sync", "--json"], ["tags"], ["--help"]])
def test_a_reader_that_went_away_ends_it_quietly(indexed, process, arguments):
    read, write = os.pipe()
    os.close(read)

    done = process(*arguments, stdout=write, stderr=subprocess.PIPE)
    os.close(write)

    assert (done.returncode, done.stderr) == (0, b"")


def test_output_is_utf8_whatever_the_locale(indexed, process):
    plain = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}

    found = process("search", "hikitsugi", environment=plain)
    shown = process("show", "2026-08-20-hikitsugi", environment=plain)

    assert "引き継ぎ" in (found.stdout + shown.stdout).decode()
    assert shown.stdout == Path("sessions/2026-08-20-hikitsugi.md").read_bytes()


@pytest.mark.parametrize(
    "arguments",
    [
        [b"search", b"\xff\xfe reset"],
        [b"search", b"x", b"--kind", b"\xff"],
        [b"search", b"x", b"--tag", b"\xff"],
        [b"search", b"x", b"--path", b"\xff"],
        [b"search", b"x", b"--since", b"\xff"],
        [b"search", b"x", b"--streams", b"\xff"],
        [b"search", b"x", b"--mode", b"\xff"],
        [b"search", b"x", b"--weight", b"\xff=1"],
        [b"search", b"x", b"-n", b"\xff"],
        [b"search", b"x", b"-p", b"\xff"],
        [b"search", b"x", b"--home", b"/tmp/\xff"],
        [b"show", b"\xff"],
        [b"show", b"x", b"--lines", b"\xff"],
        [b"links", b"\xff"],
        [b"init", b"\xff"],
        [b"init", b".", b"--name", b"\xff"],
        [b"eval", b"\xff"],
        [b"projects", b"remove", b"\xff", b"--yes"],
        [b"completion", b"\xff"],
        [b"\xff"],
        [b"--\xff"],
    ],
    ids=lambda arguments: b" ".join(arguments).decode("ascii", "replace"),
)
def test_arguments_that_are_not_utf8_never_crash_it(indexed, process, arguments):
    done = process(*arguments)

    assert b"Traceback" not in done.stderr
    assert done.returncode in (0, 2, 3)


def test_a_project_in_the_environment_that_is_not_utf8_never_crashes_it(indexed, process):
    done = process("tags", environment={"AI_MEMORY_PROJECT": "\udcff"})

    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_ctrl_c_ends_it_with_a_sentence_and_130(indexed):
    ours, theirs = os.openpty()
    asking = subprocess.Popen(
        [*PROGRAM, "projects", "remove", "wiki"], stdin=theirs, stderr=subprocess.PIPE
    )
    os.close(theirs)
    told = b""
    while b"?" not in told:  # once it has asked, it waits for an answer
        told += asking.stderr.read(1)

    # A signal that comes just before the read begins is seen only after it, so a person
    # presses again; so does this.
    while asking.poll() is None:
        asking.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            asking.wait(timeout=2)
    rest = asking.stderr.read()
    asking.stderr.close()
    os.close(ours)

    assert asking.returncode == 130
    assert rest.decode().endswith("Interrupted. What was finished is kept.\n")
    assert b"Traceback" not in rest


@pytest.mark.parametrize(("answer", "left"), [(b"n\n", 1), (b"y\n", 0)])
def test_a_person_is_asked_before_a_project_is_forgotten(cli, wiki, answer, left):
    cli("init")
    ours, theirs = os.openpty()
    asking = subprocess.Popen(
        [*PROGRAM, "projects", "remove", "wiki"],
        stdin=theirs,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    os.close(theirs)
    told = b""
    while b"?" not in told:
        told += asking.stderr.read(1)
    os.write(ours, answer)
    asking.communicate(timeout=60)
    os.close(ours)

    assert asking.returncode == 0
    assert len(cli("projects", "--json").json["projects"]) == left


def _on_a_terminal(*arguments, **environment):
    """Run with stdout and stderr on a terminal of 60 columns and return what it shows."""
    ours, theirs = os.openpty()
    changes = {"COLUMNS": "60", "TERM": "xterm", **environment}
    running = subprocess.Popen(
        [*PROGRAM, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, **changes},
    )
    os.close(theirs)
    shown = b""
    try:
        while data := os.read(ours, 65_536):
            shown += data
    except OSError:  # Linux says EIO where others say end of file
        pass
    os.close(ours)
    assert running.wait(timeout=60) == 0
    return shown.decode()


def test_a_terminal_gets_colour_instead_of_marks_and_lines_that_fit(indexed):
    shown = _on_a_terminal("search", "reset a project", "-n", "3")

    assert "\x1b[33m\x1b[1mreset\x1b[0m" in shown
    assert "«" not in shown
    lines = ANSI.sub("", shown).splitlines()
    # A place is kept whole, to be pasted.
    assert max(len(line) for line in lines if not re.search(r"\.md:\d", line)) <= 60


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_terminal_without_colour_gets_marks(indexed, environment):
    shown = _on_a_terminal("search", "reset a project", "-n", "3", **environment)

    assert "\x1b" not in shown
    assert "«reset»" in shown


def test_progress_is_shown_on_a_terminal_and_wiped(cli, wiki):
    shown = _on_a_terminal("init")

    assert "\rpages [########################] 56 of 56" in shown
    # What stands in the end: of each line, what was written over the rest.
    left = [line.rstrip("\r").rsplit("\r", 1)[-1] for line in shown.split("\n")]
    assert "  56 pages, 275 of 277 links resolved" in left
    assert not any("[####" in line for line in left)


def test_a_page_on_a_terminal_cannot_command_it(cli, tmp_path, monkeypatch):
    (tmp_path / "w").mkdir()
    (tmp_path / "w/evil.md").write_text("# x\n\n\x1b]0;owned\x07", encoding="utf-8")
    monkeypatch.chdir(tmp_path / "w")
    cli("init")

    assert "\x1b" not in _on_a_terminal("show", "evil.md")
    assert "\x1b" in cli("show", "evil.md").out


@pytest.mark.parametrize(
    ("flags", "environment", "coloured"),
    [
        ((), {}, False),
        ((), {"FORCE_COLOR": "1"}, True),
        (("--no-color",), {"FORCE_COLOR": "1"}, False),
        ((), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ((), {"FORCE_COLOR": "1", "NO_COLOR": ""}, True),
    ],
)
def test_colour_is_as_the_environment_says(indexed, cli, monkeypatch, flags, environment, coloured):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    for arguments in (("search", "reset a project", *flags), (*flags, "search", "reset a project")):
        found = cli(*arguments)
        assert ("\x1b[" in found.out) is coloured
        assert ("«" in found.out) is not coloured


def test_errors_are_coloured_too(indexed, cli, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")

    assert cli("show", "nonsense").err.startswith("\x1b[31merror: \x1b[0m")
    assert cli("show", "nonsense", "--no-color").err.startswith("error: ")


def test_main_leaves_with_the_code_of_the_run(cli, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["ai-memory", "config", "path"])

    with pytest.raises(SystemExit) as left:
        main()

    assert left.value.code == run(["config", "path"]) == 0
