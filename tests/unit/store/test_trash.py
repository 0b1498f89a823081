"""What was removed can be had back until the trash is emptied."""

from datetime import UTC, datetime, timedelta

import pytest

from ai_memory.errors import NotInTrash
from ai_memory.model import Authorship
from ai_memory.store.trash import (
    drop_from_trash,
    empty_trash,
    list_trash,
    put_in_trash,
    trashed,
)

ADA = Authorship("Ada", "agent", "mcp", "s1", "no longer true")
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def put(home, path, data, hours):
    return put_in_trash(home, "wiki", path, data, ADA, NOON + timedelta(hours=hours))


def test_a_removed_page_is_listed_with_who_removed_it_and_why(tmp_path):
    put(tmp_path, "a/one.md", b"\xff one\r\n", 0)

    (listed,) = list_trash(tmp_path, "wiki")

    assert (listed.path, listed.time, listed.size, listed.author) == ("a/one.md", NOON, 7, ADA)
    assert trashed(tmp_path, "wiki", "a/one.md") == (listed, b"\xff one\r\n")
    assert trashed(tmp_path, "wiki", listed.id) == (listed, b"\xff one\r\n")


def test_of_a_path_removed_twice_the_last_one_is_meant(tmp_path):
    first = put(tmp_path, "one.md", b"first", 0)
    put(tmp_path, "one.md", b"second", 1)

    assert trashed(tmp_path, "wiki", "one.md")[1] == b"second"
    assert trashed(tmp_path, "wiki", first.id)[1] == b"first"
    assert [each.path for each in list_trash(tmp_path, "wiki")] == ["one.md", "one.md"]


def test_emptying_takes_what_is_old_enough(tmp_path):
    old = put(tmp_path, "old.md", b"old", 0)
    new = put(tmp_path, "new.md", b"new", 2)

    assert empty_trash(tmp_path, "wiki", NOON + timedelta(hours=1)) == [old]
    assert list_trash(tmp_path, "wiki") == [new]
    assert sorted(each.name for each in (tmp_path / "trash/wiki").iterdir()) == [
        f"{new.id}.json",
        f"{new.id}.md",
    ]


def test_what_is_not_there_is_named(tmp_path):
    kept = put(tmp_path, "one.md", b"one", 0)
    drop_from_trash(tmp_path, "wiki", kept.id)

    for name in ("one.md", kept.id, "../../secret"):
        with pytest.raises(NotInTrash, match=r"is not in the trash of wiki"):
            trashed(tmp_path, "wiki", name)


def test_what_is_no_entry_is_passed_over(tmp_path):
    folder = tmp_path / "trash/wiki"
    folder.mkdir(parents=True)
    for name in ("a.json", "b.json", "c.md", "d.txt"):
        (folder / name).write_text("[1]" if name == "b.json" else "{", encoding="utf-8")

    assert list_trash(tmp_path, "wiki") == []
