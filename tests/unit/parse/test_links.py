import pytest

from ai_memory.model import Link
from ai_memory.parse.links import (
    last_segment,
    name_key,
    parse_markdown_href,
    parse_wikilink,
    plain_name,
    target_key,
    wikilinks_in,
)


@pytest.mark.parametrize(
    ("inner", "target", "fragment", "label", "project"),
    [
        ("Page", "Page", "", "", ""),
        ("Page|label", "Page", "", "label", ""),
        ("Page#Heading|label", "Page", "Heading", "label", ""),
        ("Page#^block", "Page", "^block", "", ""),
        ("#Heading", "", "Heading", "", ""),
        ("#^block|label", "", "^block", "label", ""),
        ("#|label", "", "", "label", ""),
        ("Page#A#B", "Page", "A#B", "", ""),
        ("Page#", "Page", "", "", ""),
        ("a|b|c", "a", "", "b|c", ""),
        (" Quick Switcher ", "Quick Switcher", "", "", ""),
        (" Page # Heading | label ", "Page", "Heading", "label", ""),
        ("Two  spaces", "Two  spaces", "", "", ""),
        (r"P\|q", "P", "", "q", ""),
        (r"P#H\|q", "P", "H", "q", ""),
        ("folder/Note.md", "folder/Note.md", "", "", ""),
        ("../up/Note", "../up/Note", "", "", ""),
        ("Broken\n  name", "Broken name", "", "", ""),
        ("Quoted\n> name", "Quoted name", "", "", ""),
        ("work:notes/plan", "notes/plan", "", "", "work"),
        ("work:Plan#H|p", "Plan", "H", "p", "work"),
        ("my.proj-2_x:/a", "/a", "", "", "my.proj-2_x"),
        ("Work:notes/plan", "Work:notes/plan", "", "", ""),
        ("note: a title", "note: a title", "", "", ""),
        ("work:", "work:", "", "", ""),
        ("https://example.org/a", "https://example.org/a", "", "", ""),
        ("mailto:me@example.org", "mailto:me@example.org", "", "", ""),
        ("c:/notes/a", "c:/notes/a", "", "", ""),
        (r"c:\notes", r"c:\notes", "", "", ""),
        ("内部链接#标题|别名", "内部链接", "标题", "别名", ""),
    ],
)
def test_a_wikilink_is_parted_as_written(inner, target, fragment, label, project):
    assert parse_wikilink(inner) == Link(target, "wikilink", 1, fragment, label, project)


@pytest.mark.parametrize("inner", ["", " ", "|label", " | ", "\n"])
def test_a_wikilink_without_a_name_is_no_link(inner):
    assert parse_wikilink(inner) is None


@pytest.mark.parametrize(
    ("href", "target", "fragment"),
    [
        ("note.md", "note.md", ""),
        ("a%20b.md#Some%20heading", "a b.md", "Some heading"),
        ("#heading", "", "heading"),
        ("#https%3A%2F%2F", "", "https://"),
        ("../x/note.md", "../x/note.md", ""),
        ("/absolute/note", "/absolute/note", ""),
        ("<a b.md>", "a b.md", ""),
        (" note.md ", "note.md", ""),
        ("Örnek.md#Ayrıntılar", "Örnek.md", "Ayrıntılar"),
        ("%E6%9D%B1.md", "東.md", ""),
        ("100%.md", "100%.md", ""),
        ("notes/12:30.md", "notes/12:30.md", ""),
        ("a.md#b%23c", "a.md", "b#c"),
    ],
)
def test_a_relative_href_is_a_link(href, target, fragment):
    assert parse_markdown_href(href, "shown") == Link(target, "markdown", 1, fragment, "shown")


@pytest.mark.parametrize(
    "href",
    [
        "", " ", "<>", "http://x.org/a.md", "HTTPS://x.org", "mailto:a@b.c", "obsidian://open?x",
        "//host/a.md", "data:text/plain,x", "file:///a.md", "c:/a.md", "javascript:alert(1)",
    ],
)  # fmt: skip
def test_a_destination_outside_the_wiki_is_no_link(href):
    assert parse_markdown_href(href) is None


def test_wikilinks_are_found_in_plain_text_with_their_lines():
    text = 'up: "[[A]]"\nrelated:\r\n  - [[B#H|b]]\n  - [[ ]] [[C\n'
    assert wikilinks_in(text, first_line=2) == (
        Link("A", "property", 2),
        Link("B", "property", 4, "H", "b"),
    )


def test_brackets_without_end_hold_no_wikilink():
    assert wikilinks_in("[[" * 50_000) == ()
    assert wikilinks_in("[[a" * 50_000) == ()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ada", "Ada"),
        ("[[Ada]]", "Ada"),
        ("[[people/Ada.md|A.]]", "Ada"),
        ("[[Ada]] and [[Bob]]", "[[Ada]] and [[Bob]]"),
        (" [[ ]] ", "[[ ]]"),
    ],
)
def test_a_name_is_read_without_wikilink_brackets(text, name):
    assert plain_name(text) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Site Roadmap", "site  roadmap "),
        ("Straße", "STRASSE"),
        ("cafe\u0301", "CAFÉ"),
        ("a\tb\nc", "a b c"),
        ("ΣΊΣΥΦΟΣ", "σίσυφος"),
    ],
)
def test_names_that_differ_only_in_case_composition_or_spaces_share_a_key(one, other):
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(("one", "other"), [("a b", "a_b"), ("a", "á"), ("a-b", "a b")])
def test_names_that_differ_otherwise_have_distinct_keys(one, other):
    assert name_key(one) != name_key(other)


@pytest.mark.parametrize(
    ("target", "segment"),
    [
        ("a/b/Plan.md", "Plan"),
        ("Plan.MD", "Plan"),
        ("Plan", "Plan"),
        ("v1.2", "v1.2"),
        ("folder/", "folder"),
        ("", ""),
        (".md", ""),
    ],
)
def test_the_key_of_a_target_is_that_of_its_last_segment(target, segment):
    assert last_segment(target) == segment
    assert target_key(target) == segment.lower()
