"""The local model: vectors on this machine, with no network at all."""

import os
import threading
from array import array
from collections.abc import Sequence
from types import ModuleType

from ai_memory.config import LlmSettings
from ai_memory.embed.embedder import Embedder, Vector
from ai_memory.embed.model_files import INSTALL_LOCAL, ModelFiles, find_model, locate_model
from ai_memory.errors import MissingExtra, ModelFileError

DIMENSION = 384
MAX_TOKENS = 512  # the model's position table ends there

# No text of 512 tokens is longer than this unless it is mostly blanks; without the
# cut, the tokenizer would read all of a huge text before it drops the rest.
_MAX_CHARS = 32_768

_MAX_THREADS = 8

# BGE's own mark of a question. Its authors call it optional for v1.5; for questions of
# a sentence it was measured to help on some collections and to harm on none.
QUERY_INSTRUCTION = "Represent this sentence for searching relevant passages: "


class LocalEmbedder(Embedder):
    """bge-small-en-v1.5 in int8, run by onnxruntime; loaded on first use, once.

    Each text is one run of the model. The int8 graph scales its activations over the
    whole batch, so a text's vector would depend on its neighbours in a larger one; and
    a batch of one is also the fastest here, as its activations stay in the cache. Many
    texts are spread over threads that share the session.

    Raises:
        ModelFileError, MissingExtra: The model's files are not there (they are
            verified by hash when they are loaded).
    """

    def __init__(self, settings: LlmSettings) -> None:
        self._settings = settings
        self._name = locate_model(settings).name
        self._loading = threading.Lock()
        self._encoder: _Encoder | None = None

    @property
    def model(self) -> str:
        """The model's name with the first 12 hex digits of its file's sha256."""
        return self._name

    @property
    def dimension(self) -> int:
        """384."""
        return DIMENSION

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Return one vector of 384 numbers and length 1 a text, in order.

        Text past the model's 512 tokens is not read.

        Raises:
            ModelFileError: The model's files are absent or not the pinned ones.
            MissingExtra: The runtime is not installed.
        """
        if not texts:
            return []
        encoder = self._loaded()
        threads = min(len(texts), _usable_cores(), _MAX_THREADS)
        if threads == 1:
            return [encoder.vector(text) for text in texts]
        from concurrent.futures import ThreadPoolExecutor  # a query needs no threads

        with ThreadPoolExecutor(threads) as pool:
            return list(pool.map(encoder.vector, texts))

    def embed_query(self, text: str) -> Vector:
        """Return the vector to search with: that of the text behind BGE's instruction.

        Raises:
            EmbeddingError, MissingExtra: As for `embed`.
        """
        return self.embed([QUERY_INSTRUCTION + text])[0]

    def _loaded(self) -> "_Encoder":
        with self._loading:
            if self._encoder is None:
                self._encoder = _Encoder(find_model(self._settings))
            return self._encoder


class _Encoder:
    """The loaded model. Safe to share between threads."""

    def __init__(self, files: ModelFiles) -> None:
        self._numpy, onnxruntime, tokenizers = _runtime()
        try:
            self._tokenizer = tokenizers.Tokenizer.from_file(str(files.tokenizer))
            self._session = onnxruntime.InferenceSession(
                str(files.model), _options(onnxruntime), providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # both libraries raise types of their own
            raise ModelFileError(
                f"The local model cannot be loaded: {error}", f"Reinstall: {INSTALL_LOCAL}"
            ) from error
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(MAX_TOKENS)

    def vector(self, text: str) -> Vector:
        """Return the first token's state, scaled to length 1, as BGE prescribes."""
        numpy = self._numpy
        tokens = numpy.array([self._tokenizer.encode(text[:_MAX_CHARS]).ids], dtype=numpy.int64)
        inputs = {
            "input_ids": tokens,
            "attention_mask": numpy.ones_like(tokens),
            "token_type_ids": numpy.zeros_like(tokens),
        }
        first = self._session.run(None, inputs)[0][0, 0]
        unit = (first / numpy.linalg.norm(first)).astype(numpy.float32)
        return array("f", unit.tobytes())


def _runtime() -> tuple[ModuleType, ModuleType, ModuleType]:
    try:
        import numpy
        import onnxruntime
        import tokenizers
    except ImportError as missing:
        raise MissingExtra(
            f"The local model needs {missing.name}, which is not installed", INSTALL_LOCAL
        ) from missing
    return numpy, onnxruntime, tokenizers


def _options(onnxruntime: ModuleType) -> object:
    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3  # errors only: its warnings are for authors of models
    # Threads of our own, each with a text, beat threads inside one run: see the class.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    return options


def _usable_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
