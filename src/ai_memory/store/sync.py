"""Bringing the index level with the folder: what changed, and only that.

A file is looked at by size and times first, read only where those differ, and written
to the index only where its SHA-256 differs too. A file that went and came back elsewhere
with the same bytes is a move: it keeps its row, and with it its vectors. Nothing in the
folder is ever written. Each batch is one transaction and leaves the links right, so an
interrupted sync loses only what it had not reached.
"""

import hashlib
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import apsw

from ai_memory.config import IndexSettings
from ai_memory.model import Page, Problem
from ai_memory.parse.decode import decode
from ai_memory.parse.page import parse_page
from ai_memory.store import index
from ai_memory.store.database import transaction
from ai_memory.store.listings import counts
from ai_memory.store.names import link_key, resolve_links
from ai_memory.store.projects import all_projects, touch_generation
from ai_memory.store.survey import WALK_CODES, Known, Survey
from ai_memory.store.vault import Stamp, read_file

BATCH = 500  # pages a transaction
Progress = Callable[[str, int, int], None]  # phase, done, total


@dataclass(slots=True)
class SyncReport:
    """What a sync did, in pages."""

    added: int = 0
    changed: int = 0
    moved: int = 0
    removed: int = 0
    refused: int = 0  # files named *.md that cannot be pages
    total: int = 0  # pages in the index afterwards
    links: int = 0  # links in those pages
    links_resolved: int = 0  # of them, those that lead to a page or a file
    problems: int = 0  # remarks about files; 'ai-memory doctor' lists them
    kept_because: str = ""  # why nothing was done, when the folder is gone

    @property
    def anything(self) -> bool:
        """Whether the index changed."""
        return bool(self.added or self.changed or self.moved or self.removed)


