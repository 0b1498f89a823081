"""A folder held open means itself, whatever takes its place."""

import pathlib
import stat

import pytest

from ai_memory.store.leftovers import is_leftover
from ai_memory.store.place import hold


def names(folder):
    return [each.name for each in folder.iterdir()]


def test_what_is_put_is_there_and_nothing_else(tmp_path):
    with hold(tmp_path, ("a", "b"), make=True) as place:
        place.put("page.md", b"new")

    assert (tmp_path / "a/b/page.md").read_bytes() == b"new"
    assert names(tmp_path / "a/b") == ["page.md"]


def test_a_replaced_file_keeps_its_mode(tmp_path):
    file = tmp_path / "page.md"
    file.write_bytes(b"old")
    file.chmod(0o640)

    with hold(tmp_path) as place:
        place.put("page.md", b"new")

    assert file.read_bytes() == b"new"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_a_folder_that_is_not_there_is_not_made_unasked(tmp_path):
    with pytest.raises(FileNotFoundError), hold(tmp_path, ("a",)):
        pass

    assert names(tmp_path) == []


def test_a_link_on_the_way_is_not_followed(tmp_path):
    (tmp_path / "outside").mkdir()
    (tmp_path / "wiki").mkdir()
    (tmp_path / "wiki/a").symlink_to(tmp_path / "outside")

    with pytest.raises(OSError), hold(tmp_path / "wiki", ("a",), make=True):
        pass


def test_a_folder_that_is_exchanged_meanwhile_is_written_to_all_the_same(tmp_path):
    (tmp_path / "outside").mkdir()
    (tmp_path / "wiki/a").mkdir(parents=True)

    with hold(tmp_path / "wiki", ("a",)) as place:
        (tmp_path / "wiki/a").rename(tmp_path / "wiki/moved")
        (tmp_path / "wiki/a").symlink_to(tmp_path / "outside")
        place.put("page.md", b"text")

    assert names(tmp_path / "outside") == []
    assert names(tmp_path / "wiki/moved") == ["page.md"]


def test_a_name_that_is_a_folder_by_now_leaves_nothing_behind(tmp_path):
    (tmp_path / "page.md").mkdir()

    with hold(tmp_path) as place, pytest.raises(OSError):
        place.put("page.md", b"text")

    assert names(tmp_path) == ["page.md"]


def test_no_descriptor_stays_open(tmp_path):
    descriptors = pathlib.Path("/proc/self/fd")

    def held() -> int:
        return len(names(descriptors)) if descriptors.is_dir() else 0

    before = held()
    for _ in range(3):
        with hold(tmp_path, ("a", "b", "c"), make=True) as place:
            place.put("page.md", b"text")
        with pytest.raises(OSError), hold(tmp_path, ("a", "none", "c")):
            pass

    assert held() == before


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        (".ai-memory-0123456789abcdef.tmp", True),
        (".ai-memory-0123456789abcdef.tmp.md", False),
        ("ai-memory-0123456789abcdef.tmp", False),
        (".ai-memory-0123456789ABCDEF.tmp", False),
        (".ai-memory-.tmp", False),
        (".ai-memory.toml", False),
    ],
)
def test_only_our_own_leftovers_are_taken_for_such(name, ours):
    assert is_leftover(name) is ours
