"""The vectors of some projects in memory, with the model that made them."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ai_memory.embed.embedder import Embedder
from ai_memory.errors import DimensionMismatch
from ai_memory.store.vectors import ABSTRACT, Matrix


@dataclass(frozen=True, slots=True)
class Near:
    """A page by how near it is to a question."""

    page: int  # row id
    score: float  # mean of the cosines of its best passage and of its passages' centre
    section: int  # of its best passage; ABSTRACT is its summary


@dataclass(frozen=True, slots=True)
class _Pages:
    """The passages in rows, those of a page together."""

    rows: Any  # float32 (passages, dimension), each of length 1
    sections: Any  # int (passages,)
    starts: Any  # int (pages,): first row of each page
    ids: Any  # int (pages,): row ids
    centres: Any  # float32 (pages, dimension): mean passage of each page, of length 1


@dataclass(frozen=True)
class VectorIndex:
    """Exact search by cosine over every passage.

    The vectors have length 1, so a dot product is the cosine.
    """

    embedder: Embedder
    matrix: Matrix

    @cached_property
    def _with_summaries(self) -> _Pages:
        import numpy as np  # only a search that has vectors pays for it

        rows = np.frombuffer(self.matrix.data, dtype=np.float32)
        rows = rows.reshape(len(self.matrix.pages), self.matrix.dimension or 1)
        return _grouped(rows, np.array(self.matrix.pages), np.array(self.matrix.sections))

    @cached_property
    def _without_summaries(self) -> _Pages:
        import numpy as np

        whole = self._with_summaries
        kept = whole.sections != ABSTRACT
        pages = np.array(self.matrix.pages)[kept]
        return _grouped(whole.rows[kept], pages, whole.sections[kept])

    def nearest(self, text: str, *, summaries: bool = True) -> Iterator[Near]:
        """Yield the pages with a passage that points the way of the text, nearest first.

        A passage that points away from it (cosine of 0 or less) is no evidence. Ties keep
        the order of the matrix, which is that of the paths.

        Args:
            text: What is asked.
            summaries: Whether a page's own summary counts as one of its passages.

        Raises:
            EmbeddingError: The text cannot be embedded, or its vector does not fit.
        """
        import numpy as np

        asked = np.asarray(self.embedder.embed_query(text), dtype=np.float32)
        if asked.shape != (self.matrix.dimension,):
            raise DimensionMismatch(
                f"{self.embedder.model} gave a vector of {asked.size}; "
                f"the stored ones have {self.matrix.dimension}",
                "Run 'ai-memory sync' to embed the pages again.",
            )
        index = self._with_summaries if summaries else self._without_summaries
        if not len(index.ids):
            return
        cosines = index.rows @ asked
        best = np.maximum.reduceat(cosines, index.starts)
        scores = (best + index.centres @ asked) / 2
        order = np.argsort(-scores, kind="stable")
        order = order[(best[order] > 0) & (scores[order] > 0)]
        sections = index.sections[_first_best(cosines, best, index.starts)]
        for at in order:  # one by one, as most are never looked at
            yield Near(int(index.ids[at]), float(scores[at]), int(sections[at]))


def _grouped(rows: Any, pages: Any, sections: Any) -> _Pages:
    import numpy as np

    if not len(pages):
        return _Pages(rows, sections, pages, pages, rows)
    starts = np.flatnonzero(np.r_[True, pages[1:] != pages[:-1]])
    centres = np.add.reduceat(rows, starts, axis=0)
    lengths = np.linalg.norm(centres, axis=1, keepdims=True)
    # Passages that point opposite ways have no centre, and then none is near.
    centres /= np.where(lengths > 0, lengths, 1)
    return _Pages(rows, sections, starts, pages[starts], centres)


def _first_best(cosines: Any, best: Any, starts: Any) -> Any:
    """Return the row of each page's best passage, the first of equals."""
    import numpy as np

    counts = np.diff(np.append(starts, len(cosines)))
    rows = np.arange(len(cosines))
    is_best = cosines == np.repeat(best, counts)
    return np.minimum.reduceat(np.where(is_best, rows, len(rows)), starts)
