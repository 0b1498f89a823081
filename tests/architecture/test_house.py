"""The house stays easy to walk through: rooms, sizes, names, and who may touch what."""

import ast
import re
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

import ai_memory
from ai_memory.model import STREAM_NAMES

SOURCE = Path(ai_memory.__file__).parent
FILES = sorted(SOURCE.rglob("*.py"))
LONGEST_FILE = 400
MEDIAN_FILE = 130
LONGEST_FUNCTION = 50
MEDIAN_FUNCTION = 12


def name_of(file: Path) -> str:
    return file.relative_to(SOURCE).as_posix()


def lines_of(file: Path) -> int:
    return len(file.read_text(encoding="utf-8").splitlines())


def functions() -> list[tuple[str, int]]:
    found = []
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                # The docstring explains; it is not what makes a function long.
                doc = node.body[0].end_lineno if ast.get_docstring(node) else node.lineno
                found.append((f"{name_of(file)}:{node.name}", (node.end_lineno or 0) - doc))
    return found


def test_no_file_is_longer_than_can_be_read_at_one_sitting():
    long = {name_of(file): lines_of(file) for file in FILES if lines_of(file) > LONGEST_FILE}

    assert long == {}


def test_the_median_file_is_short():
    sizes = [lines_of(file) for file in FILES if file.name != "__init__.py"]

    assert statistics.median(sizes) <= MEDIAN_FILE


def test_no_function_is_longer_than_a_screen():
    assert [each for each in functions() if each[1] > LONGEST_FUNCTION] == []


def test_the_median_function_is_about_ten_lines():
    assert statistics.median(size for _, size in functions()) <= MEDIAN_FUNCTION


def test_sql_is_spoken_in_the_store_alone():
    spoken = re.compile(r"\b(SELECT .+ FROM|INSERT INTO|DELETE FROM|UPDATE \w+ SET|PRAGMA )")
    offenders = [
        name_of(file)
        for file in FILES
        if not name_of(file).startswith("store/")
        and spoken.search(file.read_text(encoding="utf-8"))
    ]

    assert offenders == []


def test_the_interpreters_own_sqlite_is_never_used():
    offenders = [
        name_of(file)
        for file in FILES
        if re.search(r"^\s*(import|from) sqlite3", file.read_text(encoding="utf-8"), re.MULTILINE)
    ]

    assert offenders == []


@pytest.mark.parametrize("floor", ["parse", "fuse"])
def test_the_pure_floors_touch_neither_disk_nor_clock(floor: str):
    impure = re.compile(
        r"^\s*(import|from) (os|pathlib|time|io|apsw|logging|random)\b"
        r"|\bopen\(|datetime\.now|date\.today",
        re.MULTILINE,
    )
    offenders = [
        name_of(file)
        for file in (SOURCE / floor).rglob("*.py")
        if impure.search(file.read_text(encoding="utf-8"))
    ]

    assert offenders == []


def test_the_faces_are_strangers_to_each_other():
    faces = [face.name for face in (SOURCE / "faces").iterdir() if (face / "__init__.py").exists()]
    offenders = [
        (name_of(file), other)
        for face in faces
        for file in (SOURCE / "faces" / face).rglob("*.py")
        for other in faces
        if other != face and f"faces.{other}" in file.read_text(encoding="utf-8")
    ]

    assert offenders == []


def test_every_stream_that_is_named_runs_and_every_one_that_runs_is_named():
    from ai_memory.streams.registry import STREAMS

    assert set(STREAMS) == set(STREAM_NAMES)


def test_public_names_are_sorted_and_exist():
    assert ai_memory.__all__ == sorted(ai_memory.__all__)
    assert [name for name in ai_memory.__all__ if not hasattr(ai_memory, name)] == []


def test_the_names_that_readers_come_with_can_be_found():
    from ai_memory.reader import AsyncReader, Reader, ReaderPool

    assert callable(Reader.search)
    assert callable(AsyncReader.search)
    assert callable(ReaderPool.set_retrieval_tuning)
    tables = (SOURCE / "store/schema/0001_initial.sql").read_text(encoding="utf-8")
    for table in ("pages", "pages_fts", "pages_entity", "pages_link", "pages_vector"):
        assert re.search(rf"CREATE (VIRTUAL )?TABLE {table}\b", tables)


@pytest.mark.parametrize("module", ["ai_memory", "ai_memory.memory"])
def test_importing_the_package_does_not_load_what_only_some_need(module: str):
    heavy = (
        "numpy",
        "onnxruntime",
        "tokenizers",
        "httpx",
        "yaml",
        "pyromark",
        "rich",
        "ir_measures",
        "snowballstemmer",
        "ai_memory.parse.function_words",
        "ai_memory.parse.language",
    )
    command = f"import sys, {module}; print([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", command], capture_output=True, encoding="utf-8", check=True
    )

    assert done.stdout.strip() == "[]"
