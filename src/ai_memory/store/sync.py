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
from pathlib import Path

import apsw

from ai_memory.config import IndexSettings
from ai_memory.model import Page, Problem
from ai_memory.parse.decode import decode
from ai_memory.parse.links import last_segment
from ai_memory.parse.page import parse_page
from ai_memory.store import index, refused
from ai_memory.store.database import transaction
from ai_memory.store.files import write_files
from ai_memory.store.languages import language_setting, note_language_setting
from ai_memory.store.listings import counts
from ai_memory.store.projects import all_projects, touch_generation
from ai_memory.store.resolve import link_keys, resolve_links
from ai_memory.store.stamp import Stamp
from ai_memory.store.survey import Known, Survey
from ai_memory.store.vault import read_page

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
    touched: set[str] = field(default_factory=set)  # paths whose bytes changed, came or went
    _movable: dict[str, list[str]] = field(default_factory=dict)  # digest → missing paths
    _moved: set[str] = field(default_factory=set)  # paths that live on under another name
    _keys: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    _differs: bool = False  # whether the batch changed more than stamps

    def run(self) -> SyncReport:
        """Apply the differences and return what was done."""
        self._movable = self._missing_by_digest()
        total = len(self.survey.suspects)
        for start in range(0, total, BATCH):
            with self._batch():
                for path in self.survey.suspects[start : start + BATCH]:
                    self._take(path)
            self.progress("pages", min(start + BATCH, total), total)
        if self.survey.missing or self.survey.files_differ:
            with self._batch():
                self._remove_missing()
                self._differs = True
                if self.survey.files_differ:
                    self._keys[self.name] |= write_files(
                        self.connection, self.project, self.survey.listing
                    )
        if self.survey.whole:
            self._note_language()
            self._count()
        return self.report

    def _note_language(self) -> None:
        if language_setting(self.connection, self.project) != self.settings.language:
            with transaction(self.connection):
                note_language_setting(self.connection, self.project, self.settings.language)

    def _missing_by_digest(self) -> dict[str, list[str]]:
        missing: dict[str, list[str]] = defaultdict(list)
        for path in self.survey.missing:
            if known := self.survey.known.get(path):
                missing[known.digest].append(path)
        return missing

    @contextmanager
    def _batch(self) -> Iterator[None]:
        """One transaction, ended by pointing the links it touches where they lead now."""
        with transaction(self.connection):
            self._keys.clear()
            self._differs = False
            yield
            rows = {str(project.id): row for row, project in all_projects(self.connection).items()}
            for name, keys in self._keys.items():
                if name in rows:
                    resolve_links(self.connection, rows[name], name, keys)
            if self._differs:
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
            data = read_page(self.root, path)
        except (FileNotFoundError, NotADirectoryError):
            return  # went since the walk; the next one will say so
        except OSError as error:
            self._keep(path, stamp, f"{path} cannot be read: {error.strerror}")
            return
        stamp = stamp.settled(read_at)
        digest = hashlib.sha256(data).hexdigest()
        if before and before.digest == digest and before.stamp.day == stamp.day:
            refused.forget(self.connection, self.project, path)
            index.restamp(self.connection, before.page_id, stamp)
            return
        self._write(path, data, stamp, digest, before)

    def _write(
        self, path: str, data: bytes, stamp: Stamp, digest: str, before: Known | None
    ) -> None:
        decoded = decode(data)
        if decoded.binary:
            self._refuse(path, stamp, "binary", "holds NUL bytes, so it is not text")
            return
        page = parse_page(path, decoded.text, self.settings.language)
        moved_from = None if before else self._moved_from(path, digest)
        replaced = before or (self.survey.known[moved_from] if moved_from else None)
        if moved_from:
            self._moved.add(moved_from)
            # Now, not with what is missing: an interruption may come between.
            index.write_problems(self.connection, self.project, moved_from, ())
        self._note_outcome(path, before, moved_from, digest)
        self._put(page, decoded.problems, stamp, digest, replaced)

    def _moved_from(self, path: str, digest: str) -> str | None:
        """Return the missing page that this new file is, one of the same name first."""
        candidates = self._movable.get(digest)
        if not candidates:
            return None
        name = last_segment(path)
        chosen = min(candidates, key=lambda each: (last_segment(each) != name, each))
        candidates.remove(chosen)
        return chosen

    def _note_outcome(
        self, path: str, before: Known | None, moved_from: str | None, digest: str
    ) -> None:
        if before is None or before.digest != digest:
            self.touched.add(path)
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
        self._differs = True
        row = replaced.page_id if replaced else None
        if row is not None:
            self._keys[self.name] |= index.keys_of_page(self.connection, row)
        refused.forget(self.connection, self.project, page.path)
        row = index.write_page(
            self.connection, (self.project, self.name), page, stamp, digest, stamp.day, row
        )
        if problems:
            remarks = [
                Problem(each.code, each.message, page.path, each.line)
                for each in (*problems, *page.problems)
            ]
            index.write_problems(self.connection, self.project, page.path, remarks)
        self._keys[self.name] |= index.keys_of_page(self.connection, row)
        for link in page.links:
            for name, key in link_keys(link, self.name):
                self._keys[name].add(key)

    def _refuse(self, path: str, stamp: Stamp, code: str, reason: str) -> None:
        """Leave a file out, by name, and remember that until it changes."""
        problem = Problem(code, f"{path} is left out: {reason}", path)
        refused.remember(self.connection, self.project, code, path, stamp)
        if refused.remarked(self.connection, self.project, problem):
            return
        if before := self.survey.known.get(path):
            self._drop(before.page_id)
            self.report.removed += 1
        index.write_problems(self.connection, self.project, path, [problem])
        self.report.refused += 1
        self._differs = True

    def _keep(self, path: str, stamp: Stamp, message: str) -> None:
        """Leave what the index has of a file that cannot be read; it is not gone."""
        problem = Problem("unreadable", message, path)
        refused.remember(self.connection, self.project, problem.code, path, stamp)
        if not refused.remarked(self.connection, self.project, problem):
            refused.remark(self.connection, self.project, problem)
            self.report.refused += 1
            self._differs = True

    def _remove_missing(self) -> None:
        for path in self.survey.missing:
            refused.forget(self.connection, self.project, path)
            index.write_problems(self.connection, self.project, path, ())
            known = self.survey.known.get(path)
            self.touched.update([path] if known else [])
            if known and path not in self._moved:
                self._drop(known.page_id)
                self.report.removed += 1

    def _drop(self, page_id: int) -> None:
        self._keys[self.name] |= index.keys_of_page(self.connection, page_id)
        index.delete_page(self.connection, page_id)

    def _count(self) -> None:
        held = counts(self.connection, self.project)
        report = self.report
        report.total, report.links = held.pages, held.links
        report.links_resolved, report.problems = held.links_resolved, held.problems
