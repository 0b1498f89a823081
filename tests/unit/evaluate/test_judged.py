"""Reading a judged set, and saying where it cannot be read."""

import json

import pytest

from ai_memory.errors import BadInput
from ai_memory.evaluate.judged import Document, Question, load_judged_set

CORPUS = [
    {"id": "d1", "title": "One", "text": "first"},
    {"id": 2, "text": "second", "title": None, "extra": True},
    {"id": "d3", "title": "", "text": "", "group": "g"},
]
QUERIES = [
    {"id": "q1", "text": "one?"},
    {"id": "q2", "text": "two?", "group": "g"},
    {"id": "q3", "text": "never judged"},
    {"id": "q4", "text": "judged and found wanting"},
]
QRELS = "query\tpage\trelevance\nq1\td1\t2\nq1\t2\t0\nq2\td3\t1\textra\n\nq4\td1\t0\nq9\td1\t1\n"


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "little"
    made.mkdir()
    write(made / "corpus.jsonl", CORPUS)
    write(made / "queries.jsonl", QUERIES)
    (made / "qrels.tsv").write_text(QRELS, encoding="utf-8")
    (made / "links.tsv").write_text("a\tb\nd1\td3\nd1\t2\nd1\td3\nd3\t\n", encoding="utf-8")
    return made


def write(path, records):
    path.write_text("\n".join(map(json.dumps, records)) + "\n\n", encoding="utf-8")


def test_pages_questions_judgements_and_links_are_read(folder):
    judged = load_judged_set(folder)
    assert judged.name == "little"
    assert judged.documents == (
        Document("d1", "One", "first", ""), Document("2", "", "second", ""),
        Document("d3", "", "", "g"),
    )  # fmt: skip
    assert judged.links == {"d1": ("d3", "2")}


def test_questions_without_a_relevant_page_are_left_out_and_judgements_without_a_question(folder):
    judged = load_judged_set(folder)
    assert judged.questions == (Question("q1", "one?", ""), Question("q2", "two?", "g"))
    assert judged.judgements == {"q1": {"d1": 2, "2": 0}, "q2": {"d3": 1}}


def test_links_need_not_be_there(folder):
    (folder / "links.tsv").unlink()
    assert load_judged_set(folder).links == {}


def test_line_ends_of_windows_and_a_byte_order_mark_are_no_content(folder):
    crlf = "\ufeff" + QRELS.replace("\n", "\r\n")
    (folder / "qrels.tsv").write_text(crlf, encoding="utf-8", newline="")
    assert load_judged_set(folder).judgements == {"q1": {"d1": 2, "2": 0}, "q2": {"d3": 1}}


def test_quotation_marks_in_a_table_are_text(folder):
    (folder / "qrels.tsv").write_text('h\th\th\nq1\t"d1\t1\n', encoding="utf-8")
    assert load_judged_set(folder).judgements == {"q1": {'"d1': 1}}


@pytest.mark.parametrize("name", ["corpus.jsonl", "queries.jsonl", "qrels.tsv"])
def test_a_file_that_is_missing_is_named(folder, name):
    (folder / name).unlink()
    with pytest.raises(BadInput, match=name) as caught:
        load_judged_set(folder)
    assert caught.value.remedy == "A judged folder holds corpus.jsonl, queries.jsonl and qrels.tsv."


@pytest.mark.parametrize(
    ("name", "line", "content"),
    [
        ("corpus.jsonl", 2, b'{"id": "a", "text": "b"}\n{"id": \n'),
        ("corpus.jsonl", 1, b"[1, 2]\n"),
        ("corpus.jsonl", 1, b'"text"\n'),
        ("corpus.jsonl", 3, b'{"id": "a", "text": "b"}\n\n{"id": "c"}\n'),
        ("corpus.jsonl", 2, b'{"id": "a", "text": "b"}\n\xff\xfe\n'),
        ("queries.jsonl", 1, b'{"text": "b"}\n'),
        ("qrels.tsv", 2, b"h\th\th\nq1\td1\n"),
        ("qrels.tsv", 3, b"h\th\th\nq1\td1\t1\nq1\td1\tmuch\n"),
        ("qrels.tsv", 2, b"h\th\th\nq1\td1\t1.5\n"),
        ("qrels.tsv", 2, b"h\th\th\nq1\t\xff\t1\n"),
        ("links.tsv", 2, b"h\th\nd1\n"),
    ],
)
def test_a_line_that_cannot_be_read_is_named_with_its_file(folder, name, line, content):
    (folder / name).write_bytes(content)
    with pytest.raises(BadInput) as caught:
        load_judged_set(folder)
    assert f"{folder / name}, line {line}:" in caught.value.message


def test_a_set_that_asks_nothing_is_refused(folder):
    (folder / "qrels.tsv").write_text("h\th\th\nq1\td1\t0\n", encoding="utf-8")
    with pytest.raises(BadInput, match="no question"):
        load_judged_set(folder)
