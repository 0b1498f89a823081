import pytest

from ai_memory.parse.markdown import parse_markdown
from ai_memory.parse.sections import split_sections


def sections(body, first_line=1):
    return split_sections(body, parse_markdown(body, first_line).headings, first_line)


def test_each_heading_starts_a_section_with_its_trail_and_lines():
    body = "Intro\n\n# A\na\n\n## B\nb\n### C\n## D\nd\n# E\ne"
    found = sections(body, first_line=5)
    assert [(s.heading, s.trail, s.level, s.first_line, s.last_line, s.text) for s in found] == [
        ("", (), 0, 5, 6, "Intro\n\n"),
        ("A", ("A",), 1, 7, 9, "a\n\n"),
        ("B", ("A", "B"), 2, 10, 11, "b\n"),
        ("C", ("A", "B", "C"), 3, 12, 12, ""),
        ("D", ("A", "D"), 2, 13, 14, "d\n"),
        ("E", ("E",), 1, 15, 16, "e"),
    ]
    assert [s.position for s in found] == [0, 1, 2, 3, 4, 5]


def test_a_trail_skips_levels_that_are_not_there():
    found = sections("### C\n# A\n#### D\n## B\n")
    assert [s.trail for s in found] == [("C",), ("A",), ("A", "D"), ("A", "B")]


def test_an_underlined_heading_is_left_out_of_the_text_whole():
    [section] = sections("Two\nlines\n=====\ntext\n")
    assert (section.heading, section.text) == ("Two lines", "text\n")
    assert (section.first_line, section.last_line) == (1, 4)


@pytest.mark.parametrize("body", ["", "\n", " \r\n\t\n"])
def test_a_page_without_text_has_no_sections(body):
    assert sections(body) == ()


def test_a_page_of_one_heading_has_one_empty_section():
    [section] = sections("# Only")
    assert (section.heading, section.text, section.first_line, section.last_line) == (
        "Only", "", 1, 1,
    )  # fmt: skip


def test_blank_lines_before_the_first_text_are_no_part_of_it():
    [before, _] = sections("\n \n  text\n\n# A\n")
    assert (before.first_line, before.last_line, before.text) == (3, 4, "  text\n\n")


def test_blank_lines_before_the_first_heading_are_no_section():
    [section] = sections("\n\n# A\ntext")
    assert (section.first_line, section.last_line) == (3, 4)


def test_a_heading_in_code_or_in_a_quotation_starts_no_section():
    body = "# A\n```\n# B\n```\n> # C\n"
    [section] = sections(body)
    assert section.text == "```\n# B\n```\n> # C\n"


def test_line_ends_are_kept_as_written():
    assert [s.text for s in sections("a\r\n# B\r\nb\r\n")] == ["a\r\n", "b\r\n"]


def test_headings_that_a_lone_carriage_return_parts_share_a_line():
    found = sections("# A\r# B\rb\n# C\n")
    assert [(s.heading, s.first_line, s.last_line, s.text) for s in found] == [
        ("A", 1, 1, ""),
        ("B", 1, 1, "b\n"),
        ("C", 2, 2, ""),
    ]
