"""Readers: searches on read-only connections, several at once."""

import queue
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Self

import apsw

from ai_memory.answer import answer
from ai_memory.config import RetrievalTuning
from ai_memory.embed.checked import CheckedEmbedder
from ai_memory.embed.embedder import Embedder
from ai_memory.errors import BadInput, StoreError
from ai_memory.model import Answer, Filters
from ai_memory.pipeline import Outcome, Request, search
from ai_memory.store.alternatives import take_alternatives
from ai_memory.store.analysis import Analyzer
from ai_memory.store.damage import damage_named
from ai_memory.store.database import index_path, open_reader
from ai_memory.store.projects import all_projects, generation, project_row
from ai_memory.store.vectors import embedding_progress, load_matrix
from ai_memory.streams.stream import DEPTH
from ai_memory.streams.vector_index import VectorIndex

ProjectNames = str | Sequence[str]


class ReaderPool:
    """Read-only connections to one index, handed out one to a thread.

    Args:
        home: Folder that holds the index.
        tuning: Knobs of every search that brings none of its own.
        embedder: Makes the question's vector; None leaves the vector stream off.
        why_no_vectors: Said of the vector stream when there is no embedder.
    """

    def __init__(
        self,
        home: Path,
        tuning: RetrievalTuning | None = None,
        embedder: Embedder | None = None,
        why_no_vectors: str = "no embedder is configured",
    ) -> None:
        self.home = home
        # Whoever made it, its vectors are checked, and its failures are ours to name.
        if embedder is not None and not isinstance(embedder, CheckedEmbedder):
            embedder = CheckedEmbedder(embedder)
        self.embedder = embedder
        self.why_no_vectors = why_no_vectors
        self._tuning = tuning or RetrievalTuning()
        self._idle: queue.SimpleQueue[Reader] = queue.SimpleQueue()
        self._vectors: dict[tuple[int, ...], tuple[tuple[int, ...], VectorIndex]] = {}
        self._lock = threading.Lock()

    @property
    def tuning(self) -> RetrievalTuning:
        """The knobs in force."""
        return self._tuning

    def set_retrieval_tuning(self, tuning: RetrievalTuning) -> None:
        """Use these knobs from the next search on; nothing is indexed again."""
        self._tuning = tuning

    @contextmanager
    def reader(self) -> Iterator["Reader"]:
        """Lend a reader for the length of a `with` block.

        Raises:
            StoreError: There is no index yet, or it cannot be read.
        """
        try:
            reader = self._idle.get_nowait()
        except queue.Empty:
            reader = Reader(self, open_reader(self.home))
        try:
            yield reader
        except (apsw.Error, StoreError):
            # The file may be what is broken, and the idle connections read the same one.
            reader.close()
            self.close()
            raise
        except BaseException:
            self._idle.put(reader)
            raise
        self._idle.put(reader)

    def close(self) -> None:
        """Close the idle connections; the pool can be used again."""
        while True:
            try:
                self._idle.get_nowait().close()
            except queue.Empty:
                return

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def vectors(self, connection: apsw.Connection, projects: tuple[int, ...]) -> VectorIndex | None:
        """Return the vectors of the projects as of now, read once until they change."""
        if self.embedder is None:
            return None
        state = tuple(generation(connection, project) for project in projects)
        with self._lock:
            known = self._vectors.get(projects)
            if known is None or known[0] != state:
                matrix = load_matrix(connection, projects, self.embedder.model)
                known = self._vectors[projects] = (state, VectorIndex(self.embedder, matrix))
        return known[1]


