"""Meaning beside words: the vector stream, and a search that goes on without it."""

import math

import pytest

from ai_memory.config import RetrievalTuning
from ai_memory.embed.embedder import Embedder
from ai_memory.errors import ProviderUnreachable
from ai_memory.model import Filters

VECTOR = RetrievalTuning(streams=("vector",))
PAGES = {
    "birds.md": "# P\n## One\nrock rock rock\n## Two\nbird bird bird rock\n## Three\nrock\n",
    "rules/fish.md": "# P\n## One\nfish bird\n",
    "summary.md": "---\ndescription: bird\n---\n# P\nrock rock\n",
    "stones.md": "# P\nrock\n",
}


class Scripted(Embedder):
    """Gives each text the vector that is written down for the word it ends in."""

    model = "scripted"
    dimension = 2

    def __init__(self, vectors):
        self.vectors = vectors

    def embed(self, texts):
        """Return the vectors written down."""
        return [self.vectors[text.split()[-1]] for text in texts]


class Failing(Scripted):
    """Embeds pages, and fails at questions in a way of its own."""

    def __init__(self, vectors, error):
        super().__init__(vectors)
        self.error = error

    def embed_query(self, text):
        """Fail."""
        raise self.error


def vector_of(hit):
    return {each.stream: each for each in hit.explain.contributions}["vector"]


def test_a_page_scores_by_its_best_passage_and_by_the_centre_of_all(wiki, topics):
    wiki.write(PAGES)
    wiki.embed(topics(["bird", "rock", "fish"]))
    hits = wiki.search("bird", tuning=VECTOR, explain=True).hits
    found = {hit.page_path: (vector_of(hit).score, vector_of(hit).why) for hit in hits}
    near = {"abs": 1e-3}  # the embedder adds a thousandth, so that no vector is 0
    # As (birds, rocks): its summary is (1, 0) and its text (0, 1), so its centre is (1, 1) / √2.
    assert found["summary.md"] == (pytest.approx((1 + 1 / math.sqrt(2)) / 2, **near), "its summary")
    # Two is (3, 1) / √10, One and Three are (0, 1) each, and the bare heading P points
    # elsewhere; the centre is their sum at length 1.
    bird, rock, elsewhere = 3 / math.sqrt(10), 1 / math.sqrt(10) + 2, 1
    assert found["birds.md"] == (
        pytest.approx((bird + bird / math.hypot(bird, rock, elsewhere)) / 2, **near),
        "its nearest passage: Two",
    )
    # One is (1, 0, 1) / √2 with fish, and the bare heading again points elsewhere.
    assert found["rules/fish.md"] == (
        pytest.approx((1 / math.sqrt(2) + 1 / 2) / 2, **near),
        "its nearest passage: One",
    )
    assert [hit.page_path for hit in hits][:3] == ["summary.md", "birds.md", "rules/fish.md"]


def test_the_nearest_section_is_quoted_where_words_do_not_decide(wiki, topics):
    wiki.write(PAGES)
    wiki.embed(topics(["bird", "rock", "fish"]))
    hits = {hit.page_path: hit for hit in wiki.search("bird", tuning=VECTOR).hits}
    assert (hits["birds.md"].heading, hits["birds.md"].lines) == ("P > Two", (4, 5))
    # Both sections hold the one word asked for; the nearer one speaks less of rocks.
    wiki.write({"birds.md": "# P\n## One\nbird rock rock rock\n## Two\nbird bird bird rock\n"})
    wiki.embed(topics(["bird", "rock", "fish"]))
    hits = {hit.page_path: hit for hit in wiki.search("bird", tuning=VECTOR).hits}
    assert (hits["birds.md"].heading, hits["birds.md"].lines) == ("P > Two", (4, 5))


def test_abstract_vectors_let_the_summary_vote_or_not(wiki, topics):
    wiki.write(PAGES)
    wiki.embed(topics(["bird", "rock", "fish"]))
    assert wiki.paths("bird", tuning=VECTOR)[0] == "summary.md"
    without = VECTOR.replace(abstract_vectors=False)
    hits = {hit.page_path: hit for hit in wiki.search("bird", tuning=without, explain=True).hits}
    assert next(iter(hits)) == "birds.md"
    assert vector_of(hits["summary.md"]).score < 0.01


def test_a_filter_holds_before_the_pages_are_ranked(wiki, topics):
    wiki.write(PAGES)
    wiki.embed(topics(["bird", "rock", "fish"]))
    rules = Filters(kinds=("rule",))
    assert wiki.paths("bird", 1, tuning=VECTOR, filters=rules) == ["rules/fish.md"]


