"""Links that find their page, lose it and find it again, within and across projects."""

import shutil
import unicodedata

import pytest

RESOLVED = "SELECT target, resolved FROM pages_link ORDER BY id"


@pytest.mark.parametrize(
    ("target", "how"),
    [
        ("folder/Some Page", "path"),
        ("folder/Some Page.md", "path"),
        ("/folder/some page", "path"),
        ("some page", "name"),
        ("SOME PAGE", "name"),
        ("Other Name", "alias"),
        ("The Title", "title"),
        ("page-7", "id"),
        ("some-page", "loose"),
        ("other_name", "loose"),
        ("no such", ""),
    ],
)
def test_a_page_answers_to_each_of_its_names(wiki, target, how):
    front = "---\ntitle: The Title\naliases: [Other Name]\nid: page-7\n---\n"
    wiki.write({"folder/Some Page.md": front, "x/from.md": f"[[{target}]]"})
    wiki.sync()

    assert wiki.rows(RESOLVED) == [(target, how)]
    expected = "wiki:folder/Some Page.md" if how else ""
    assert wiki.links("x/from.md") == {target: expected}


@pytest.mark.parametrize(("written", "linked"), [("NFC", "NFD"), ("NFD", "NFC")])
def test_a_link_in_another_unicode_form_finds_the_page(wiki, written, linked):
    name, target = (unicodedata.normalize(form, "Übergröße") for form in (written, linked))
    wiki.write({f"{name}.md": "x", "from.md": f"[[{target}]]"})
    wiki.sync()

    assert wiki.links("from.md") == {target: f"wiki:{name}.md"}


def test_markdown_links_are_relative_to_their_page(wiki):
    wiki.write(
        {
            "a/from.md": "[1](b.md) [2](./b.md) [3](../b.md) [4](c/d%20e.md#f) [5](/b.md)"
            " [6](../../b.md)",
            "a/b.md": "",
            "b.md": "",
            "a/c/d e.md": "",
        }
    )
    wiki.sync()

    assert wiki.links("a/from.md") == {
        "b.md": "wiki:a/b.md",
        "./b.md": "wiki:a/b.md",
        "../b.md": "wiki:b.md",
        "c/d e.md": "wiki:a/c/d e.md",
        "/b.md": "wiki:b.md",
        "../../b.md": "",
    }


def test_a_link_resolves_when_its_page_appears_and_falls_back_when_it_goes(wiki):
    wiki.write({"from.md": "[[note]]", "other.md": "---\naliases: [note]\n---\n"})
    wiki.sync()
    assert wiki.links("from.md") == {"note": "wiki:other.md"}

    wiki.write({"a/b/note.md": "x"})
    wiki.sync()
    assert wiki.links("from.md") == {"note": "wiki:a/b/note.md"}
    wiki.write({"note.md": "y"})
    wiki.sync()
    assert wiki.links("from.md") == {"note": "wiki:note.md"}

    for path, expected in [
        ("note.md", "wiki:a/b/note.md"),
        ("a/b/note.md", "wiki:other.md"),
        ("other.md", ""),
    ]:
        wiki.remove(path)
        wiki.sync()
        assert wiki.links("from.md") == {"note": expected}


def test_a_link_follows_a_name_that_was_edited_away(wiki):
    wiki.write({"from.md": "[[nick]]", "a.md": "---\naliases: [nick]\n---\n", "b/nick.md": "x"})
    wiki.sync()
    assert wiki.links("from.md") == {"nick": "wiki:b/nick.md"}
    wiki.move("b/nick.md", "b/nack.md")
    wiki.sync()
    assert wiki.links("from.md") == {"nick": "wiki:a.md"}
    wiki.write({"a.md": "no alias"})
    wiki.sync()

    assert wiki.links("from.md") == {"nick": ""}


def test_the_links_of_a_moved_page_start_from_its_new_folder(wiki):
    wiki.write({"x/from.md": "[n](n.md)", "x/n.md": "x", "y/n.md": "y"})
    wiki.sync()
    wiki.move("x/from.md", "y/from.md")
    wiki.sync()

    assert wiki.links("y/from.md") == {"n.md": "wiki:y/n.md"}


def test_links_to_a_renamed_page_do_not_hang_on_it(wiki):
    wiki.write({"from.md": "[[old]]", "old.md": "text"})
    wiki.sync()
    wiki.move("old.md", "new.md")
    wiki.sync()

    assert wiki.links("from.md") == {"old": ""}
    assert wiki.memory.page("wiki", "new.md").links_in == ()


