"""Which of several owners a name means; candidates are given, so that each rule stands alone."""

import pytest

from ai_memory.store.names import Name, choose, link_key, loose_key


def places(*paths: str) -> list[Name]:
    """Return pages and attachments at the paths, as the index names them."""
    return [
        Name(number, path, path.lower().removesuffix(".md"), "path")
        if path.endswith(".md")
        else Name(path, path, path.lower(), "file")
        for number, path in enumerate(paths)
    ]


def chosen(target: str, names: list[Name], source: str = "from.md", **options):
    found = choose(target, source, names, **options)
    return (found[0].path, found[1]) if found else None


@pytest.mark.parametrize(
    ("target", "source", "paths", "expected"),
    [
        ("note", "from.md", ["x/note.md", "note.md"], ("note.md", "path")),
        ("note", "x/from.md", ["x/note.md", "y/note.md"], ("x/note.md", "path")),
        ("note", "x/from.md", ["x/note.md", "note.md"], ("note.md", "path")),
        ("note", "from.md", ["a/b/note.md", "z/note.md"], ("z/note.md", "name")),
        ("note", "from.md", ["b/note.md", "a/note.md"], ("a/note.md", "name")),
        ("x/note", "from.md", ["a/x/note.md", "x/note.md"], ("x/note.md", "path")),
        ("x/note", "from.md", ["a/x/note.md", "y/note.md"], ("a/x/note.md", "name")),
        ("x/note", "from.md", ["note.md", "ax/note.md"], None),
        ("/note", "x/from.md", ["x/note.md", "note.md"], ("note.md", "path")),
        ("note.md", "from.md", ["note.md"], ("note.md", "path")),
        ("NOTE", "from.md", ["note.md"], ("note.md", "path")),
        ("./note", "x/from.md", ["note.md", "x/note.md"], ("x/note.md", "path")),
        ("../note", "x/y/from.md", ["note.md", "x/note.md"], ("x/note.md", "path")),
        ("../../../note", "x/from.md", ["note.md"], None),
        ("pic.png", "from.md", ["pic.png", "pic.png.md"], ("pic.png", "path")),
        ("my-note", "from.md", ["My_Note.md"], ("My_Note.md", "loose")),
        ("x/my-note", "from.md", ["a/x/My Note.md", "My Note.md"], ("a/x/My Note.md", "loose")),
        ("Note", "from.md", ["note.md", "Note.md", "NOTE.md"], ("Note.md", "path")),
        ("nOTE", "from.md", ["note.md", "Note.md", "NOTE.md"], ("NOTE.md", "path")),
    ],
)
def test_a_wikilink_means_the_page_that_it_means_in_obsidian(target, source, paths, expected):
    assert chosen(target, places(*paths), source) == expected
    assert chosen(target, places(*reversed(paths)), source) == expected


def test_a_markdown_link_starts_at_its_own_folder():
    names = places("note.md", "x/note.md")

    assert chosen("note.md", names, "x/from.md", relative=True) == ("x/note.md", "path")
    assert chosen("note.md", names, "y/from.md", relative=True) == ("note.md", "path")


def test_a_path_comes_before_an_alias_before_a_title_before_an_id():
    names = [
        Name(1, "1.md", "note", "id"),
        Name(2, "2.md", "note", "title"),
        Name(3, "3.md", "note", "alias"),
        Name(4, "deep/er/note.md", "deep/er/note", "path"),
    ]

    assert chosen("Note", names) == ("deep/er/note.md", "name")
    assert chosen("Note", names[:3]) == ("3.md", "alias")
    assert chosen("Note", names[:2]) == ("2.md", "title")
    assert chosen("Note", names[:1]) == ("1.md", "id")
    assert chosen("Note", []) is None


def test_of_two_pages_with_one_alias_the_shorter_path_is_meant():
    names = [Name(1, "b/x.md", "ml", "alias"), Name(2, "z.md", "ml", "alias")]

    assert chosen("ML", names) == ("z.md", "alias")


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("A b", "a b"),
        ("a-b", "a b"),
        ("A__b - c", "a b c"),
        (" a ", "a"),
        ("C # x", "c#x"),
        ("C#x", "c#x"),
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        ("cafe\u0301", "caf\u00e9"),
        ("---", ""),
    ],
)
def test_the_loose_key_forgets_what_people_do_not_remember(name, key):
    assert loose_key(name) == key


@pytest.mark.parametrize(
    ("target", "key"),
    [("a/b/Note.md", "note"), ("Note.MD", "note"), ("pic.png", "pic.png"), ("a/", ""), ("", "")],
)
def test_the_lookup_key_is_the_last_segment(target, key):
    assert link_key(target) == key
