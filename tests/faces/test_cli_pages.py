"""`show`, `links`, `tags`, `status` and `doctor` on the example wiki."""

import hashlib

import pytest

PAGE = "procedures/reset-a-project.md"


@pytest.mark.parametrize(
    "name",
    [PAGE, "Reset a project", "reset-a-project", "project reset", "RESET A PROJECT", f"{PAGE}:12"],
)
def test_a_page_is_shown_by_any_of_its_names(indexed, cli, name):
    shown = cli("show", name)

    assert (shown.code, shown.err) == (0, "")
    assert shown.out == (indexed / PAGE).read_text(encoding="utf-8")


def test_a_heading_shows_what_stands_under_it(indexed, cli):
    steps = cli("show", "reset-a-project#steps").out
    whole = cli("show", "reset-a-project#Reset a project").out

    assert steps.startswith("## Steps\n")
    assert "Rehearse" in steps
    assert "## Check" not in steps
    assert "## Check" in whole
    assert not whole.startswith("---")


def test_lines_are_cut_as_the_file_has_them(indexed, cli):
    lines = (indexed / PAGE).read_text(encoding="utf-8").splitlines(keepends=True)

    assert cli("show", PAGE, "--lines", "2:4").out == "".join(lines[1:4])
    assert cli("show", PAGE, "--lines", "40:").out == "".join(lines[39:])
    assert cli("show", PAGE, "--lines", ":2").out == "".join(lines[:2])
    assert cli("show", PAGE, "--lines", "3").out == lines[2]
    assert cli("show", PAGE, "--lines", "9999").out == ""


@pytest.mark.parametrize("lines", ["", ":", "5:2", "0:3", "a:b", "-1"])
def test_lines_that_cannot_be_right_are_a_usage_error(indexed, cli, lines):
    assert cli("show", PAGE, "--lines", lines).code == 2


def test_a_page_as_json(indexed, cli):
    shown = cli("show", "reset-a-project#Steps", "--json").json

    assert list(shown) == [
        "schema_version", "project", "page_path", "hash", "title", "kind", "tags", "aliases",
        "entities", "description", "created", "updated", "properties", "headings", "lines", "text",
    ]  # fmt: skip
    assert shown["page_path"] == PAGE
    assert shown["hash"] == hashlib.sha256((indexed / PAGE).read_bytes()).hexdigest()
    assert shown["updated"] == "2026-09-16"
    assert shown["text"].startswith("## Steps\n")
    lines = (indexed / PAGE).read_text(encoding="utf-8").splitlines()
    first, last = shown["lines"]
    assert lines[first - 1 : last] == shown["text"].splitlines()


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        ("nonsense", 3, "ai-memory search"),
        ("reset-a-project#Nonsense", 3, "Headings: Reset a project, When to do it"),
        ("../secret.md", 3, "secret"),
        ("#", 3, "'#'"),
        ("", 3, "''"),
    ],
)
def test_a_page_that_is_not_there_says_what_to_do(indexed, cli, name, code, said):
    wrong = cli("show", name)

    assert (wrong.code, wrong.out) == (code, "")
    assert said in wrong.err


def test_an_error_with_json_is_one_object_on_stdout(indexed, cli):
    wrong = cli("show", "nonsense", "--json")

    assert (wrong.code, wrong.err) == (3, "")
    assert list(wrong.json) == ["error"]
    assert list(wrong.json["error"]) == ["code", "message", "remedy"]
    assert wrong.json["error"]["code"] == "page_not_found"


def test_links_go_out_and_come_in_with_their_lines(indexed, cli):
    told = cli("links", "reset-a-project").out

    assert "\n6 links out\n" in told
    assert f"  {PAGE}:17  runbooks/device-stuck-in-a-conflict-loop.md\n" in told
    assert f"  {PAGE}:51  concepts/sync-cursor.md#Epochs\n" in told
    assert "  concepts/tombstones.md:34\n" in told


def test_a_dangling_link_is_marked(indexed, cli):
    told = cli("links", "someday").out
    links = cli("links", "someday", "--json").json

    assert "notes/someday.md:7  dangling: nothing is called 'crdt-for-task-lists'" in told
    assert list(links) == [
        "schema_version", "project", "page_path", "title", "outgoing", "incoming",
    ]  # fmt: skip
    dangling = [link for link in links["outgoing"] if not link["resolved"]]
    assert [link["target"] for link in dangling] == [
        "crdt-for-task-lists",
        "threat-model-of-the-web-view",
    ]


def test_tags_are_counted(indexed, cli):
    told, listed = cli("tags").out.splitlines(), cli("tags", "--json").json

    assert told[0] == "    14  sync"
    assert listed["tags"][0] == {"tag": "sync", "pages": 14}
    assert len(told) == len(listed["tags"])


def test_status_says_how_everything_stands(indexed, cli):
    told = cli("status").out
    stands = cli("status", "--json").json

    assert "embedder  none: embedding_provider is none" in told
    assert "  275 of 277 links resolved" in told
    assert list(stands) == [
        "schema_version", "home", "index_bytes", "sqlite", "embedding_model",
        "embedding_off_because", "projects",
    ]  # fmt: skip
    [project] = stands["projects"]
    assert list(project) == [
        "project", "root", "folder_found", "pages", "sections", "links", "links_resolved",
        "problems", "embedded", "kinds",
    ]  # fmt: skip
    assert project["pages"] == sum(project["kinds"].values()) == 56


def test_status_before_anything_was_registered(cli):
    told = cli("status")

    assert told.code == 0
    assert "ai-memory init" in told.err


def test_doctor_groups_by_severity_and_asks_for_attention(indexed, cli):
    told = cli("doctor")
    listed = cli("doctor", "--project", "wiki", "--json")

    assert told.code == listed.code == 5
    assert told.out.startswith("2 warnings\n  wiki: notes/someday.md:7 Nothing is called ")
    assert listed.json["counts"] == {"error": 0, "warning": 2, "note": 0}
    assert list(listed.json["findings"][0]) == [
        "severity", "code", "message", "project", "path", "line", "remedy",
    ]  # fmt: skip


def test_doctor_is_content_with_notes_alone(cli, tmp_path):
    folder = tmp_path / "twins"
    folder.mkdir()
    for name in ("a.md", "b.md"):
        (folder / name).write_text("# Twin\n", encoding="utf-8")
    cli("init", folder)

    told = cli("doctor")

    assert told.code == 0
    assert "share the title 'Twin'" in told.out


def test_doctor_of_a_sound_wiki_says_so(cli, tmp_path):
    (tmp_path / "sound").mkdir()
    (tmp_path / "sound/a.md").write_text("# A\n", encoding="utf-8")
    cli("init", tmp_path / "sound")

    sound = cli("doctor")

    assert (sound.code, sound.out) == (0, "")
    assert sound.err == "All is as it should be.\n"


def test_doctor_of_a_project_that_is_not_there(indexed, cli):
    assert cli("doctor", "-p", "nonsense").code == 3


def test_an_index_that_is_no_database_is_named(cli, wiki, tmp_path):
    (tmp_path / "home").mkdir()
    (tmp_path / "home/index.db").write_bytes(b"not a database at all" * 100)

    wrong = cli("search", "x", "-p", "wiki")

    assert wrong.code == 1
    assert "is not a sound index" in wrong.err
    assert "→" in wrong.err
