"""Streams and their fusion, by numbers worked out by hand."""

import math

import pytest

from ai_memory.config import RetrievalTuning
from ai_memory.model import STREAM_NAMES

WORDS_AND_LINKS = {
    "text.md": "# Text\nOtter otter otter, again otter.\n",
    "named.md": "---\nentities: [Otter Bridge]\n---\n# Named\nSaid in passing: an otter swims.\n",
    "linked.md": "# Linked\nNothing here, but see [[Text]] and [[Named]].\n",
    "w.md": "# W\nOne.\n",
    "x.md": "# X\nTwo.\n",
    "y.md": "# Y\nThree.\n",
}


CLASSIC = RetrievalTuning(mode="classic")


def contributions(wiki, typed, tuning=CLASSIC):
    """Return path → stream → (rank, share of the fused score), and path → fused score."""
    hits = wiki.search(typed, tuning=tuning, explain=True).hits
    given = {
        hit.page_path: {each.stream: (each.rank, each.share) for each in hit.explain.contributions}
        for hit in hits
    }
    return given, {hit.page_path: hit.explain.fused for hit in hits}


def test_the_fused_score_is_the_sum_of_reciprocal_ranks(wiki):
    wiki.write(WORDS_AND_LINKS)
    given, fused = contributions(wiki, "otter zzyzx")
    assert {
        path: {name: rank for name, (rank, _) in each.items()} for path, each in given.items()
    } == {
        "named.md": {"fts": 2, "entity": 1},
        "text.md": {"fts": 1},
        "linked.md": {"graph": 1},
    }
    assert list(fused) == ["named.md", "linked.md", "text.md"]  # a tie goes by path
    assert fused["named.md"] == pytest.approx(1 / (60 + 2) + 1 / (60 + 1))
    assert fused["text.md"] == fused["linked.md"] == 1 / (60 + 1)
    assert given["named.md"]["fts"][1] == pytest.approx((1 / 62) / (1 / 62 + 1 / 61))
    assert given["text.md"]["fts"][1] == 1


def test_the_shown_score_is_the_fused_one_over_the_highest_possible(wiki):
    wiki.write(WORDS_AND_LINKS)
    hits = wiki.search("otter zzyzx", tuning=CLASSIC).hits
    assert [hit.score for hit in hits] == [
        pytest.approx((1 / 62 + 1 / 61) / (3 / 61), abs=1e-6),
        pytest.approx(1 / 3, abs=1e-6),
        pytest.approx(1 / 3, abs=1e-6),
    ]


def test_a_weight_multiplies_what_its_stream_gives(wiki):
    wiki.write(WORDS_AND_LINKS)
    _, fused = contributions(wiki, "otter zzyzx", CLASSIC.replace(graph_weight=5.0))
    assert fused["linked.md"] == pytest.approx(5 / (60 + 1))
    assert list(fused) == ["linked.md", "named.md", "text.md"]
    _, fused = contributions(wiki, "otter zzyzx", CLASSIC.replace(fts_weight=90.0))
    assert fused["text.md"] == pytest.approx(90 / (60 + 1))
    assert fused["named.md"] == pytest.approx(90 / (60 + 2) + 1 / (60 + 1))
    assert list(fused) == ["text.md", "named.md", "linked.md"]


def test_the_adaptive_mode_adds_shares_of_the_scores_themselves(wiki):
    wiki.write(WORDS_AND_LINKS)
    hits = {hit.page_path: hit for hit in wiki.search("otter zzyzx", explain=True).hits}
    raw = {
        path: {each.stream: each.score for each in hit.explain.contributions}
        for path, hit in hits.items()
    }
    fused = {path: hit.explain.fused for path, hit in hits.items()}
    behind = raw["named.md"]["fts"] / raw["text.md"]["fts"]
    assert fused["text.md"] == pytest.approx(0.5)
    assert fused["named.md"] == pytest.approx(0.5 * behind + 0.12)
    # Each hit has one link, and the page that they share has two.
    votes = (fused["text.md"] + fused["named.md"]) / math.log2(2 + 1)
    assert raw["linked.md"]["graph"] == pytest.approx(votes / math.log2(2 + 2))
    assert fused["linked.md"] == pytest.approx(0.6 * raw["linked.md"]["graph"])
    # What all streams put first would have 0.5 and 0.12: nothing is embedded here.
    assert hits["text.md"].score == pytest.approx(0.5 / 0.62, abs=1e-6)


def test_a_weight_multiplies_the_adaptive_share_too(wiki):
    wiki.write(WORDS_AND_LINKS)
    plain = contributions(wiki, "otter zzyzx", RetrievalTuning())[1]
    weighted = contributions(wiki, "otter zzyzx", RetrievalTuning(entity_weight=3.0))[1]
    assert weighted["named.md"] - plain["named.md"] == pytest.approx(0.12 * 2)


