"""`ai-memory config`, and settings that cannot be right."""

import pytest

from ai_memory.config import Settings


def test_every_setting_is_shown_with_its_origin(indexed, cli):
    shown = cli("config", "show", "--json").json["settings"]

    assert [each["key"] for each in shown] == [key for key, _, _ in Settings().items()]
    origins = {each["key"]: each["origin"] for each in shown}
    assert origins["retrieval.tag_boost"] == "default"
    assert origins["llm.embedding_provider"] == ("environment, AI_MEMORY_LLM__EMBEDDING_PROVIDER")


def test_settings_come_from_the_projects_file_over_the_users(cli, wiki, tmp_path):
    cli("init")
    user, project = tmp_path / "home/ai-memory.toml", wiki / "ai-memory.toml"
    user.write_text("[retrieval]\ntag_boost = 2.0\nkind_boost = 3.0\n", encoding="utf-8")
    project.write_text("[retrieval]\ntag_boost = 4.0\n", encoding="utf-8")

    told = cli("config", "show").out.splitlines()

    assert f"retrieval.tag_boost        = 4.0  ({project})" in told
    assert f"retrieval.kind_boost       = 3.0  ({user})" in told
    assert "retrieval.recency_decay    = none  (default)" in told


def test_path_prints_the_users_file_even_when_it_is_broken(cli, tmp_path):
    (tmp_path / "home").mkdir()
    (tmp_path / "home/ai-memory.toml").write_text("[", encoding="utf-8")

    assert cli("config", "path").out == f"{tmp_path / 'home/ai-memory.toml'}\n"


def test_check_names_the_files_it_read(cli, wiki, tmp_path):
    assert "no configuration file" in cli("config", "check").err
    cli("init")
    (wiki / "ai-memory.toml").write_text("[index]\n", encoding="utf-8")

    assert cli("config", "check").out == f"{wiki / 'ai-memory.toml'} is right\n"
    assert cli("config", "check", "--json").json["files"] == [str(wiki / "ai-memory.toml")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[retrieval]\ntag_bost = 2\n", "Did you mean 'tag_boost'?"),
        ("[retreival]\ntag_boost = 2\n", "Did you mean 'retrieval'?"),
        ("[retrieval]\ntag_boost = 'much'\n", "should be a number"),
        ("[retrieval]\ntag_boost = -2\n", "0 or more"),
        ("[retrieval\n", "cannot be read as TOML"),
        ("[llm]\nembedding_provider = 'opnai'\n", "Did you mean 'openai'?"),
    ],
)
def test_a_mistake_in_the_users_file_names_the_nearest(cli, tmp_path, monkeypatch, text, said):
    monkeypatch.delenv("AI_MEMORY_LLM__EMBEDDING_PROVIDER")
    (tmp_path / "home").mkdir()
    (tmp_path / "home/ai-memory.toml").write_text(text, encoding="utf-8")

    wrong = cli("config", "check")

    assert (wrong.code, wrong.out) == (2, "")
    assert said in wrong.err


def test_a_projects_file_may_not_say_where_texts_are_sent(cli, wiki):
    cli("init")
    (wiki / "ai-memory.toml").write_text(
        "[llm]\nembedding_base_url = 'https://evil.example'\n", encoding="utf-8"
    )

    for arguments in (("config", "check"), ("search", "reset")):
        wrong = cli(*arguments)
        assert wrong.code == 2
        assert "may not be set inside a wiki's folder" in wrong.err


def test_a_mistake_in_the_environment_names_the_variable(indexed, cli, monkeypatch):
    monkeypatch.setenv("AI_MEMORY_RETRIEVAL__TAG_BOST", "2")

    wrong = cli("search", "reset")

    assert wrong.code == 2
    assert "AI_MEMORY_RETRIEVAL__TAG_BOST" in wrong.err
    assert "Did you mean 'tag_boost'?" in wrong.err


def test_flags_win_over_files(cli, wiki, tmp_path):
    cli("init")
    (wiki / "ai-memory.toml").write_text("[retrieval]\nstreams = ['entity']\n", encoding="utf-8")

    assert cli("search", "reset", "--json").json["streams_active"] == ["entity"]
    assert cli("search", "reset", "--streams", "fts", "--json").json["streams_active"] == ["fts"]


def test_config_of_a_project_that_is_not_there(cli):
    assert cli("config", "show", "-p", "nonsense").code == 3
