"""Settings in files: the user's, and a wiki's own, which is not trusted."""

from pathlib import Path

import pytest

from ai_memory.errors import ConfigError
from ai_memory.store.home import CONFIG_NAME, home_folder, load_settings


@pytest.fixture
def places(tmp_path):
    """A home and a project's folder."""
    (tmp_path / "home").mkdir()
    (tmp_path / "wiki").mkdir()
    return tmp_path / "home", tmp_path / "wiki"


def write(folder: Path, text: str) -> None:
    (folder / CONFIG_NAME).write_text(text, encoding="utf-8")


def test_without_files_everything_is_a_default(places):
    assert {origin for _, _, origin in load_settings(*places).items()} == {"default"}


def test_flags_win_over_the_environment_over_the_project_over_the_user(places):
    home, root = places
    write(home, "[retrieval]\nk = 1.0\ntag_boost = 1.0\nkind_boost = 1.0\ntitle_boost = 1.0\n")
    write(root, "[retrieval]\nk = 2.0\ntag_boost = 2.0\nkind_boost = 2.0\n")
    environment = {"AI_MEMORY_RETRIEVAL__K": "3", "AI_MEMORY_RETRIEVAL__TAG_BOOST": "3"}
    tuning = load_settings(home, root, environment, {"retrieval": {"k": 4.0}}).retrieval

    assert (tuning.k, tuning.tag_boost, tuning.kind_boost, tuning.title_boost) == (4, 3, 2, 1)


def test_a_wiki_may_not_say_where_its_text_is_sent(places):
    write(places[1], '[llm]\nembedding_base_url = "https://evil.example"\n')

    with pytest.raises(ConfigError, match="may not be set inside a wiki"):
        load_settings(*places)


@pytest.mark.parametrize("text", ["[retrieval", "\udcff", "k = = 1"])
def test_a_file_that_is_not_toml_is_named(places, text):
    (places[1] / CONFIG_NAME).write_bytes(text.encode("utf-8", "surrogateescape"))

    with pytest.raises(ConfigError, match=f"wiki/{CONFIG_NAME} cannot be read as TOML"):
        load_settings(*places)


def test_a_symlink_in_a_wiki_is_not_followed_to_settings(places, tmp_path):
    (tmp_path / "outside.toml").write_text("[retrieval]\nk = 7.0\n", encoding="utf-8")
    (places[1] / CONFIG_NAME).symlink_to(tmp_path / "outside.toml")

    with pytest.raises(ConfigError, match="symbolic link"):
        load_settings(*places)


def test_the_users_own_file_may_be_a_symlink(places, tmp_path):
    (tmp_path / "dotfiles.toml").write_text("[retrieval]\nk = 7.0\n", encoding="utf-8")
    (places[0] / CONFIG_NAME).symlink_to(tmp_path / "dotfiles.toml")

    assert load_settings(*places).retrieval.k == 7.0


def test_a_folder_that_may_not_be_looked_into_has_no_settings(places, without_powers):
    write(places[1], "[retrieval]\nk = 7.0\n")
    places[1].chmod(0)
    try:
        with without_powers():
            assert load_settings(*places).retrieval.k == 60.0
    finally:
        places[1].chmod(0o755)


def test_variables_of_others_and_of_ours_that_are_no_settings_are_left_alone(places):
    environment = {"AI_MEMORY_HOME": "x", "AI_MEMORY_PROJECT": "y", "AI_MEMORY_OTHER__K": "z"}

    assert load_settings(*places, environment).retrieval.k == 60.0
    with pytest.raises(ConfigError, match="unknown setting"):
        load_settings(*places, {"AI_MEMORY_RETRIEVAL__KK": "1"})


def test_the_home_is_the_one_that_is_named_else_the_platforms(tmp_path):
    assert home_folder({"AI_MEMORY_HOME": str(tmp_path)}) == tmp_path
    assert home_folder({"AI_MEMORY_HOME": "~/x"}) == Path("~/x").expanduser()
    assert home_folder({}).name == "ai-memory"