class Reader:
    """One read-only connection. Use it from one thread at a time."""

    def __init__(self, pool: ReaderPool, connection: apsw.Connection) -> None:
        self.connection = connection
        take_alternatives(connection)
        self._pool = pool
        self._analyzer = Analyzer(connection)

    def search(
        self,
        project: ProjectNames,
        query: str,
        limit: int = 20,
        *,
        filters: Filters | None = None,
        tuning: RetrievalTuning | None = None,
        explain: bool = False,
    ) -> Answer:
        """Return the pages that answer the query, best first.

        Args:
            project: Name of the project, or several.
            query: Any text; see `ai_memory.parse.question` for what it may hold.
            limit: Most hits, 1 to 500. It never changes their order.
            filters: What a hit must be.
            tuning: Knobs for this search; None takes the pool's.
            explain: Whether hits say why they stand where they stand.

        Raises:
            ProjectNotFound: A project is not registered.
            UnknownKind: A filter names a kind that no page has.
            BadInput: The limit is out of range.
        """
        if not 1 <= limit <= DEPTH:
            raise BadInput(f"limit = {limit} is not from 1 to {DEPTH}")
        with self.snapshot():
            request = self._request(project, query, filters, tuning)
            outcome = self._run(request)
            found = answer(
                self.connection,
                self._analyzer,
                request,
                outcome,
                all_projects(self.connection),
                limit=limit,
                explain=explain,
            )
            return self._with_progress(found, request.projects)

    def rank(
        self,
        project: ProjectNames,
        query: str,
        *,
        filters: Filters | None = None,
        tuning: RetrievalTuning | None = None,
    ) -> list[str]:
        """Return the paths of all pages that `search` would find, best first."""
        with self.snapshot():
            outcome = self._run(self._request(project, query, filters, tuning))
            return [outcome.cards[placed.page].path for placed in outcome.placed]

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read one state of the index throughout, whatever is written meanwhile."""
        with damage_named(index_path(self._pool.home)):
            self.connection.execute("BEGIN")
            try:
                yield
            finally:
                if self.connection.in_transaction:  # some errors have ended it already
                    self.connection.execute("ROLLBACK")

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()

    def _request(
        self,
        project: ProjectNames,
        query: str,
        filters: Filters | None,
        tuning: RetrievalTuning | None,
    ) -> Request:
        names = [project] if isinstance(project, str) else project
        return Request(
            text=query,
            projects=tuple(project_row(self.connection, name) for name in names),
            filters=filters or Filters(),
            tuning=tuning or self._pool.tuning,
            today=datetime.now(UTC).date(),
        )

    def _run(self, request: Request) -> Outcome:
        wanted = request.tuning.weight("vector") > 0
        vectors = self._pool.vectors(self.connection, request.projects) if wanted else None
        why = self._pool.why_no_vectors if self._pool.embedder is None else ""
        return search(self.connection, self._analyzer, request, vectors, why)

    def _with_progress(self, found: Answer, rows: tuple[int, ...]) -> Answer:
        """Say how much is embedded, where the vector stream saw only a part."""
        if "vector" not in found.streams_active or self._pool.embedder is None:
            return found
        done, total = embedding_progress(self.connection, rows, self._pool.embedder.model)
        if done == total:
            return found
        note = f"{done} of {total} pages are embedded; 'ai-memory sync' embeds the rest"
        return replace(found, notes=(*found.notes, note))


class AsyncReader:
    """The same searches for asynchronous code: each runs in a worker thread."""

    def __init__(self, pool: ReaderPool) -> None:
        self._pool = pool

    async def search(
        self,
        project: ProjectNames,
        query: str,
        limit: int = 20,
        *,
        filters: Filters | None = None,
        tuning: RetrievalTuning | None = None,
        explain: bool = False,
    ) -> Answer:
        """Return what `Reader.search` returns, without blocking the event loop."""
        import asyncio  # a third of this module's start-up, and only needed here

        ask = partial(
            self._search, project, query, limit, filters=filters, tuning=tuning, explain=explain
        )
        return await asyncio.to_thread(ask)

    def _search(
        self,
        project: ProjectNames,
        query: str,
        limit: int,
        *,
        filters: Filters | None,
        tuning: RetrievalTuning | None,
        explain: bool,
    ) -> Answer:
        with self._pool.reader() as reader:
            return reader.search(
                project, query, limit, filters=filters, tuning=tuning, explain=explain
            )
