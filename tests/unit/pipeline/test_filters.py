"""Which pages may be hits: kinds, tags, folders, days and projects."""

from datetime import date

import pytest

from ai_memory.config import RetrievalTuning
from ai_memory.errors import ProjectNotFound, UnknownKind
from ai_memory.model import Filters

PAGES = {
    "rules/a.md": "---\ntags: [ops, ops/night]\nupdated: 2026-01-10\n---\n# A\nOtter one.\n",
    "Décisions/b.md": "---\ntags: [ops/day, Draft]\nupdated: 2026-02-10\n---\n# B\nOtter two.\n",
    "decisions/c.md": "---\ntags: [opsec]\nupdated: 2026-03-10\n---\n# C\nOtter three.\n",
    "d.md": "---\nkind: note\nupdated: 2026-04-10\n---\n# D\nOtter four.\n",
}


@pytest.fixture(scope="module")
def pages(shared_wiki):
    shared_wiki.write(PAGES)
    shared_wiki.write({"e.md": "# E\nOtter five.\n", "d.md": "# D\nOtter six.\n"}, "other")
    return shared_wiki


@pytest.mark.parametrize(
    ("filters", "wanted"),
    [
        (Filters(kinds=("rule",)), {"rules/a.md"}),
        (Filters(kinds=("Rules", "note")), {"rules/a.md", "d.md"}),
        (Filters(tags=("ops",)), {"rules/a.md", "Décisions/b.md"}),
        (Filters(tags=("#OPS",)), {"rules/a.md", "Décisions/b.md"}),
        (Filters(tags=("ops", "draft")), {"Décisions/b.md"}),
        (Filters(tags=("ops/night",)), {"rules/a.md"}),
        (Filters(tags=("night",)), set()),
        (Filters(paths=("decisions/",)), {"decisions/c.md"}),
        (Filters(paths=("DÉCISIONS/",)), {"Décisions/b.md"}),
        (Filters(paths=("De\u0301cisions",)), {"Décisions/b.md"}),
        (Filters(paths=("./rules", "/d.md")), {"rules/a.md", "d.md"}),
        (Filters(paths=("d",)), {"Décisions/b.md", "decisions/c.md", "d.md"}),
        (Filters(since=date(2026, 2, 10)), {"Décisions/b.md", "decisions/c.md", "d.md"}),
        (Filters(until=date(2026, 2, 10)), {"rules/a.md", "Décisions/b.md"}),
        (Filters(since=date(2026, 2, 1), until=date(2026, 3, 10)),
         {"Décisions/b.md", "decisions/c.md"}),
        (Filters(kinds=("note",), tags=("ops",)), set()),
    ],
)  # fmt: skip
def test_a_flag_leaves_the_pages_that_pass(pages, filters, wanted):
    assert set(pages.paths("otter", filters=filters)) == wanted


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("otter tag:ops", {"rules/a.md", "Décisions/b.md"}),
        ("otter tag:ops tag:DRAFT", {"Décisions/b.md"}),
        ("otter path:decisions/", {"decisions/c.md"}),
        ('otter path:"décisions/"', {"Décisions/b.md"}),
        ("otter after:2026-02-10", {"Décisions/b.md", "decisions/c.md", "d.md"}),
        ("otter since:2026-03-01 before:2026-03-31", {"decisions/c.md"}),
        ("otter until:2026-01-10", {"rules/a.md"}),
    ],
)
def test_the_question_itself_may_say_it(pages, typed, wanted):
    assert set(pages.paths(typed)) == wanted


def test_a_flag_and_the_question_must_both_be_met(pages):
    flags = Filters(paths=("rules/",), since=date(2026, 1, 1))
    assert pages.paths("otter path:decisions/", filters=flags) == []
    assert pages.paths("otter path:rules/", filters=flags) == ["rules/a.md"]
    assert pages.paths("otter after:2026-02-01", filters=flags) == []


def test_a_date_that_is_none_is_a_word(pages):
    assert set(pages.paths("otter before:lunch")) == set(PAGES)


def test_filters_alone_list_the_latest_first(pages):
    answer = pages.search("", filters=Filters(tags=("ops",)))
    assert [hit.page_path for hit in answer.hits] == ["Décisions/b.md", "rules/a.md"]
    assert answer.notes == ("No word to rank by: the latest pages first",)
    assert pages.paths("tag:ops") == ["Décisions/b.md", "rules/a.md"]
    assert pages.paths("kind:decision tag:opsec") == ["decisions/c.md"]


def test_an_unknown_kind_in_a_flag_says_which_there_are(pages):
    with pytest.raises(UnknownKind) as caught:
        pages.search("otter", filters=Filters(kinds=("spaceship",)))
    assert caught.value.message == "No page is of kind 'spaceship'"
    assert caught.value.remedy == "Kinds here: decision, fact, note, rule."


@pytest.mark.parametrize("typed", ["otter kind:spaceship", "kind:spaceship"])
def test_an_unknown_kind_in_the_question_is_noted(pages, typed):
    said = "No page is of kind 'spaceship'; kinds here: decision, fact, note, rule"
    assert said in pages.search(typed).notes


def test_several_projects_are_searched_as_one(pages):
    hits = pages.search("otter", project=("wiki", "other")).hits
    assert {(hit.project, hit.page_path) for hit in hits} == {
        *(("wiki", path) for path in PAGES), ("other", "d.md"), ("other", "e.md"),
    }  # fmt: skip
    assert pages.paths("otter five", project="other")[0] == "e.md"


def test_a_project_that_is_not_there_is_named(pages):
    with pytest.raises(ProjectNotFound, match="'nowhere'"):
        pages.search("otter", project=("wiki", "nowhere"))


def test_a_filter_finds_a_page_that_thousands_outrank(wiki):
    text = "---\nentities: [Otter]\n---\nOtter otter otter.\n"
    crowd = {f"{at:04}.md": text for at in range(3000)}
    long = "---\nentities: [Otter]\nkind: rule\n---\nOne otter. " + "Other words follow. " * 60
    wiki.write({**crowd, "zz/last.md": long})
    for streams in (("fts",), ("entity",), ("fts", "entity", "graph")):
        tuning = RetrievalTuning(streams=streams)
        assert "zz/last.md" not in wiki.paths("otter", 500, tuning=tuning)
        for filters in (Filters(paths=("zz/",)), Filters(kinds=("rule",))):
            assert wiki.paths("otter", tuning=tuning, filters=filters) == ["zz/last.md"]
