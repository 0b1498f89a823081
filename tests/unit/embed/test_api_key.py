"""Where a key comes from."""

import pytest

from ai_memory.config import LlmSettings
from ai_memory.embed.api_key import read_api_key
from ai_memory.errors import ConfigError


@pytest.fixture(autouse=True)
def environment(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setenv("OTHER_KEY", " from-environment\n")


def test_the_named_variable_holds_the_key():
    settings = LlmSettings(embedding_api_key_env="OTHER_KEY")

    assert read_api_key(settings, required=True) == "from-environment"


def test_a_file_wins_over_the_variable_and_loses_its_line_end(tmp_path):
    file = tmp_path / "key"
    file.write_text("  from-file\n", encoding="utf-8")
    settings = LlmSettings(embedding_api_key_env="OTHER_KEY", embedding_api_key_file=str(file))

    assert read_api_key(settings, required=True) == "from-file"


def test_a_missing_key_names_the_variable():
    with pytest.raises(ConfigError, match="OPENAI_API_KEY") as caught:
        read_api_key(LlmSettings(), required=True)
    assert "OPENAI_API_KEY" in caught.value.remedy


def test_a_key_that_is_not_required_may_be_missing():
    assert read_api_key(LlmSettings(), required=False) == ""


@pytest.mark.parametrize("content", [None, b"", b" \n", b"\xff\xfe"])
def test_a_key_file_that_gives_no_key_is_an_error_even_where_none_is_required(tmp_path, content):
    file = tmp_path / "key"
    if content is not None:
        file.write_bytes(content)

    with pytest.raises(ConfigError, match="key"):
        read_api_key(LlmSettings(embedding_api_key_file=str(file)), required=False)


@pytest.mark.parametrize("key", ["two words", "first\nX-Header: second", "schlüssel"])
def test_a_key_that_no_header_can_carry_is_refused_without_being_shown(monkeypatch, key):
    monkeypatch.setenv("OPENAI_API_KEY", key)

    with pytest.raises(ConfigError) as caught:
        read_api_key(LlmSettings(), required=True)
    assert key not in str(caught.value)
