"""Opening the index: connections, migrations, and the one write transaction.

SQLite comes from apsw, never from the interpreter, whose own may lie in the range of
the WAL-reset corruption bug (fixed in 3.51.3). Readers open the file read-only and
run no DDL; a writer holds the lock file first, so that writers queue instead of
colliding, and begins IMMEDIATE.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import apsw

from ai_memory.errors import IndexBusy, IndexMissing, IndexTooNew
from ai_memory.store.damage import damage_named
from ai_memory.store.stamp import FRESH

INDEX_NAME = "index.db"
BUSY_MILLISECONDS = 10_000
POLL_SECONDS = 0.002  # between looks at the lock: whoever waits rarely is passed over often
SAFE_SQLITE = (3, 53, 2)  # FTS5 overflow on a crafted database fixed here


@dataclass(frozen=True, slots=True)
class Migration:
    """One numbered step of the schema."""

    number: int  # becomes user_version
    script: str  # file in store/schema
    reindex: bool  # the files must be read again after it


MIGRATIONS = (
    Migration(1, "0001_initial.sql", reindex=False),
    Migration(2, "0002_languages.sql", reindex=True),
)
SCHEMA_VERSION = MIGRATIONS[-1].number


def index_path(home: Path) -> Path:
    """Return where the index of this home lies."""
    return home / INDEX_NAME


def open_reader(home: Path) -> apsw.Connection:
    """Open the index read-only; one that an older version wrote is migrated first.

    Raises:
        IndexMissing: There is none yet, or it was never filled.
        IndexTooNew: A newer version wrote it.
        IndexBusy: It is to be migrated, and another process is writing to it.
        IndexDamaged: The file is not a sound database.
    """
    path = index_path(home)
    if not path.exists():
        raise _missing(path)
    with _opened(path, apsw.SQLITE_OPEN_READONLY) as connection:
        _configure(connection)
        version = _version(connection, path)
        if not version:
            raise _missing(path)
    if version == SCHEMA_VERSION:
        return connection
    connection.close()
    with write_lock(home):
        open_writer(home).close()
    return open_reader(home)


def open_writer(home: Path) -> apsw.Connection:
    """Open the index for writing, making or migrating it where needed.

    Call it only while holding `write_lock`.

    Raises:
        IndexTooNew, IndexDamaged: As for `open_reader`.
    """
    home.mkdir(parents=True, exist_ok=True)
    path = index_path(home)
    with _opened(path, apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE) as connection:
        connection.set_busy_timeout(BUSY_MILLISECONDS)
        # Before anything is written: a newer version's index is left as it is.
        version = _version(connection, path)
        connection.pragma("journal_mode", "wal")
        connection.pragma("synchronous", "full")
        _configure(connection)
        _migrate(connection, version)
    return connection


@contextmanager
def _opened(path: Path, flags: int) -> Iterator[apsw.Connection]:
    """Open a connection and close it again where its first use fails."""
    with damage_named(path):
        connection = apsw.Connection(str(path), flags=flags)
        try:
            yield connection
        except apsw.SQLError as error:
            # What runs here is right for a sound index, so it is the file that is wrong.
            connection.close()
            raise apsw.CorruptError(str(error)) from None
        except BaseException:
            connection.close()
            raise


@contextmanager
def reading(home: Path) -> Iterator[apsw.Connection]:
    """Open the index read-only for the length of a `with` block.

    Raises:
        StoreError: As for `open_reader`, there and wherever in the block it shows.
    """
    with closing(open_reader(home)) as connection, damage_named(index_path(home)):
        yield connection


@contextmanager
def writing(home: Path, timeout: float = 30.0) -> Iterator[apsw.Connection]:
    """Hold the write lock and a connection for the length of a `with` block.

    A change of several pages that a killed process began is finished first.

    Raises:
        StoreError: As for `write_lock` and `open_writer`, and wherever in the block
            the index shows that it cannot serve.
    """
    from ai_memory.store.journal import finish_all  # readers finish nothing

    with (
        write_lock(home, timeout),
        closing(open_writer(home)) as connection,
        damage_named(index_path(home)),
    ):
        finish_all(home)
        yield connection


@contextmanager
def write_lock(home: Path, timeout: float = 30.0) -> Iterator[None]:
    """Hold the home's write lock; processes queue here, fairly enough for a p99.

    Raises:
        IndexBusy: Another process held it for `timeout` seconds.
    """
    # Imported here: only writers need it, and it costs a search its start-up time.
    from filelock import FileLock, Timeout

    home.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(home / "write.lock", timeout=timeout, poll_interval=POLL_SECONDS):
            yield
    except Timeout:
        raise IndexBusy(
            f"Another process has been writing to {home} for {timeout:g} seconds",
            "Wait for it to finish, or look for an 'ai-memory sync' that hangs.",
        ) from None


@contextmanager
def transaction(connection: apsw.Connection) -> Iterator[apsw.Connection]:
    """Run one write transaction: committed as a whole, or not at all.

    Raises:
        IndexBusy, IndexDamaged: SQLite's verdict on what was run.
    """
    with damage_named(Path(connection.filename)):
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:  # SQLite ends it itself when the disk is full
                connection.execute("ROLLBACK")
            raise


@contextmanager
def snapshot(connection: apsw.Connection) -> Iterator[None]:
    """Read one state of the index throughout, whatever is written meanwhile."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")


def _configure(connection: apsw.Connection) -> None:
    connection.set_busy_timeout(BUSY_MILLISECONDS)
    connection.pragma("foreign_keys", True)
    connection.pragma("trusted_schema", False)
    connection.pragma("cell_size_check", True)
    connection.pragma("temp_store", "memory")
    connection.pragma("cache_size", -32_000)  # kibibytes


def _version(connection: apsw.Connection, path: Path) -> int:
    version = int(connection.pragma("user_version") or 0)
    if version < 0:
        raise apsw.CorruptError(f"its schema is {version}")
    if version > SCHEMA_VERSION:
        raise IndexTooNew(
            f"{path} has schema {version}; this version knows {SCHEMA_VERSION}",
            "Upgrade ai-memory, or point AI_MEMORY_HOME at another folder.",
        )
    return version


def _migrate(connection: apsw.Connection, version: int) -> None:
    from importlib import resources  # readers never migrate

    for migration in MIGRATIONS[version:]:
        script = resources.files("ai_memory.store.schema").joinpath(migration.script)
        with transaction(connection):
            # Consumed to the end: apsw runs several statements lazily.
            list(connection.execute(script.read_text(encoding="utf-8")))
            if migration.reindex:
                connection.execute("UPDATE pages SET hash = '', ctime_ns = ?", (FRESH,))
            connection.pragma("user_version", migration.number)


def _missing(path: Path) -> IndexMissing:
    return IndexMissing(
        f"There is no index at {path} yet",
        "Run 'ai-memory init' in a folder of Markdown pages.",
    )
