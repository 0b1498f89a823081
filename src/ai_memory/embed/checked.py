"""What every vector must be, whoever made it; said once for all providers."""

import math
import threading
from array import array
from collections.abc import Callable, Sequence
from typing import TypeVar

from ai_memory.embed.embedder import Embedder, Vector
from ai_memory.errors import AiMemoryError, DimensionMismatch, EmbeddingError

_T = TypeVar("_T")


class CheckedEmbedder(Embedder):
    """Passes texts to another embedder, and only sound vectors back.

    Sound: one vector a text, all numbers finite, all of one length, not all zero.
    They come back as `array("f")` of Euclidean length 1, ready to be stored or read
    by numpy without a copy. An empty text is sent as one blank, which no service
    refuses, and lone surrogates as question marks.
    """

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self._seen: int | None = None
        self._first = threading.Lock()

    @property
    def model(self) -> str:
        """The inner embedder's name."""
        return self._inner.model

    @property
    def dimension(self) -> int | None:
        """The inner embedder's dimension, else the length of the first vector made."""
        return self._inner.dimension or self._seen

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Return one vector of length 1 a text, in order.

        Raises:
            DimensionMismatch: A vector has another length than declared or than
                before, or holds a number that is not finite.
            EmbeddingError: The vectors cannot be had, their count is wrong, one
                is all zero, or the inner embedder failed in its own way.
        """
        if not texts:
            return []
        ready = [_sendable(text) for text in texts]
        vectors = self._guarded(lambda: list(self._inner.embed(ready)))
        if len(vectors) != len(texts):
            raise EmbeddingError(
                f"{self.model} gave {len(vectors)} vectors for {len(texts)} texts",
                "The service or plug-in is at fault; nothing was stored.",
            )
        return [self._sound(vector) for vector in vectors]

    def embed_query(self, text: str) -> Vector:
        """Return the vector to search with, of length 1.

        Raises:
            EmbeddingError: As for `embed`.
        """
        return self._sound(self._guarded(lambda: self._inner.embed_query(_sendable(text))))

    def close(self) -> None:
        """Close the inner embedder."""
        self._inner.close()

    def _sound(self, vector: Vector) -> Vector:
        numbers = self._guarded(lambda: [float(number) for number in vector])
        unit = _unit(numbers, self.model)
        with self._first:
            expected = self.dimension or len(unit)
            if len(unit) != expected:
                raise DimensionMismatch(
                    f"{self.model} gave a vector of {len(unit)} numbers, not {expected}",
                    "Check [llm] embedding_dimension and embedding_model.",
                )
            self._seen = expected
        return unit

    def _guarded(self, call: Callable[[], _T]) -> _T:
        """Run foreign code; whatever it raises becomes part of our tree."""
        try:
            return call()
        except AiMemoryError:
            raise
        except Exception as error:
            raise EmbeddingError(
                f"{self.model} failed with {type(error).__name__}: {error}"
            ) from error


def checked(embedder: Embedder) -> CheckedEmbedder:
    """Return the embedder behind the checks; one that is behind them already as it is."""
    return embedder if isinstance(embedder, CheckedEmbedder) else CheckedEmbedder(embedder)


def _sendable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8") if text.strip() else " "


def _unit(numbers: Sequence[float], model: str) -> Vector:
    length = math.hypot(*numbers)
    if not math.isfinite(length):
        raise DimensionMismatch(f"{model} gave a vector that is not finite")
    if length == 0:
        raise EmbeddingError(
            f"{model} gave a vector that is empty or all zeros, which points nowhere"
        )
    return array("f", [number / length for number in numbers])
