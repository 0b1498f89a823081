"""What an embedder is: texts in, vectors out."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

Vector = Sequence[float]


class Embedder(ABC):
    """Turns texts into vectors of one length that can be compared by cosine.

    A plug-in subclasses this and registers a factory `(LlmSettings) -> Embedder`
    under the entry point group `ai_memory.embedders`; its entry point's name is
    then a value of `[llm] embedding_provider`.
    """

    @property
    @abstractmethod
    def model(self) -> str:
        """A name that changes whenever the vectors would; stored with every vector."""

    @property
    @abstractmethod
    def dimension(self) -> int | None:
        """Length of every vector, or None until the first one has been made."""

    @abstractmethod
    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Return one vector a text, in order. An empty list gives an empty list.

        May be called from several threads at once.

        Raises:
            EmbeddingError: The vectors cannot be had, are not finite, or have
                another length than before.
        """

    def embed_query(self, text: str) -> Vector:
        """Return the vector to search with; models that mark questions override this."""
        return self.embed([text])[0]

    def close(self) -> None:  # noqa: B027  (most embedders hold nothing open)
        """Release what is held open; the embedder opens it again when it is used again."""
