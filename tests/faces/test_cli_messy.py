"""Files that cannot be read as they should: each is named, none stops the rest."""

import sys

import pytest


@pytest.fixture
def messy(tmp_path, monkeypatch):
    folder = tmp_path / "messy"
    folder.mkdir()
    (folder / "good.md").write_text("# Good page\n\nA lighthouse.\n", encoding="utf-8")
    monkeypatch.chdir(folder)
    return folder


def _codes(cli):
    return {(each["code"], each["path"]) for each in cli("doctor", "--json").json["findings"]}


def test_a_page_of_50_mb_is_refused_by_name(cli, messy):
    with (messy / "huge.md").open("wb") as file:
        file.truncate(50 * 1024 * 1024)

    done = cli("init", "--json").json

    assert (done["pages"], done["refused"]) == (1, 1)
    assert ("too-large", "huge.md") in _codes(cli)
    assert "huge.md" in cli("doctor").out
    assert cli("search", "lighthouse").out.startswith(" 1. Good page\n")


def test_the_largest_page_is_a_setting(cli, messy, monkeypatch):
    monkeypatch.setenv("AI_MEMORY_INDEX__MAX_PAGE_BYTES", "10")

    assert cli("init", "--json").json["refused"] == 1
    assert "index.max_page_bytes is 10" in cli("doctor").out


def test_a_line_of_65_kb_is_searched_like_any_other(cli, messy):
    words = "word " * 13_000
    (messy / "long.md").write_text(f"# Long\n\n{words}needle {words}", encoding="utf-8")
    cli("init")

    hit = cli("search", "needle", "--json").json["hits"][0]

    assert hit["page_path"] == "long.md"
    assert "«needle»" in hit["snippet"]
    assert len(hit["snippet"]) < 300


def test_a_symlink_out_of_the_folder_is_not_followed(cli, messy, tmp_path):
    secret = tmp_path / "secret.md"
    secret.write_text("# Secret\n\nxylophone\n", encoding="utf-8")
    (messy / "link.md").symlink_to(secret)
    (messy / "up").symlink_to(tmp_path, target_is_directory=True)

    assert cli("init", "--json").json["pages"] == 1
    assert cli("search", "xylophone", "--json").json["hits"] == []
    assert {("symlink", "link.md"), ("symlink", "up")} <= _codes(cli)
    assert cli("show", "link.md").code == 3


def test_a_page_swapped_for_a_symlink_is_not_shown(cli, messy, tmp_path):
    cli("init")
    secret = tmp_path / "secret.md"
    secret.write_text("secret", encoding="utf-8")
    (messy / "good.md").unlink()
    (messy / "good.md").symlink_to(secret)

    shown = cli("show", "good.md")

    assert shown.code == 2
    assert "secret" not in shown.out


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("broken.md", b"---\ntitle: [\n---\n# Broken\n\nneedle\n", "front-matter"),
        ("latin.md", "# Grüße\n\nneedle\n".encode("latin-1"), ""),
        ("binary.md", b"# x\0\0needle", "binary"),
    ],
)
def test_what_could_not_be_understood_is_listed_by_doctor(cli, messy, name, data, code):
    (messy / name).write_bytes(data)

    assert cli("init").code == 0
    assert any(path == name and code in found for found, path in _codes(cli))
    assert cli("search", "needle").code == 0


def test_titles_cannot_command_the_terminal(cli, messy):
    evil = "# Evil \x1b]0;owned\x07\x1b[2Jpage\n\nneedle \x1b[31mred \u202egnp.exe\n"
    (messy / "evil.md").write_text(evil, encoding="utf-8")
    cli("init")

    for arguments in (("search", "needle"), ("links", "evil.md"), ("doctor",)):
        told = cli(*arguments)
        assert "\x1b" not in told.out + told.err
        assert "\u202e" not in told.out + told.err


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_a_file_name_that_is_not_utf8_is_named(cli, messy):
    (messy / "bad\udcff.md").write_text("# Bad name\n", encoding="utf-8")

    assert cli("init").code == 0
    assert "name-not-utf8" in {code for code, _ in _codes(cli)}
