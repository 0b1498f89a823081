"""An embedder that embeds a question once, however often it is asked."""

import time
from collections.abc import Sequence

from ai_memory.embed.embedder import Embedder, Vector


class RememberingEmbedder(Embedder):
    """Passes texts on, and remembers the vectors of questions.

    Attributes:
        remembers: Whether a question's vector is looked up; False to measure the time.
        times_ms: How long each question took that was embedded, in order.
    """

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self._known: dict[str, Vector] = {}
        self.remembers = True
        self.times_ms: list[float] = []

    @property
    def model(self) -> str:
        """The inner embedder's name."""
        return self._inner.model

    @property
    def dimension(self) -> int | None:
        """The inner embedder's dimension."""
        return self._inner.dimension

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Return one vector a text, none of them remembered."""
        return self._inner.embed(texts)

    def embed_query(self, text: str) -> Vector:
        """Return the vector to search with."""
        if text not in self._known or not self.remembers:
            start = time.perf_counter()
            self._known[text] = self._inner.embed_query(text)
            self.times_ms.append((time.perf_counter() - start) * 1000)
        return self._known[text]

    def close(self) -> None:
        """Close the inner embedder."""
        self._inner.close()
