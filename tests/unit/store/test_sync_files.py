"""Files of every name and content, and those that are left out."""

import os

import pytest

NAMES = [
    "with space.md", "hash # sign.md", "100%.md", "[bracket].md", "'single'.md", '"double".md',
    "new\nline.md", "🦓.md", "-dash.md", "a\\b.md", "trailing .md", "tab\t.md", "*.md", "?.md",
    "{a,b}.md", "c:.md", "UPPER.MD", "%2e%2e.md", "x" * 252 + ".md", "ü.md", "‮.md", "a|b.md",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_page_of_any_name_is_indexed_found_and_shown(wiki, name):
    wiki.write({f"folder/{name}": "# Title\n\nzebra\n"})

    assert wiki.outcome() == (1, 0, 0, 0)
    assert wiki.found("zebra") == [f"folder/{name}"]
    assert "zebra" in wiki.memory.page(wiki.name, f"folder/{name}").text
    assert wiki.outcome() == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("written", "target"),
    [
        ("100%.md", "[[100%]]"),
        ("C# notes.md", "[[C# notes]]"),
        ("C# notes.md", "[x](C%23%20notes.md)"),
        ("with space.md", "[x](with%20space.md)"),
        ("with space.md", "[x](<with space.md>)"),
        ("'single'.md", "[['single']]"),
        ("🦓.md", "[[🦓]]"),
        ("a/b/deep.md", "[[a/b/deep]]"),
        ("word: rest.md", "[[word: rest]]"),
    ],
)
def test_a_page_of_any_name_can_be_linked_to(wiki, written, target):
    wiki.write({written: "x", "from.md": target})
    wiki.sync()

    assert list(wiki.links("from.md").values()) == [f"wiki:{written}"]


def test_a_name_that_is_not_utf8_is_left_out_by_name(wiki):
    wiki.write({"a.md": "zebra"})
    (wiki.root / os.fsdecode(b"caf\xe9.md")).write_bytes(b"koala")
    (wiki.root / os.fsdecode(b"fold\xe9r")).mkdir()
    (wiki.root / os.fsdecode(b"fold\xe9r/in.md")).write_bytes(b"koala")
    wiki.sync()

    assert wiki.paths() == ["a.md"]
    assert wiki.problems() == [
        ("caf\\udce9.md", "name-not-utf8"),
        ("fold\\udce9r", "name-not-utf8"),
    ]


@pytest.mark.parametrize(
    "content",
    [
        b"# Title\r\n\r\nzebra [[b]]\r\n",
        b"# Title\r\rzebra [[b]]\r",
        b"\xef\xbb\xbf# Title\n\nzebra [[b]]\n",
        "\ufeff# Title\n\nzebra [[b]]\n".encode("utf-16-le"),
        "\ufeff# Title\n\nzebra [[b]]\n".encode("utf-16-be"),
        "# Title\n\nzebra [[b]] é\n".encode("cp1252"),
    ],
)
def test_a_page_in_any_encoding_is_read_and_left_as_it_is(wiki, content):
    wiki.write({"a.md": content, "b.md": "b"})
    wiki.sync()

    assert wiki.found("zebra") == ["a.md"]
    assert wiki.links("a.md") == {"b": "wiki:b.md"}
    assert wiki.rows("SELECT title FROM pages WHERE path = 'a.md'") == [("Title",)]
    assert (wiki.root / "a.md").read_bytes() == content


def test_a_page_that_becomes_binary_goes_and_comes_back(wiki):
    wiki.write({"a.md": "zebra", "b.md": "[[a]]"})
    wiki.sync()
    wiki.write({"a.md": b"\0\1\2"})
    report = wiki.sync()
    assert (report.removed, report.refused, report.total) == (1, 1, 1)
    assert wiki.problems() == [("a.md", "binary")]
    assert wiki.links("b.md") == {"a": ""}
    assert wiki.sync().refused == 0

    wiki.write({"a.md": "zebra"})
    assert wiki.outcome() == (1, 0, 0, 0)
    assert wiki.problems() == []
    assert wiki.links("b.md") == {"a": "wiki:a.md"}


def test_a_page_that_grows_too_large_goes_and_comes_back(make_wiki):
    wiki = make_wiki(max_page_bytes=100)
    wiki.write({"a.md": "zebra"})
    wiki.sync()
    wiki.write({"a.md": "x" * 101})
    report = wiki.sync()
    assert (report.removed, report.refused, report.total) == (1, 1, 0)
    assert wiki.problems() == [("a.md", "too-large")]

    wiki.write({"a.md": "z" * 100})
    assert wiki.outcome() == (1, 0, 0, 0)
    assert wiki.problems() == []


def test_a_changed_limit_is_felt_by_files_that_did_not_change(make_wiki):
    make_wiki().write({"a.md": "zebra " * 40})
    small, large = make_wiki(max_page_bytes=100), make_wiki(max_page_bytes=1000)

    assert small.sync().refused == 1
    assert large.outcome() == (1, 0, 0, 0)
    assert small.outcome() == (0, 0, 0, 1)


