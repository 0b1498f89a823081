from datetime import date

import pytest

from ai_memory.parse.properties import as_date, as_text, as_text_list


@pytest.mark.parametrize(
    ("value", "names"),
    [
        (None, ()),
        ("", ()),
        ("one", ("one",)),
        ("My Note, Other", ("My Note", "Other")),
        (["a", 2, 1.5, True, None, ""], ("a", "2", "1.5", "true")),
        (["Smith, John"], ("Smith, John",)),
        (["#a", " #b "], ("a", "b")),
        ([["Name"]], ("Name",)),
        (2024, ("2024",)),
        ({"a": 1}, ()),
        ([{"a": 1}], ()),
    ],
)
def test_a_property_that_names_several_things_is_a_list_of_texts(value, names):
    assert as_text_list(value) == names


def test_tags_in_one_text_are_cut_at_spaces_and_commas():
    assert as_text_list("#a b,c , d", spaces=True) == ("a", "b", "c", "d")


def test_only_scalars_are_text():
    values = ["a ", 1, 1.5, True, False, None, [1], {}]
    assert [as_text(value) for value in values] == ["a", "1", "1.5", "true", "false", "", "", ""]


@pytest.mark.parametrize(
    ("value", "day"),
    [
        ("2024-05-01", date(2024, 5, 1)),
        (" 2024-05-01 ", date(2024, 5, 1)),
        ("2024-05-01T23:59:59+02:00", date(2024, 5, 1)),
        ("2024-05-01 10:00", date(2024, 5, 1)),
        ("2024-02-30", None),
        ("2024-5-1", None),
        ("20240501", None),
        ("May 1st", None),
        ("2024-05-01x", None),
        ("٢٠٢٤-٠٥-٠١", None),
        (20240501, None),
        (None, None),
        (["2024-05-01"], None),
    ],
)
def test_only_iso_dates_are_dates(value, day):
    assert as_date(value) == day