def test_a_heading_is_split_off_first_and_the_whole_is_tried_next(wiki):
    wiki.write({"from.md": "[[Meeting#Decisions]] [[C# notes]]", "C# notes.md": "x"})
    wiki.write({"Meeting.md": "x", "Meeting#Decisions.md": "y"})
    wiki.sync()
    assert wiki.links("from.md") == {"Meeting": "wiki:Meeting.md", "C": "wiki:C# notes.md"}

    wiki.remove("Meeting.md")
    wiki.write({"C.md": "x"})
    wiki.sync()
    assert wiki.links("from.md") == {"Meeting": "wiki:Meeting#Decisions.md", "C": "wiki:C.md"}


@pytest.mark.parametrize("order", ["target first", "source first"])
def test_a_link_into_another_project_resolves_in_either_order(make_wiki, order):
    names = ["other", "wiki"] if order == "target first" else ["wiki", "other"]
    for name in names:
        made = make_wiki(name)
        if name == "wiki":
            made.write({"from.md": "[[other:a/page]] [[other:nick]] ![[other:pic.png]]"})
        else:
            made.write({"a/page.md": "---\naliases: [nick]\n---\n", "pic.png": b""})
        made.sync()

    wiki = make_wiki("wiki")
    assert wiki.links("from.md") == {
        "a/page": "other:a/page.md",
        "nick": "other:a/page.md",
        "pic.png": "other:pic.png",
    }
    assert [link.project for link in wiki.memory.page("other", "a/page.md").links_in] == [
        "wiki"
    ] * 2


def test_a_link_into_another_project_takes_no_account_of_the_folder_it_stands_in(make_wiki):
    make_wiki("other").write({"x/page.md": "", "a/page.md": ""})
    make_wiki("other").sync()
    wiki = make_wiki("wiki")
    wiki.write({"x/from.md": "[[other:page]]"})
    wiki.sync()

    assert wiki.links("x/from.md") == {"page": "other:a/page.md"}


def test_a_removed_project_leaves_no_link_into_it(make_wiki):
    wiki, other = make_wiki("wiki"), make_wiki("other")
    wiki.write({"from.md": "[[other:page]] ![[other:pic.png]]"})
    other.write({"page.md": "x", "pic.png": b""})
    other.sync()
    wiki.sync()
    wiki.memory.remove_project("other")

    assert wiki.links("from.md") == {"page": "", "pic.png": ""}
    assert wiki.rows("SELECT DISTINCT target_id, attachment, resolved FROM pages_link") == [
        (None, None, "")
    ]


def test_a_word_before_a_colon_that_is_no_project_is_part_of_the_name(make_wiki):
    wiki = make_wiki("wiki")
    wiki.write({"from.md": "[[todo:monday]] ![[todo:pic.png]]"})
    wiki.sync()
    assert wiki.links("from.md") == {"monday": "", "pic.png": ""}

    wiki.write({"x/todo:monday.md": "x", "todo:pic.png": b""})
    wiki.sync()
    assert wiki.links("from.md") == {
        "monday": "wiki:x/todo:monday.md",
        "pic.png": "wiki:todo:pic.png",
    }


def test_a_project_that_is_registered_later_is_meant_from_then_until_it_is_removed(make_wiki):
    wiki = make_wiki("wiki")
    wiki.write({"from.md": "[[todo:monday]]", "todo:monday.md": "x"})
    wiki.sync()
    assert wiki.links("from.md") == {"monday": "wiki:todo:monday.md"}

    todo = make_wiki("todo")
    assert wiki.links("from.md") == {"monday": ""}
    todo.write({"monday.md": "y"})
    todo.sync()
    assert wiki.links("from.md") == {"monday": "todo:monday.md"}
    wiki.memory.remove_project("todo")
    assert wiki.links("from.md") == {"monday": "wiki:todo:monday.md"}


def test_a_project_can_name_itself(wiki):
    wiki.write({"from.md": "[[wiki:page]]", "x/page.md": ""})
    wiki.sync()

    assert wiki.links("from.md") == {"page": "wiki:x/page.md"}


def test_a_project_row_is_never_given_to_another_project(make_wiki):
    first = make_wiki("first")
    first.memory.remove_project("first")
    shutil.rmtree(first.root)
    make_wiki("second")

    assert first.rows("SELECT name, id FROM projects") == [("second", 2)]


def test_an_attachment_of_the_name_is_chosen_where_no_page_is(wiki):
    wiki.write({"from.md": "[[data]] [[plan.pdf]]", "x/data": b"", "files/plan.pdf": b""})
    wiki.sync()

    assert wiki.links("from.md") == {"data": "wiki:x/data", "plan.pdf": "wiki:files/plan.pdf"}


def test_the_same_link_has_the_same_target_whatever_came_first(make_wiki):
    pages = {"b/note.md": "1", "a/note.md": "2", "c/NOTE.md": "3", "from.md": "[[note]]"}
    for name, order in (("forth", list(pages)), ("back", list(reversed(pages)))):
        made = make_wiki(name)
        for path in order:
            made.write({path: pages[path]})
            made.sync()
        assert made.links("from.md") == {"note": f"{name}:a/note.md"}
