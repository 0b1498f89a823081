"""Laws of the small readers that pages are built from."""

import json

from hypothesis import given
from hypothesis import strategies as st

from ai_memory.parse.entities import identifier_in, page_entities
from ai_memory.parse.frontmatter import split_front_matter
from ai_memory.parse.kind import derive_kind_from_path, normalise_kind
from ai_memory.parse.links import (
    name_key,
    parse_markdown_href,
    parse_wikilink,
    plain_name,
    target_key,
    wikilinks_in,
)
from ai_memory.parse.properties import as_date, as_text, as_text_list
from ai_memory.parse.yaml12 import YamlError, load_yaml

any_text = st.text(st.characters())
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(min_codepoint=32, max_codepoint=126)),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text("abc xyz", max_size=5), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(any_text)
def test_the_key_of_a_key_is_itself(text):
    assert name_key(name_key(text)) == name_key(text)


@given(any_text)
def test_names_in_upper_and_lower_case_share_a_key_where_case_round_trips(text):
    if text.upper().lower() == text:
        assert name_key(text.upper()) == name_key(text)


@given(any_text)
def test_a_normal_kind_is_normal(text):
    assert normalise_kind(normalise_kind(text)) == normalise_kind(text)


@given(any_text)
def test_every_path_has_a_kind(path):
    assert derive_kind_from_path(path)


@given(any_text | st.text("[]#|^:\\/ \n>ab"))
def test_any_text_between_brackets_is_a_link_or_none(inner):
    link = parse_wikilink(inner)
    if link is not None:
        assert link.target == link.target.strip()
        assert "|" not in link.target + link.fragment
        assert "#" not in link.target


@given(any_text | st.text("<>#%/:ab2F "))
def test_any_href_is_a_link_or_none(href):
    link = parse_markdown_href(href)
    assert link is None or link.kind == "markdown"


@given(st.text("[]#|\n ab"))
def test_wikilinks_stand_on_their_lines(text):
    for link in wikilinks_in(text):
        assert f"[[{link.target}" in text.split("\n")[link.line - 1].replace("[[ ", "[[")


@given(any_text)
def test_the_small_readers_never_raise(text):
    plain_name(text)
    target_key(text)
    identifier_in(text)
    as_date(text)
    page_entities({"entities": text}, (), (), text, (text,))


@given(json_values)
def test_any_value_gives_texts(value):
    assert all(name and isinstance(name, str) for name in as_text_list(value))
    assert isinstance(as_text(value), str)
    as_date(value)


@given(json_values)
def test_json_is_read_as_yaml(value):
    assert load_yaml(json.dumps(value)).value == value


@given(st.dictionaries(st.text("abc", min_size=1), json_values))
def test_front_matter_written_as_json_is_read_back(properties):
    front = split_front_matter(f"---\n{json.dumps(properties)}\n---\nBody")
    assert front.properties == properties
    assert front.problems == ()


@given(any_text | st.text("ab:-[]{}&*!|>'\"%@,?# \n\t"))
def test_any_text_is_yaml_or_a_yaml_error(text):
    try:
        load_yaml(text)
    except YamlError as error:
        assert 0 <= error.line <= len(text)
