"""`ai-memory tune`: when it writes, what it writes, and when it does not."""

import json
import math
from pathlib import Path

import pytest

from ai_memory.memory import Memory

EXAMPLES = Path(__file__).parents[2] / "examples"
TOPICS = [first + second for first in ("mo", "li", "ra", "tu", "ke") for second in "npsv"]
SETTINGS = "# Mine, and kept.\n[index]\nexclude = []  # nothing\n"


@pytest.fixture
def titled(cli, tmp_path, monkeypatch) -> Path:
    """A wiki whose titles say what a page is about, and whose texts mislead.

    Each topic has a page that is titled with it, and one that names it twice in its text.
    By words alone, as the person's own settings have it, the former comes first with weight
    4.8 on titles or more, and second with less.
    """
    (tmp_path / "home").mkdir()
    words_alone = '[retrieval]\nstreams = ["fts"]\n'
    (tmp_path / "home/ai-memory.toml").write_text(words_alone, encoding="utf-8")
    folder = tmp_path / "titled"
    folder.mkdir()
    for topic in TOPICS:
        titled = f"---\ntitle: {topic} record\n---\nnothing here is about the matter at hand\n"
        misleading = f"---\ntitle: Leaf\n---\n{topic} {topic} quark\n"
        (folder / f"{topic}1.md").write_text(titled, encoding="utf-8")
        (folder / f"{topic}2.md").write_text(misleading, encoding="utf-8")
    monkeypatch.chdir(folder)
    assert cli("init", folder, "--name", "titled").code == 0
    return folder


@pytest.fixture
def questions(tmp_path) -> Path:
    """A question about each topic; one more word, so that no title holds them all."""
    file = tmp_path / "questions.jsonl"
    lines = [{"question": f"quark {topic}", "pages": [f"{topic}1.md"]} for topic in TOPICS]
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return file


def test_what_helps_is_written_and_all_else_kept(cli, titled, questions):
    (titled / "ai-memory.toml").write_text(SETTINGS, encoding="utf-8")
    before = {page.name: page.read_bytes() for page in titled.glob("*.md")}
    told = cli("tune", "--questions", questions, "--json")

    assert told.code == 0, told.err
    assert told.json["questions"] == 20
    # Second place is worth 1 / log2(3), for each of the questions alike.
    assert told.json["before"] == pytest.approx(1 / math.log2(3))
    assert told.json["held_out"] == 1
    assert told.json["p"] < 0.001
    assert told.json["written"]
    assert told.json["changes"] == {"title_boost": {"before": 1.2, "fitted": 4.8}}
    written = (titled / "ai-memory.toml").read_text(encoding="utf-8")
    assert written == SETTINGS + "\n[retrieval]\ntitle_boost = 4.8\n"
    assert {page.name: page.read_bytes() for page in titled.glob("*.md")} == before
    shown = cli("config", "show", "--json").json["settings"]
    found = next(each for each in shown if each["key"] == "retrieval.title_boost")
    assert found["value"] == 4.8


def test_the_change_is_shown_with_the_way_back(cli, titled, questions):
    told = cli("tune", "--questions", questions)

    assert "title_boost: 1.2 -> 4.8\n" in told.out
    assert "+[retrieval]\n" in told.out
    assert "The knobs were written." in told.out
    assert f"To undo: delete {titled / 'ai-memory.toml'}" in told.err


def test_what_was_fitted_is_not_fitted_again(cli, titled, questions):
    cli("tune", "--questions", questions)
    written = (titled / "ai-memory.toml").read_bytes()
    again = cli("tune", "--questions", questions, "--json")

    assert not again.json["written"]
    assert (titled / "ai-memory.toml").read_bytes() == written


def test_a_dry_run_shows_the_same_and_writes_nothing(cli, titled, questions):
    told = cli("tune", "--questions", questions, "--dry-run")

    assert "+title_boost = 4.8\n" in told.out
    assert "Nothing was changed: this was a dry run." in told.out
    assert not (titled / "ai-memory.toml").exists()


def test_without_a_significant_gain_nothing_is_written(cli, wiki, tmp_path):
    cli("init", wiki, "--no-embed")
    told = cli("tune", "--questions", of_the_example(tmp_path), "--folds", 3, "--json").json

    assert told["questions"] == 30
    assert not told["written"]
    assert told["p"] >= 0.05 or told["held_out"] <= told["before"]
    assert told["verdict"].startswith("Nothing was changed: no gain")
    assert told["diff"] == ""
    assert not (wiki / "ai-memory.toml").exists()


def of_the_example(folder: Path) -> Path:
    """Write the questions that come with the example wiki as a table."""
    lines = (EXAMPLES / "judged/queries.jsonl").read_text(encoding="utf-8").splitlines()
    asked = {each["id"]: each["text"] for each in map(json.loads, lines)}
    rows = (EXAMPLES / "judged/qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]
    pairs = [row.split("\t")[:2] for row in rows]
    file = folder / "example.tsv"
    table = "".join(f"{asked[question]}\t{page}.md\n" for question, page in pairs)
    file.write_text(table, encoding="utf-8")
    return file


def test_a_knob_that_the_environment_sets_is_left_alone(cli, titled, questions, monkeypatch):
    monkeypatch.setenv("AI_MEMORY_RETRIEVAL__TITLE_BOOST", "1.0")
    told = cli("tune", "--questions", questions, "--dry-run", "--json").json

    assert "title_boost" not in told["changes"]
    assert any(note.startswith("title_boost was left alone") for note in told["notes"])


def test_too_few_questions_are_refused(cli, titled, questions):
    lines = questions.read_text(encoding="utf-8").splitlines(keepends=True)
    questions.write_text("".join(lines[:19]), encoding="utf-8")
    wrong = cli("tune", "--questions", questions)

    assert wrong.code == 2
    assert "19 questions are too few" in wrong.err


@pytest.mark.parametrize("folds", ["1", "0", "-1", "21"])
def test_folds_that_cannot_be_are_refused(cli, titled, questions, folds):
    wrong = cli("tune", "--questions", questions, "--folds", folds)

    assert wrong.code == 2
    assert f"folds = {folds}" in wrong.err


def test_a_symbolic_link_in_the_place_of_the_settings_is_refused(cli, titled, questions, tmp_path):
    target = tmp_path / "target.toml"
    target.write_text("", encoding="utf-8")
    (titled / "ai-memory.toml").symlink_to(target)
    wrong = cli("tune", "--questions", questions)

    assert wrong.code == 2
    assert "symbolic link" in wrong.err
    assert target.read_bytes() == b""


def test_an_interrupted_run_changes_nothing(cli, titled, questions, tmp_path):
    def interrupt(phase: str, done: int, total: int) -> None:
        if phase == "asking (setting 5)":
            raise KeyboardInterrupt

    with Memory(tmp_path / "home") as memory, pytest.raises(KeyboardInterrupt):
        memory.tune("titled", questions, progress=interrupt)

    assert not (titled / "ai-memory.toml").exists()
    assert cli("tune", "--questions", questions, "--dry-run").code == 0
