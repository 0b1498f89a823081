"""A name that stands whole in a question names its page."""

import math

import pytest

from ai_memory.config import RetrievalTuning

NAMES = RetrievalTuning(streams=("entity",))


def scores(wiki, typed):
    hits = wiki.search(typed, tuning=NAMES, explain=True).hits
    return {hit.page_path: hit.explain.contributions[0].score for hit in hits}


def test_a_name_that_stands_whole_counts_twice(wiki):
    wiki.write({"a.md": "# Otter Bridge\n", "b.md": "# Otter\n", "c.md": "# Bridge of Sighs\n"})
    otter = bridge = math.log(1 + 3 / 2)  # two of the three pages have each word in a name
    assert scores(wiki, "who built Otter Bridge, and when") == {
        "a.md": pytest.approx(2 * (otter + bridge)),
        "b.md": pytest.approx(2 * otter),
        "c.md": pytest.approx(bridge),
    }


def test_a_word_in_brackets_is_not_asked_for(wiki):
    wiki.write({"m.md": "# Mercury (planet)\n", "n.md": "# Mercury poisoning\n"})
    both = math.log(1 + 2 / 2)
    assert scores(wiki, "how far is Mercury from here?") == {
        "m.md": pytest.approx(2 * both),
        "n.md": pytest.approx(both),
    }


def test_an_alias_stands_for_its_page(wiki):
    wiki.write({"a.md": "---\naliases: [The Old Mill]\n---\n# Building 7\n", "b.md": "# Old\n"})
    found = wiki.search("paint the old mill", tuning=NAMES, explain=True).hits
    assert [hit.page_path for hit in found] == ["a.md", "b.md"]
    assert found[0].explain.contributions[0].why == "The Old Mill; named whole: the old mill"
