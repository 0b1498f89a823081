"""A judged set: pages, questions, and which pages answer which question.

The form is that of BEIR with two additions. A folder holds `corpus.jsonl` (id, title,
text), `queries.jsonl` (id, text), `qrels.tsv` (a header line, then query id, page id and
relevance between tabs), and may hold `links.tsv` (a header line, then source and target
page ids). Where records have a `group`, a question is asked within its own group.

Source: Thakur et al., BEIR: A Heterogeneous Benchmark for Zero-shot Evaluation of
Information Retrieval Models (2021).
"""

import csv
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ai_memory.errors import BadInput


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


@dataclass(frozen=True, slots=True)
class JudgedSet:
    """A whole set. Questions without a relevant page are left out."""

    name: str
    documents: tuple[Document, ...]
    questions: tuple[Question, ...]
    judgements: Mapping[str, Mapping[str, int]]  # question → page → relevance
    links: Mapping[str, tuple[str, ...]]  # page → pages it links to


def load_judged_set(folder: Path) -> JudgedSet:
    """Read a judged set.

    Raises:
        BadInput: A file is missing or a line of it cannot be read; both are named.
    """
    judgements: dict[str, dict[str, int]] = defaultdict(dict)
    for line, (question, document, relevance) in _table(folder / "qrels.tsv", 3):
        judgements[question][document] = _whole(relevance, folder / "qrels.tsv", line)
    answered = {q: given for q, given in judgements.items() if max(given.values()) > 0}
    links: dict[str, list[str]] = defaultdict(list)
    if (folder / "links.tsv").exists():
        for _, (source, target) in _table(folder / "links.tsv", 2):
            if target:
                links[source].append(target)
    return JudgedSet(
        folder.name,
        tuple(_document(record) for record in _records(folder / "corpus.jsonl")),
        tuple(
            Question(record["id"], record["text"], record.get("group", ""))
            for record in _records(folder / "queries.jsonl")
            if record["id"] in answered
        ),
        answered,
        {source: tuple(dict.fromkeys(targets)) for source, targets in links.items()},
    )


def _document(record: Mapping[str, Any]) -> Document:
    return Document(
        record["id"], record.get("title") or "", record["text"], record.get("group", "")
    )


def _records(path: Path) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(_lines(path), start=1):
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
    rows = csv.reader(_lines(path), delimiter="\t", quoting=csv.QUOTE_NONE)
    for number, row in enumerate(rows, start=1):
        if number > 1 and row:
            if len(row) < width:
                raise BadInput(f"{path}, line {number}: {width} cells between tabs expected")
            yield number, row[:width]


def _lines(path: Path) -> Iterator[str]:
    try:
        with path.open(encoding="utf-8", newline="\n") as file:
            yield from file
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(
            f"{path} cannot be read: {error}",
            "A judged folder holds corpus.jsonl, queries.jsonl and qrels.tsv.",
        ) from None


def _whole(text: str, path: Path, line: int) -> int:
    try:
        return int(text)
    except ValueError:
        raise BadInput(f"{path}, line {line}: relevance {text!r} is not a whole number") from None