def test_a_passage_that_points_away_is_no_evidence(wiki):
    wiki.write(
        {"a.md": "# P\nsame", "b.md": "# P\nacross", "c.md": "# P\naway", "d.md": "# P\nnear"}
    )
    wiki.embed(Scripted({"same": [1, 0], "across": [0, 1], "away": [-1, 0], "near": [1, 1]}))
    hits = wiki.search("same", tuning=VECTOR, explain=True).hits
    assert [(hit.page_path, vector_of(hit).score) for hit in hits] == [
        ("a.md", 1.0), ("d.md", pytest.approx(1 / math.sqrt(2))),
    ]  # fmt: skip


def test_vectors_that_are_not_of_length_one_are_compared_by_angle(wiki):
    wiki.write({"a.md": "# P\nshort", "b.md": "# P\nlong"})
    wiki.embed(Scripted({"short": [0.1, 0.0], "long": [50.0, 50.0]}))
    hits = wiki.search("short", tuning=VECTOR, explain=True).hits
    assert [(hit.page_path, vector_of(hit).score) for hit in hits] == [
        ("a.md", pytest.approx(1.0)), ("b.md", pytest.approx(1 / math.sqrt(2))),
    ]  # fmt: skip


def test_vectors_of_another_length_are_left_out_and_that_is_said(wiki, topics):
    wiki.write(PAGES)
    wiki.embed(topics(["bird", "rock"]))
    wiki.use(topics(["bird"]))
    answer = wiki.search("bird")
    assert answer.hits[0].page_path in PAGES
    assert "vector" not in answer.streams_active
    assert answer.streams_off["vector"] == "topics gave a vector of 2; the stored ones have 3"
    assert answer.notes == (f"Searched without meaning: {answer.streams_off['vector']}",)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ProviderUnreachable("The service is down"), "The service is down"),
        (RuntimeError("out of memory"), "out of memory"),
        (OSError("no route to host"), "no route to host"),
    ],
)
def test_an_embedder_that_fails_costs_the_meaning_and_not_the_answer(wiki, error, said):
    wiki.write({"a.md": "# P\nsame"})
    wiki.embed(Failing({"same": [1.0, 0.0]}, error))
    answer = wiki.search("same")
    assert [hit.page_path for hit in answer.hits] == ["a.md"]
    assert "vector" not in answer.streams_active
    assert said in answer.streams_off["vector"]
    [note] = answer.notes
    assert note.startswith("Searched without meaning: ")
    assert said in note


def test_where_nothing_is_embedded_the_stream_is_off_with_a_reason(wiki, topics):
    wiki.write(PAGES)
    wiki.use(topics(["bird"]))
    answer = wiki.search("bird")
    assert answer.streams_off == {"vector": "nothing is embedded yet"}
    assert answer.hits


def test_without_an_embedder_the_reason_is_the_one_that_was_given(wiki):
    wiki.write(PAGES)
    assert wiki.search("bird").streams_off == {"vector": "no embedder is configured"}


def test_what_is_not_embedded_yet_is_said(wiki, topics):
    wiki.write(PAGES)
    embedder = topics(["bird", "rock", "fish"])
    wiki.embed(embedder)
    assert wiki.search("bird").notes == ()
    wiki.write({"new.md": "# New\nbird\n", "newer.md": "# Newer\nbird\n"})
    answer = wiki.search("bird")
    assert answer.notes == ("4 of 6 pages are embedded; 'ai-memory sync' embeds the rest",)
    assert {"new.md", "newer.md"} <= {hit.page_path for hit in answer.hits}
    wiki.embed(embedder)
    assert wiki.search("bird").notes == ()


def test_vectors_that_were_made_since_are_seen_by_the_next_search(wiki, topics):
    wiki.write(PAGES)
    wiki.embed(topics(["bird", "rock", "fish"]))
    assert "new.md" not in wiki.paths("fish fish", tuning=VECTOR)
    wiki.write({"new.md": "# P\nfish fish\n"})
    pool = wiki.pool
    wiki.embed(topics(["bird", "rock", "fish"]))
    wiki.pool.close()
    wiki.pool = pool
    assert wiki.paths("fish fish", tuning=VECTOR)[0] == "new.md"


def test_a_question_of_filters_alone_asks_for_no_vector(wiki):
    wiki.write({"rules/a.md": "# P\nsame"})
    wiki.embed(Failing({"same": [1.0, 0.0]}, RuntimeError("asked")))
    answer = wiki.search("kind:rule")
    assert [hit.page_path for hit in answer.hits] == ["rules/a.md"]
    assert answer.notes == ("No word to rank by: the latest pages first",)
