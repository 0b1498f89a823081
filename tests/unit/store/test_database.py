"""The index file: made, opened, refused; never deleted, whatever is wrong with it."""

import subprocess
import sys
from contextlib import closing

import apsw
import pytest

from ai_memory.errors import IndexBusy, IndexDamaged, IndexMissing, IndexTooNew, StoreError
from ai_memory.store.database import (
    SCHEMA_VERSION,
    index_path,
    open_reader,
    open_writer,
    snapshot,
    transaction,
    write_lock,
)

_WRITER = """
import sys
from contextlib import closing
from pathlib import Path
from ai_memory.store.database import open_writer, transaction, write_lock
home, rounds = Path(sys.argv[1]), int(sys.argv[2])
for _ in range(rounds):
    with write_lock(home), closing(open_writer(home)) as connection, transaction(connection):
        ((held,),) = connection.execute("SELECT generation FROM projects")
        connection.execute("UPDATE projects SET generation = ?", (held + 1,))
"""
_HOLDER = """
import sys
from pathlib import Path
from ai_memory.store.database import write_lock
with write_lock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def home(tmp_path):
    """A home whose index is made and holds one project."""
    with closing(open_writer(tmp_path / "home")) as connection:
        connection.execute("INSERT INTO projects (name, root) VALUES ('wiki', '/wiki')")
    return tmp_path / "home"


def names(connection) -> list[str]:
    return [name for (name,) in connection.execute("SELECT name FROM projects ORDER BY name")]


def schema(home) -> list:
    with closing(apsw.Connection(str(index_path(home)))) as connection:
        return list(connection.execute("SELECT type, name, sql FROM sqlite_schema ORDER BY name"))


def test_a_new_index_is_made_with_the_newest_schema(tmp_path):
    with closing(open_writer(tmp_path / "a/b")) as connection:
        assert connection.pragma("user_version") == SCHEMA_VERSION
        assert connection.pragma("journal_mode") == "wal"
        assert connection.pragma("synchronous") == 2  # FULL
        assert connection.pragma("foreign_keys") == 1
        assert connection.pragma("trusted_schema") == 0
        assert names(connection) == []


def test_an_index_that_is_there_is_opened_as_it_is(home):
    before = schema(home)
    with closing(open_writer(home)) as connection:
        assert names(connection) == ["wiki"]

    assert schema(home) == before


def test_an_empty_file_becomes_an_index(tmp_path):
    index_path(tmp_path).write_bytes(b"")

    with closing(open_writer(tmp_path)) as connection:
        assert names(connection) == []


@pytest.mark.parametrize("content", [None, b""])
def test_a_reader_of_an_index_that_was_never_made_says_how_to_make_it(tmp_path, content):
    if content is not None:
        index_path(tmp_path).write_bytes(content)

    with pytest.raises(IndexMissing, match="no index") as failure:
        open_reader(tmp_path)
    assert "ai-memory init" in failure.value.remedy
    assert [each.name for each in tmp_path.iterdir()] == ([] if content is None else ["index.db"])


@pytest.mark.parametrize("opened", [open_reader, open_writer])
def test_an_index_of_a_newer_version_is_refused_and_left_as_it_is(home, opened):
    with closing(apsw.Connection(str(index_path(home)))) as connection:
        connection.pragma("journal_mode", "delete")
        connection.pragma("user_version", SCHEMA_VERSION + 1)
    before = index_path(home).read_bytes()

    with pytest.raises(IndexTooNew, match=str(SCHEMA_VERSION + 1)):
        opened(home)
    assert index_path(home).read_bytes() == before


def flipped(data: bytes, start: int, end: int) -> bytes:
    return data[:start] + bytes(byte ^ 0xFF for byte in data[start:end]) + data[end:]


DAMAGES = {
    "not a database": lambda data: b"this is no database, and long enough to be one" * 40,
    "a few bytes": lambda data: data[:50],
    "half a page": lambda data: data[:1000],
    "no magic": lambda data: flipped(data, 0, 16),
    "no page size": lambda data: flipped(data, 16, 18),
    "no file format": lambda data: flipped(data, 18, 20),
    "no fractions": lambda data: flipped(data, 21, 24),
    "no schema format": lambda data: flipped(data, 44, 48),
    "negative version": lambda data: data[:60] + b"\xff\xff\xff\xfe" + data[64:],
    "no first page": lambda data: flipped(data, 100, 108),
}


@pytest.mark.parametrize("opened", [open_reader, open_writer])
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_broken_index_is_called_so_and_is_not_deleted(home, opened, damage):
    broken = DAMAGES[damage](index_path(home).read_bytes())
    index_path(home).write_bytes(broken)
    with pytest.raises(IndexDamaged, match="not a sound index") as failure:
        closing(opened(home)).__exit__()

    assert "Move it aside" in failure.value.remedy
    assert index_path(home).read_bytes()[100:] == broken[100:]
    assert len(index_path(home).read_bytes()) == len(broken)


@pytest.mark.parametrize("kept", [0.3, 0.6, 0.9])
def test_a_truncated_index_is_never_served_as_if_it_were_whole(home, kept):
    data = index_path(home).read_bytes()
    index_path(home).write_bytes(data[: int(len(data) * kept) // 4096 * 4096])

    with pytest.raises(IndexDamaged):
        closing(open_reader(home)).__exit__()


def test_an_index_whose_version_was_lost_is_not_made_anew_over_its_tables(home):
    data = index_path(home).read_bytes()
    index_path(home).write_bytes(data[:60] + bytes(4) + data[64:])

    with pytest.raises(IndexDamaged, match="already exists"):
        open_writer(home)
    with closing(apsw.Connection(str(index_path(home)))) as connection:
        assert names(connection) == ["wiki"]


@pytest.mark.parametrize("opened", [open_reader, open_writer])
def test_a_folder_in_the_place_of_the_index_is_no_damage(tmp_path, opened):
    index_path(tmp_path).mkdir()

    with pytest.raises(StoreError, match="cannot be used") as failure:
        opened(tmp_path)
    assert failure.type is StoreError


def test_a_reader_changes_nothing_in_the_file(home):
    before = index_path(home).read_bytes()
    with closing(open_reader(home)) as connection:
        assert names(connection) == ["wiki"]
        with pytest.raises(apsw.ReadOnlyError):
            connection.execute("CREATE TABLE other (x)")
        with pytest.raises(apsw.ReadOnlyError):
            connection.execute("DELETE FROM projects")

    assert index_path(home).read_bytes() == before


def test_opening_a_reader_runs_no_ddl(home):
    with closing(open_reader(home)) as connection:
        seen = []
        connection.authorizer = lambda action, *_: seen.append(action) or apsw.SQLITE_OK
        names(connection)

    assert set(seen) <= {apsw.SQLITE_READ, apsw.SQLITE_SELECT}


def test_a_reader_sees_the_old_state_while_a_writer_is_at_work(home):
    with closing(open_reader(home)) as reader, closing(open_writer(home)) as writer:
        with transaction(writer):
            writer.execute("INSERT INTO projects (name, root) VALUES ('new', '/new')")
            assert names(reader) == ["wiki"]
        with snapshot(reader):
            assert names(reader) == ["new", "wiki"]
            with transaction(writer):
                writer.execute("DELETE FROM projects WHERE name = 'new'")
            assert names(reader) == ["new", "wiki"]
        assert names(reader) == ["wiki"]


def test_a_transaction_that_fails_leaves_nothing_and_can_be_followed_by_another(home):
    with closing(open_writer(home)) as writer:
        with pytest.raises(KeyError), transaction(writer):
            writer.execute("DELETE FROM projects")
            raise KeyError
        assert not writer.in_transaction
        assert names(writer) == ["wiki"]
        with transaction(writer):
            writer.execute("DELETE FROM projects")
        assert names(writer) == []


def test_a_transaction_that_sqlite_ended_itself_raises_what_went_wrong(home):
    with closing(open_writer(home)) as writer:
        with pytest.raises(apsw.ConstraintError), transaction(writer):
            writer.execute(
                "INSERT OR ROLLBACK INTO projects (name, root) VALUES ('wiki', '/other')"
            )
        assert names(writer) == ["wiki"]


def test_a_transaction_locks_out_other_writers_from_its_beginning(home):
    with closing(open_writer(home)) as writer, closing(open_writer(home)) as other:
        other.set_busy_timeout(0)
        with (
            transaction(writer),
            pytest.raises(IndexBusy, match="stayed locked"),
            transaction(other),
        ):
            pass
        with transaction(other):
            pass


def test_a_lock_that_is_held_elsewhere_makes_the_index_busy(home):
    holder = subprocess.Popen(
        [sys.executable, "-c", _HOLDER, str(home)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with holder:
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(IndexBusy, match=r"0\.01 seconds"), write_lock(home, timeout=0.01):
            pass
        with closing(open_reader(home)) as reader:
            assert names(reader) == ["wiki"]
        holder.stdin.close()
    with write_lock(home, timeout=0.01):
        pass


def test_two_processes_that_write_lose_nothing(home):
    writers = [subprocess.Popen([sys.executable, "-c", _WRITER, str(home), "20"]) for _ in range(2)]

    assert [writer.wait() for writer in writers] == [0, 0]
    with closing(open_reader(home)) as reader:
        assert list(reader.execute("SELECT generation FROM projects")) == [(40,)]
