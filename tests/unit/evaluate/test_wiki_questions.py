"""Files of questions about a wiki, and what is said of those that will not do."""

import json

import pytest

from ai_memory.errors import BadInput
from ai_memory.evaluate.wiki_questions import WikiQuestion, load_questions, save_questions
from ai_memory.memory import Memory
from ai_memory.store.database import reading
from ai_memory.store.projects import project_row


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A small wiki, indexed."""
    root, home = tmp_path_factory.mktemp("wiki"), tmp_path_factory.mktemp("home")
    (root / "deep").mkdir()
    pages = {
        "otters.md": "---\naliases: [Sea cats]\n---\n# The otters\n",
        "deep/cats.md": "# Cats\n",
        "cats.md": "# House cats\n",
    }
    for path, text in pages.items():
        (root / path).write_text(text, encoding="utf-8")
    with Memory(home, environment={}, flags={"llm": {"embedding_provider": "none"}}) as memory:
        memory.init(root, "wiki")
        memory.sync("wiki")
    return home


@pytest.fixture
def load(home, tmp_path):
    """Write a file of questions and read it."""

    def call(content, name="questions.jsonl"):
        file = tmp_path / name
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        with reading(home) as connection:
            return load_questions(connection, project_row(connection, "wiki"), file)

    return call


def test_pages_are_named_by_path_title_or_alias(load):
    lines = [
        {"question": "who swims?", "pages": ["otters.md", "The Otters"]},
        {"question": "at  sea", "pages": "sea cats"},
    ]
    assert load("\n\n".join(map(json.dumps, lines))) == [
        WikiQuestion("who swims?", ("otters.md",)), WikiQuestion("at sea", ("otters.md",)),
    ]  # fmt: skip


def test_a_table_has_a_question_and_pages_between_tabs_and_perhaps_a_header(load):
    table = "Question\tPage\r\nwho swims?\totters.md\r\nwho purrs?\tdeep/cats.md\tcats.md\r\n"
    assert load(table, "questions.tsv") == [
        WikiQuestion("who swims?", ("otters.md",)),
        WikiQuestion("who purrs?", ("deep/cats.md", "cats.md")),
    ]


def test_lines_that_ask_the_same_are_one_question(load):
    assert load("cats\tdeep/cats.md\ncats\tHouse cats\ncats\tcats.md\n") == [
        WikiQuestion("cats", ("deep/cats.md", "cats.md"))
    ]


def test_a_path_written_in_full_means_just_that_page(load):
    assert load("cats\tcats.md\n") == [WikiQuestion("cats", ("cats.md",))]


@pytest.mark.parametrize(
    ("line", "content"),
    [
        (1, "{broken"),
        (2, '{"question": "a", "pages": ["otters.md"]}\n{"question": "b"}'),
        (1, '{"question": 1, "pages": ["otters.md"]}'),
        (1, '{"question": "a", "pages": {"otters.md": 1}}'),
        (1, '{"question": "a", "pages": [1]}'),
        (1, '{"question": "a", "pages": []}'),
        (1, '{"question": " ", "pages": ["otters.md"]}'),
        (3, '{"question": "a", "pages": ["otters.md"]}\n\n[1]'),
        (1, "no tab"),
        (2, "a\totters.md\nb\t\n"),
        (1, b"\xff\totters.md"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(load, line, content):
    with pytest.raises(BadInput, match=f"questions.jsonl, line {line}: "):
        load(content)


def test_a_page_that_is_not_there_is_named_with_the_nearest(load):
    with pytest.raises(BadInput, match=r"line 2: no page is called 'oters\.md'") as caught:
        load("a\totters.md\nb\toters.md\n")
    assert caught.value.remedy == "Did you mean 'otters.md'?"
    with pytest.raises(BadInput) as caught:
        load("a\tThe oters\n")
    assert caught.value.remedy == "Did you mean 'otters.md'?"
    with pytest.raises(BadInput) as caught:
        load("a\tzzzz\n")
    assert caught.value.remedy == "Give a path, title or alias of a page."


def test_a_name_of_several_pages_is_refused_with_their_paths(load):
    with pytest.raises(BadInput, match=r"'Cats' may be any of cats.md, deep/cats.md"):
        load("a\tCats\n")


def test_a_file_without_a_question_or_no_file_is_refused(load, home, tmp_path):
    with pytest.raises(BadInput, match="holds no question"):
        load("\n\n")
    with (
        reading(home) as connection,
        pytest.raises(BadInput, match=r"absent\.jsonl cannot be read"),
    ):
        load_questions(connection, 1, tmp_path / "absent.jsonl")


def test_what_is_saved_is_what_is_loaded(load, tmp_path):
    questions = [WikiQuestion("wer schwimmt? 誰", ("otters.md", "cats.md"), "label")]
    save_questions(questions, tmp_path / "saved.jsonl")
    saved = (tmp_path / "saved.jsonl").read_bytes()

    assert load(saved) == [WikiQuestion("wer schwimmt? 誰", ("otters.md", "cats.md"))]


def test_a_file_that_is_there_may_hold_corrections_and_is_kept(tmp_path):
    file = tmp_path / "saved.jsonl"
    file.write_text("mine", encoding="utf-8")
    with pytest.raises(BadInput, match="is there already"):
        save_questions([WikiQuestion("q", ("otters.md",))], file)
    assert file.read_text(encoding="utf-8") == "mine"
    with pytest.raises(BadInput, match="cannot be written"):
        save_questions([], tmp_path / "absent/saved.jsonl")