def test_a_page_that_cannot_be_read_keeps_what_is_known_of_it(wiki, without_powers):
    wiki.write({"a.md": "---\nbroken: [\n---\nzebra", "b.md": "[[a]]"})
    wiki.sync()
    ((_, broken),) = wiki.problems()
    (wiki.root / "a.md").chmod(0)
    with without_powers():
        report = wiki.sync()
        assert (report.removed, report.refused, report.total) == (0, 1, 2)
        assert wiki.found("zebra") == ["a.md"]
        assert wiki.links("b.md") == {"a": "wiki:a.md"}
        assert wiki.problems() == [("a.md", broken), ("a.md", "unreadable")]
        assert wiki.sync().refused == 0

    (wiki.root / "a.md").chmod(0o644)
    assert wiki.outcome() == (0, 0, 0, 0)
    assert wiki.problems() == [("a.md", broken)]


def test_a_new_page_that_cannot_be_read_is_named_and_taken_when_it_can(wiki, without_powers):
    wiki.write({"a.md": "zebra"})
    (wiki.root / "a.md").chmod(0)
    with without_powers():
        assert wiki.outcome() == (0, 0, 0, 0)
        assert wiki.problems() == [("a.md", "unreadable")]
    # The right came back, and the file's own times say nothing of it.
    assert wiki.outcome() == (1, 0, 0, 0)
    assert wiki.problems() == []


def test_an_unreadable_page_does_not_make_every_search_write(wiki, without_powers):
    wiki.write({"a.md": "zebra", "b.md": "koala"})
    (wiki.root / "a.md").chmod(0)
    with without_powers():
        wiki.sync()
        before = wiki.rows("SELECT generation FROM projects")
        wiki.sync()
        assert wiki.rows("SELECT generation FROM projects") == before


def test_a_page_replaced_by_a_pipe_goes_with_a_remark_and_blocks_nothing(wiki):
    wiki.write({"a.md": "zebra", "b.md": "b"})
    wiki.sync()
    wiki.remove("a.md")
    os.mkfifo(wiki.root / "a.md")
    os.mkfifo(wiki.root / "pipe.png")

    assert wiki.outcome() == (0, 0, 0, 1)
    assert wiki.problems() == [("a.md", "special-file")]
    assert wiki.rows("SELECT path FROM attachments") == []


def test_no_symlink_is_followed_and_each_is_named(wiki, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.md").write_text("zebra", encoding="utf-8")
    wiki.write({"real/a.md": "koala"})
    for name, target in {
        "file-out.md": outside / "secret.md",
        "folder-out": outside,
        "file-in.md": wiki.root / "real/a.md",
        "folder-in": wiki.root / "real",
        "loop": wiki.root,
        "dangling.md": wiki.root / "nowhere",
    }.items():
        (wiki.root / name).symlink_to(target)
    wiki.sync()

    assert wiki.paths() == ["real/a.md"]
    assert wiki.found("zebra") == []
    assert wiki.problems() == [
        ("dangling.md", "symlink"),
        ("file-in.md", "symlink"),
        ("file-out.md", "symlink"),
        ("folder-in", "symlink"),
        ("folder-out", "symlink"),
        ("loop", "symlink"),
    ]


def test_a_page_that_becomes_a_symlink_goes_and_the_remark_goes_with_the_link(wiki, tmp_path):
    (tmp_path / "outside.md").write_text("koala", encoding="utf-8")
    wiki.write({"a.md": "zebra", "b.md": "b"})
    wiki.sync()
    wiki.remove("a.md")
    (wiki.root / "a.md").symlink_to(tmp_path / "outside.md")
    assert wiki.outcome() == (0, 0, 0, 1)
    assert wiki.problems() == [("a.md", "symlink")]

    wiki.remove("a.md")
    wiki.write({"a.md": "zebra"})
    assert wiki.outcome() == (1, 0, 0, 0)
    assert wiki.problems() == []


def test_dot_files_and_dot_folders_are_not_looked_into(wiki):
    wiki.write(
        {
            ".git/a.md": "zebra",
            ".obsidian/b.md": "zebra",
            ".hidden.md": "zebra",
            "x/.y/z.md": "zebra",
            "plain.md": "zebra",
            ".hidden.png": b"",
        }
    )
    wiki.sync()

    assert wiki.found("zebra") == ["plain.md"]
    assert wiki.rows("SELECT path FROM attachments") == []


def test_what_is_excluded_is_passed_over_and_goes_when_it_becomes_so(make_wiki):
    pages = ["node_modules/a.md", "x/node_modules/b.md", "drafts/c.md", "d.md", "e.tmp.md"]
    plain = make_wiki()
    plain.write({path: path for path in pages})
    plain.sync()
    assert plain.paths() == ["d.md", "drafts/c.md", "e.tmp.md"]

    strict = make_wiki(exclude=["drafts", "*.tmp.md"])
    assert strict.outcome() == (2, 0, 0, 2)
    assert strict.paths() == ["d.md", "node_modules/a.md", "x/node_modules/b.md"]


def test_attachments_come_and_go(wiki):
    wiki.write({"a.md": "![[pic.png]] [t](files/t.txt)", "pic.png": b"", "files/t.txt": b""})
    wiki.sync()
    assert wiki.links("a.md") == {"pic.png": "wiki:pic.png", "files/t.txt": "wiki:files/t.txt"}

    wiki.move("pic.png", "files/pic.png")
    wiki.remove("files/t.txt")
    wiki.sync()
    assert wiki.links("a.md") == {"pic.png": "wiki:files/pic.png", "files/t.txt": ""}
