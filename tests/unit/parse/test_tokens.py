"""One reading of text, for pages and for questions."""

import pytest

from ai_memory.parse.tokens import (
    alphanumeric_words,
    bigrams,
    camel_parts,
    dense_runs,
    entity_tokens,
    fold,
    index_text,
    is_searchable,
    name_signs,
    normalise,
    numbered_parts,
    phrase_text,
    split_identifier,
    without_dense,
    without_surrogates,
    without_v,
)


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("plain words", "plain words"),
        ("東京都", " 東京 京都 都 "),
        ("券", " 券 "),
        ("重跑gen-itgc后", " 重跑 跑 gen-itgc 后 "),
        ("佐々木", " 佐々 々木 木 "),
        ("サーバー", " サー ーバ バー ー "),
        ("ｻｰﾊﾞｰ", " サー ーバ バー ー "),
        ("끝말 잇기", " 끝말 말   잇기 기 "),
        ("parseHeaderMap", "parseHeaderMap\nparse Header Map"),
        (
            "LazyVGrid and HTTPServer2",
            "LazyVGrid and HTTPServer2\nHTTPServer 2 Lazy V Grid HTTP Server 2",
        ),
        ("utf8 and a1 b2c", "utf8 and a1 b2c\nutf 8"),
        ("v1.2.3, v2 and ov1.2", "v1.2.3, v2 and ov1.2\n1.2.3"),
        ("Straße", "Strasse"),
        ("snake_case kebab-case 1.0.21", "snake_case kebab-case 1.0.21"),
        ("C++ c# F#", "C++ c# F#\nCplusplus csharp Fsharp"),
        ("C++17 abc++", "C++17 abc++"),
        ("ｆｕｌｌ ﬁle", "full file"),
        ("a\0b", "a b"),
        ("", ""),
    ],
)
def test_what_is_stored_of_a_text(text, stored):
    assert index_text(text) == stored


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("plain words", ("plain words", False)),
        ("東京都", ("東京 京都", False)),
        ("東", ("東", True)),
        ("a東", ("a 東", True)),
        ("東京a", ("東京 京 a", False)),
        ("東京 大阪", ("東京 京   大阪", False)),
        ("", ("", False)),
    ],
)
def test_a_phrase_is_put_in_the_words_that_are_stored(text, phrase):
    assert phrase_text(text) == phrase


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("plain", ()),
        ("parse_config", ("parse", "config")),
        ("parseConfig", ("parse", "Config")),
        ("parse-config.py", ("parse", "config", "py")),
        ("src/ai_memory", ("src", "ai", "memory")),
        ("1.0.21", ("1", "0", "21")),
        ("ADR-086", ("ADR", "086")),
        ("重跑gen-itgc后", ("gen", "itgc")),
        ("東京", ()),
        ("東京tower", ("tower",)),
        ("_private", ()),
        ("", ()),
    ],
)
def test_an_identifier_has_parts(word, parts):
    assert split_identifier(word) == parts


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("parseHeaderMap", ["parse", "Header", "Map"]),
        ("LazyVGrid", ["Lazy", "V", "Grid"]),
        ("HTTPServer", ["HTTP", "Server"]),
        ("utf8Text", ["utf", "8", "Text"]),
        ("Plain", []),
        ("CAPITALS", []),
        ("plain2", []),
    ],
)
def test_humps_part_a_word(word, parts):
    assert camel_parts(word) == parts


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Kestrel-7 Cluster", ("kestrel", "7", "cluster")),
        ("parseConfig parse", ("parseconfig", "parse", "config")),
        ("Café Ⅳ", ("cafe", "iv")),
        ("東京tower", ("東京", "京", "tower")),
        ("_ - !", ()),
    ],
)
def test_a_name_gives_its_distinct_tokens(text, tokens):
    assert entity_tokens(text) == tokens


@pytest.mark.parametrize(
    ("text", "folded"),
    [("CAFÉ", "cafe"), ("Malmö", "malmo"), ("Straße", "strasse"), ("ＡＢ", "ab"), ("東京", "東京"),
     ("한글", "한글"), ("が", "か")],
)  # fmt: skip
def test_case_and_accents_are_folded(text, folded):
    assert fold(text) == folded


@pytest.mark.parametrize(
    ("word", "searchable"),
    [("a", True), ("1", True), ("東", True), ("🚀", True), ("\ue000", True), ("", False),
     ("-", False), ("?!.", False), ("_", False), ("\u0301", False), ("\0", False),
     ("\ud800", False), (" ", False), ("+", False)],
)  # fmt: skip
def test_a_word_is_searchable_when_the_index_would_keep_something_of_it(word, searchable):
    assert is_searchable(word) is searchable


def test_words_give_way_to_their_stems_in_the_language_of_the_page():
    assert index_text("Die Häuser, parseHeaderMap", "de") == (
        "die haus, parseheadermap\npars head map"
    )


def test_small_pieces():
    assert bigrams("東京都") == ["東京", "京都", "都"]
    assert dense_runs("a東京b都") == ["東京", "都"]
    assert without_dense("a東京b都c") == "a  b c"
    assert without_dense("plain") == "plain"
    assert name_signs("C++") == "Cplusplus"
    assert name_signs("++") == "++"
    assert numbered_parts("Python3") == ("Python", "3")
    assert numbered_parts("ab3") == numbered_parts("plain") == ()
    assert without_v("v1.2") == "1.2"
    assert without_v("v1") == "v1"
    assert alphanumeric_words("foo_bar-2 é!") == ["foo", "bar", "2", "é"]
    assert normalise("a\0ﬁ\ud800") == "a fi?"
    assert without_surrogates("a\udfffb") == "a?b"
