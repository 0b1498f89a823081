"""`ai-memory eval` on the example's judged questions."""

import json
import shutil
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
METRICS = ["nDCG@10", "Recall@5", "Recall@10", "Recall@100", "MRR@10", "p50_ms", "p95_ms"]


@pytest.fixture
def judged(tmp_path):
    """The judged questions with the example wiki as their corpus."""
    folder = tmp_path / "judged"
    folder.mkdir()
    for name in ("queries.jsonl", "qrels.tsv"):
        shutil.copy(EXAMPLES / "judged" / name, folder)
    wiki = EXAMPLES / "wiki"
    with (folder / "corpus.jsonl").open("w", encoding="utf-8") as corpus:
        for page in sorted(wiki.rglob("*.md")):
            name = page.relative_to(wiki).with_suffix("").as_posix()
            text = page.read_text(encoding="utf-8")
            corpus.write(json.dumps({"id": name, "title": name, "text": text}) + "\n")
    return folder


def test_one_stream_is_one_row(cli, judged):
    measured = cli("eval", judged, "--streams", "fts", "--json")

    assert measured.code == 0
    assert list(measured.json) == [
        "schema_version", "set", "questions", "documents", "notes", "streams_off", "results",
        "failures",
    ]  # fmt: skip
    assert (measured.json["set"], measured.json["documents"]) == ("judged", 56)
    assert list(measured.json["results"]) == ["fts"]
    assert list(measured.json["results"]["fts"]) == METRICS
    assert measured.json["results"]["fts"]["nDCG@10"] > 0.5


def test_several_streams_are_a_row_each_and_their_fusion(cli, judged):
    measured = cli("eval", judged, "--streams", "fts,entity", "--mode", "classic", "--json").json

    assert list(measured["results"]) == ["fts", "entity", "classic"]


def test_all_streams_that_can_are_measured_and_the_others_say_why_not(cli, judged):
    measured = cli("eval", judged, "--json").json

    assert list(measured["results"])[:3] == ["fts", "entity", "graph"]
    assert measured["streams_off"] == {"vector": "embedding_provider is none"}


def test_the_table_has_a_column_a_metric(cli, judged):
    told = cli("eval", judged, "--streams", "fts", "--no-embed")

    head, row, *_ = told.out.splitlines()
    assert head.split() == [*METRICS[:5], "p50", "ms", "p95", "ms"]
    assert row.split()[0] == "fts"
    assert len(row.split()) == 8
    assert "questions over 56 pages" in told.err


def test_knobs_change_what_is_measured(cli, judged):
    plain = cli("eval", judged, "--streams", "fts", "--json").json["results"]["fts"]
    odd = cli("eval", judged, "--streams", "fts", "--title-boost", 0, "--json").json["results"][
        "fts"
    ]

    assert plain["nDCG@10"] != odd["nDCG@10"]


def test_evaluating_leaves_no_index_behind(cli, judged, tmp_path):
    cli("eval", judged, "--streams", "fts")

    assert not (tmp_path / "home/index.db").exists()


@pytest.mark.parametrize("missing", ["corpus.jsonl", "queries.jsonl", "qrels.tsv"])
def test_a_set_that_lacks_a_file_names_it(cli, judged, missing):
    (judged / missing).unlink()

    wrong = cli("eval", judged)

    assert wrong.code == 2
    assert missing in wrong.err
    assert "corpus.jsonl, queries.jsonl and qrels.tsv" in wrong.err


def test_a_broken_line_is_named(cli, judged):
    with (judged / "queries.jsonl").open("a", encoding="utf-8") as queries:
        queries.write("{broken\n")

    wrong = cli("eval", judged)

    assert wrong.code == 2
    assert "queries.jsonl, line " in wrong.err


def test_no_stream_left_is_a_usage_error(cli, judged):
    assert cli("eval", judged, "--streams", "vector").code == 2
