"""The wiki that ships with the project answers the questions that come with it."""

import csv
import json
from pathlib import Path

import pytest

from ai_memory import Memory

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def memory(tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
    with Memory(home, environment={}, flags={"llm": {"embedding_provider": "none"}}) as memory:
        memory.init(EXAMPLES / "wiki", "example")
        memory.sync("example")
        yield memory


def questions() -> dict[str, str]:
    """Return question → path of the one page that answers it best."""
    with (EXAMPLES / "judged/qrels.tsv").open(encoding="utf-8") as file:
        rows = csv.DictReader(file, delimiter="\t")
        best = {row["qid"]: f"{row['docid']}.md" for row in rows if row["rel"] == "2"}
    lines = (EXAMPLES / "judged/queries.jsonl").read_text(encoding="utf-8").splitlines()
    return {each["text"]: best[each["id"]] for each in map(json.loads, lines)}


def rank_of_best(memory: Memory, question: str, path: str) -> int:
    hits = memory.search(question, "example").hits
    return [hit.page_path for hit in hits].index(path) + 1


def test_resetting_a_project_has_a_true_answer(memory):
    (hit,) = memory.search("how to reset a project", "example", limit=1).hits

    assert hit.page_path == "procedures/reset-a-project.md"
    assert hit.kind == "procedure"
    assert "«reset»" in hit.snippet


def test_words_names_and_links_put_the_best_page_first_or_second(memory):
    asked = questions()
    ranks = {question: rank_of_best(memory, question, path) for question, path in asked.items()}

    assert len(ranks) == 30
    assert max(ranks.values()) <= 2
    assert sum(rank == 1 for rank in ranks.values()) >= 29


def test_every_link_of_the_example_leads_somewhere_but_the_two_left_open(memory):
    dangling = [each for each in memory.doctor() if each.code == "dangling-link"]

    assert [each.path for each in dangling] == ["notes/someday.md"] * 2
    assert [each for each in memory.doctor() if each.severity == "error"] == []
