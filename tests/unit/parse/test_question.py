"""Any text is a question: what is a word in it, and what says how to search."""

from dataclasses import fields
from datetime import date

import pytest

from ai_memory.model import Query
from ai_memory.parse.question import MAX_CHARACTERS, MAX_WORDS, parse_question


def parts(typed):
    """Return what the question holds besides its text."""
    query = parse_question(typed)
    empty = Query("")
    names = [each.name for each in fields(Query) if each.compare and each.name != "text"]
    return {n: getattr(query, n) for n in names if getattr(query, n) != getattr(empty, n)}


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("", {}),
        ("  \n\t ", {}),
        ("? ! . - + * / \" ' ( )", {}),
        ("sync conflicts", {"terms": ("sync", "conflicts")}),
        ("again and again", {"terms": ("again", "and")}),
        ("park. (park) 'park' [park], park!", {"terms": ("park",)}),
        ("tier1-test and ADR-086", {"terms": ("tier1-test", "and", "ADR-086")}),
        ("don’t", {"terms": ("don't",)}),
        ("the manager's and the manager’s", {"terms": ("the", "manager", "and")}),
        ('"write ahead log" speed', {"phrases": ("write ahead log",), "terms": ("speed",)}),
        ("“write ahead” „log“", {"phrases": ("write ahead", "log")}),
        ('"unclosed phrase', {"terms": ("unclosed", "phrase")}),
        ('"" "." x', {"terms": ("x",)}),
        ("laur* +tree", {"prefixes": ("laur",), "required": ("tree",)}),
        ("* ** a**", {"prefixes": ("a",)}),
        ("+laur*", {"required": ("laur*",)}),
        ("+1 -40 +49-30", {"terms": ("1", "40", "49-30")}),
        ("one -two -\"three four\"", {"terms": ("one",), "excluded": ("two", "three four")}),
        ("-_private", {"excluded": ("_private",)}),
        ("--force -- -", {"terms": ("-force",)}),
        ("a AND b", {"required": ("a", "b")}),
        ("a AND b AND c d", {"required": ("a", "b", "c"), "terms": ("d",)}),
        ('x "y z" AND b', {"terms": ("x",), "phrases": ("y z",), "required": ("b",)}),
        ("x -y AND b", {"terms": ("x",), "excluded": ("y",), "required": ("b",)}),
        ("pre* AND b", {"required": ("pre*", "b")}),
        ("a OR b", {"terms": ("a", "b")}),
        ("a OR b AND c", {"terms": ("a", "b", "c")}),
        ('"this OR that" AND b', {"phrases": ("this OR that",), "required": ("b",)}),
        ("a NOT b", {"terms": ("a",), "excluded": ("b",)}),
        ('a NOT "b c"', {"terms": ("a",), "excluded": ("b c",)}),
        ('"a b" NOT c', {"phrases": ("a b",), "excluded": ("c",)}),
        ("a AND NOT b", {"required": ("a",), "excluded": ("b",)}),
        ("a NOT 40", {"terms": ("a",), "excluded": ("40",)}),
        ("AND", {"terms": ("AND",)}),
        ("a AND", {"required": ("a",)}),
        ("NOT a", {"excluded": ("a",)}),
        ("RESET AND WAIT", {"terms": ("RESET", "AND", "WAIT")}),
        ("东京 NOT 大阪", {"terms": ("东京",), "excluded": ("大阪",)}),
        ("kind:Rules reset", {"kinds": ("rule",), "terms": ("reset",)}),
        ("KIND:rule Tag:#Ops", {"kinds": ("rule",), "tags": ("#Ops",)}),
        ('path:decisions/ title:"the log"', {"paths": ("decisions/",), "titles": ("the log",)}),
        ("kind: of blue", {"terms": ("kind", "of", "blue")}),
        ("kind:? tag:# title:\"\"", {"terms": ("kind", "tag:#", "title")}),
        ("note:this", {"terms": ("note:this",)}),
        ("after:2026-01-02 before:2026-02-03",
         {"after": date(2026, 1, 2), "before": date(2026, 2, 3)}),
        ("since:2026-01-02 until:2026-02-03",
         {"after": date(2026, 1, 2), "before": date(2026, 2, 3)}),
        ("before:lunch after:2026-13-01", {"terms": ("before:lunch", "after:2026-13-01")}),
        ("-tag:draft NOT kind:note -path:x/ -title:y",
         {"excluded": ("tag:draft", "kind:note", "path:x/", "title:y")}),
        ("-before:2026-01-01", {"before": date(2026, 1, 1)}),
        ("ﬁle ｉｔｇｃ", {"terms": ("file", "itgc")}),
        ("a\0b", {"terms": ("a", "b")}),
        ("a\ud800b", {"terms": ("a?b",)}),
    ],
)  # fmt: skip
def test_a_question_is_read(typed, found):
    assert parts(typed) == found


LONG = "so we went to see what the otter did by the river bank that very day"


def test_a_long_text_is_writing():
    typed = f'{LONG} and "a b" said -no +yes pre* tag:x NOT it'
    found = parse_question(typed)
    assert found.prose
    assert found.terms == (
        "so", "we", "went", "to", "see", "what", "the", "otter", "did", "by", "river", "bank",
        "that", "very", "day", "and", "a", "b", "said", "no", "yes", "tag", "tag:x", "NOT", "it",
    )  # fmt: skip
    assert (found.phrases, found.prefixes) == (("a b",), ("pre",))
    assert (found.required, found.excluded, found.tags) == ((), (), ())


def test_sixteen_words_are_a_question_and_seventeen_are_writing():
    words = LONG.split()
    assert len(words) == 16
    assert not parse_question(LONG).prose
    assert parse_question(f"{LONG} once").prose


def test_a_question_mark_makes_seven_words_a_sentence():
    asked = parse_question('who wrote the song "Dear Brother" then?')
    assert asked.prose
    assert asked.terms == ("who", "wrote", "the", "song", "Dear", "Brother", "then")
    assert asked.phrases == ("Dear Brother",)
    assert not parse_question('who wrote the song "Dear Brother"?').prose


def test_only_the_beginning_of_a_very_long_text_is_read():
    query = parse_question("word " * 10_000_000)
    assert len(query.text) == MAX_CHARACTERS
    assert query.terms == ("word", "wo")
    many = parse_question(" ".join(f"w{at}" for at in range(1000)))
    assert many.terms == tuple(f"w{at}" for at in range(MAX_WORDS))


def test_the_text_is_kept_as_typed_but_for_what_cannot_be_stored():
    assert parse_question("  The “ﬁle” \0 ").text == "  The “ﬁle” \0 "
    assert parse_question("a\ud800").text == "a?"


def test_everything_that_may_vote_is_in_words():
    query = parse_question('one +two "three four" five* -six title:seven')
    assert query.words == ("one", "two", "three four", "five")
