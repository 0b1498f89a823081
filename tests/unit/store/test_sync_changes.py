"""What a sync sees of what happened in a folder, and what it counts."""

import os
import unicodedata

import pytest


def test_a_new_page_is_added_and_found(wiki):
    wiki.write({"a.md": "# Alpha\n\nzebra\n"})

    assert wiki.outcome() == (1, 0, 0, 0)
    assert wiki.found("zebra") == ["a.md"]


def test_each_kind_of_change_is_counted_as_what_it_is(wiki):
    wiki.write({"stays.md": "one", "edited.md": "two", "moved.md": "three", "gone.md": "four"})
    wiki.sync()
    wiki.write({"edited.md": "two more", "new.md": "five"})
    wiki.move("moved.md", "elsewhere/moved.md")
    wiki.remove("gone.md")

    assert wiki.outcome() == (1, 1, 1, 1)
    assert wiki.paths() == ["edited.md", "elsewhere/moved.md", "new.md", "stays.md"]


def test_a_second_sync_changes_no_row(wiki):
    wiki.write(
        {
            "a.md": "---\ntags: [x]\naliases: [first]\n---\n# Alpha\n\n"
            "[[b]] ![[pic.png]] [[nowhere]] [[other:page]]",
            "b.md": "---\nbroken: [\n---\n# Beta",
            "c.md": b"\0",
            "pic.png": b"png",
        }
    )
    (wiki.root / "link.md").symlink_to("a.md")
    wiki.sync()
    before = wiki.dump()

    assert wiki.outcome() == (0, 0, 0, 0)
    assert wiki.dump() == before


def test_a_touched_page_is_no_change_but_its_day_is_known(wiki):
    wiki.write({"a.md": "text", "b.md": "---\nupdated: 2020-05-05\n---\ntext"})
    wiki.sync()
    before = wiki.dump()
    day = 86_400 * 10**9
    for name in ("a.md", "b.md"):
        os.utime(wiki.root / name, ns=(0, 10 * day))

    assert wiki.outcome() == (0, 0, 0, 0)
    assert wiki.rows("SELECT path, updated FROM pages ORDER BY path") == [
        ("a.md", "1970-01-11"),
        ("b.md", "2020-05-05"),
    ]
    assert wiki.dump()["pages_section"] == before["pages_section"]


def test_a_touch_within_the_day_leaves_all_but_the_time(wiki):
    wiki.write({"a.md": "text [[b]]", "b.md": "b"})
    os.utime(wiki.root / "a.md", ns=(0, 10**9))
    wiki.sync()
    before = wiki.dump()
    os.utime(wiki.root / "a.md", ns=(0, 2 * 10**9))

    assert wiki.outcome() == (0, 0, 0, 0)
    after = wiki.dump()
    assert [name for name in after if after[name] != before[name]] == ["pages"]
    assert wiki.rows("SELECT mtime_ns FROM pages WHERE path = 'a.md'") == [(2 * 10**9,)]


def test_an_edit_of_the_same_size_is_seen(wiki):
    wiki.write({"a.md": "zebra"})
    wiki.sync()
    wiki.write({"a.md": "koala"})

    assert wiki.outcome() == (0, 1, 0, 0)
    assert (wiki.found("zebra"), wiki.found("koala")) == ([], ["a.md"])


@pytest.mark.parametrize("time", [0, 1, -1, 10**18, -(10**18)])
def test_an_edit_of_the_same_size_and_time_is_seen(wiki, time):
    wiki.write({"a.md": "zebra"})
    os.utime(wiki.root / "a.md", ns=(time, time))
    wiki.sync()
    wiki.write({"a.md": "koala"})
    os.utime(wiki.root / "a.md", ns=(time, time))

    assert wiki.outcome() == (0, 1, 0, 0)
    assert wiki.found("koala") == ["a.md"]


@pytest.mark.parametrize(
    ("seconds", "day"),
    [(0, "1970-01-01"), (-1, "1969-12-31"), (-86_401, "1969-12-30"), (4_102_444_800, "2100-01-01")],
)
def test_a_page_of_any_time_has_its_day_and_is_not_stale(wiki, seconds, day):
    wiki.write({"a.md": "zebra"})
    os.utime(wiki.root / "a.md", (seconds, seconds))
    wiki.sync()

    answer = wiki.memory.search("zebra", wiki.name)
    assert [(hit.updated, hit.stale) for hit in answer.hits] == [(day, "")]


def test_a_time_beyond_what_the_index_can_hold_is_no_hindrance(wiki):
    wiki.write({"a.md": "zebra"})
    os.utime(wiki.root / "a.md", (10**11, 10**11))  # the year 5138, where the disk can tell

    assert wiki.outcome() == (1, 0, 0, 0)
    assert wiki.outcome() == (0, 0, 0, 0)
    assert wiki.memory.search("zebra", wiki.name).hits[0].stale == ""


def test_a_rename_keeps_the_pages_row(wiki):
    wiki.write({"old.md": "# Title\n\ntext"})
    wiki.sync()
    row = wiki.ids()["old.md"]
    wiki.move("old.md", "new.md")

    assert wiki.outcome() == (0, 0, 1, 0)
    assert wiki.ids() == {"new.md": row}


