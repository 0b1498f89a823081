"""Folders that vanish, empty or close: what is not known to be gone is kept."""

import os
import shutil
from pathlib import Path

import pytest

from ai_memory.config import IndexSettings
from ai_memory.errors import FolderMissing
from ai_memory.store.database import open_writer
from ai_memory.store.survey import survey
from ai_memory.store.sync import Sync
from ai_memory.store.vault import list_folder, read_page


def test_a_vanished_folder_keeps_its_pages_until_it_is_pruned(wiki):
    wiki.write({"a.md": "zebra", "bad.md": b"\0", "pic.png": b""})
    wiki.sync()
    shutil.rmtree(wiki.root)
    report = wiki.sync()
    assert "is gone" in report.kept_because
    assert wiki.found("zebra") == ["a.md"]

    assert wiki.outcome(prune=True) == (0, 0, 0, 1)
    for table in ("pages", "attachments", "problems", "refused", "pages_section", "pages_name"):
        assert wiki.dump()[table] == []
    assert wiki.found("zebra") == []


def test_a_folder_that_comes_back_is_level_again(wiki, tmp_path):
    wiki.write({"a.md": "zebra", "b.md": "b"})
    wiki.sync()
    before = wiki.ids()
    wiki.root.rename(tmp_path / "away")
    wiki.sync()
    (tmp_path / "away").rename(wiki.root)

    assert wiki.outcome() == (0, 0, 0, 0)
    assert wiki.ids() == before


def test_an_emptied_folder_keeps_its_pages_as_an_unmounted_disk_would(wiki):
    wiki.write({"a.md": "zebra"})
    wiki.sync()
    wiki.remove("a.md")
    (wiki.root / ".trash").mkdir()

    assert "is empty" in wiki.sync().kept_because
    assert wiki.paths() == ["a.md"]
    assert wiki.outcome(prune=True) == (0, 0, 0, 1)
    assert wiki.sync().kept_because == ""


def test_an_empty_folder_that_never_had_pages_is_no_trouble(wiki):
    report = wiki.sync()

    assert (report.kept_because, report.total) == ("", 0)


def test_a_folder_that_became_a_file_keeps_its_pages(wiki):
    wiki.write({"a.md": "zebra"})
    wiki.sync()
    shutil.rmtree(wiki.root)
    wiki.root.write_bytes(b"")

    assert "cannot be read" in wiki.sync().kept_because
    assert wiki.paths() == ["a.md"]


@pytest.mark.parametrize("mode", [0o000, 0o400, 0o100])
def test_a_closed_root_keeps_its_pages(wiki, without_powers, mode):
    wiki.write({"a.md": "zebra", "b/c.md": "koala"})
    wiki.sync()
    wiki.root.chmod(mode)
    try:
        with without_powers():
            report = wiki.sync()
            assert report.removed == 0
            assert wiki.paths() == ["a.md", "b/c.md"]
            assert wiki.memory.search("zebra", wiki.name).hits[0].page_path == "a.md"
    finally:
        wiki.root.chmod(0o755)
    assert wiki.outcome() == (0, 0, 0, 0)


@pytest.mark.parametrize("mode", [0o000, 0o400, 0o100])
def test_a_closed_folder_inside_keeps_its_pages_and_is_named(wiki, without_powers, mode):
    wiki.write({"a.md": "zebra", "b/c.md": "koala", "b/d/e.md": "panda"})
    wiki.sync()
    before = wiki.ids()
    (wiki.root / "b").chmod(mode)
    try:
        with without_powers():
            assert wiki.outcome() == (0, 0, 0, 0)
            assert wiki.ids() == before
            remarks = wiki.problems()
    finally:
        (wiki.root / "b").chmod(0o755)
    assert {code for _, code in remarks} == {"folder-unreadable"}
    assert all(path == "b" or path.startswith("b/") for path, _ in remarks)
    assert wiki.outcome() == (0, 0, 0, 0)
    assert wiki.problems() == []


