"""A real folder of pages and a real index, with what a test wants to know of both."""

import ctypes
import os
import sys
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from ai_memory.config import RetrievalTuning
from ai_memory.memory import Memory
from ai_memory.store.database import open_reader

TABLES = (
    "projects", "pages", "pages_section", "pages_tag", "pages_name", "pages_entity",
    "pages_link", "pages_link_key", "attachments", "problems", "refused", "pages_vector",
)  # fmt: skip

_ALL = "SELECT * FROM {}"


class Wiki:
    """A folder of pages with its index; paths are relative to the folder."""

    def __init__(self, home: Path, root: Path, name: str = "wiki", **index):
        flags = {"llm": {"embedding_provider": "none"}}
        if index:
            flags["index"] = index
        self.home, self.root, self.name = home, root, name
        root.mkdir(exist_ok=True)
        self.memory = Memory(home, environment={}, flags=flags)
        self.memory.init(root, name)

    def write(self, pages: dict) -> None:
        """Write files, path → text or bytes."""
        for path, content in pages.items():
            file = self.root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content if isinstance(content, bytes) else content.encode())

    def move(self, old: str, new: str) -> None:
        """Rename a file, making the folder it goes to."""
        (self.root / new).parent.mkdir(parents=True, exist_ok=True)
        (self.root / old).rename(self.root / new)

    def remove(self, path: str) -> None:
        """Remove a file."""
        (self.root / path).unlink()

    def sync(self, **options):
        """Sync and return the report."""
        return self.memory.sync(self.name, **options)

    def outcome(self, **options) -> tuple[int, int, int, int]:
        """Sync and return (added, changed, moved, removed)."""
        report = self.sync(**options)
        return report.added, report.changed, report.moved, report.removed

    def rows(self, statement: str, *values) -> list:
        """Return the rows of a question to the index."""
        with closing(open_reader(self.home)) as connection:
            return list(connection.execute(statement, values))

    def ids(self) -> dict[str, int]:
        """Return path → row id of the project's pages."""
        return dict(
            self.rows(
                "SELECT path, pages.id FROM pages JOIN projects ON projects.id = project_id "
                "WHERE name = ? ORDER BY path",
                self.name,
            )
        )

    def paths(self) -> list[str]:
        """Return the paths of the project's pages, sorted."""
        return list(self.ids())

    def found(self, query: str) -> list[str]:
        """Return the paths of pages that hold the words, sorted; the folder is not looked at."""
        tuning = RetrievalTuning(streams=("fts",))
        answer = self.memory.search(query, self.name, tuning=tuning, catch_up=False)
        return sorted(hit.page_path for hit in answer.hits)

    def links(self, path: str) -> dict[str, str]:
        """Return target as written → project:path it leads to; "" where it leads nowhere."""
        return {
            link.target: f"{link.project}:{link.path}" if link.resolved else ""
            for link in self.memory.page(self.name, path).links_out
        }

    def problems(self) -> list[tuple[str, str]]:
        """Return (path, code) of what is known to be wrong with files, sorted."""
        return sorted(self.rows("SELECT path, code FROM problems"))

    def dump(self) -> dict[str, list]:
        """Return every row of every table.

        A stamp that was too fresh to be trusted may be trusted by now: that is the one
        thing that a second look may write down, and it is left out.
        """
        dumped = {table: sorted(self.rows(_ALL.format(table)), key=repr) for table in TABLES}
        dumped["pages"] = self.rows(
            "SELECT id, project_id, path, title, kind, description, created, updated, properties, "
            "size, mtime_ns, hash, embedded_model FROM pages ORDER BY id"
        )
        dumped["fts"] = self.rows("SELECT id, hex(block) FROM pages_fts_data ORDER BY id")
        return dumped


@pytest.fixture
def wiki(tmp_path):
    """An empty wiki."""
    made = Wiki(tmp_path / "home", tmp_path / "wiki")
    yield made
    made.memory.close()


@pytest.fixture
def make_wiki(tmp_path):
    """Make further wikis in the same index, by name; settings of the index by keyword."""
    made = []

    def make(name: str = "wiki", **index) -> Wiki:
        made.append(Wiki(tmp_path / "home", tmp_path / name, name, **index))
        return made[-1]

    yield make
    for wiki in made:
        wiki.memory.close()


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Powers(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_uint32) for name in ("effective", "permitted", "inheritable"))


@pytest.fixture
def without_powers():
    """A context in which root may read no more than any other user: CI often runs as root."""

    @contextmanager
    def powerless():
        if os.geteuid() != 0 or not sys.platform.startswith("linux"):
            yield
            return
        libc = ctypes.CDLL(None, use_errno=True)
        header, powers = _Header(0x20080522, 0), (_Powers * 2)()
        assert libc.capget(ctypes.byref(header), powers) == 0
        before = powers[0].effective
        powers[0].effective &= ~0b110  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
        assert libc.capset(ctypes.byref(header), powers) == 0
        try:
            yield
        finally:
            powers[0].effective = before
            assert libc.capset(ctypes.byref(header), powers) == 0

    return powerless
