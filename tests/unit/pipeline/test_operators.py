"""What must stand stands, what must not does not, in every stream; and what gave way is said."""

import pytest

from ai_memory.config import RetrievalTuning
from ai_memory.model import STREAM_NAMES

PAGES = {
    "cluster.md": (
        "---\ntags: [ops]\nentities: [Kestrel]\n---\n# Cluster\n"
        "The kestrel cluster keeps a write ahead log. See [[Draft]].\n"
    ),
    "draft.md": (
        "---\ntags: [draft, ops/night]\nentities: [Kestrel]\n---\n# Draft\n"
        "A kestrel draft on the cluster, secretly.\n"
    ),
    "rules/log.md": "---\nentities: [Kestrel]\n---\n# Logging\nKestrel must log, then write.\n",
    "far.md": "# Elsewhere\nBread and butter. See [[Cluster]] and [[Draft]] and [[Logging]].\n",
}
ALONE = [RetrievalTuning(streams=(name,)) for name in STREAM_NAMES]
EACH = [RetrievalTuning(), *ALONE]


@pytest.fixture(scope="module")
def pages(shared_wiki, topics):
    shared_wiki.write(PAGES)
    shared_wiki.embed(topics(["kestrel", "cluster", "log", "bread"]))
    return shared_wiki


@pytest.mark.parametrize("tuning", EACH, ids=lambda tuning: "+".join(tuning.streams))
@pytest.mark.parametrize(
    "typed",
    ["kestrel -secretly", "kestrel NOT secretly", "kestrel -tag:draft", "kestrel NOT tag:draft",
     "kestrel -title:draft", "kestrel -path:draft", 'kestrel -"on the cluster"'],
)  # fmt: skip
def test_what_is_excluded_comes_from_no_stream(pages, tuning, typed):
    found = pages.paths(typed, tuning=tuning)
    assert found
    assert "draft.md" not in found


@pytest.mark.parametrize("tuning", EACH, ids=lambda tuning: "+".join(tuning.streams))
@pytest.mark.parametrize(
    "typed",
    ['kestrel "write ahead log"', "kestrel +ahead +keeps", "keeps AND kestrel",
     "kestrel title:cluster", "kestrel path:cluster", "kee* AND kestrel"],
)  # fmt: skip
def test_what_must_stand_holds_in_every_stream(pages, tuning, typed):
    # The words that are demanded leave one page, whatever a stream would bring besides.
    assert set(pages.paths(typed, tuning=tuning)) <= {"cluster.md"}
    assert pages.paths(typed) == ["cluster.md"]


@pytest.mark.parametrize("tuning", EACH, ids=lambda tuning: "+".join(tuning.streams))
def test_a_tag_in_the_question_holds_in_every_stream_and_takes_child_tags(pages, tuning):
    found = pages.paths("kestrel tag:#Ops", tuning=tuning)
    assert set(found) <= {"cluster.md", "draft.md"}
    assert found


def test_the_kind_after_a_minus_is_left_out(pages):
    assert "rules/log.md" in pages.paths("kestrel")
    assert "rules/log.md" not in pages.paths("kestrel -kind:rules")


def test_what_must_stand_but_is_nowhere_only_votes_and_that_is_said(pages):
    answer = pages.search('kestrel "no such phrase"')
    assert answer.hits[0].page_path in ("cluster.md", "draft.md", "rules/log.md")
    assert answer.relaxed == "no page has all that was required, so it only votes"


def test_nothing_is_said_when_nothing_gave_way(pages):
    assert pages.search('kestrel "write ahead log"').relaxed == ""


def test_a_demand_that_only_filtered_pages_meet_gives_way_among_the_others(pages):
    answer = pages.search('kestrel "write ahead log" path:rules/')
    assert [hit.page_path for hit in answer.hits] == ["rules/log.md"]
    assert answer.relaxed == "no page has all that was required, so it only votes"


def test_beside_an_or_what_and_joins_only_votes(pages):
    assert set(pages.paths("bread OR secretly AND night", tuning=ALONE[0])) == {
        "far.md", "draft.md",
    }  # fmt: skip


def test_a_long_text_is_writing_whose_signs_demand_nothing(pages):
    typed = (
        'We said "no such phrase at all" about the kestrel -cluster and title:nothing and '
        "+nowhere tag:none before we went NOT home to sleep a little longer"
    )
    answer = pages.search(typed)
    assert {"cluster.md", "draft.md", "rules/log.md"} <= {hit.page_path for hit in answer.hits}
    assert answer.relaxed == ""


def test_an_excluded_identifier_bans_pages_that_have_it_whole_not_its_parts(wiki):
    wiki.write({"a.md": "# A\ntopic parse_config\n", "b.md": "# B\ntopic: parse the config\n"})
    assert wiki.paths("topic -parse_config") == ["b.md"]


def test_a_question_of_exclusions_alone_lists_what_is_left(pages):
    answer = pages.search("-kestrel")
    assert [hit.page_path for hit in answer.hits] == ["far.md"]
    assert answer.notes == ("No word to rank by: the latest pages first",)


def test_a_minus_before_a_number_is_the_numbers_own(wiki):
    wiki.write({"a.md": "# A\nIt was -40 degrees.\n", "b.md": "# B\nIt was warm.\n"})
    assert wiki.paths("degrees -40") == ["a.md"]


def test_not_before_a_number_excludes_it(wiki):
    wiki.write({"a.md": "# A\nIt was 40 degrees.\n", "b.md": "# B\nWarm degrees.\n"})
    assert wiki.paths("degrees NOT 40") == ["b.md"]
