"""Wikis that lack what the streams live on, or have too much of one thing."""

from contextlib import closing
from dataclasses import replace

import pytest

from ai_memory.parse.page import parse_page
from ai_memory.reader import ReaderPool
from ai_memory.store.database import open_writer, transaction, write_lock
from ai_memory.store.index import write_page
from ai_memory.store.projects import add_project
from ai_memory.store.stamp import Stamp

QUESTIONS = ("otter", "where do otters sleep?", "tag:river otter", '"otters sleep"', "zzyzx")


@pytest.mark.parametrize("typed", QUESTIONS)
def test_a_wiki_of_one_page_without_links_or_tags_answers(wiki, topics, typed):
    wiki.write({"a.md": "Otters sleep in a holt.\n"})
    wiki.embed(topics(["otters", "sleep"]))
    answer = wiki.search(typed, explain=True)
    assert {hit.page_path for hit in answer.hits} <= {"a.md"}
    assert all(0 <= hit.score <= 1 for hit in answer.hits)
    assert answer.confidence is None or 0 <= answer.confidence <= 1


def test_pages_without_links_are_ranked_as_if_links_did_not_vote(wiki):
    wiki.write({"a.md": "Otters sleep.\n", "b.md": "Otters and otters.\n", "c.md": "Herons.\n"})
    tuned = wiki.pool.tuning.replace(graph_weight=0.0)
    assert wiki.paths("otters sleep") == wiki.paths("otters sleep", tuning=tuned)


def test_an_empty_wiki_answers_with_nothing(wiki):
    wiki.write({"notes.txt": "otters"})
    answer = wiki.search("otters")
    assert (answer.hits, answer.confidence) == ((), None)


def test_identical_pages_come_in_order_of_path_whatever_the_limit(wiki, topics):
    text = "---\ntags: [river]\n---\n# Otters\nOtters sleep. See [[0007]].\n"
    wiki.write({f"{number:04}.md": text for number in range(600)})
    wiki.embed(topics(["otters", "sleep"]))
    linked = wiki.paths("otters sleep", limit=1)
    assert wiki.paths("otters sleep", limit=50)[:1] == linked
    rest = [path for path in wiki.paths("otters sleep", limit=500) if path not in linked]
    assert rest == sorted(rest)


def test_a_hundred_thousand_identical_pages_are_searched_and_ordered(tmp_path):
    page = parse_page("0.md", "# Otters\nOtters sleep in a holt.\n")
    with (
        write_lock(tmp_path),
        closing(open_writer(tmp_path)) as connection,
        transaction(connection),
    ):
        row = add_project(connection, "wiki", tmp_path / "wiki")
        for number in range(100_000):
            copy = replace(page, path=f"{number:06}.md")
            write_page(connection, (row, "wiki"), copy, Stamp(1, 0, 0), "x", "2000-01-01")
    with ReaderPool(tmp_path) as pool, pool.reader() as reader:
        found = reader.search("wiki", "where do otters sleep", limit=20)
    assert [hit.page_path for hit in found.hits] == [f"{number:06}.md" for number in range(20)]
