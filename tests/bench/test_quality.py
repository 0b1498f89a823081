"""`bench/quality` on small judged sets."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

QUALITY = Path(__file__).parents[2] / "bench/quality.py"
ANIMALS = ("otter", "cat", "dog", "owl", "eel", "bee")


@pytest.fixture
def sets(tmp_path):
    """Two sets alike but for their names; half of the questions have a kind."""
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        pages = [
            {"id": f"d{at}", "title": f"About {animal}s", "text": f"The {animal} sleeps."}
            for at, animal in enumerate(ANIMALS)
        ]
        asked = [
            {"id": f"q{at}", "text": f"where is the {animal}", "kind": "where" if at % 2 else ""}
            for at, animal in enumerate(ANIMALS)
        ]
        for file, records in (("corpus.jsonl", pages), ("queries.jsonl", asked)):
            (folder / file).write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
        rows = "".join(f"q{at}\td{at}\t1\n" for at in range(len(ANIMALS)))
        (folder / "qrels.tsv").write_text("q\td\tr\n" + rows, encoding="utf-8")
    return [str(tmp_path / "one"), str(tmp_path / "two")]


def measured(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(QUALITY), "--no-embed", *arguments],
        capture_output=True, encoding="utf-8", timeout=120, check=True,
    )  # fmt: skip


def test_the_tables_show_every_stream_the_held_out_setting_and_the_tests(sets, tmp_path):
    file = tmp_path / "figures.json"
    done = measured(*sets, "--json", str(file))

    heads = [row for row in done.stdout.splitlines() if row.startswith(("| set", "| kind"))]
    assert heads == [
        "| set (nDCG@10) | documents | questions | fts | entity | graph | classic | adaptive "
        "| held-out | p to classic | p to best stream |",
        "| set (adaptive) | R@10 | all within 5 | p50 ms | p95 ms "
        "| embedding p50 | embedding p95 | unanswerable AUROC |",
        "| kind (nDCG@10) | questions | fts | entity | graph | classic | adaptive |",
    ]
    # Words find every page; "otters" is no name of an otter, and nothing is linked. Where
    # two rankings are alike, p is 1.
    found = "1.000 | 0.000 | 0.000 | 1.000 | 1.000"
    assert f"| one | 6 | 6 | {found} | 1.000 | 1.000 | 1.000 (fts) |" in done.stdout
    assert "Held-out, one: default" in done.stdout
    assert f"| one, where | 3 | {found} |" in done.stdout
    assert "one: asking (title_boost = 2.4): 6" in done.stderr
    figures = json.loads(file.read_text(encoding="utf-8"))["sets"]
    assert figures["two"]["held_out"] == {"setting": "default", "nDCG@10": 1.0}
    assert figures["two"]["all_within_5"] == 1


def test_without_the_sweep_there_is_no_held_out_setting(sets):
    done = measured(*sets, "--no-fit")

    assert "| one | 6 | 6 | 1.000 | 0.000 | 0.000 | 1.000 | 1.000 | – |" in done.stdout
    assert "title_boost" not in done.stderr
