import pytest

from ai_memory.parse.logseq import logseq_properties


def test_property_lines_at_the_top_are_read():
    body = "title:: My Page\ntags:: [[a]], b , #c\nalias:: One,Two\r\nIcon:: x\n\nlater:: no\n"
    assert logseq_properties(body) == {
        "title": "My Page",
        "tags": ["a", "b", "#c"],
        "alias": ["One", "Two"],
        "icon": "x",
    }


def test_a_property_without_a_value_is_empty():
    assert logseq_properties("title::\ntags::") == {"title": "", "tags": []}


@pytest.mark.parametrize("body", ["", "\ntitle:: x", "- title:: x", "std::vector", "a b:: c", "::"])
def test_a_page_that_starts_otherwise_has_none(body):
    assert logseq_properties(body) == {}
