"""What a question is in FTS5's own language."""

import pytest

from ai_memory.parse.question import parse_question
from ai_memory.streams.fts_query import (
    identifier_parts,
    in_title_expression,
    is_numbers,
    prepare_fts5_query,
    votes_expression,
)


@pytest.mark.parametrize(
    ("typed", "expression"),
    [
        ("", ""),
        ("  \t\n", ""),
        ("sync conflicts", '"sync" OR "conflicts"'),
        ("how to reset a project", '"reset" OR "project"'),
        ("to be", '"to" OR "be"'),
        ('log "write ahead"', '("write ahead") AND ("log" OR "write ahead")'),
        ("+must may", '("must") AND ("may" OR "must")'),
        ("one AND two", '("one") AND ("two") AND ("one" OR "two")'),
        ("one OR two AND three", '"one" OR "two" OR "three"'),
        ("one NOT two", '("one") NOT ("two")'),
        ("one -two -\"three four\"", '("one") NOT ("two" OR "three four")'),
        ("one -title:two", '("one") NOT (title : ("two"))'),
        ("one -tag:two -kind:three -path:four", '"one"'),
        ("laur*", '"laur"*'),
        ("+laur*", '("laur"*) AND ("laur"*)'),
        ("x -laur*", '("x") NOT ("laur"*)'),
        ("laur* AND tree", '("laur"*) AND ("tree") AND ("laur"* OR "tree")'),
        ("title:falcon", '(title : ("falcon")) AND (title : ("falcon"))'),
        ("parse_config", '"parse" OR "config"'),
        ("parseConfig", '"parse" OR "Config"'),
        ("1.0.21", '"1.0.21"'),
        ("2026-12-15", '"2026-12-15"'),
        ("C++", '"Cplusplus"'),
        ("東京都", '"東京" OR "京都"'),
        ("東京", '"東京"'),
        ("東京を使う", '"東京" OR "京を" OR "を使" OR "使う"'),
        ("塔のような", '"塔の"'),
        ("のような", '"のよ" OR "よう" OR "うな"'),
        ("utf8", '"utf8" OR "utf 8"'),
        ("UTF-8", '"UTF" OR "8"'),
        ("v1.2.3", '"v1.2.3" OR "1.2.3"'),
        ("the IT policy", '"IT" OR "policy"'),
        ("東", '"東"*'),
        ("say \"hi", '"say" OR "hi"'),
        ("AND OR NOT", '"AND" OR "OR" OR "NOT"'),
        ("RESET THE PROJECT AND WAIT", '"RESET" OR "PROJECT" OR "WAIT"'),
        ("kind:rule reset", '"reset"'),
        ("kind:rule", ""),
    ],
)  # fmt: skip
def test_a_question_becomes_an_expression(typed, expression):
    assert prepare_fts5_query(typed) == expression


@pytest.mark.parametrize(
    ("typed", "languages", "expression"),
    [
        ("Häuser", ("de",), '"haus"'),
        ("Häuser", ("", "de"), '"Häuser\x1fhaus"'),
        ("Haus", ("en", "ja"), '"Haus"'),
        ("tables", ("", "de", "fr"), '"tables\x1ftabl"'),
        ('"der alten Häuser"', ("", "de"), '"der alten\x1falt Häuser\x1fhaus"'),
        ("Häuse*", ("de",), '"Häuse\x1fhaus"*'),
        ("die Häuser", ("de",), '"haus"'),
    ],
)
def test_a_word_is_asked_for_as_each_language_of_the_pages_has_it(typed, languages, expression):
    query = parse_question(typed, languages)
    assert votes_expression(query) == expression


def test_relaxed_what_must_stand_only_votes_and_what_must_not_still_must_not():
    assert prepare_fts5_query('a1 +must "two words" title:top -not', relaxed=True) == (
        '("a1" OR "must" OR "two words" OR title : ("top")) NOT ("not")'
    )


def test_relaxed_an_identifier_may_stand_as_one_word():
    assert prepare_fts5_query("parseConfig", relaxed=True) == (
        '"parseConfig" OR "parse Config" OR "parse" OR "Config"'
    )


def test_a_question_may_be_given_parsed():
    assert prepare_fts5_query(parse_question("sync -not")) == '("sync") NOT ("not")'


@pytest.mark.parametrize(
    ("word", "parts", "numbers"),
    [
        ("plain", (), False),
        ("parse_config", ("parse", "config"), False),
        ("parse-the-config", ("parse", "config"), False),
        ("a.b", (), True),
        ("1.0.21", (), True),
        ("v1.0.21", (), True),
        ("2026-12-15", (), True),
        ("py3.11", (), True),
        ("to_do", (), False),
        ("BENCH-100821", ("BENCH", "100821"), False),
        ("東京", (), False),
        ("東京2", (), False),
    ],
)
def test_an_identifier_has_parts_and_a_version_only_numbers(word, parts, numbers):
    assert identifier_parts(word) == parts
    assert is_numbers(word) is numbers


def test_a_title_holds_a_question_when_it_holds_all_that_votes():
    query = parse_question('the log "write ahead" +must pre* -not title:x')
    assert in_title_expression(query) == '("log") AND ("must") AND ("write ahead") AND ("pre"*)'
