"""A sync that is cut short: the next one completes it, and ends as a fresh index would."""

import pytest

from ai_memory.store.sync import BATCH

WORDS = ("zebra", "koala")
PAGES = 3 * BATCH


class Stop(Exception):
    """What a person's Ctrl-C is to a progress callback."""


def stop_after(batches: int):
    """Return a progress callback that raises when so many batches are done."""

    def progress(phase, done, total):
        if done >= batches * BATCH:
            raise Stop

    return progress


def name(number: int) -> str:
    return f"{number % 7}/page {number:04}.md"


def text(number: int) -> str:
    """Return a page with links to pages of earlier and of later batches."""
    others = [(number + step) % PAGES for step in (1, 700, 1400)]
    links = " ".join(f"[[page {other:04}]]" for other in others)
    return f"---\ntags: [t{number % 3}]\n---\n# Page {number}\n\nzebra {links}\n"


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """A folder of three batches of pages."""
    root = tmp_path_factory.mktemp("large") / "wiki"
    for number in range(PAGES):
        file = root / name(number)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text(number), encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def fresh(large, tmp_path_factory, open_memory, derived):
    """What an index of that folder says that was made in one go."""
    home = tmp_path_factory.mktemp("fresh")
    with open_memory(home) as memory:
        memory.init(large, "wiki")
        report = memory.sync("wiki")
    assert (report.added, report.links, report.links_resolved) == (PAGES, 3 * PAGES, 3 * PAGES)
    return derived(home, "wiki", WORDS)


@pytest.mark.parametrize("batches", [1, 2, 3])
def test_a_first_sync_cut_short_is_completed_by_the_next(
    large, fresh, tmp_path, open_memory, derived, batches
):
    with open_memory(tmp_path / "home") as memory:
        memory.init(large, "wiki")
        with pytest.raises(Stop):
            memory.sync("wiki", progress=stop_after(batches))
        report = memory.sync("wiki")
        assert report.added == PAGES - batches * BATCH
        assert report.links_resolved == 3 * PAGES
        assert not memory.sync("wiki").anything

    assert derived(tmp_path / "home", "wiki", WORDS) == fresh


def test_changes_cut_short_are_completed_by_the_next(tmp_path, open_memory, derived):
    root = tmp_path / "wiki"
    root.mkdir()
    for number in range(900):
        broken = "---\na: [\n---\n" if number % 5 == 0 else ""
        (root / f"{number:04}.md").write_text(
            f"{broken}zebra {number}\n[[m{number:04}]]", encoding="utf-8"
        )
    with open_memory(tmp_path / "home") as memory:
        memory.init(root, "wiki")
        memory.sync("wiki")
        # Moves and edits in both batches, removals and attachments in the last step.
        for number in range(900):
            file = root / f"{number:04}.md"
            if number % 10 == 9:
                file.unlink()
            elif number % 2:
                file.write_text(f"koala {number}\n![[pic.png]]", encoding="utf-8")
            else:
                file.rename(root / f"m{number:04}.md")
        (root / "pic.png").write_bytes(b"")
        with pytest.raises(Stop):
            memory.sync("wiki", progress=stop_after(1))
        memory.sync("wiki")
        assert not memory.sync("wiki").anything
        held = derived(tmp_path / "home", "wiki", WORDS)

    with open_memory(tmp_path / "fresh") as memory:
        memory.init(root, "wiki")
        memory.sync("wiki")
    assert held == derived(tmp_path / "fresh", "wiki", WORDS)


def test_a_rebuild_cut_short_is_completed_by_the_next(tmp_path, open_memory, derived):
    root = tmp_path / "wiki"
    root.mkdir()
    for number in range(BATCH + 10):
        (root / f"{number:04}.md").write_text(
            f"zebra {number}\n[[{number + 1:04}]]", encoding="utf-8"
        )
    with open_memory(tmp_path / "home") as memory:
        memory.init(root, "wiki")
        memory.sync("wiki")
        before = derived(tmp_path / "home", "wiki", WORDS)
        with pytest.raises(Stop):
            memory.sync("wiki", rebuild=True, progress=stop_after(1))
        assert memory.sync("wiki").changed == 10

    assert derived(tmp_path / "home", "wiki", WORDS) == before
