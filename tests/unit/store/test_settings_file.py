"""Editing a project's own settings: what is kept, and what is refused."""

import stat
import tomllib

import pytest

from ai_memory.errors import ConfigError, PathRefused
from ai_memory.store.settings_file import apply_edit, edit_settings

BEFORE = """\
# How this wiki is searched.
[index]
exclude = ["drafts/*"]  # not ready

[retrieval]
# Titles are chosen with care here.
title_boost = 2   # was 1.2
mode = 'adaptive'
"""
AFTER = BEFORE.replace("title_boost = 2   #", "title_boost = 2.4   #") + "tag_boost = 3.0\n"


@pytest.fixture
def file(tmp_path):
    return tmp_path / "ai-memory.toml"


def test_comments_order_and_other_keys_stay(tmp_path, file):
    file.write_text(BEFORE, encoding="utf-8")
    file.chmod(0o640)
    edit = edit_settings(tmp_path, "retrieval", {"title_boost": 2.4, "tag_boost": 3.0})

    assert (edit.before, edit.after) == (BEFORE, AFTER)
    assert file.read_text(encoding="utf-8") == BEFORE
    apply_edit(edit)
    assert file.read_text(encoding="utf-8") == AFTER
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    "before",
    [
        "", "# only a comment\n", "retrieval.k = 60.0\n", "retrieval = {k = 60.0}\n",
        "[retrieval]\r\nk = 60.0\r\n", "[index]\nexclude = []", "[retrieval]\n[index]\n",
    ],
)  # fmt: skip
def test_however_the_file_is_written_the_key_lands_in_its_table(tmp_path, file, before):
    file.write_bytes(before.encode())
    apply_edit(edit_settings(tmp_path, "retrieval", {"abstract_vectors": False}))

    expected = tomllib.loads(before)
    expected.setdefault("retrieval", {})["abstract_vectors"] = False
    assert tomllib.loads(file.read_bytes().decode()) == expected


def test_a_file_is_made_where_there_is_none(tmp_path, file):
    edit = edit_settings(tmp_path, "retrieval", {"tag_boost": 3.0})
    apply_edit(edit)

    assert edit.before is None
    assert file.read_text(encoding="utf-8") == "[retrieval]\ntag_boost = 3.0\n"


def test_a_symbolic_link_is_refused_and_what_it_leads_to_untouched(tmp_path, file):
    target = tmp_path / "elsewhere"
    target.write_text("[retrieval]\n", encoding="utf-8")
    edit = edit_settings(tmp_path, "retrieval", {"tag_boost": 3.0})
    file.symlink_to(target)

    with pytest.raises(PathRefused, match="symbolic link"):
        edit_settings(tmp_path, "retrieval", {"tag_boost": 3.0})
    with pytest.raises(PathRefused, match="symbolic link"):
        apply_edit(edit)
    assert target.read_text(encoding="utf-8") == "[retrieval]\n"


def test_a_folder_of_that_name_is_refused(tmp_path, file):
    file.mkdir()
    with pytest.raises(PathRefused, match="is not a file"):
        edit_settings(tmp_path, "retrieval", {"tag_boost": 3.0})


def test_what_someone_else_wrote_meanwhile_is_kept(tmp_path, file):
    edit = edit_settings(tmp_path, "retrieval", {"tag_boost": 3.0})
    file.write_text("[retrieval]\nk = 10.0\n", encoding="utf-8")

    with pytest.raises(ConfigError, match="changed meanwhile"):
        apply_edit(edit)
    assert file.read_text(encoding="utf-8") == "[retrieval]\nk = 10.0\n"


@pytest.mark.parametrize("content", [b"[retrieval", b"retrieval = 3\n", b"# \xff\n"])
def test_what_is_not_toml_is_named_and_kept(tmp_path, file, content):
    file.write_bytes(content)
    with pytest.raises(ConfigError, match=r"ai-memory\.toml"):
        edit_settings(tmp_path, "retrieval", {"tag_boost": 3.0})
    assert file.read_bytes() == content
