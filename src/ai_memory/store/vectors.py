"""Vectors of passages: which are due, how they are kept, how they are handed out."""

import array
import hashlib
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import apsw

from ai_memory.model import Section
from ai_memory.store.rows import one_row

ABSTRACT = -1  # section number of a page's own summary


@dataclass(frozen=True, slots=True)
class Passage:
    """A text of a page to be embedded."""

    section: int  # position of the section, or ABSTRACT
    window: int  # 0-based part of it
    text: str

    @property
    def digest(self) -> str:
        """SHA-256 of the text, hex: the same text keeps its vector."""
        return hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class Due:
    """A page whose vectors are not those of the present model and text."""

    page: int
    title: str
    description: str


@dataclass(frozen=True, slots=True)
class Matrix:
    """All current vectors of some projects, row by row."""

    pages: Sequence[int]
    sections: Sequence[int]
    dimension: int
    data: bytes  # float32, native order, rows of `dimension`


_DUE = """
SELECT id, title, description FROM pages
WHERE project_id = ?1 AND embedded_model IS NOT ?2 AND id > ?3
ORDER BY id LIMIT ?4
"""
_PROGRESS = """
SELECT count(*) FILTER (WHERE embedded_model IS ?2), count(*) FROM pages
WHERE project_id IN (SELECT value FROM json_each(?1))
"""
_CURRENT = """
SELECT vector.page_id, vector.section, vector.dimension, vector.vector
FROM pages_vector AS vector JOIN pages AS page ON page.id = vector.page_id
WHERE page.project_id IN (SELECT value FROM json_each(?1))
  AND page.embedded_model = ?2 AND vector.model = ?2
ORDER BY page.path, page.project_id, vector.section, vector.window
"""
_KEPT = "SELECT text_hash, vector FROM pages_vector WHERE page_id = ? AND model = ?"
_STATE = "SELECT hash || ' ' || title FROM pages WHERE id = ?"
_FIRST_DIMENSION = "SELECT dimension FROM pages_vector WHERE model = ? LIMIT 1"


def due_pages(
    connection: apsw.Connection, project: int, model: str, after: int, limit: int
) -> list[Due]:
    """Return pages with a row id above `after` that want embedding, in order of row id."""
    return [Due(*row) for row in connection.execute(_DUE, (project, model, after, limit))]


def embedding_progress(
    connection: apsw.Connection, projects: Sequence[int], model: str
) -> tuple[int, int]:
    """Return (pages embedded by the model, pages)."""
    done, total = one_row(connection, _PROGRESS, (json.dumps(projects), model))
    return int(done), int(total)


def stored_dimension(connection: apsw.Connection, model: str) -> int | None:
    """Return the length of the vectors that the model has given before."""
    row = connection.execute(_FIRST_DIMENSION, (model,)).fetchone()
    return int(row[0]) if row else None


def kept_vectors(connection: apsw.Connection, page: int, model: str) -> dict[str, bytes]:
    """Return the page's vectors of that model by the hash of their text."""
    return dict(connection.execute(_KEPT, (page, model)))


def write_vectors(
    connection: apsw.Connection,
    page: int,
    model: str,
    rows: Sequence[tuple[Passage, bytes]],
    state: str,
) -> bool:
    """Replace a page's vectors, unless its text changed meanwhile.

    Args:
        connection: In a write transaction.
        page: Row id.
        model: Name of the model.
        rows: Passages with their packed vectors.
        state: What `page_state` said when its passages were read.

    Returns:
        Whether they were written.
    """
    if page_state(connection, page) != state:
        return False
    connection.execute("DELETE FROM pages_vector WHERE page_id = ?", (page,))
    connection.executemany(
        "INSERT INTO pages_vector VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            (page, each.section, each.window, model, len(blob) // 4, each.digest, blob)
            for each, blob in rows
        ),
    )
    connection.execute("UPDATE pages SET embedded_model = ? WHERE id = ?", (model, page))
    return True


def page_state(connection: apsw.Connection, page: int) -> str:
    """Return what a page's passages depend on, as one text; "" when the page is gone.

    That is its bytes, and its title, which a page without one takes from its file's name.
    """
    row = connection.execute(_STATE, (page,)).fetchone()
    return str(row[0]) if row else ""


def load_matrix(connection: apsw.Connection, projects: Sequence[int], model: str) -> Matrix:
    """Return every current vector of the projects, in order of path."""
    pages, sections, parts, dimension = [], [], [], 0
    rows = connection.execute(_CURRENT, (json.dumps(projects), model))
    for page, section, dimension, vector in rows:  # noqa: B007 (the last one is kept)
        pages.append(page)
        sections.append(section)
        parts.append(vector)
    return Matrix(pages, sections, dimension, _native(b"".join(parts)))


def pack(vector: Sequence[float]) -> bytes:
    """Return a vector as float32, little-endian."""
    packed = array.array("f", vector)
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tobytes()


def _native(data: bytes) -> bytes:
    if sys.byteorder == "little":
        return data
    packed = array.array("f", data)
    packed.byteswap()
    return packed.tobytes()


def has_words(section: Section) -> bool:
    """Tell whether a section holds anything to embed."""
    return bool(section.heading or section.text.strip())
