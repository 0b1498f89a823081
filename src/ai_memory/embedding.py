"""Filling in vectors: the passages of every page that has none of the present model."""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import apsw

from ai_memory.embed.embedder import Embedder, Vector
from ai_memory.embed.windows import windows
from ai_memory.errors import DimensionMismatch
from ai_memory.store.cards import sections_of
from ai_memory.store.database import reading, snapshot, transaction, writing
from ai_memory.store.projects import touch_generation
from ai_memory.store.vectors import (
    ABSTRACT,
    Due,
    Passage,
    due_pages,
    embedding_progress,
    has_words,
    kept_vectors,
    pack,
    page_state,
    stored_dimension,
    write_vectors,
)

PAGES_A_ROUND = 32  # embedded between two short write transactions


@dataclass(frozen=True, slots=True)
class _Work:
    """A page with its passages, and the vectors that need not be made again."""

    page: int
    state: str  # of the page, when its passages were read
    passages: tuple[Passage, ...]
    kept: dict[str, bytes]


def embed_pages(
    home: Path,
    project: int,
    embedder: Embedder,
    progress: Callable[[str, int, int], None] = lambda phase, done, total: None,
) -> int:
    """Embed the project's pages that want it and return how many were embedded.

    The write lock is held only while a round's vectors are stored, so writers and
    other searches go on meanwhile. A passage whose text was embedded before by the same
    model keeps its vector. An interruption keeps the rounds that were finished.

    Raises:
        EmbeddingError: The vectors cannot be had; finished rounds stay.
    """
    looked_at, written, after = 0, 0, 0
    with reading(home) as connection:
        already, total = embedding_progress(connection, [project], embedder.model)
        while work := _next_round(connection, project, embedder.model, after):
            vectors = _embed(embedder, work)
            _check_dimension(connection, embedder, vectors)
            written += _store(home, project, embedder.model, work, vectors)
            looked_at, after = looked_at + len(work), work[-1].page
            progress("embedding", already + looked_at, total)
    return written


def _next_round(connection: apsw.Connection, project: int, model: str, after: int) -> list[_Work]:
    # One state of the index: a title and a text of different versions make a wrong vector.
    with snapshot(connection):
        due = due_pages(connection, project, model, after, PAGES_A_ROUND)
        return [_work(connection, page, model) for page in due]


def _work(connection: apsw.Connection, due: Due, model: str) -> _Work:
    state = page_state(connection, due.page)
    passages = tuple(_passages(connection, due))
    return _Work(due.page, state, passages, kept_vectors(connection, due.page, model))


def _passages(connection: apsw.Connection, due: Due) -> Sequence[Passage]:
    passages = [
        Passage(section.position, number, text)
        for section in sections_of(connection, due.page)
        if has_words(section)
        for number, text in enumerate(windows(due.title, section.trail, section.text))
    ]
    # Without a summary or any text, the title is what the page says.
    summary = due.description or ("" if passages else due.title)
    if summary:
        passages += [
            Passage(ABSTRACT, number, text)
            for number, text in enumerate(windows(due.title, (), summary))
        ]
    return passages


def _embed(embedder: Embedder, work: Sequence[_Work]) -> dict[str, bytes]:
    """Return text hash → packed vector for every passage that has none yet."""
    missing = {
        passage.digest: passage.text
        for each in work
        for passage in each.passages
        if passage.digest not in each.kept
    }
    vectors: list[Vector] = embedder.embed(list(missing.values())) if missing else []
    packed = dict(zip(missing, map(pack, vectors), strict=True))
    return packed | dict(itertools.chain.from_iterable(each.kept.items() for each in work))


def _check_dimension(
    connection: apsw.Connection, embedder: Embedder, vectors: dict[str, bytes]
) -> None:
    """Refuse vectors of another length than the model gave before."""
    lengths = {len(vector) // 4 for vector in vectors.values()}
    if stored := stored_dimension(connection, embedder.model):
        lengths.add(stored)
    if len(lengths) > 1:
        raise DimensionMismatch(
            f"{embedder.model} gives vectors of different lengths: {sorted(lengths)}",
            "Set llm.embedding_dimension, or give the changed model another name.",
        )


def _store(
    home: Path, project: int, model: str, work: Sequence[_Work], vectors: dict[str, bytes]
) -> int:
    """Write a round's vectors and return of how many pages; those changed meanwhile wait."""
    written = 0
    with writing(home) as writer, transaction(writer):
        for each in work:
            rows = [(passage, vectors[passage.digest]) for passage in each.passages]
            written += write_vectors(writer, each.page, model, rows, each.state)
        touch_generation(writer, project)
    return written
