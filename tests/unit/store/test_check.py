"""What the doctor finds: each finding at least once, and none in a wiki that is well."""

import os
import shutil
from contextlib import closing

import apsw
import pytest

from ai_memory.store.check import check_index
from ai_memory.store.database import index_path, open_reader


def findings(wiki) -> list[tuple[str, str, str, int | None]]:
    return [(found.severity, found.code, found.path, found.line) for found in wiki.memory.doctor()]


def test_a_wiki_that_is_well_has_no_findings(wiki):
    wiki.write({"a.md": "# A\n\n[[b]]", "b.md": "# B"})
    wiki.sync()

    assert findings(wiki) == []


def test_a_dangling_link_is_found_with_its_line(wiki):
    wiki.write({"a.md": "# A\n\ntext\n[[nowhere]] [[other:page]]\n"})
    wiki.sync()

    assert [found.message for found in wiki.memory.doctor()] == [
        "Nothing is called 'nowhere'",
        "Nothing is called 'page' in project 'other'",
    ]
    assert findings(wiki) == [("warning", "dangling-link", "a.md", 4)] * 2


def test_pages_that_share_a_title_are_named_together(wiki):
    wiki.write({"b.md": "# Plan", "a.md": "# plan", "c.md": "# Other"})
    wiki.sync()

    assert [found.message for found in wiki.memory.doctor()] == [
        "a.md, b.md share the title 'Plan'"
    ]
    assert findings(wiki) == [("note", "same-title", "", None)]


def test_identical_pages_are_named_together(wiki):
    wiki.write({"y.md": "same", "x.md": "same", "empty1.md": "", "empty2.md": ""})
    wiki.sync()

    assert [(found.code, found.message) for found in wiki.memory.doctor()] == [
        ("same-content", "x.md, y.md are identical")
    ]


@pytest.mark.parametrize(
    ("content", "severity", "code", "line"),
    [
        (b"\0", "error", "binary", None),
        ("x" * 1001, "error", "too-large", None),
        (b"one\ncaf\xe9", "warning", "not-utf8", 2),
        ("---\na: [\n---\n", "warning", "front-matter-broken", None),
    ],
)
def test_what_is_wrong_with_a_file_is_found(make_wiki, content, severity, code, line):
    wiki = make_wiki(max_page_bytes=1000)
    wiki.write({"a.md": content})
    wiki.sync()

    ((found_severity, found_code, path, found_line),) = findings(wiki)
    assert (found_severity, found_code, path) == (severity, code, "a.md")
    assert line is None or found_line == line


def test_what_is_wrong_with_the_folder_is_found(wiki, without_powers):
    wiki.write({"closed/a.md": "x", "b.md": "y", "unreadable.md": "z"})
    (wiki.root / "link.md").symlink_to("b.md")
    os.mkfifo(wiki.root / "pipe.md")
    (wiki.root / os.fsdecode(b"\xe9.md")).write_bytes(b"")
    (wiki.root / "closed").chmod(0)
    (wiki.root / "unreadable.md").chmod(0)
    try:
        with without_powers():
            wiki.sync()
    finally:
        (wiki.root / "closed").chmod(0o755)

    assert sorted(found[:3] for found in findings(wiki)) == [
        ("error", "folder-unreadable", "closed"),
        ("error", "name-not-utf8", "\\udce9.md"),
        ("error", "special-file", "pipe.md"),
        ("error", "unreadable", "unreadable.md"),
        ("warning", "symlink", "link.md"),
    ]


def test_a_missing_folder_is_found_with_what_to_do(wiki):
    wiki.write({"a.md": "x"})
    wiki.sync()
    shutil.rmtree(wiki.root)

    (found,) = wiki.memory.doctor()
    assert (found.severity, found.code, found.project) == ("error", "folder-missing", "wiki")
    assert "1 pages are kept" in found.message
    assert "--prune" in found.remedy


def test_a_damaged_index_is_found(wiki):
    wiki.write({f"{number}.md": f"page {number} " * 200 for number in range(50)})
    wiki.sync()
    with closing(apsw.Connection(str(index_path(wiki.home)))) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        size = connection.pragma("page_size")
        ((root,),) = connection.execute(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'pages_section'"
        )
    data = bytearray(index_path(wiki.home).read_bytes())
    data[(root - 1) * size : (root - 1) * size + 16] = b"\xaa" * 16
    index_path(wiki.home).write_bytes(data)

    with closing(open_reader(wiki.home)) as connection:
        found = list(check_index(connection))
    assert found
    assert {(each.severity, each.code) for each in found} == {("error", "index-damaged")}
    assert index_path(wiki.home).read_bytes() == bytes(data)


def test_a_damaged_full_text_index_is_found(wiki):
    wiki.write({"a.md": "zebra koala"})
    wiki.sync()
    with closing(apsw.Connection(str(index_path(wiki.home)))) as connection:
        connection.execute("DELETE FROM pages_fts_data WHERE id > 10")

    with closing(open_reader(wiki.home)) as connection:
        assert [found.code for found in check_index(connection)] == ["index-damaged"]


def test_an_old_sqlite_is_found(wiki):
    with closing(open_reader(wiki.home)) as connection:
        (found,) = check_index(connection, oldest=(99, 0, 0))

    assert (found.severity, found.code) == ("error", "sqlite-old")
    assert "apsw" in found.remedy


def test_a_sound_index_has_no_verdict(wiki):
    with closing(open_reader(wiki.home)) as connection:
        assert list(check_index(connection)) == []
