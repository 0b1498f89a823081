"""Any text whatever is a question: hits or none, never an error."""

import pytest

QUERIES = [
    "",
    " ",
    '"',
    '"unclosed phrase',
    '""""',
    "'",
    "(",
    ")) ((",
    "AND",
    "AND OR NOT",
    "NEAR(a b, 3)",
    "*",
    "sync*",
    "*sync",
    ":",
    "title:",
    "a:b:c",
    "kind:nonsense",
    "kind:",
    "tag:#",
    "-",
    "--",
    "-sync",
    "+",
    "^sync",
    "{title} : sync",
    "sync; DROP TABLE pages;",
    "the of and",
    "🎉",
    "👩‍👩‍👧",
    "引き継ぎ",
    "\u200b\u202e",
    "a\0b",
    "\0",
    "\ufffd",
    "\ud800",
    "ﬀ ß İ",
    "x" * 10_000,
    "sync " * 5_000,
    "%s %d {0} $HOME `id`",
    "\\",
    "a\nb\tc",
    "after:2026-13-45",
    "before:",
]


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: ascii(query[:20]))
def test_any_text_is_a_question(indexed, cli, query):
    found = cli("search", "--json", "--", query)

    assert found.code == 0
    assert found.err == ""
    assert isinstance(found.json["hits"], list)


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: ascii(query[:20]))
def test_any_text_is_a_question_on_a_terminal_too(indexed, cli, query):
    found = cli("search", "--explain", "-n", 2, "--", query)

    assert found.code == 0
    assert "error" not in found.err.split(":")[0]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"reset a project\n",
        b"sync " * 2_000_000,
        b"\0" * 1_000_000,
        bytes(range(256)) * 100,
        "Übergabe".encode("utf-16"),
        b'"' * 100_000,
        b"(" * 100_000,
    ],
    ids=["empty", "line", "10 MB", "NUL", "every byte", "UTF-16", "quotes", "brackets"],
)
def test_a_question_may_come_from_standard_input(indexed, cli, data):
    found = cli("search", "-", "--json", stdin=data)

    assert found.code == 0
    assert len(found.json["query"]) <= 8192


def test_standard_input_is_the_question(indexed, cli):
    piped = cli("search", "-", "-n", 1, "--json", stdin=b"reset a project\n").json

    assert piped["hits"][0]["page_path"] == "procedures/reset-a-project.md"


def test_a_dash_after_other_words_is_a_word(indexed, cli):
    assert cli("search", "reset", "-", "--json").json["query"] == "reset -"


def test_words_are_excluded_after_two_dashes(indexed, cli):
    with_it = cli("search", "--json", "--", "reset", "offline").json["hits"]
    without = cli("search", "--json", "--", "reset", "-offline").json["hits"]

    assert "gotchas/reset-and-offline-devices.md" in [hit["page_path"] for hit in with_it]
    assert "gotchas/reset-and-offline-devices.md" not in [hit["page_path"] for hit in without]


def test_a_search_needs_a_question(indexed, cli):
    missing = cli("search")

    assert missing.code == 2
    assert "QUERY" in missing.err
