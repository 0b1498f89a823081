from itertools import pairwise

import pytest

from ai_memory.parse.yaml12 import MAX_DEPTH, YamlError, load_yaml


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("no", "no"),
        ("Yes", "Yes"),
        ("on", "on"),
        ("12:30:45", "12:30:45"),
        ("2024-05-01", "2024-05-01"),
        ("2024-05-01T10:00:00Z", "2024-05-01T10:00:00Z"),
        ("true", True),
        ("FALSE", False),
        ("tRUE", "tRUE"),
        ("", None),
        ("~", None),
        ("null", None),
        ("nUll", "nUll"),
        ("0", 0),
        ("-12", -12),
        ("007", 7),
        ("0o17", 15),
        ("0x1F", 31),
        ("1_000", "1_000"),
        ("1.5", 1.5),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("1.2.3", "1.2.3"),
        (".inf", ".inf"),
        (".nan", ".nan"),
        ("1e999", "1e999"),
        ("9" * 5000, "9" * 5000),
        ("+", "+"),
        ("'12'", "12"),
        ('"true"', "true"),
        ("!!str 12", "12"),
        ("!!int 12", 12),
        ("!mine 12", "12"),
        ("!!timestamp 2024-05-01", "2024-05-01"),
        ("=", "="),
        ("<<", "<<"),
    ],
)
def test_a_scalar_means_what_the_core_schema_of_yaml_1_2_says(written, meant):
    value = load_yaml(f"key: {written}").value
    assert value == {"key": meant}
    assert type(value["key"]) is type(meant)


def test_collections_nest_and_keys_are_text_as_written():
    loaded = load_yaml("1: [a, {b: c}]\nno:\n  - - d\n")
    assert loaded.value == {"1": ["a", {"b": "c"}], "no": [["d"]]}


def test_aliases_are_followed():
    assert load_yaml("a: &x [1]\nb: *x").value == {"a": [1], "b": [1]}


def test_a_merge_key_is_an_ordinary_key():
    loaded = load_yaml("a: &x {k: 1}\nb:\n  <<: *x")
    assert loaded.value == {"a": {"k": 1}, "b": {"<<": {"k": 1}}}


def test_a_key_that_stands_twice_is_reported_and_the_last_one_counts():
    loaded = load_yaml("a: 1\nb: 2\na: 3\n")
    assert loaded.value == {"a": 3, "b": 2}
    assert loaded.duplicates == [("a", 2)]


def test_an_empty_text_is_no_value():
    assert load_yaml("").value is None
    assert load_yaml("# only a comment\n").value is None


@pytest.mark.parametrize(
    "text",
    [
        "a: [" + "[" * 500,
        "a: " + "{b: " * 500,
        "- " * 5000,
        "".join(f"{' ' * depth}a:\n" for depth in range(MAX_DEPTH + 2)),
        "".join(f"{' ' * depth}-\n" for depth in range(MAX_DEPTH + 2)),
        "a: &a [*a]",
    ],
    ids=["brackets", "braces", "dashes", "indents", "dash lines", "cycle"],
)
def test_nesting_beyond_the_cap_is_refused(text):
    with pytest.raises(YamlError, match="nested too deeply"):
        load_yaml(text)


@pytest.mark.parametrize("merge", ["", "<<: "])
def test_an_alias_bomb_stops_at_the_budget(merge):
    names = "abcdefghijkl"
    bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"{name}: &{name}\n  {merge}[{', '.join([f'*{before}'] * 9)}]\n"
        for before, name in pairwise(names)
    )
    with pytest.raises(YamlError, match="too many values"):
        load_yaml(bomb)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a: 1\nb: c: d\n", 1),
        ("a: 'open", 0),
        ("a: 1\n{{x}}: 2\n", 1),
        ("\tb: 1", 0),
        ("a: *unknown", 0),
        ("a: 1\n--- b\n", 1),
        ("a: \x07", 0),
        ("a: \ud800", 0),
        ("@a", 0),
    ],
)
def test_what_is_not_yaml_raises_with_its_line(text, line):
    with pytest.raises(YamlError) as caught:
        load_yaml(text)
    assert caught.value.line == line
