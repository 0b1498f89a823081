"""A judged set through the real pipeline, in a home of its own that is then thrown away."""

import hashlib
import json
import tempfile
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Self

import apsw

from ai_memory.config import RetrievalTuning
from ai_memory.embed.embedder import Embedder
from ai_memory.embedding import embed_pages
from ai_memory.evaluate.judged import Document, JudgedSet, Question
from ai_memory.model import Link, Page, ProjectId
from ai_memory.parse.page import parse_page
from ai_memory.reader import Reader, ReaderPool
from ai_memory.store.database import open_writer, transaction, write_lock
from ai_memory.store.index import write_page
from ai_memory.store.names import link_key
from ai_memory.store.projects import add_project, touch_generation
from ai_memory.store.resolve import resolve_links
from ai_memory.store.stamp import Stamp
from ai_memory.trial import Progress, Report, Trial, measure_streams, streams_left, streams_off


class JudgedIndex(Trial):
    """A judged set, indexed. Use it as a context manager."""

    def __init__(self, judged: JudgedSet, embedder: Embedder | None, progress: Progress) -> None:
        documents = len(judged.documents)
        super().__init__(judged.name, documents, judged.questions, judged.judgements, progress)
        self.judged = judged
        self._embedder = embedder
        self._folder = tempfile.TemporaryDirectory(prefix="ai-memory-eval-")
        self._home = Path(self._folder.name)
        self._ids: dict[str, str] = {}  # page path → document id

    def __enter__(self) -> Self:
        projects = self._index()
        if self._embedder:
            for project in projects.values():
                embed_pages(self._home, project, self._embedder, self._progress)
        self._pool = ReaderPool(self._home, embedder=self._embedder)
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.close()
        self._folder.cleanup()

    def ask(self, reader: Reader, question: Question, tuning: RetrievalTuning) -> list[str]:
        """Return the ids of the documents found, best first."""
        placed = reader.rank(_project_name(question.group), question.text, tuning=tuning)
        return [self._ids[path] for path in placed]

    def confidences(self, questions: Sequence[Question]) -> list[float]:
        """Return how sure the answer to each question is, 0 to 1; 0 where that is not told."""
        with self.reader() as reader:
            answers = (
                reader.search(_project_name(each.group), each.text, limit=1) for each in questions
            )
            return [answer.confidence or 0.0 for answer in answers]

    def _index(self) -> dict[str, int]:
        groups: dict[str, list[Document]] = {}
        for document in self.judged.documents:
            groups.setdefault(document.group, []).append(document)
        with (
            write_lock(self._home),
            closing(open_writer(self._home)) as connection,
            transaction(connection),
        ):
            return {
                group: self._index_group(connection, group, documents)
                for group, documents in groups.items()
            }

    def _index_group(
        self, connection: apsw.Connection, group: str, documents: Sequence[Document]
    ) -> int:
        name = _project_name(group)
        row = add_project(connection, name, self._home / "pages" / name)
        paths = {document.id: _path(document) for document in documents}
        keys = set()
        for number, document in enumerate(documents, start=1):
            page = self._page(document, paths)
            self._ids[page.path] = document.id
            stamp = Stamp(len(document.text), 0, 0)
            write_page(connection, (row, name), page, stamp, document.id, "2000-01-01")
            keys.add(link_key(page.path))
            self._progress("indexing", number, len(documents))
        resolve_links(connection, row, name, keys)
        touch_generation(connection, row)
        return row

    def _page(self, document: Document, paths: dict[str, str]) -> Page:
        # A JSON string is a YAML string, so any title whatever survives.
        title = json.dumps(document.title, ensure_ascii=False)
        front_matter = f"---\ntitle: {title}\n---\n" if document.title else ""
        page = parse_page(paths[document.id], front_matter + document.text)
        links = tuple(
            Link(paths[target], "wikilink", 1)
            for target in self.judged.links.get(document.id, ())
            if target in paths
        )
        # The set's own links stand for those in the text, whose targets are not its pages.
        return replace(page, links=links)


def evaluate_streams(
    judged: JudgedSet,
    tuning: RetrievalTuning,
    embedder: Embedder | None,
    why_no_vectors: str,
    progress: Progress,
) -> Report:
    """Return how each stream that `tuning` lets vote did alone, and then together.

    Args:
        judged: What is asked.
        tuning: Its streams are measured, with its knobs.
        embedder: Makes the vectors; None leaves the vector stream out.
        why_no_vectors: Said of that.
        progress: Called with (phase, done, total).
    """
    off = streams_off(tuning, "" if embedder else why_no_vectors)
    used = embedder if "vector" in streams_left(off) else None
    with JudgedIndex(judged, used, progress) as index:
        return measure_streams(index, tuning, off)


def _path(document: Document) -> str:
    # Neither the id nor the number may help or hinder: a path without words.
    return f"{hashlib.sha256(document.id.encode()).hexdigest()[:24]}.md"


def _project_name(group: str) -> ProjectId:
    if not group:
        return ProjectId("judged")
    return ProjectId(f"group-{hashlib.sha256(group.encode()).hexdigest()[:12]}")