def _synced_after(wiki, happens):
    """Sync, with something happening between the look at the folder and the reading."""
    connection = open_writer(wiki.home)
    try:
        found = survey(connection, 1, wiki.root, IndexSettings())
        happens()
        return Sync(connection, 1, wiki.name, wiki.root, IndexSettings(), found).run()
    finally:
        connection.close()


def test_a_page_that_vanishes_between_the_walk_and_the_reading_is_no_error(wiki):
    wiki.write({"a.md": "zebra", "b.md": "koala"})
    report = _synced_after(wiki, lambda: wiki.remove("a.md"))

    assert (report.added, wiki.paths(), wiki.problems()) == (1, ["b.md"], [])
    assert wiki.outcome() == (0, 0, 0, 0)


def test_an_edited_page_that_vanishes_before_the_reading_goes_with_the_next_sync(wiki):
    wiki.write({"a.md": "zebra", "b.md": "koala"})
    wiki.sync()
    wiki.write({"a.md": "zebra two"})
    report = _synced_after(wiki, lambda: wiki.remove("a.md"))

    assert (report.changed, report.removed) == (0, 0)
    assert wiki.outcome() == (0, 0, 0, 1)
    assert wiki.problems() == []


def test_a_folder_that_vanishes_before_the_reading_is_no_error(wiki):
    wiki.write({"x/a.md": "zebra", "b.md": "koala"})
    report = _synced_after(wiki, lambda: shutil.rmtree(wiki.root / "x"))

    assert (report.added, wiki.paths(), wiki.problems()) == (1, ["b.md"], [])


def test_a_page_edited_between_the_walk_and_the_reading_is_read_again(wiki):
    wiki.write({"a.md": "zebra"})
    _synced_after(wiki, lambda: wiki.write({"a.md": "koala"}))
    assert wiki.found("koala") == ["a.md"]

    wiki.write({"a.md": "panda"})
    wiki.sync()
    assert (wiki.found("koala"), wiki.found("panda")) == ([], ["a.md"])


@pytest.mark.parametrize("where", ["file", "folder"])
def test_a_link_put_in_place_between_the_walk_and_the_reading_is_not_followed(
    wiki, tmp_path, where
):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a.md").write_text("secret", encoding="utf-8")
    wiki.write({"x/a.md": "zebra", "b.md": "koala"})

    def swap():
        shutil.rmtree(wiki.root / "x")
        if where == "folder":
            (wiki.root / "x").symlink_to(outside)
        else:
            (wiki.root / "x").mkdir()
            (wiki.root / "x/a.md").symlink_to(outside / "a.md")

    _synced_after(wiki, swap)

    assert wiki.found("secret") == []
    assert "x/a.md" not in wiki.paths()
    wiki.sync()
    assert wiki.problems() == [("x/a.md" if where == "file" else "x", "symlink")]


def test_a_pipe_put_in_place_between_the_walk_and_the_reading_blocks_nothing(wiki):
    wiki.write({"a.md": "zebra", "b.md": "koala"})

    def swap():
        wiki.remove("a.md")
        os.mkfifo(wiki.root / "a.md")

    _synced_after(wiki, swap)

    assert wiki.paths() == ["b.md"]
    assert wiki.problems() == [("a.md", "unreadable")]
    wiki.sync()
    assert wiki.problems() == [("a.md", "special-file")]


def test_reading_leaves_no_file_open(wiki):
    (wiki.root / "x/y.md").mkdir(parents=True)
    os.mkfifo(wiki.root / "pipe.md")
    wiki.write({"x/a.md": "zebra"})
    before = sorted(Path("/dev/fd").iterdir()) if Path("/dev/fd").is_dir() else []
    assert read_page(wiki.root, "x/a.md") == b"zebra"
    for path in ("x/y.md", "pipe.md", "x/none.md", "none/a.md", "x/a.md/b.md"):
        with pytest.raises(OSError):
            read_page(wiki.root, path)

    assert before == (sorted(Path("/dev/fd").iterdir()) if before else [])


def test_listing_a_folder_that_is_gone_says_so(tmp_path):
    with pytest.raises(FolderMissing, match="is gone"):
        list_folder(tmp_path / "none")