def test_k_flattens_or_sharpens_the_ranks(wiki):
    wiki.write(WORDS_AND_LINKS)
    _, fused = contributions(wiki, "otter zzyzx", CLASSIC.replace(k=0.0))
    assert fused["linked.md"] == 1 / 1
    assert fused["named.md"] == pytest.approx(1 / 2 + 1 / 1)
    # One first place is worth more than two second ones when k is 0, and less when it is 60.
    weights = {"fts_weight": 1.0, "entity_weight": 0.45}
    _, fused = contributions(wiki, "otter zzyzx", CLASSIC.replace(k=0.0, **weights))
    assert fused["named.md"] == pytest.approx(1 / 2 + 0.45 / 1)
    assert fused["text.md"] == 1 / 1 > fused["named.md"]
    _, fused = contributions(wiki, "otter zzyzx", CLASSIC.replace(k=60.0, **weights))
    assert fused["named.md"] == pytest.approx(1 / 62 + 0.45 / 61)
    assert fused["text.md"] == 1 / 61 < fused["named.md"]


@pytest.mark.parametrize("name", STREAM_NAMES)
def test_any_stream_can_be_switched_off_by_weight_or_by_name(wiki, topics, name):
    wiki.write(WORDS_AND_LINKS)
    wiki.embed(topics(["otter", "swims"]))
    others = tuple(each for each in STREAM_NAMES if each != name)
    for tuning in (RetrievalTuning(streams=others), RetrievalTuning(**{f"{name}_weight": 0.0})):
        answer = wiki.search("otter swims", tuning=tuning, explain=True)
        assert set(answer.streams_active) == set(others)
        assert answer.streams_off == {name: "switched off"}
        for hit in answer.hits:
            assert name not in {each.stream for each in hit.explain.contributions}


def test_with_every_stream_off_only_an_exact_name_is_found(wiki):
    wiki.write(WORDS_AND_LINKS)
    nothing = RetrievalTuning(streams=())
    assert wiki.paths("otter", tuning=nothing) == []
    assert wiki.paths("named", tuning=nothing) == ["named.md"]


def test_the_graph_alone_starts_from_hits_of_streams_that_do_not_vote(wiki):
    wiki.write(WORDS_AND_LINKS)
    answer = wiki.search("otter", tuning=RetrievalTuning(streams=("graph",)))
    assert answer.hits[0].page_path == "linked.md"
    assert answer.streams_active == ("graph",)


def test_entities_weigh_by_how_rare_their_words_are(wiki):
    wiki.write({
        "a.md": "---\nentities: [Blue Heron]\n---\n# A\n.\n",
        "b.md": "---\nentities: [Blue Whale]\n---\n# B\n.\n",
        "c.md": "---\nentities: [Heron]\n---\n# C\n.\n",
        "d.md": "---\nentities: [Blue Jay]\n---\n# D\n.\n",
    })  # fmt: skip
    tuning = RetrievalTuning(streams=("entity",))
    hits = wiki.search("blue heron", tuning=tuning, explain=True).hits
    blue, heron = math.log(1 + 4 / 3), math.log(1 + 4 / 2)
    assert [(hit.page_path, hit.explain.contributions[0].score) for hit in hits] == [
        ("a.md", pytest.approx(blue + heron)), ("c.md", pytest.approx(heron)),
        ("b.md", pytest.approx(blue)), ("d.md", pytest.approx(blue)),
    ]  # fmt: skip
    assert hits[1].explain.contributions[0].why == "Heron"


def test_a_page_with_every_word_in_its_title_stands_above_better_text(wiki):
    wiki.write({
        "a.md": "# Falcons of the north coast\nSome birds.\n",
        "b.md": "# Birds\nFalcon coast, falcon coast, falcon coast. Falcon!\n",
    })  # fmt: skip
    [first, second] = wiki.search("falcon coast", explain=True).hits
    assert (first.page_path, first.explain.tier) == ("a.md", "title")
    assert (second.page_path, second.explain.tier) == ("b.md", "score")
    assert 1 >= first.score >= second.score > 0


def test_a_title_must_hold_a_quoted_phrase_too_to_come_first(wiki):
    wiki.write({
        "a.md": "# Log\nThe write ahead of time.\n",
        "b.md": "# Journal\nLog, log, log. The write ahead log.\n",
    })  # fmt: skip
    assert wiki.search('log "write ahead"', explain=True).hits[0].explain.tier == "score"


def test_new_knobs_hold_from_the_next_search_on_without_a_new_index(wiki):
    wiki.write(WORDS_AND_LINKS)
    index = wiki.folder / "home" / "index.db"
    before = index.read_bytes()
    wiki.pool.set_retrieval_tuning(CLASSIC)
    assert wiki.paths("otter zzyzx") == ["named.md", "linked.md", "text.md"]
    wiki.pool.set_retrieval_tuning(RetrievalTuning(streams=("fts",)))
    assert wiki.pool.tuning.streams == ("fts",)
    assert wiki.paths("otter zzyzx") == ["text.md", "named.md"]
    assert index.read_bytes() == before
