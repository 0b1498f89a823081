"""Any service that speaks OpenAI's `POST {base_url}/embeddings`."""

import json
import re
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ai_memory.config import LlmSettings
from ai_memory.embed.api_key import read_api_key
from ai_memory.embed.embedder import Embedder, Vector
from ai_memory.embed.endpoint import parse_endpoint
from ai_memory.embed.service import Reply, Service
from ai_memory.errors import EmbeddingError, ProviderUnreachable

DEFAULT_MODEL = "text-embedding-3-small"

# OpenAI reads at most 300 000 tokens a request; the densest scripts have one a character.
MAX_CHARS_A_REQUEST = 200_000

# 8192 numbers of 24 characters, with room to spare.
_BYTES_A_VECTOR = 262_144
_BYTES_AROUND = 1_048_576

_SHOWN_CHARS = 200
_ABOUT_SIZE = re.compile(r"token|length|long|large|size|exceed|maximum|too many|limit", re.I)

# Someone waits for a search; the index's own work can wait out a service's bad minute.
_QUERY_RETRIES = 1


class _TooLarge(ProviderUnreachable):
    """The service found the request too large."""


class OpenAIEmbedder(Embedder):
    """Asks an OpenAI-compatible service. Its vectors are as the service made them.

    Raises:
        ConfigError: The address may not be called, or the key is missing or unusable.
    """

    def __init__(
        self,
        settings: LlmSettings,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        endpoint = parse_endpoint(settings.embedding_base_url)
        self._key = read_api_key(settings, required=not endpoint.loopback)
        self._service = Service(endpoint, self._key, settings, sleep, clock)
        self._settings = settings
        self._authority = endpoint.authority
        self._asked_model = settings.embedding_model or DEFAULT_MODEL

    @property
    def model(self) -> str:
        """Model, dimension where one is asked for, and host: `openai:name:512@host`."""
        dimension = self.dimension
        length = "" if dimension is None else f":{dimension}"
        return f"openai:{self._asked_model}{length}@{self._authority}"

    @property
    def dimension(self) -> int | None:
        """The dimension that is asked for, or None when it is the model's own."""
        return self._settings.embedding_dimension

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Return one vector a text, in order, asking in batches.

        Raises:
            ProviderUnreachable: No usable answer after the retries, or a refusal.
            EmbeddingError: The answer is not one vector a text.
            MissingExtra: httpx is not installed.
        """
        retries = max(self._settings.embedding_retries, 0)
        batches = _batches(texts, max(self._settings.embedding_batch, 1))
        return [vector for batch in batches for vector in self._embed_batch(batch, retries)]

    def embed_query(self, text: str) -> Vector:
        """Return the vector to search with, after one further try at most.

        Raises:
            EmbeddingError, MissingExtra: As for `embed`.
        """
        retries = max(min(self._settings.embedding_retries, _QUERY_RETRIES), 0)
        return self._embed_batch([text], retries)[0]

    def close(self) -> None:
        """Close the connections; they are opened again when they are needed."""
        self._service.close()

    def _embed_batch(self, texts: Sequence[str], retries: int) -> list[Vector]:
        try:
            return self._ask(texts, retries)
        except _TooLarge:
            if len(texts) == 1:
                raise
        half = len(texts) // 2
        return self._embed_batch(texts[:half], retries) + self._embed_batch(texts[half:], retries)

    def _ask(self, texts: Sequence[str], retries: int) -> list[Vector]:
        payload: dict[str, Any] = {
            "model": self._asked_model,
            "input": list(texts),
            "encoding_format": "float",
        }
        if self.dimension is not None:
            payload["dimensions"] = self.dimension
        most = _BYTES_AROUND + _BYTES_A_VECTOR * len(texts)
        reply = self._service.post("/embeddings", payload, most, retries)
        if reply.status != 200:
            raise self._refusal(reply)
        return _vectors(reply.body, len(texts), self._authority)

    def _refusal(self, reply: Reply) -> ProviderUnreachable:
        if reply.status == 0:
            return ProviderUnreachable(
                f"{self._authority} gave no answer: {reply.failure}",
                "Check the network and llm.embedding_base_url, then run it again.",
            )
        said = _message(reply.body, self._key)
        refusal = f"{self._authority} answered {reply.status}: {said or 'no message'}"
        if reply.status == 413 or (reply.status == 400 and _ABOUT_SIZE.search(said)):
            return _TooLarge(refusal, "Choose a model that reads longer texts.")
        return ProviderUnreachable(refusal, _remedy(reply.status))


def _remedy(status: int) -> str:
    if 300 <= status < 400:
        return "Redirects are not followed: set llm.embedding_base_url to the final address."
    if status in (401, 403):
        return "Check the API key and what it may be used for."
    if status == 404:
        return "Check llm.embedding_base_url (it often ends in /v1) and llm.embedding_model."
    if status == 429 or status >= 500:
        return "Run it again later; what is embedded already is kept."
    return "Check llm.embedding_model and llm.embedding_dimension."


def _batches(texts: Sequence[str], most_texts: int) -> Iterator[Sequence[str]]:
    """Yield runs of texts, each within the count and, unless it is one text, the characters."""
    first = chars = 0
    for at, text in enumerate(texts):
        full = at - first == most_texts or chars + len(text) > MAX_CHARS_A_REQUEST
        if full and at > first:
            yield texts[first:at]
            first, chars = at, 0
        chars += len(text)
    if first < len(texts):
        yield texts[first:]


def _vectors(body: bytes, count: int, authority: str) -> list[Vector]:
    """Return the answer's vectors in the order of the texts; `index` says which is whose."""
    try:
        entries = json.loads(body)["data"]
        vectors = {entry.get("index", at): entry["embedding"] for at, entry in enumerate(entries)}
        sound = all(isinstance(vector, list) for vector in vectors.values())
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        sound = False
    if not sound:
        raise EmbeddingError(
            f"{authority} answered with something that is not a list of embeddings",
            "Check that llm.embedding_base_url is an OpenAI-compatible embedding service.",
        )
    if len(entries) != count or vectors.keys() != set(range(count)):
        raise EmbeddingError(
            f"{authority} gave {len(entries)} vectors for {count} texts, or numbered them wrongly"
        )
    return [vectors[position] for position in range(count)]


def _message(body: bytes, key: str) -> str:
    """Return what the service said, on one line, short, without the key."""
    text = body.decode("utf-8", "replace")
    try:
        answer = json.loads(text)
        said = answer.get("error") or answer.get("message") or answer.get("detail")
        text = str(said.get("message") or said) if isinstance(said, dict) else str(said or text)
    except (ValueError, AttributeError, RecursionError):
        pass  # not JSON: the text itself is the message
    line = " ".join("".join(each if each.isprintable() else " " for each in text).split())
    if key:
        line = line.replace(key, "…")
    return line if len(line) <= _SHOWN_CHARS else line[:_SHOWN_CHARS] + "…"
