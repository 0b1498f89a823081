"""Each knob changes the order as its formula says, by numbers worked out by hand.

BM25 of one word, as FTS5 computes it: ln((N - n + 0.5) / (n + 0.5)) × f × 2.2 / (f + 1.2 × L),
where f adds up weight × count over the columns and L is the page's length over the mean.
Every page here is as long as the others, so that L is 1, and 2 of 6 pages hold the word,
so that the logarithm is ln(4.5 / 2.5).
"""

import math
from datetime import date

import pytest

from ai_memory.config import RetrievalTuning
from ai_memory.model import Filters
from ai_memory.pipeline import Request, search
from ai_memory.store.analysis import Analyzer

IDF = math.log(4.5 / 2.5)
FTS = RetrievalTuning(streams=("fts",))
# Six words each beside title, heading, path and project, whatever column they are in.
FILLER = {
    f"{name}.md": f"---\ntitle: {name}\n---\none two three four five six\n" for name in "wxyz"
}


def page(title, body, head=""):
    return f"---\ntitle: {title}\n{head}---\n{body}\n"


def scores(wiki, typed, tuning=FTS, **options):
    """Return path → score of the text stream, in order."""
    hits = wiki.search(typed, tuning=tuning, explain=True, **options).hits
    return {
        hit.page_path: pytest.approx(hit.explain.contributions[0].score, rel=1e-6) for hit in hits
    }


def ordered(wiki, typed, tuning=FTS, **options):
    return list(scores(wiki, typed, tuning, **options).items())


def test_a_word_scores_by_bm25(wiki):
    wiki.write({**FILLER, "a.md": page("A", "falcon two three four five six"),
                "b.md": page("B", "falcon falcon falcon four five six")})  # fmt: skip
    assert ordered(wiki, "falcon") == [
        ("b.md", IDF * 3 * 2.2 / (3 + 1.2)), ("a.md", IDF * 1 * 2.2 / (1 + 1.2)),
    ]  # fmt: skip


def test_title_boost_is_the_weight_of_the_title_in_bm25(wiki):
    # The title stands among the headings too: f is title_boost + 1 for the one in it.
    wiki.write({**FILLER, "a.md": page("falcon", "one two three four five six"),
                "b.md": page("B", "falcon falcon falcon four five six")})  # fmt: skip
    body = IDF * 3 * 2.2 / (3 + 1.2)
    assert ordered(wiki, "falcon zzyzx") == [
        ("b.md", body),
        ("a.md", IDF * 2.2 * 2.2 / (2.2 + 1.2)),
    ]
    assert ordered(wiki, "falcon zzyzx", FTS.replace(title_boost=3.0)) == [
        ("a.md", IDF * 4 * 2.2 / (4 + 1.2)), ("b.md", body),
    ]  # fmt: skip
    assert ordered(wiki, "falcon zzyzx", FTS.replace(title_boost=0.0))[1] == (
        "a.md", IDF * 1 * 2.2 / (1 + 1.2),
    )  # fmt: skip


def test_a_page_tagged_with_the_word_overtakes_one_with_more_text_matches(wiki):
    wiki.write({**FILLER, "a.md": page("A", "one two three four five", "tags: [security]\n"),
                "b.md": page("B", "security security three four five six")})  # fmt: skip
    tagged, text = IDF * 1 * 2.2 / (1 + 1.2), IDF * 2 * 2.2 / (2 + 1.2)
    assert ordered(wiki, "security") == [("a.md", 1.5 * tagged), ("b.md", text)]
    assert ordered(wiki, "security", FTS.replace(tag_boost=1.0)) == [
        ("b.md", text), ("a.md", tagged),
    ]  # fmt: skip


def test_tag_boost_counts_the_tags_that_match(wiki):
    tags = "tags: [security, security/web]\n"
    wiki.write({**FILLER, "a.md": page("A", "one two three four", tags),
                "b.md": page("B", "one two three four five six")})  # fmt: skip
    [hit] = wiki.search("security", tuning=FTS, explain=True).hits
    [fts] = hit.explain.contributions
    assert fts.factors == (("tag", 1.5 * 2),)


@pytest.mark.parametrize(
    ("tag", "typed", "matches"),
    [
        ("security", "securities", True),
        ("web-security", "security", False),
        ("web-security", "security of the web", True),
        ("ops/security", "security", True),
        ("opsec", "security opsec", True),
        ("sécurité", "securite", True),
        ("安全", "网络安全", True),
    ],
)
def test_a_tag_matches_when_all_its_words_or_those_of_a_level_are_asked_for(
    wiki, tag, typed, matches
):
    wiki.write({"a.md": page("A", f"{typed} and more", f"tags: ['{tag}']\n"), **FILLER})
    [fts] = wiki.search(typed, tuning=FTS, explain=True).hits[0].explain.contributions
    assert (("tag", 1.5) in fts.factors) is matches


def test_kind_in_the_question_puts_that_kind_first_and_doubles_its_score(wiki):
    wiki.write({**FILLER, "a.md": page("A", "falcon two three four five six"),
                "rules/b.md": page("B", "falcon two three four five")})  # fmt: skip
    answer = wiki.search("falcon kind:rule", tuning=FTS, explain=True)
    assert [(hit.page_path, hit.explain.tier) for hit in answer.hits] == [
        ("rules/b.md", "kind"), ("a.md", "score"),
    ]  # fmt: skip
    assert scores(wiki, "falcon kind:rules")["rules/b.md"] == 2.0 * IDF * 1 * 2.2 / (1 + 1.2)


