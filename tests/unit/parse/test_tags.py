"""Tags are one however they are typed."""

import unicodedata

import pytest

from ai_memory.parse.page import parse_page
from ai_memory.parse.tags import tag_key


@pytest.mark.parametrize(
    ("typed", "key"),
    [("#Café", "café"), ("cafe\u0301", "café"), ("ＯＰＳ", "ops"), ("ops/Night", "ops/night")],
)
def test_a_tag_has_one_spelling(typed, key):
    assert tag_key(typed) == key


def test_tags_of_a_page_are_stored_in_it_wherever_they_stand():
    text = unicodedata.normalize("NFD", "---\ntags: [Café]\n---\nText #Crème here.\n")
    assert parse_page("a.md", text).tags == ("café", "crème")
