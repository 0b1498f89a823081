"""The vectors of some projects in memory, with the model that made them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ai_memory.embed.embedder import Embedder
from ai_memory.errors import DimensionMismatch
from ai_memory.store.vectors import Matrix


@dataclass(frozen=True)
class VectorIndex:
    """Exact search by cosine over every passage.

    The vectors have length 1, so a dot product is the cosine.
    """

    embedder: Embedder
    matrix: Matrix

    @cached_property
    def _rows(self) -> Any:
        import numpy as np  # only a search that has vectors pays for it

        rows = np.frombuffer(self.matrix.data, dtype=np.float32)
        return rows.reshape(len(self.matrix.pages), self.matrix.dimension or 1)

    def similarities(self, text: str) -> Sequence[float]:
        """Return the cosine of the text with every passage, in the order of the matrix.

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
        return (self._rows @ asked).tolist()  # type: ignore[no-any-return]