def test_a_move_between_folders_gives_the_page_the_kind_of_the_new_one(wiki):
    wiki.write({"rules/a.md": "# Title\n\ntext"})
    wiki.sync()
    row = wiki.ids()["rules/a.md"]
    wiki.move("rules/a.md", "decisions/2024/a.md")

    assert wiki.outcome() == (0, 0, 1, 0)
    assert wiki.ids() == {"decisions/2024/a.md": row}
    assert wiki.rows("SELECT kind FROM pages") == [("decision",)]


def test_a_rename_that_changes_only_case_is_a_move(wiki):
    wiki.write({"Page.md": "# Title\n\ntext", "from.md": "[[page]]"})
    wiki.sync()
    row = wiki.ids()["Page.md"]
    wiki.move("Page.md", "PAGE.md")

    assert wiki.outcome() == (0, 0, 1, 0)
    assert wiki.ids()["PAGE.md"] == row
    assert wiki.links("from.md") == {"page": "wiki:PAGE.md"}


def test_of_two_identical_pages_the_one_that_moves_keeps_its_row(wiki):
    wiki.write({"a.md": "same", "b.md": "same"})
    wiki.sync()
    before = wiki.ids()
    wiki.move("b.md", "c.md")

    assert wiki.outcome() == (0, 0, 1, 0)
    assert wiki.ids() == {"a.md": before["a.md"], "c.md": before["b.md"]}


def test_two_identical_pages_that_both_move_keep_their_rows(wiki):
    wiki.write({"x/a.md": "same", "x/b.md": "same"})
    wiki.sync()
    before = wiki.ids()
    wiki.move("x/a.md", "y/a.md")
    wiki.move("x/b.md", "y/b.md")

    assert wiki.outcome() == (0, 0, 2, 0)
    assert wiki.ids() == {"y/a.md": before["x/a.md"], "y/b.md": before["x/b.md"]}


def test_two_pages_that_swap_names_each_have_the_others_text(wiki):
    wiki.write({"a.md": "zebra", "b.md": "koala"})
    wiki.sync()
    wiki.move("a.md", "t.md")
    wiki.move("b.md", "a.md")
    wiki.move("t.md", "b.md")

    assert wiki.outcome() == (0, 2, 0, 0)
    assert (wiki.found("zebra"), wiki.found("koala")) == (["b.md"], ["a.md"])


def test_a_chain_of_renames_ends_with_the_right_text_everywhere(wiki):
    wiki.write({"a.md": "zebra", "b.md": "koala"})
    wiki.sync()
    wiki.move("b.md", "c.md")
    wiki.move("a.md", "b.md")
    wiki.sync()

    assert wiki.paths() == ["b.md", "c.md"]
    assert (wiki.found("zebra"), wiki.found("koala")) == (["b.md"], ["c.md"])


def test_what_was_wrong_with_a_moved_page_is_said_of_its_new_place_only(wiki):
    wiki.write({"a.md": "---\nbroken: [\n---\ntext"})
    wiki.sync()
    (code,) = {code for _, code in wiki.problems()}
    wiki.move("a.md", "b.md")
    wiki.sync()

    assert wiki.problems() == [("b.md", code)]


def test_a_page_replaced_by_a_folder_goes_and_comes_back(wiki):
    wiki.write({"a.md": "zebra", "b.md": "b"})
    wiki.sync()
    wiki.remove("a.md")
    wiki.write({"a.md/inner.md": "koala"})
    assert wiki.outcome() == (1, 0, 0, 1)
    assert wiki.paths() == ["a.md/inner.md", "b.md"]

    wiki.remove("a.md/inner.md")
    (wiki.root / "a.md").rmdir()
    wiki.write({"a.md": "zebra"})
    assert wiki.outcome() == (1, 0, 0, 1)
    assert (wiki.found("zebra"), wiki.found("koala")) == (["a.md"], [])


def test_a_rebuild_reads_every_file_and_ends_with_the_same_rows(wiki):
    wiki.write({"a.md": "# Alpha\n\n[[b]] [[pic.png]]", "b.md": "koala", "pic.png": b"x"})
    os.utime(wiki.root / "b.md", ns=(0, 0))
    wiki.sync()
    before = wiki.dump()
    report = wiki.sync(rebuild=True)

    assert (report.added, report.changed, report.removed, report.total) == (0, 2, 0, 2)
    after = wiki.dump()
    for table in ("pages", "pages_section", "pages_name", "pages_entity", "attachments"):
        assert after[table] == before[table]
    assert wiki.links("a.md") == {"b": "wiki:b.md", "pic.png": "wiki:pic.png"}


def test_twins_in_two_unicode_forms_are_two_pages(wiki):
    composed, decomposed = (unicodedata.normalize(form, "café.md") for form in ("NFC", "NFD"))
    wiki.write({composed: "zebra", decomposed: "koala", "from.md": f"[[{decomposed}]]"})
    wiki.write({"from2.md": f"[[{composed}]]"})
    wiki.sync()

    assert wiki.found("zebra") == [composed]
    assert wiki.found("koala") == [decomposed]
    assert wiki.links("from.md") == {decomposed: f"wiki:{decomposed}"}
    assert wiki.links("from2.md") == {composed: f"wiki:{composed}"}
