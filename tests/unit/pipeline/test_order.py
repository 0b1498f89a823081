"""An order depends on the pages and the question, and on nothing else."""

import pytest

from ai_memory.config import RetrievalTuning

TWINS = {f"t{at:02}.md": f"# Twin {at:02}\nThe same otter text.\n" for at in range(40)}
LINKED = TWINS | {
    f"l{at:02}.md": f"# Link {at:02}\nSee [[t{at % 7:02}]] and [[t{at % 5:02}]] and [[hub]].\n"
    for at in range(20)
}
LINKED["hub.md"] = "# Hub\n" + " ".join(f"[[t{at:02}]]" for at in range(40))
QUESTIONS = ["otter", "the same text", "otter twin", "see twin 03", "link otter"]


def test_twins_come_in_order_of_path(wiki):
    wiki.write(TWINS)
    assert wiki.paths("otter", 40) == sorted(TWINS)


@pytest.mark.parametrize("typed", QUESTIONS)
def test_a_limit_cuts_the_list_and_changes_nothing_else(wiki, topics, typed):
    wiki.write(LINKED)
    wiki.embed(topics(["otter", "twin", "link"]))
    whole = wiki.search(typed, 500, explain=True).hits
    assert len(whole) > 20
    for limit in (1, 2, 7, 20):
        assert wiki.search(typed, limit, explain=True).hits == whole[:limit]


def test_the_order_in_which_pages_were_indexed_makes_no_difference(wiki):
    paths = sorted(LINKED)
    for project, order in (
        ("one", paths),
        ("two", paths[::-1]),
        ("three", paths[1::2] + paths[::2]),
    ):
        for path in order:
            file = wiki.folder / project / path
            file.parent.mkdir(exist_ok=True)
            file.write_text(LINKED[path], encoding="utf-8")
            wiki.write({}, project) if path == order[len(order) // 2] else None
        wiki.write({}, project)
    for typed in QUESTIONS:
        answers = [
            [(hit.page_path, hit.score, hit.snippet, hit.explain) for hit in
             wiki.search(typed, 500, project, explain=True).hits]
            for project in ("one", "two", "three")
        ]  # fmt: skip
        assert answers[0] == answers[1] == answers[2]


def test_twins_at_the_cut_of_a_stream_are_taken_in_order_of_path(wiki):
    # More than a stream ranks, and the first by path are the last to be indexed.
    pages = {f"{at:04}.md": "# P\nThe same otter.\n" for at in range(520)}
    wiki.write(dict(list(pages.items())[260:]))
    wiki.write(pages)
    assert wiki.paths("otter", 500, tuning=RetrievalTuning(streams=("fts",))) == sorted(pages)[:500]


def test_a_title_with_every_word_is_found_behind_all_that_the_streams_rank(wiki):
    pages = {f"{at:04}.md": "# P\nOtter dam. Otter dam.\n" for at in range(520)}
    pages["z.md"] = "# The dams of an otter\n" + "Much else is said here at length. " * 400
    wiki.write(pages)
    hit = wiki.search("otter dam", tuning=RetrievalTuning(streams=("fts",)), explain=True).hits[0]
    assert (hit.page_path, hit.explain.tier) == ("z.md", "title")
