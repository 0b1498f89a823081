"""Any text whatever is a valid question to the full-text index."""

import apsw
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ai_memory.parse.question import parse_question
from ai_memory.parse.tokens import FTS_TOKENIZER, index_text
from ai_memory.streams.fts_query import (
    excluded_expression,
    in_title_expression,
    prepare_fts5_query,
    required_expression,
    votes_expression,
)

FRAGMENTS = [
    "AND", "OR", "NOT", "NEAR", "NEAR(a b)", "+", "-", "*", '"', "'", "(", ")", ":", "^", "{", "}",
    "title:", "kind:", "tag:", "path:", "before:", "after:2026-01-01", "scope:", "p1", "word",
    "parseConfig", "a_b", "1.0.21", "C++", "C#", "東京都", "東", "끝말", "ต่อคำ", "é", "e\u0301",
    "🚀", "👩‍💻", "\ud800", "\0", "\ufeff", "\u200f", "\u2028", "“", "’", "…", "ﷺ", " ", "\n",
    "pre*", "**", "\ue000", "\U0001fae9", "\u0378", "\U000e0041",
]  # fmt: skip
pieces = st.sampled_from(FRAGMENTS) | st.text(st.characters(), max_size=4)
questions = st.lists(st.tuples(pieces, st.sampled_from(["", " "])), max_size=30).map(
    lambda parts: "".join(piece + space for piece, space in parts)
)
COLUMNS = "title, headings, body, front_matter, tags, path, scope"


@pytest.fixture(scope="module")
def table():
    connection = apsw.Connection(":memory:")
    name, tokenizer, *options = FTS_TOKENIZER
    quoted = " ".join(f"'{each}'" if " " in each else each for each in (name, tokenizer, *options))
    connection.execute(
        f'CREATE VIRTUAL TABLE pages_fts USING fts5({COLUMNS}, tokenize = "{quoted}")'
    )
    row = (index_text("word parseConfig 東京都 🚀 é"),) * 7
    connection.execute("INSERT INTO pages_fts VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    yield connection
    connection.close()


def runs(table, expression):
    """Run an expression and return the rows it finds."""
    statement = "SELECT rowid, bm25(pages_fts) FROM pages_fts WHERE pages_fts MATCH ?"
    return table.execute(statement, (expression,)).fetchall() if expression else []


@settings(max_examples=600, deadline=None)
@given(questions)
@example("a" * 9000)
@example('"' * 9000)
@example("(" * 9000)
@example("-a " * 3000)
@example(" ".join(f"+parseConfig{at}x_y" for at in range(16)))
@example(" AND ".join("abcdefgh"))
def test_every_expression_made_of_a_text_is_valid(table, text):
    query = parse_question(text)
    strict = runs(table, prepare_fts5_query(text))
    relaxed = runs(table, prepare_fts5_query(text, relaxed=True))
    assert len(strict) <= len(relaxed) <= 1
    votes = votes_expression(query)
    for part in (votes, required_expression(query), excluded_expression(query),
                 in_title_expression(query)):  # fmt: skip
        runs(table, part)
        runs(table, f"title : ({part})" if part else "")
        runs(table, f'scope : ("p1") AND - scope : ({part})' if part else "")


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(0, 200), min_size=100, max_size=200))
def test_as_many_words_as_are_read_still_make_a_valid_expression(table, numbers):
    words = [f"w{number}aB_c-東京{number}" for number in numbers]
    runs(table, prepare_fts5_query(" ".join(words)))


def test_ten_megabytes_are_a_question_too(table):
    runs(table, prepare_fts5_query('parseConfig 東京 \ud800\0 -not "' * 300_000))


@settings(max_examples=200, deadline=None)
@given(st.text(st.characters(categories=("L", "N")), min_size=1, max_size=12))
def test_a_word_finds_the_page_that_holds_it(word):
    connection = apsw.Connection(":memory:")
    connection.execute(
        "CREATE VIRTUAL TABLE pages_fts USING fts5("
        "title, tokenize = \"porter unicode61 remove_diacritics 2 categories 'L* N* Co M* So'\")"
    )
    connection.execute("INSERT INTO pages_fts VALUES (?)", (index_text(f"x {word} y"),))
    # Letters that the index's older tables of Unicode do not know are no words to it.
    known = connection.fts5_tokenizer("porter", list(FTS_TOKENIZER[1:]))
    if known(index_text(word).encode(), apsw.FTS5_TOKENIZE_DOCUMENT, None):
        assert runs(connection, prepare_fts5_query(word, relaxed=True))
    connection.close()
