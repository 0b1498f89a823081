"""Judged sets through the real pipeline."""

import json
import math
from pathlib import Path

import pytest

from ai_memory.config import RetrievalTuning
from ai_memory.evaluate.judged import load_judged_set
from ai_memory.evaluation import JudgedIndex

SHARED = Path(__file__).resolve().parents[3] / "shared" / "eval"
FTS = RetrievalTuning(streams=("fts",))


def silent(phase, done, total):
    """Report no progress."""


def judged_set(folder, corpus, queries, qrels, links=()):
    for name, records in (("corpus.jsonl", corpus), ("queries.jsonl", queries)):
        lines = "".join(f"{json.dumps(record)}\n" for record in records)
        (folder / name).write_text(lines, encoding="utf-8")
    for name, rows in (("qrels.tsv", qrels), ("links.tsv", links)):
        lines = "".join("\t".join(map(str, row)) + "\n" for row in (("a", "b", "c"), *rows))
        (folder / name).write_text(lines, encoding="utf-8")
    return load_judged_set(folder)


def test_a_set_is_asked_and_measured(tmp_path):
    judged = judged_set(
        tmp_path,
        [{"id": "d1", "title": "Otters", "text": "They swim."},
         {"id": "d2", "title": "Cats", "text": "Unlike otters, otters, otters, they sleep. " * 3},
         {"id": "d3", "title": "Dogs: a \"quoted\" title", "text": "They bark."}],
        [{"id": "q1", "text": "otters"}, {"id": "q2", "text": "barking dogs"},
         {"id": "q3", "text": "?"}],
        [("q1", "d1", 1), ("q1", "d2", 2), ("q2", "d3", 1), ("q3", "d1", 1)],
    )  # fmt: skip
    seen = []
    with JudgedIndex(judged, None, lambda *step: seen.append(step)) as index:
        found = index.evaluate("fts", FTS)
    assert found.name == "fts"
    # The exact title comes before the page with more of the word; "?" finds nothing.
    first = (1 / math.log2(2) + 2 / math.log2(3)) / (2 / math.log2(2) + 1 / math.log2(3))
    assert found.metrics["nDCG@10"] == pytest.approx((first + 1 + 0) / 3)
    assert found.metrics["MRR@10"] == pytest.approx((1 + 1 + 0) / 3)
    assert 0 < found.p50_ms <= found.p95_ms
    assert seen[-1] == ("asking (fts)", 3, 3)


def test_a_question_is_asked_within_its_group(tmp_path):
    judged = judged_set(
        tmp_path,
        [{"id": "d1", "text": "otter", "group": "one"},
         {"id": "d2", "text": "otter", "group": "two"},
         {"id": "d3", "text": "otter otter otter", "group": "one"}],
        [{"id": "q", "text": "otter", "group": "two"}],
        [("q", "d2", 1)],
    )  # fmt: skip
    with JudgedIndex(judged, None, silent) as index:
        assert index.evaluate("fts", FTS).metrics["MRR@10"] == 1


def test_the_links_of_the_set_are_those_of_the_graph(tmp_path):
    corpus = [{"id": f"d{at}", "title": f"T{at}", "text": "nothing [[T3]]"} for at in range(4)]
    corpus[0]["text"] = "otter"
    judged = judged_set(
        tmp_path, corpus, [{"id": "q", "text": "otter"}], [("q", "d2", 1)],
        [("d0", "d2", ""), ("d0", "unknown", "")],
    )  # fmt: skip
    with JudgedIndex(judged, None, silent) as index:
        graph = index.evaluate("graph", RetrievalTuning(streams=("graph",)))
        assert graph.metrics["nDCG@10"] == 1
        assert index.evaluate("fts", FTS).metrics["Recall@100"] == 0


def test_neither_ids_nor_numbers_of_pages_help(tmp_path):
    judged = judged_set(
        tmp_path, [{"id": "otter", "title": "", "text": "text"}], [{"id": "q", "text": "otter"}],
        [("q", "otter", 1)],
    )  # fmt: skip
    with JudgedIndex(judged, None, silent) as index:
        assert index.evaluate("fts", FTS).metrics["Recall@100"] == 0


@pytest.mark.skipif(not SHARED.is_dir(), reason="no judged sets beside the repository")
@pytest.mark.parametrize(("name", "least"), [("scifact", 0.69), ("rust_rfcs", 0.89)])
def test_the_text_stream_ranks_as_well_as_a_sound_bm25(name, least):
    with JudgedIndex(load_judged_set(SHARED / name), None, silent) as index:
        assert index.evaluate("fts", FTS).metrics["nDCG@10"] >= least
