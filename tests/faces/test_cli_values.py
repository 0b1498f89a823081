"""Arguments as values, and text as a terminal gets it."""

from datetime import date

import pytest

from ai_memory import errors
from ai_memory.faces.cli import exit_codes
from ai_memory.faces.cli.terminal import clean, columns, marked, wrapped
from ai_memory.faces.cli.values import days_ago


@pytest.mark.parametrize(
    ("today", "count", "unit", "then"),
    [
        (date(2026, 3, 10), 7, "d", date(2026, 3, 3)),
        (date(2026, 3, 10), 2, "w", date(2026, 2, 24)),
        (date(2026, 3, 10), 3, "m", date(2025, 12, 10)),
        (date(2026, 3, 31), 1, "m", date(2026, 2, 28)),
        (date(2024, 2, 29), 1, "y", date(2023, 2, 28)),
        (date(2026, 3, 10), 0, "d", date(2026, 3, 10)),
        (date(2026, 1, 31), 12, "m", date(2025, 1, 31)),
    ],
)
def test_days_are_counted_back(today, count, unit, then):
    assert days_ago(today, count, unit) == then


@pytest.mark.parametrize("unit", "dwmy")
def test_before_the_calendar_there_is_no_day(unit):
    with pytest.raises(OverflowError):
        days_ago(date(1, 1, 1), 1, unit)


def _all_errors(branch):
    yield branch
    for each in branch.__subclasses__():
        if each.__module__ == errors.__name__:
            yield from _all_errors(each)


def test_every_error_has_an_exit_code():
    codes = {
        each.__name__: exit_codes.exit_code_of(each.__new__(each))
        for each in _all_errors(errors.AiMemoryError)
    }

    assert codes["AiMemoryError"] == codes["StoreError"] == codes["EmbeddingError"] == 1
    assert codes["BadInput"] == codes["ConfigError"] == codes["PathRefused"] == 2
    assert codes["NotFound"] == codes["PageNotFound"] == codes["IndexMissing"] == 3
    assert codes["ProjectExists"] == 4
    assert {*codes.values()} == {1, 2, 3, 4}


def test_marks_become_colour_across_line_ends():
    assert marked("a «b» c", colour=False) == "a «b» c"
    assert marked("a «b\nc» d", colour=True) == "a \x1b[33m\x1b[1mb\nc\x1b[0m d"


def test_lines_are_wrapped_at_blanks():
    assert wrapped("one two three four", 12, "  ") == "  one two\n  three four"
    assert wrapped("one two", None, "  ") == "  one two"
    assert wrapped("overlongword x", 6, "  ") == "  overlongword\n  x"


def test_scripts_without_blanks_are_wrapped_anywhere_by_their_width():
    assert columns("ab漢字") == 6
    assert wrapped("漢字漢字漢字", 8, "  ") == "  漢字漢\n  字漢字"


def test_cleaning_keeps_lines_and_tabs_and_nothing_that_commands():
    assert clean("a\tb\nc") == "a\tb\nc"
    assert clean("\x1b[2J\r\x9b\u202e") == "�[2J���"
