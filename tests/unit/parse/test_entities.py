import pytest

from ai_memory.parse.entities import MAX_CODE_NAMES, identifier_in, page_entities


def test_names_come_from_entities_tags_aliases_title_and_code_in_that_order():
    properties = {"Entities": ["[[people/Ada Lovelace|Ada]]", "Engine"]}
    names = page_entities(properties, ["maths"], ["Notes on A"], "The Engine", ["run_it()", "x"])
    assert names == ("Ada Lovelace", "Engine", "maths", "Notes on A", "The Engine", "run_it")


def test_entities_in_one_text_are_cut_at_commas():
    assert page_entities({"entities": "A, [[B]]"}, [], [], "T", []) == ("A", "B", "T")


def test_names_that_compare_equal_stand_once_in_their_first_spelling():
    assert page_entities({}, ["redis"], ["Redis", "REDIS "], "redis", []) == ("redis",)


def test_a_page_gives_at_most_forty_identifiers():
    code = [f"name_{number}" for number in range(100)]
    assert page_entities({}, [], [], "T", code) == ("T", *code[:MAX_CODE_NAMES])


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("reset_project", "reset_project"),
        ("resetProject", "resetProject"),
        ("ResetProject", "ResetProject"),
        ("os.path.join", "os.path.join"),
        ("config.toml", "config.toml"),
        ("std::vector", "std::vector"),
        ("Array#map", "Array#map"),
        ("flush()", "flush"),
        ("flush(now, 1)", "flush"),
        ("__init__", "__init__"),
        ("TERN-4012", "TERN-4012"),
        ("HTTP2", "HTTP2"),
        (" MAX_SIZE ", "MAX_SIZE"),
        ("größe_max", "größe_max"),
        ("word", ""),
        ("Word", ""),
        ("ENOENT", ""),
        ("kebab-case", ""),
        ("1.2.3", ""),
        ("--flag", ""),
        ("a b_c", ""),
        ("x = f()", ""),
        ("f(g(x))", ""),
        ("", ""),
        ("a_" * 80, ""),
    ],
)
def test_only_code_that_is_one_marked_identifier_names_something(code, name):
    assert identifier_in(code) == name
