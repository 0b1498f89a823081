import pytest

from ai_memory.parse.frontmatter import MAX_RAW, split_front_matter


def codes(front):
    return [problem.code for problem in front.problems]


def test_yaml_is_parted_from_the_body():
    front = split_front_matter("---\ntitle: Plan\ntags: [a, b]\n---\n# Body\n")
    assert front.properties == {"title": "Plan", "tags": ["a", "b"]}
    assert front.raw == "title: Plan\ntags: [a, b]\n"
    assert (front.body, front.body_line, front.format) == ("# Body\n", 5, "yaml")
    assert front.problems == ()


def test_toml_is_parted_from_the_body_and_its_dates_are_iso_text():
    front = split_front_matter(
        "+++\ntitle = 'Plan'\ndate = 2025-08-22T10:00:00Z\nday = 2025-08-22\n"
        "at = 10:30:00\nlimit = inf\n[extra]\nn = [1, 2.5]\n+++\nBody"
    )
    assert front.properties == {
        "title": "Plan",
        "date": "2025-08-22T10:00:00+00:00",
        "day": "2025-08-22",
        "at": "10:30:00",
        "limit": "inf",
        "extra": {"n": [1, 2.5]},
    }
    assert (front.body, front.body_line, front.format) == ("Body", 10, "toml")


@pytest.mark.parametrize(
    ("text", "body", "line"),
    [
        ("---\n---\nBody", "Body", 3),
        ("---\n\n---\nBody", "Body", 4),
        ("---\n# comment\n---\nBody", "Body", 4),
        ("---\r\na: 1\r\n---\r\nBody", "Body", 4),
        ("--- \na: 1\n--- \t\nBody", "Body", 4),
        ("---\na: 1\n...\nBody", "Body", 4),
        ("\ufeff---\na: 1\n---\nBody", "Body", 4),
        ("---\na: 1\n---", "", 4),
        ("---\na: 1\n---\n", "", 4),
        ("---\na: |\n  ---\n  x\n---\nBody", "Body", 6),
    ],
)
def test_the_body_starts_after_the_closing_fence(text, body, line):
    front = split_front_matter(text)
    assert (front.body, front.body_line, front.format) == (body, line, "yaml")
    assert front.problems == ()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "---",
        "# Title\n\n---\na: 1\n---\n",
        "---\n\nA first paragraph.\n\n---\n\nA second one.\n",
        "---\n\n# Title\n\n---\n",
        "---\nNo second line: of this kind\nand no key",
        "----\na: 1\n----\n",
        " ---\na: 1\n---\n",
        "--- a: 1\n---\n",
        "+++\n",
    ],
)
def test_a_page_without_front_matter_is_all_body(text):
    front = split_front_matter(text)
    assert (front.body, front.body_line, front.format) == (text, 1, "")
    assert (front.raw, front.properties) == ("", {})


def test_a_leading_thematic_break_is_no_problem():
    assert split_front_matter("---\n\nText.\n\n---\n\nMore.\n").problems == ()
    assert split_front_matter("---\n\nText.\n").problems == ()
    assert split_front_matter("---\n- a list\n- of things\n").problems == ()


def test_an_unterminated_block_is_body_and_is_reported():
    text = "---\ntitle: Plan\n\n# Heading\n"
    front = split_front_matter(text)
    assert (front.body, front.body_line, front.properties) == (text, 1, {})
    assert codes(front) == ["front-matter-unterminated"]


@pytest.mark.parametrize(
    ("raw", "salvaged", "line"),
    [
        ("Title: Bug: it fails\n", {"Title": "Bug: it fails"}, 2),
        ("date: {{format-date now}}\n", {"date": "{{format-date now}}"}, 2),
        ("hint: [a|b] [c]\ndescription: It is\n", {"hint": "[a|b] [c]", "description": "It is"}, 2),
        ('a: 1\nb: "open\ntags:\n  - x\n  - y\n', {"a": 1, "b": "open", "tags": ["x", "y"]}, 3),
        ("a: 1\n\tb: 2\nc: 3\n", {"a": 1, "c": 3}, 3),
        ("a: 1\nnothing\nc: 3\n", {"a": 1, "c": 3}, 4),
        ("- a\n- b\n", {}, 2),
        ("just words\n", {}, 2),
    ],
)
def test_a_broken_block_keeps_its_text_and_the_keys_that_can_be_read(raw, salvaged, line):
    front = split_front_matter(f"---\n{raw}---\nBody")
    assert front.raw == raw
    assert front.body == "Body"
    assert front.properties == salvaged
    assert codes(front) == ["front-matter-broken"]
    assert front.problems[0].line == line


def test_broken_toml_keeps_the_keys_that_can_be_read():
    front = split_front_matter("+++\ntitle = 'Plan'\ntags = [\nkind = \"rule\"x\n+++\nBody")
    assert front.properties == {"title": "Plan", "kind": 'rule"x'}
    assert codes(front) == ["front-matter-broken"]


def test_keys_that_stand_twice_are_reported_with_their_line():
    front = split_front_matter("---\na: 1\nb: 2\na: 3\n---\n")
    assert front.properties == {"a": 3, "b": 2}
    assert [(problem.code, problem.line) for problem in front.problems] == [
        ("front-matter-duplicate-key", 4)
    ]


def test_a_block_beyond_the_cap_is_not_parsed_but_kept():
    raw = "a: b\n" * (MAX_RAW // 5 + 1)
    front = split_front_matter(f"---\n{raw}---\nBody")
    assert (front.raw, front.body, front.properties) == (raw, "Body", {})
    assert codes(front) == ["front-matter-broken"]


@pytest.mark.parametrize("raw", ["a = " + "[" * 5000, "a." * 20_000 + "a = 1", "[" + "a." * 5000])
def test_toml_nested_without_end_is_reported(raw):
    assert codes(split_front_matter(f"+++\n{raw}\n+++\n")) == ["front-matter-broken"]
