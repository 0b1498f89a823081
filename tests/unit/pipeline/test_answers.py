"""What an answer says of each hit: the passage, the reasons, the freshness."""

import math

import pytest

from ai_memory.config import RetrievalTuning

PAGES = {
    "a.md": "---\ntags: [Birds]\nupdated: 2026-01-02\n---\n# Otters\n\n## Food\nOtters eat fish.\n"
            "\n## Home\n\nAn otter's home is a holt.\nIt is warm.\n",
    "b.md": "# Links\nSee [[Otters]].\n",
    "empty.md": "",
    "only.md": "# Only a heading about ferrets",
}  # fmt: skip


def test_a_hit_quotes_the_section_that_answers_with_its_lines(wiki):
    wiki.write(PAGES)
    hit = wiki.search("home of otters").hits[0]
    assert (hit.page_path, hit.title, hit.kind, hit.project) == ("a.md", "Otters", "fact", "wiki")
    assert (hit.heading, hit.lines) == ("Otters > Home", (10, 13))
    assert hit.snippet == "An «otter»'s «home» is a holt. It is warm."
    assert (hit.tags, hit.updated, hit.stale, hit.explain) == (("birds",), "2026-01-02", "", None)


def test_pages_without_text_are_found_by_their_names(wiki):
    wiki.write(PAGES)
    hit = wiki.search("empty").hits[0]
    assert (hit.page_path, hit.snippet, hit.heading, hit.lines) == ("empty.md", "", "", (1, 1))
    hit = wiki.search("ferrets").hits[0]
    assert (hit.page_path, hit.snippet) == ("only.md", "Only a heading about «ferrets»")


def test_the_reasons_name_words_entities_and_links(wiki):
    wiki.write(PAGES)
    hits = {hit.page_path: hit for hit in wiki.search("otters holt", explain=True).hits}
    why = {each.stream: each.why for each in hits["a.md"].explain.contributions}
    assert why == {
        "fts": "words: otter, holt (100% of what was asked)",
        "entity": "Otters; named whole: otters",
        "graph": "linked with Links",
    }
    why = {each.stream: each.why for each in hits["b.md"].explain.contributions}
    # Of four pages two have otters and one a holt: ln(1 + 2.5/2.5) and ln(1 + 3.5/1.5).
    has = math.log(2) / (math.log(2) + math.log(10 / 3))
    assert why == {
        "fts": f"words: Otters ({has:.0%} of what was asked)",
        "graph": "linked with Otters",
    }
    shares = [each.share for each in hits["a.md"].explain.contributions]
    assert sum(shares) == pytest.approx(1)


def test_a_page_found_by_its_metadata_says_so(wiki):
    wiki.write({"a.md": "---\nowner: Quokka\n---\n# P\nText.\n"})
    tuning = RetrievalTuning(streams=("fts",))
    [hit] = wiki.search("quokka", tuning=tuning, explain=True).hits
    assert hit.explain.contributions[0].why == (
        "words in its title or metadata (100% of what was asked)"
    )


def test_a_file_that_changed_since_or_went_is_said_to_be_stale(wiki):
    wiki.write(PAGES)
    (wiki.folder / "wiki" / "a.md").write_text(
        "# Otters\nMuch longer than before.\n" * 9, encoding="utf-8"
    )
    (wiki.folder / "wiki" / "b.md").unlink()
    stale = {hit.page_path: hit.stale for hit in wiki.search("otters").hits}
    assert stale["a.md"]
    assert stale["b.md"]
    assert stale["a.md"] != stale["b.md"]
