"""Hostile paths: each is refused by name or stays inside, and the outside stays unread."""

import os

import pytest

from ai_memory.errors import PageNotFound, PathRefused
from ai_memory.memory import Memory
from ai_memory.store.paths import page_file
from ai_memory.store.vault import read_page

SECRET = "canary-4711"

UP = [
    "../secret.md", "../../secret.md", "a/../../secret.md", "a/b/../../../secret.md", "..", "../",
    "../wiki-evil/secret.md", "a/..", "./../secret.md", "a//../../secret.md", "....//secret.md",
    "..././secret.md", "a/./../../secret.md", "../" * 40 + "secret.md",
    "a/" * 40 + "../" * 41 + "secret.md", "../wiki/../secret.md", ".../secret.md",
    "..\x00/secret.md", ".. /secret.md", " ../secret.md",
]  # fmt: skip
ABSOLUTE = [
    "/secret.md", "//secret.md", "///secret.md", "/etc/passwd", "//server/share/secret.md",
    "/proc/self/environ", "/proc/self/cwd/secret.md", "/./secret.md", "~/secret.md",
    "~root/secret.md", "file:///secret.md", "C:/secret.md", "C:secret.md", "c:\\secret.md",
    "\\\\server\\share\\secret.md", "\\\\?\\C:\\secret.md", "\\\\.\\C:\\secret.md", "\\secret.md",
]  # fmt: skip
BACKSLASHES = [
    "..\\secret.md", "a\\..\\..\\secret.md", "..\\..\\secret.md", "a\\../../secret.md",
    "..\\/secret.md", "../\\secret.md", "\\..\\secret.md",
]  # fmt: skip
ENCODED = [
    "%2e%2e/secret.md", "..%2fsecret.md", "%2e%2e%2fsecret.md", "..%5csecret.md",
    "%252e%252e%252fsecret.md", "..%c0%afsecret.md", "..%00/secret.md", "%2fsecret.md",
    "&#46;&#46;/secret.md", "\\u002e\\u002e/secret.md", "..;/secret.md", "..%u2215secret.md",
]  # fmt: skip
LOOKALIKES = [
    "\uff0e\uff0e/secret.md", "..\u2215secret.md", "..\u2044secret.md", "\u2024\u2024/secret.md",
    "..\uff0fsecret.md", "\u202e../secret.md", "\u200b../secret.md", "\ufeff../secret.md",
    "..\u00a0/secret.md", "secret.md\u200b", "a\u0000.md", "\ud800.md", "\udcff.md",
    "a/\udce9/b.md",
]  # fmt: skip
DOTTED = [
    ".git/config", ".git/hooks/post-commit", ".git/notes.md", "a/.git/notes.md",
    ".obsidian/app.json", ".obsidian/notes.md", ".hidden.md", "a/.hidden.md", "./.git/notes.md",
    ".md", "a/.md", ".", "./", ".GIT/notes.md", "..md", "...md",
]  # fmt: skip
NO_PAGES = [
    "", " ", "/", "a", "a/", "ai-memory.toml", "pic.png", "a.md.exe", "a.md/", "a.md/.", "a.md ",
    "a.md.", "a.md::$DATA", "a.md:stream", "a.md\n", "a.md\x00", "\x00", "\x00.md", "a\x00/b.md",
    "a.md\x00.png", "index.db",
]  # fmt: skip
LONG = [
    "x" * 300 + ".md", "x" * 10_000 + ".md", "x/" * 5_000 + "a.md", "é" * 128 + ".md",
    "a/" + "y" * 256 + "/b.md", "x" * 1_000_000 + ".md",
]  # fmt: skip
ODD = [
    "-rf.md", "--help.md", "-.md", "CON.md", "NUL.md", "COM1.md", "a/CON/b.md", "$HOME.md",
    "${x}.md", "`id`.md", "$(id).md", "a;b.md", "a|b.md", "a\nb.md", "a\rb.md", "a\tb.md", "*.md",
    "?.md", "[a].md", "{a,b}.md", "'.md", '".md', "<a>.md", "a&b.md", "%s.md", "%n%n.md", "{0}.md",
]  # fmt: skip
LINKS = [
    "link-file.md", "link-folder/secret.md", "link-up/secret.md", "loop.md", "loop-a/secret.md",
    "link-git/notes.md", "link-absolute.md", "link-chain.md", "a/link-back/../../secret.md",
    "link-inside.md",
]  # fmt: skip
SHAPES = UP + ABSOLUTE + BACKSLASHES + ENCODED + LOOKALIKES + DOTTED + NO_PAGES + LONG + ODD + LINKS


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A wiki with a canary all around it, and links that lead out of it."""
    place = tmp_path_factory.mktemp("place")
    root = place / "wiki"
    for folder in ("wiki/a/b", "wiki/.git", "wiki/.obsidian", "wiki-evil", "wiki/\uff0e\uff0e"):
        (place / folder).mkdir(parents=True)
    for secret in ("secret.md", "wiki-evil/secret.md", "wiki/.git/notes.md", "wiki/.git/config",
                   "wiki/.obsidian/notes.md", "wiki/.hidden.md", "wiki/a/.hidden.md"):  # fmt: skip
        (place / secret).write_text(SECRET, encoding="utf-8")
    (root / "a/plain.md").write_text("plain", encoding="utf-8")
    for link, target in {
        "link-file.md": "../secret.md",
        "link-folder": "../wiki-evil",
        "link-up": "..",
        "loop.md": "loop.md",
        "loop-a": "loop-b",
        "loop-b": "loop-a",
        "link-git": ".git",
        "link-absolute.md": place / "secret.md",
        "link-chain.md": "link-file.md",
        "a/link-back": "../..",
        "link-inside.md": "a/plain.md",
    }.items():
        (root / link).symlink_to(target)
    return place


@pytest.fixture(scope="module")
def memory(place):
    """The wiki, indexed."""
    with Memory(place / "home", environment={}) as memory:
        memory.init(place / "wiki", "wiki")
        memory.sync("wiki")
        yield memory


def test_the_shapes_are_many_and_each_is_there_once():
    assert len(SHAPES) == len(set(SHAPES)) >= 120


@pytest.mark.parametrize("path", SHAPES, ids=lambda path: ascii(path)[:40])
def test_the_gate_refuses_a_path_or_keeps_it_inside(place, path):
    root = (place / "wiki").resolve()
    try:
        file = page_file(root, path)
    except PathRefused as refusal:
        assert refusal.remedy
        return
    inside = file.resolve().relative_to(root)
    assert not any(part.startswith(".") for part in inside.parts)
    assert file.name.lower().endswith(".md")


@pytest.mark.parametrize("path", SHAPES, ids=lambda path: ascii(path)[:40])
def test_no_path_reads_a_file_outside(place, path):
    root = (place / "wiki").resolve()
    try:
        page_file(root, path)
        content = read_page(root, path)
    except (PathRefused, OSError):
        return
    assert SECRET.encode() not in content


@pytest.mark.parametrize("path", SHAPES, ids=lambda path: ascii(path)[:40])
def test_asking_for_a_hostile_page_ends_with_one_of_two_errors(memory, path):
    with pytest.raises((PathRefused, PageNotFound)):
        memory.page("wiki", path)


@pytest.mark.parametrize(
    "path",
    [
        "../secret.md", "a/../../secret.md", "../wiki-evil/secret.md", "/secret.md", "//secret.md",
        ".git/config", ".git/notes.md", "a/.hidden.md", "", ".", "a", "pic.png", "a\0.md", "a.md\0",
        "link-file.md", "link-folder/secret.md", "link-up/secret.md", "link-git/notes.md",
        "link-absolute.md", "link-chain.md",
    ],
)  # fmt: skip
def test_what_leads_out_is_refused_and_not_merely_not_found(place, path):
    with pytest.raises(PathRefused):
        page_file((place / "wiki").resolve(), path)


def test_a_plain_page_passes_the_gate(place, memory):
    root = (place / "wiki").resolve()

    assert page_file(root, "a/plain.md") == root / "a/plain.md"
    assert memory.page("wiki", "a/plain.md").text == "plain"


def test_a_link_that_takes_a_pages_place_after_the_sync_is_not_followed(place, memory):
    page = place / "wiki/a/swapped.md"
    page.write_text("plain", encoding="utf-8")
    memory.sync("wiki")
    page.unlink()
    page.symlink_to(place / "secret.md")

    with pytest.raises(PathRefused):
        memory.page("wiki", "a/swapped.md")
    page.unlink()
    os.mkfifo(page)
    with pytest.raises(PageNotFound):
        memory.page("wiki", "a/swapped.md")
    page.unlink()


def test_the_index_holds_nothing_from_outside(memory):
    assert memory.search(SECRET, "wiki").hits == ()
    assert memory.search("plain", "wiki").hits[0].page_path == "a/plain.md"