@dataclass(slots=True)
class Sync:
    """One pass over the differences, with the write lock held."""

    connection: apsw.Connection
    project: int
    name: str
    root: Path
    settings: IndexSettings
    survey: Survey
    progress: Progress = lambda phase, done, total: None
    report: SyncReport = field(default_factory=SyncReport)
    _movable: dict[str, str] = field(default_factory=dict)  # digest → path that went missing
    _moved: set[str] = field(default_factory=set)  # paths that live on under another name
    _keys: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def run(self) -> SyncReport:
        """Apply the differences and return what was done."""
        known = self.survey.known
        self._movable = {known[path].digest: path for path in self.survey.missing if path in known}
        total = len(self.survey.suspects)
        for start in range(0, total, BATCH):
            with self._batch():
                for path in self.survey.suspects[start : start + BATCH]:
                    self._take(path)
            self.progress("pages", min(start + BATCH, total), total)
        if self.survey.missing or self.survey.files_differ:
            with self._batch():
                self._remove_missing()
                self._write_files()
        self._count()
        return self.report

    @contextmanager
    def _batch(self) -> Iterator[None]:
        """One transaction, ended by pointing the links it touches where they lead now."""
        with transaction(self.connection):
            self._keys.clear()
            yield
            rows = {str(project.id): row for row, project in all_projects(self.connection).items()}
            for name, keys in self._keys.items():
                if name in rows:
                    resolve_links(self.connection, rows[name], name, keys)
            touch_generation(self.connection, self.project)

    def _take(self, path: str) -> None:
        """Read one file and bring its row level with it."""
        before = self.survey.known.get(path)
        stamp = self.survey.listing.pages[path]
        if stamp.size > self.settings.max_page_bytes:
            limit = self.settings.max_page_bytes
            self._refuse(
                path, stamp, "too-large", f"{stamp.size} bytes; index.max_page_bytes is {limit}"
            )
            return
        read_at = time.time_ns()
        try:
            data = read_file(self.root / path)
        except FileNotFoundError:
            return  # went since the walk; the next one will say so
        except OSError as error:
            problem = Problem("unreadable", f"{path} cannot be read: {error.strerror}", path)
            index.write_problems(self.connection, self.project, path, [problem])
            return
        stamp = _settled(stamp, read_at)
        digest = hashlib.sha256(data).hexdigest()
        if before and before.digest == digest and _day(before.stamp) == _day(stamp):
            self._restamp(before.page_id, stamp)
            return
        self._write(path, data, stamp, digest, before)

    def _write(
        self, path: str, data: bytes, stamp: Stamp, digest: str, before: Known | None
    ) -> None:
        decoded = decode(data)
        if decoded.binary:
            self._refuse(path, stamp, "binary", "holds NUL bytes, so it is not text")
            return
        page = parse_page(path, decoded.text)
        moved_from = None if before else self._movable.pop(digest, None)
        replaced = before or (self.survey.known[moved_from] if moved_from else None)
        if moved_from:
            self._moved.add(moved_from)
        self._note_outcome(before, moved_from, digest)
        self._put(page, decoded.problems, stamp, digest, replaced)

    def _note_outcome(self, before: Known | None, moved_from: str | None, digest: str) -> None:
        if moved_from:
            self.report.moved += 1
        elif before is None:
            self.report.added += 1
        elif before.digest != digest:
            self.report.changed += 1

    def _put(
        self,
        page: Page,
        problems: Sequence[Problem],
        stamp: Stamp,
        digest: str,
        replaced: Known | None,
    ) -> None:
        row = replaced.page_id if replaced else None
        if row is not None:
            self._keys[self.name] |= index.keys_of_page(self.connection, row)
        row = index.write_page(
            self.connection, (self.project, self.name), page, stamp, digest, _day(stamp), row
        )
        self._forget_refusal(page.path)
        if problems:
            remarks = [
                Problem(each.code, each.message, page.path, each.line)
                for each in (*problems, *page.problems)
            ]
            index.write_problems(self.connection, self.project, page.path, remarks)
        self._keys[self.name] |= index.keys_of_page(self.connection, row)
        for link in page.links:
            self._keys[link.project or self.name].add(link_key(link.target))

    def _refuse(self, path: str, stamp: Stamp, code: str, reason: str) -> None:
        """Leave a file out, by name, and remember that until it changes."""
        if before := self.survey.known.get(path):
            self._drop(before.page_id)
        problem = Problem(code, f"{path} is left out: {reason}", path)
        index.write_problems(self.connection, self.project, path, [problem])
        self.connection.execute(
            "INSERT OR REPLACE INTO refused VALUES (?, ?, ?, ?, ?)",
            (self.project, path, stamp.size, stamp.mtime_ns, stamp.ctime_ns),
        )
        self.report.refused += 1

    def _forget_refusal(self, path: str) -> None:
        self.connection.execute(
            "DELETE FROM refused WHERE project_id = ? AND path = ?", (self.project, path)
        )

    def _restamp(self, page_id: int, stamp: Stamp) -> None:
        self.connection.execute(
            "UPDATE pages SET size = ?, mtime_ns = ?, ctime_ns = ? WHERE id = ?",
            (stamp.size, stamp.mtime_ns, stamp.ctime_ns, page_id),
        )

    def _remove_missing(self) -> None:
        for path in self.survey.missing:
            index.write_problems(self.connection, self.project, path, ())
            self._forget_refusal(path)
            known = self.survey.known.get(path)
            if known and path not in self._moved:
                self._drop(known.page_id)
                self.report.removed += 1

    def _drop(self, page_id: int) -> None:
        self._keys[self.name] |= index.keys_of_page(self.connection, page_id)
        index.delete_page(self.connection, page_id)

    def _write_files(self) -> None:
        """Bring the attachments and the remarks about the folder level."""
        listing, project = self.survey.listing, self.project
        before = {
            path
            for (path,) in self.connection.execute(
                "SELECT path FROM attachments WHERE project_id = ?", (project,)
            )
        }
        gone, new = before - listing.attachments, listing.attachments - before
        self.connection.executemany(
            "DELETE FROM attachments WHERE project_id = ? AND path = ?",
            ((project, path) for path in sorted(gone)),
        )
        self.connection.executemany(
            "INSERT INTO attachments VALUES (?, ?, ?)",
            ((project, path, link_key(path)) for path in sorted(new)),
        )
        self._keys[self.name].update(link_key(path) for path in gone | new)
        marks = ", ".join("?" * len(WALK_CODES))
        self.connection.execute(
            f"DELETE FROM problems WHERE project_id = ? AND code IN ({marks})",  # noqa: S608
            (project, *WALK_CODES),
        )
        for problem in listing.problems:
            self.connection.execute(
                "INSERT INTO problems VALUES (?, ?, ?, ?, ?)",
                (project, problem.path, problem.code, problem.message, problem.line),
            )

    def _count(self) -> None:
        held = counts(self.connection, self.project)
        report = self.report
        report.total, report.links = held.pages, held.links
        report.links_resolved, report.problems = held.links_resolved, held.problems


def _settled(stamp: Stamp, read_at: int) -> Stamp:
    """Mark a stamp as untrusted when the file changed as recently as its clock can tell.

    A second edit within one tick of the file system's clock would leave the same stamp
    (git calls such entries racy); a time that no file has makes the next look read it.
    """
    latest = max((t for t in (stamp.mtime_ns, stamp.ctime_ns) if t <= read_at), default=0)
    tick = 2_000_000_000 if latest % 1_000_000_000 == 0 else 100_000_000
    if read_at - latest < tick:
        return Stamp(stamp.size, -stamp.mtime_ns - 1, stamp.ctime_ns)
    return stamp


def _day(stamp: Stamp) -> str:
    return datetime.fromtimestamp(abs(stamp.mtime_ns) / 1e9, UTC).date().isoformat()