def test_kind_comes_before_the_score_even_without_a_boost(wiki):
    long = page("B", "falcon and a very great many other words", "kind: rule\n")
    wiki.write({**FILLER, "a.md": page("A", "falcon falcon falcon"), "b.md": long})
    tuning = RetrievalTuning(kind_boost=0.0)
    assert wiki.paths("falcon kind:rule", tuning=tuning) == ["b.md", "a.md"]
    assert wiki.paths("falcon", tuning=tuning) == ["a.md", "b.md"]


def test_a_path_in_the_question_boosts_the_kind_its_folder_names(wiki):
    # "adrs" names the kind "decision", and stands nowhere as a word.
    decision = page("C", "falcon falcon three four five", "kind: decision\n")
    wiki.write({**FILLER, "a.md": page("A", "falcon falcon falcon falcon falcon six"),
                "c.md": decision})  # fmt: skip
    assert wiki.paths("falcon", tuning=FTS) == ["a.md", "c.md"]
    [first, second] = wiki.search("falcon adrs/nothing", tuning=FTS, explain=True).hits
    assert (first.page_path, second.page_path) == ("c.md", "a.md")
    assert first.explain.contributions[0].factors == (("kind", 2.0),)
    assert second.explain.contributions[0].factors == ()
    flat = FTS.replace(kind_boost=1.0)
    assert wiki.paths("falcon adrs/nothing", tuning=flat) == ["a.md", "c.md"]


def test_an_identifier_that_stands_whole_lifts_a_page_a_little(wiki):
    wiki.write({**FILLER, "a.md": page("A", "parse_config three four five six"),
                "b.md": page("B", "config parse three four five six")})  # fmt: skip
    [first, second] = wiki.search("parse_config", tuning=FTS, explain=True).hits
    assert (first.page_path, first.explain.contributions[0].factors) == (
        "a.md", (("identifier", 1.1),),
    )  # fmt: skip
    assert (second.page_path, second.explain.contributions[0].factors) == ("b.md", ())


def outcome(wiki, typed, tuning, today):
    with wiki.pool.reader() as reader, reader.snapshot():
        request = Request(typed, (1,), Filters(), tuning, today)
        found = search(reader.connection, Analyzer(reader.connection), request, None)
        ranking = found.rankings["fts"].entries
        return [(found.cards[each.page].path, each.score, each.factors) for each in ranking]


def test_recency_decay_is_a_factor_for_each_thirty_days(wiki):
    # A date in the front matter is three words of text.
    wiki.write({**FILLER, "new.md": page("A", "falcon two three", "updated: 2026-01-31\n"),
                "old.md": page("B", "falcon falcon three", "updated: 2025-11-02\n")})  # fmt: skip
    today = date(2026, 3, 2)  # 30 days after the one, 120 after the other
    one, two = IDF * 1 * 2.2 / (1 + 1.2), IDF * 2 * 2.2 / (2 + 1.2)
    assert outcome(wiki, "falcon", FTS, today) == [
        ("old.md", pytest.approx(two), ()), ("new.md", pytest.approx(one), ()),
    ]  # fmt: skip
    assert outcome(wiki, "falcon", FTS.replace(recency_decay=0.8), today) == [
        ("new.md", pytest.approx(one * 0.8**1), (("recency", 0.8),)),
        ("old.md", pytest.approx(two * 0.8**4), (("recency", pytest.approx(0.8**4)),)),
    ]
    assert outcome(wiki, "falcon", FTS.replace(recency_decay=0.99), today)[0][0] == "old.md"


def test_a_page_from_the_future_is_as_new_as_one_of_today(wiki):
    wiki.write({"a.md": page("A", "falcon", "updated: 2030-01-01\n"), **FILLER})
    [found] = outcome(wiki, "falcon", FTS.replace(recency_decay=0.5), date(2026, 1, 1))
    assert found[2] == ()


def test_a_boost_reaches_pages_that_five_hundred_outrank_by_their_text(wiki):
    crowd = {f"{at:04}.md": page("P", "otter dam otter dam otter dam") for at in range(520)}
    rest = "and much else is said " * 9
    wiki.write({**crowd, "tagged.md": page("T", f"otter, {rest}", "tags: [dam]\n"),
                "rules/kind.md": page("K", f"otter {rest}")})  # fmt: skip
    strong = FTS.replace(tag_boost=50.0, kind_boost=50.0)
    assert wiki.paths("otter dam", 1, tuning=strong) == ["tagged.md"]
    assert wiki.paths("otter kind:rule", 1, tuning=strong) == ["rules/kind.md"]


def test_age_reaches_pages_that_five_hundred_outrank_by_their_text(wiki):
    old = "updated: 2020-01-01\n"
    crowd = {f"{at:04}.md": page("P", "otter otter otter", old) for at in range(520)}
    new = page("N", "otter " + "and much else " * 9, "updated: 2026-01-01\n")
    wiki.write({**crowd, "new.md": new})
    today = date(2026, 1, 1)
    assert "new.md" not in {path for path, *_ in outcome(wiki, "otter", FTS, today)}
    decayed = outcome(wiki, "otter", FTS.replace(recency_decay=0.9), today)
    assert (decayed[0][0], decayed[0][2]) == ("new.md", ())
