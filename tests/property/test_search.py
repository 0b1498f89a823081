"""A search never fails, whatever is asked of it, and keeps its promises."""

from datetime import date

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from ai_memory.config import RetrievalTuning
from ai_memory.memory import Memory
from ai_memory.model import STREAM_NAMES, Filters
from ai_memory.reader import ReaderPool

PAGES = {
    "a.md": "---\ntags: [ops, ops/night]\naliases: [Otter]\n---\n# Otters\n\nOtter, dam. [[B]]\n",
    "b.md": "# B\n`parseConfig` in 東京都, 1.0.21, crème brûlée 🚀.\n\n## Dam\nSee [[Otters]].\n",
    "rules/c.md": "---\ntitle: 'NOT -x \"AND\"'\nupdated: 2026-01-01\n---\nRule of the dam.\n",
    "empty.md": "",
}
WORDS = ["otter", "dam", "B", "parseConfig", "東京", "1.0.21", "creme", "🚀", "rule", "AND", "OR",
         "NOT", "-dam", "+otter", '"a dam"', "ott*", "title:B", "tag:ops", "-tag:ops", "kind:rule",
         "path:rules/", "after:2026-01-01", "before:2020-01-01", "the", "?", "\0", "\ud800",
         "zzyzx", "oter", "arseConf", '"', "(", "NOT -x"]  # fmt: skip
pieces = st.sampled_from(WORDS) | st.text(st.characters(), max_size=6)
questions = st.lists(pieces, max_size=24).map(" ".join)
tunings = st.builds(
    RetrievalTuning,
    tag_boost=st.floats(0, 10),
    kind_boost=st.floats(0, 10),
    title_boost=st.floats(0, 10),
    recency_decay=st.none() | st.floats(0.01, 1),
    k=st.floats(0, 100),
    fts_weight=st.floats(0, 3),
    graph_weight=st.floats(0, 3),
    streams=st.lists(st.sampled_from(STREAM_NAMES), unique=True).map(tuple),
)


@pytest.fixture(scope="module")
def pool(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wiki")
    for path, text in PAGES.items():
        file = folder / "pages" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    flags = {"llm": {"embedding_provider": "none"}}
    with Memory(folder / "home", environment={}, flags=flags) as memory:
        memory.init(folder / "pages", "wiki")
        memory.sync("wiki")
    with ReaderPool(folder / "home") as made:
        yield made


def ask(pool, text, limit=20, **options):
    with pool.reader() as reader:
        return reader.search("wiki", text, limit, explain=True, **options)


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(questions, tunings, st.integers(1, 5))
@example("", RetrievalTuning(), 1)
@example("x" * 100_000, RetrievalTuning(), 1)
def test_any_question_is_answered(pool, text, tuning, limit):
    answer = ask(pool, text, tuning=tuning)
    scores = [hit.score for hit in answer.hits]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)
    assert len({hit.page_path for hit in answer.hits}) == len(answer.hits)
    assert ask(pool, text, limit, tuning=tuning).hits == answer.hits[:limit]
    for hit in answer.hits:
        hit.snippet.encode()
        shares = [each.share for each in hit.explain.contributions]
        # A boost of 0 leaves a page in the answer with no score to share.
        assert not any(shares) or sum(shares) == pytest.approx(1)


@settings(max_examples=100, deadline=None)
@given(questions)
def test_a_flag_holds_whatever_is_asked(pool, text):
    for filters, allowed in (
        (Filters(kinds=("rule",)), {"rules/c.md"}),
        (Filters(tags=("ops",)), {"a.md"}),
        (Filters(paths=("b",)), {"b.md"}),
        (Filters(until=date(2026, 1, 1)), {"rules/c.md"}),
    ):
        assert {hit.page_path for hit in ask(pool, text, filters=filters).hits} <= allowed


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(["otter", "dam", "B", "see", "creme"]), max_size=4).map(" ".join))
def test_an_excluded_word_stands_in_no_hit(pool, text):
    hits = ask(pool, f"{text} -otter -zzyzx").hits
    # A page called so is found by its name, and only by it.
    assert "a.md" not in {hit.page_path for hit in hits}


def test_ten_megabytes_are_a_question_too(pool):
    assert ask(pool, 'otter dam 東京 \ud800 \0 "' * 500_000).hits
