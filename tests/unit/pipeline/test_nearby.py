"""Where no page has a word that was typed, near words of the index count, and that is said."""

import pytest

from ai_memory.config import RetrievalTuning

PAGES = {
    "reader.md": "# Readers\nThe `CategoryPropertyReader` reads.\n",
    "cluster.md": "# Clusters\nA kubernetes cluster receives connections from databases.\n",
    "plain.md": "# Plain\nBread and butter.\n",
    "cafe.md": "# Crème brûlée\nServed cold since 1997 by the others.\n",
}


@pytest.fixture(scope="module")
def pages(shared_wiki):
    shared_wiki.write(PAGES)
    shared_wiki.write({"o.md": "# Other\nThe word is xylophonic.\n"}, "other")
    return shared_wiki


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("ategoryPropert", "reader.md"),
        ("CategoryPropert", "reader.md"),
        ("ropertyRead", "reader.md"),
        ("ubernet", "cluster.md"),
        ("atabas", "cluster.md"),
        ("eceive", "cluster.md"),  # its stem, as the index holds it: eceiv in receiv
        ("utter", "plain.md"),
        ("rûlé", "cafe.md"),
    ],
)
def test_a_part_from_inside_a_word_finds_it(pages, typed, wanted):
    assert pages.paths(typed) == [wanted]


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("kuberentes", "cluster.md"),
        ("kubernetse", "cluster.md"),
        ("recieves", "cluster.md"),
        ("conections", "cluster.md"),
        ("connecti*", "cluster.md"),
        ("databsaes", "cluster.md"),
        ("buttre", "plain.md"),
        ("breadd", "plain.md"),
    ],
)
def test_a_slip_of_the_pen_finds_the_word_that_was_meant(pages, typed, wanted):
    assert pages.paths(typed) == [wanted]


def test_what_was_done_is_said(pages):
    assert pages.search("ategoryPropert").relaxed == (
        "no page has 'ategorypropert', so words that hold what was typed count"
    )
    assert pages.search("kuberentes buttre").relaxed == (
        "no page has 'kuberentes' or 'buttre', so words spelled nearly so count"
    )


def test_a_near_word_is_marked_in_the_snippet(pages):
    [hit] = pages.search("kuberentes").hits
    assert hit.snippet == "A «kubernetes» cluster receives connections from databases."


def test_nothing_is_widened_while_any_word_is_found(pages):
    answer = pages.search("bread kuberentes")
    assert [hit.page_path for hit in answer.hits] == ["plain.md"]
    assert answer.relaxed == ""


def test_a_word_that_the_filters_alone_hide_is_spelled_right(pages):
    answer = pages.search("bread path:elsewhere/")
    assert (answer.hits, answer.relaxed) == ((), "")


@pytest.mark.parametrize("typed", ["zq", "xqzvw", "bqttqr", "ub", "火星", "the xqzvw", "1998"])
def test_what_is_far_from_everything_finds_nothing(pages, typed):
    answer = pages.search(typed)
    assert (answer.hits, answer.relaxed) == ((), "")


def test_words_of_other_projects_bring_no_page(pages):
    assert pages.paths("xylohponic") == []
    assert pages.paths("xylohponic", project="other") == ["o.md"]


def test_what_is_excluded_stays_excluded(pages):
    assert pages.paths("kuberentes -cluster") == []


def test_the_vectors_are_asked_for_what_was_typed(wiki, topics):
    wiki.write(PAGES)
    asked = []
    embedder = topics(["kuberentes", "bread"])
    wiki.embed(embedder)
    embedder.embed_query = lambda text: asked.append(text) or [1.0, 0.0, 0.0]
    wiki.paths("kuberentes", tuning=RetrievalTuning(streams=("fts", "vector")))
    assert asked == ["kuberentes"]
