"""`ai-memory eval` on a person's own wiki."""

import json

import pytest


def test_without_questions_the_wiki_is_asked_its_own(cli, indexed):
    told = cli("eval")

    head, *rows = told.out.splitlines()[:5]
    assert head.split()[:2] == ["nDCG@10", "Recall@5"]
    assert [row.split()[0] for row in rows[:4]] == ["fts", "entity", "graph", "adaptive"]
    assert "Worst answered (adaptive):" in told.out
    assert "wiki: " in told.err
    assert "32 labels of links, 147 headings" in told.err
    assert "flatter" in told.err
    assert "Did not run: vector: embedding_provider is none" in told.err


def test_questions_of_a_file_are_asked_and_the_worst_is_named(cli, indexed, tmp_path):
    file = tmp_path / "questions.tsv"
    file.write_text(
        "database is locked\tgotchas/sqlite-database-is-locked.md\n"
        "database is locked!\tpeople/team.md\n",
        encoding="utf-8",
    )
    told = cli("eval", "--questions", file, "--streams", "fts", "--json")

    assert told.json["questions"] == 2
    assert told.json["notes"] == []
    assert told.json["results"]["fts"]["MRR@10"] == pytest.approx(0.5)
    assert told.json["failures"] == [
        {
            "question": "database is locked!",
            "pages": ["people/team.md"],
            "rank": None,
            "first": "gotchas/sqlite-database-is-locked.md",
        }
    ]


def test_the_questions_are_saved_to_be_corrected_and_can_be_asked(cli, indexed, tmp_path):
    file = tmp_path / "mine.jsonl"
    first = cli("eval", "--save", file, "--streams", "fts", "--json")
    again = cli("eval", "--questions", file, "--streams", "fts", "--json")

    records = [json.loads(each) for each in file.read_text(encoding="utf-8").splitlines()]
    assert len(records) == first.json["questions"] == again.json["questions"] == 179
    assert first.json["results"]["fts"]["nDCG@10"] == again.json["results"]["fts"]["nDCG@10"]
    kept = cli("eval", "--save", file)
    assert (kept.code, "is there already" in kept.err) == (2, True)


def test_a_page_that_is_not_there_is_named_with_its_line_and_the_nearest(cli, indexed, tmp_path):
    file = tmp_path / "questions.jsonl"
    file.write_text('{"question": "a", "pages": ["Reset a projekt"]}\n', encoding="utf-8")
    wrong = cli("eval", "--questions", file)

    assert wrong.code == 2
    assert "questions.jsonl, line 1: no page is called 'Reset a projekt'" in wrong.err
    assert "Did you mean 'procedures/reset-a-project.md'?" in wrong.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("folder", "--project", "wiki"),
        ("folder", "--save", "x"),
        ("--questions", "x", "--save", "y"),
    ],
)
def test_what_excludes_each_other_is_a_usage_error(cli, indexed, arguments):
    assert cli("eval", *arguments).code == 2


def test_outside_a_project_the_way_to_one_is_named(cli):
    wrong = cli("eval")

    assert wrong.code == 3
    assert "ai-memory init" in wrong.err


def test_a_wiki_that_asks_nothing_says_how_to_ask_it(cli, wiki):
    for page in wiki.rglob("*.md"):
        page.unlink()
    (wiki / "a.md").write_text("# A\n\n[[a|A]]\n", encoding="utf-8")
    cli("init", wiki)
    wrong = cli("eval")

    assert wrong.code == 2
    assert "No question can be made" in wrong.err
    assert "--questions" in wrong.err
