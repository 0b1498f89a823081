"""An index damaged on the disk: an answer or a named error, and no file is ever deleted."""

from contextlib import closing

import apsw
import pytest

from ai_memory.errors import AiMemoryError, IndexDamaged, StoreError
from ai_memory.memory import Memory
from ai_memory.store.database import index_path

FLAGS = {"llm": {"embedding_provider": "none"}}
TABLES = (
    "sqlite_schema", "projects", "pages", "pages_section", "pages_tag", "pages_name",
    "pages_entity", "pages_link", "attachments", "problems", "refused", "pages_fts_data",
    "pages_fts_docsize", "pages_link_by_key", "pages_name_by_key", "pages_link_by_target",
)  # fmt: skip


@pytest.fixture(scope="module")
def wiki(tmp_path_factory):
    """A folder of pages, and the bytes and the root pages of its index."""
    place = tmp_path_factory.mktemp("place")
    (place / "wiki").mkdir()
    for number in range(40):
        text = f"---\ntags: [t]\n---\n# Page {number}\n\nzebra [[p{number + 1}]] ![[pic.png]]\n"
        (place / f"wiki/p{number}.md").write_text(text, encoding="utf-8")
    (place / "wiki/pic.png").write_bytes(b"")
    with Memory(place / "home", environment={}, flags=FLAGS) as memory:
        memory.init(place / "wiki", "wiki")
        memory.sync("wiki")
    with closing(apsw.Connection(str(index_path(place / "home")))) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        roots = dict(connection.execute("SELECT name, rootpage FROM sqlite_schema"))
        size = connection.pragma("page_size")
    return index_path(place / "home").read_bytes(), {**roots, "sqlite_schema": 1}, size


def asked(memory: Memory) -> list[str]:
    """Ask everything that reads or writes, and return what it ended with."""
    questions = [
        lambda: memory.search("zebra", "wiki", catch_up=False),
        lambda: memory.search("zebra", "wiki"),
        lambda: memory.page("wiki", "p1.md"),
        lambda: memory.tags(["wiki"]),
        lambda: memory.kinds(["wiki"]),
        lambda: tuple(memory.names_beginning("wiki", "P")),
        memory.projects,
        memory.status,
        lambda: [found for found in memory.doctor() if found.code == "index-damaged"],
        lambda: memory.sync("wiki"),
        lambda: memory.sync("wiki", rebuild=True),
    ]
    endings = []
    for question in questions:
        try:
            found = question()
            # Damage where no question leads is the doctor's to find.
            endings.append("index_damaged" if isinstance(found, list) and found else "answered")
        except AiMemoryError as error:
            endings.append(error.code)
    return endings


def answers_of(home, data: bytes) -> list[str]:
    """Put an index into a home, ask it everything, and see that it is still there."""
    home.mkdir()
    index_path(home).write_bytes(data)
    with Memory(home, environment={}, flags=FLAGS) as memory:
        endings = asked(memory)
    assert index_path(home).stat().st_size >= len(data)
    return endings


def test_a_whole_index_answers_everything(wiki, tmp_path):
    assert set(answers_of(tmp_path / "home", wiki[0])) == {"answered"}


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("filler", [b"\x00", b"\xff", b"\x0d"])
def test_a_table_that_was_overwritten_gives_answers_or_is_called_damaged(
    wiki, tmp_path, table, filler
):
    data, roots, size = wiki
    start = (roots[table] - 1) * size + (100 if roots[table] == 1 else 0)
    broken = data[:start] + filler * 64 + data[start + 64 :]
    endings = answers_of(tmp_path / "home", broken)

    assert set(endings) <= {"answered", "index_damaged"}
    assert "index_damaged" in endings


@pytest.mark.parametrize("pages", range(1, 30, 3))
def test_a_truncated_index_gives_answers_or_is_called_damaged(wiki, tmp_path, pages):
    data, _, size = wiki

    assert set(answers_of(tmp_path / "home", data[: pages * size])) == {"index_damaged"}


def test_text_that_is_not_utf8_is_damage(wiki, tmp_path):
    data, _, _ = wiki
    broken = data.replace(b"Page 7", b"Pa\xff\xfe 7")
    assert broken != data
    (tmp_path / "home").mkdir()
    index_path(tmp_path / "home").write_bytes(broken)

    with (
        Memory(tmp_path / "home", environment={}, flags=FLAGS) as memory,
        pytest.raises(IndexDamaged, match="not UTF-8"),
    ):
        memory.page("wiki", "p7.md")
        memory.search("zebra", "wiki", limit=100, catch_up=False)


def test_an_index_moved_aside_is_built_again_from_the_files(wiki, tmp_path):
    root = tmp_path / "wiki"
    root.mkdir()
    (root / "a.md").write_text("# A\n\nzebra\n", encoding="utf-8")
    home = tmp_path / "home"
    home.mkdir()
    index_path(home).write_bytes(b"garbage " * 1000)
    with Memory(home, environment={}, flags=FLAGS) as memory:
        with pytest.raises(StoreError, match="not a sound index"):
            memory.init(root, "wiki")
        index_path(home).rename(home / "aside.db")
        memory.init(root, "wiki")
        memory.sync("wiki")
        assert [hit.page_path for hit in memory.search("zebra", "wiki").hits] == ["a.md"]

    assert (home / "aside.db").read_bytes() == b"garbage " * 1000
