"""A judged set: pages, questions, and which pages answer which question.

The form is that of BEIR with three additions. A folder holds `corpus.jsonl` (id, title,
text), `queries.jsonl` (id, text), `qrels.tsv` (a header line, then query id, page id and
relevance between tabs), and may hold `links.tsv` (a header line, then source and target
page ids). Where records have a `group`, a question is asked within its own group; where
questions have a `kind`, results can be split by it.

Source: Thakur et al., BEIR: A Heterogeneous Benchmark for Zero-shot Evaluation of
Information Retrieval Models (2021).
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ai_memory.errors import BadInput
from ai_memory.evaluate.lines import numbered_lines

_REMEDY = "A judged folder holds corpus.jsonl, queries.jsonl and qrels.tsv."


@dataclass(frozen=True, slots=True)
class Document:
    """One page of a judged set."""

    id: str
    title: str
    text: str
    group: str  # "" where the set has no groups


@dataclass(frozen=True, slots=True)
class Question:
    """One question with an answer."""

    id: str
    text: str
    group: str
    kind: str = ""  # what sort of question it is, where the set tells them apart


@dataclass(frozen=True, slots=True)
class JudgedSet:
    """A whole set. A question without a relevant page, or without a text, is left out."""

    name: str
    documents: tuple[Document, ...]
    questions: tuple[Question, ...]
    judgements: Mapping[str, Mapping[str, int]]  # question → page → relevance
    links: Mapping[str, tuple[str, ...]]  # page → pages it links to


def load_judged_set(folder: Path) -> JudgedSet:
    """Read a judged set.

    Raises:
        BadInput: A file is missing or a line of it cannot be read; both are named. Or no
            question is left to ask.
    """
    judgements: dict[str, dict[str, int]] = defaultdict(dict)
    for line, (question, document, relevance) in _table(folder / "qrels.tsv", 3):
        judgements[question][document] = _whole(relevance, folder / "qrels.tsv", line)
    answered = {q: given for q, given in judgements.items() if max(given.values()) > 0}
    questions = tuple(
        Question(record["id"], record["text"], _text(record, "group"), _text(record, "kind"))
        for record in _records(folder / "queries.jsonl")
        if record["id"] in answered
    )
    if not questions:
        raise BadInput(f"{folder}: no question in queries.jsonl has a relevant page in qrels.tsv")
    return JudgedSet(
        folder.name,
        tuple(map(_document, _records(folder / "corpus.jsonl"))),
        questions,
        {question.id: answered[question.id] for question in questions},
        _links(folder / "links.tsv"),
    )


def _links(path: Path) -> dict[str, tuple[str, ...]]:
    links: dict[str, list[str]] = defaultdict(list)
    for _, (source, target) in _table(path, 2) if path.exists() else ():
        if target:
            links[source].append(target)
    return {source: tuple(dict.fromkeys(targets)) for source, targets in links.items()}


def _document(record: Mapping[str, Any]) -> Document:
    return Document(record["id"], _text(record, "title"), record["text"], _text(record, "group"))


def _text(record: Mapping[str, Any], name: str) -> str:
    value = record.get(name)
    return "" if value is None else str(value)


def _records(path: Path) -> Iterator[dict[str, Any]]:
    for number, line in numbered_lines(path, _REMEDY):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            record["id"], record["text"] = str(record["id"]), str(record["text"])
        except (ValueError, TypeError, KeyError) as error:
            raise BadInput(
                f"{path}, line {number}: not a JSON object with id and text ({error})"
            ) from None
        yield record


def _table(path: Path, width: int) -> Iterator[tuple[int, list[str]]]:
    """Yield (line number, first `width` cells) of a file, its header left out."""
    for number, line in numbered_lines(path, _REMEDY):
        if number > 1 and line:
            row = line.split("\t")
            if len(row) < width:
                raise BadInput(f"{path}, line {number}: {width} cells between tabs expected")
            yield number, row[:width]


def _whole(text: str, path: Path, line: int) -> int:
    try:
        return int(text)
    except ValueError:
        raise BadInput(f"{path}, line {line}: relevance {text!r} is not a whole number") from None
