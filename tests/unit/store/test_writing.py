"""Changes of one page and of several; what a killed process began is finished."""

import hashlib
import json

import pytest

from ai_memory.errors import WriteFailed
from ai_memory.model import Changed
from ai_memory.store import journal, writing
from ai_memory.store.place import hold


@pytest.fixture
def wiki(tmp_path):
    """A home and a wiki with two pages."""
    home, root = tmp_path / "home", tmp_path / "wiki"
    home.mkdir()
    (root / "a").mkdir(parents=True)
    (root / "one.md").write_bytes(b"one")
    (root / "a/two.md").write_bytes(b"two")
    return home, root


def content(root):
    return {
        file.relative_to(root).as_posix(): file.read_bytes()
        for file in root.rglob("*")
        if file.is_file()
    }


def step(root, path, before, data):
    """A step as a write prepares it."""
    *folders, _ = path.split("/")
    temporary = ""
    if data is not None:
        with hold(root, folders, make=True) as place:
            temporary = place.write_temporary(data, None)
    digest = "" if before is None else hashlib.sha256(before).hexdigest()
    return journal.Step(path, digest, temporary)


MOVE = [
    Changed("one.md", b"one", None),
    Changed("b/c/one.md", None, b"one moved"),
    Changed("a/two.md", b"two", b"two relinked"),
]
MOVED = {"b/c/one.md": b"one moved", "a/two.md": b"two relinked"}


def test_one_page_is_made_replaced_and_removed(wiki):
    home, root = wiki

    writing.put_pages(home, root, [Changed("a/b/new.md", None, b"new")])
    writing.put_pages(home, root, [Changed("one.md", b"one", b"other")])
    writing.put_pages(home, root, [Changed("a/two.md", b"two", None)])

    assert content(root) == {"a/b/new.md": b"new", "one.md": b"other"}


def test_several_pages_change_as_one(wiki):
    home, root = wiki

    assert writing.put_pages(home, root, MOVE) == []
    assert content(root) == MOVED
    assert not journal.pending(home)


def test_nothing_is_changed_where_a_folder_cannot_be_made(wiki):
    home, root = wiki
    (root / "b").write_bytes(b"a file")

    with pytest.raises(WriteFailed, match="cannot be written to"):
        writing.put_pages(home, root, MOVE)
    assert content(root) == {"one.md": b"one", "a/two.md": b"two", "b": b"a file"}
    assert not journal.pending(home)


@pytest.mark.parametrize("done", [0, 1, 2, 3])
def test_a_begun_change_is_finished_whatever_of_it_was_done(wiki, done):
    home, root = wiki
    steps = [step(root, change.path, change.before, change.after) for change in MOVE]
    journal.begin(home, root, steps)
    if done > 0:
        (root / "one.md").unlink()
    if done > 1:
        (root / "b/c" / steps[1].temporary).replace(root / "b/c/one.md")
    if done > 2:
        (root / "a" / steps[2].temporary).replace(root / "a/two.md")

    journal.finish_all(home)

    assert content(root) == MOVED
    assert not journal.pending(home)


def test_a_page_that_was_changed_meanwhile_stays_and_the_new_text_lies_beside_it(wiki):
    home, root = wiki
    entry = journal.begin(home, root, [step(root, "one.md", b"one", b"ours")])
    (root / "one.md").write_bytes(b"theirs")
    (root / "one (conflict 1).md").write_bytes(b"an older one")

    (note,) = journal.finish(entry)

    assert note == (
        "one.md was changed meanwhile and is left as it is; the new text is in one (conflict 2).md"
    )
    assert content(root) == {
        "one.md": b"theirs",
        "one (conflict 1).md": b"an older one",
        "one (conflict 2).md": b"ours",
        "a/two.md": b"two",
    }


def test_a_page_that_was_changed_meanwhile_is_not_removed(wiki):
    home, root = wiki
    entry = journal.begin(home, root, [step(root, "one.md", b"one", None)])
    (root / "one.md").write_bytes(b"theirs")

    assert journal.finish(entry) == []
    assert (root / "one.md").read_bytes() == b"theirs"


def test_a_change_in_a_folder_that_is_away_waits_for_it(wiki):
    home, root = wiki
    journal.begin(home, root, [step(root, "one.md", b"one", b"new")])
    root.rename(root.with_name("away"))

    journal.finish_all(home)
    assert journal.pending(home)
    root.with_name("away").rename(root)
    journal.finish_all(home)

    assert (root / "one.md").read_bytes() == b"new"
    assert not journal.pending(home)


def test_an_entry_that_cannot_be_read_is_put_aside(wiki):
    home, root = wiki
    (home / "journal").mkdir()
    for name, text in (("1.json", "{"), ("2.json", "[]"), ("3.json", '{"root": "x"}')):
        (home / "journal" / name).write_text(text, encoding="utf-8")
    good = journal.begin(home, root, [step(root, "one.md", b"one", b"new")])

    journal.finish_all(home)

    assert sorted(each.name for each in good.parent.iterdir()) == [
        "1.damaged",
        "2.damaged",
        "3.damaged",
    ]
    assert (root / "one.md").read_bytes() == b"new"


def test_leftovers_are_swept_but_not_those_a_begun_change_needs(wiki):
    home, root = wiki
    needed = step(root, "one.md", b"one", b"new")
    with hold(root, ("a",)) as place:
        left = place.write_temporary(b"half", None)
    journal.begin(home, root, [needed])

    swept = writing.sweep(home, root, [f"a/{left}", needed.temporary, "one.md"])

    assert swept == 1
    assert content(root) == {"one.md": b"one", "a/two.md": b"two", needed.temporary: b"new"}


def test_the_entry_says_all_that_is_needed(wiki):
    home, root = wiki
    entry = journal.begin(home, root, [journal.Step("one.md", "", ".t")])

    assert json.loads(entry.read_bytes()) == {
        "root": str(root),
        "steps": [{"path": "one.md", "before": "", "temporary": ".t"}],
    }
