"""Whatever is typed is data: each way of writing a word finds the page that has it."""

import pytest

FILLER = {
    f"filler/{number}.md": f"# Filler {number}\nNothing in particular, page {number} of many.\n"
    for number in range(5)
}
PAGES = FILLER | {
    "hyphens.md": "# Hyphens\nThe tier1-test suite covers unicode input.\n",
    "suite.md": "# Suites\nA test of the second tier.\n",
    "park.md": "# Green places\nWe met in the park.\n",
    "laurel.md": "# Shrubs\nLaurels grow beside the gate.\n",
    "adr.md": "# Mirrors\nADR-086 says that each workspace keeps a mirror.\n",
    "date.md": "# Release\nShipped on 2026-12-15 at noon.\n",
    "apostrophe.md": "# Helpers\nDon't use agents here, it's the manager’s call.\n",
    "bench.md": "# Numbers\nThe slowest was BENCH-100821 by far.\n",
    "cloud.md": "# Deployment\nThe cluster is uteke-cloud-dev.\n",
    "uuid.md": "# Groups\nThe group f2c59d63-7a04-4b43-9d0e-3a1f0c5b7c11 is hers.\n",
    "snake.md": "# Files\nCall `atomic_write_json` to save.\n",
    "other-json.md": "# Formats\nWe write JSON.\n",
    "camel.md": "# Parsing\nCall `parseHeaderMap` before `checkoutBranchNow`.\n",
    "pool.md": "# Pools\n`poolDayData` holds the figures.\n",
    "pool-snake.md": "# Liquidity\n`liquidity_pool_day` holds the sums.\n",
    "grid.md": "# Views\nUse LazyVGrid for the columns.\n",
    "version.md": "# Upgrades\nMoved from 1.0.21 to 2026.4.10 last week.\n",
    "version-near.md": "# Upgrades too\n21 fixes, 1 of them in 0 hours; 4 in 2026, 10 now.\n",
    "accents.md": "# Sweets\nThe café in Malmö serves crème brûlée.\n",
    "sharp.md": "# Languages\nWritten in C++ and C#, some in F#.\n",
    "letters.md": "# Letters\nThe plans are called X and Y.\n",
    "rocket.md": "# Launch\nReady 🚀 to go.\n",
    "path.md": "# Where\nThe code is in src/ai_memory/reader.py, in the house.\n",
}


@pytest.fixture(scope="module")
def pages(shared_wiki):
    shared_wiki.write(PAGES)
    return shared_wiki


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("tier1-test AND unicode", "hyphens.md"),
        ("tier1-test OR unicode", "hyphens.md"),
        ("unicode NOT second-tier", "hyphens.md"),
        ("park.", "park.md"),
        ("park?!", "park.md"),
        ("(park)", "park.md"),
        ("'park'", "park.md"),
        ("“park”", "park.md"),
        ("laur*", "laurel.md"),
        ("Laur* gate", "laurel.md"),
        ("ADR-086 workspace mirror", "adr.md"),
        ("ADR-086", "adr.md"),
        ("2026-12-15", "date.md"),
        ("don't use agents", "apostrophe.md"),
        ("don’t use agents", "apostrophe.md"),
        ("the manager's call", "apostrophe.md"),
        ("manager’s", "apostrophe.md"),
        ("who's the manager", "apostrophe.md"),
        ("BENCH-100821", "bench.md"),
        ("bench-100821", "bench.md"),
        ("uteke-cloud-dev", "cloud.md"),
        ("f2c59d63-7a04-4b43-9d0e-3a1f0c5b7c11", "uuid.md"),
        ("atomic_write_json", "snake.md"),
        ("atomic write json", "snake.md"),
        ("atomicWriteJson", "snake.md"),
        ("parse header map", "camel.md"),
        ("parseHeaderMap", "camel.md"),
        ("parse_header_map", "camel.md"),
        ("checkout", "camel.md"),
        ("grid", "grid.md"),
        ("lazyvgrid", "grid.md"),
        ("1.0.21", "version.md"),
        ("2026.4.10", "version.md"),
        ("cafe Malmo", "accents.md"),
        ("creme brulee", "accents.md"),
        ("CRÈME BRÛLÉE", "accents.md"),
        ("C++", "sharp.md"),
        ("c#", "sharp.md"),
        ("x", "letters.md"),
        ("🚀", "rocket.md"),
        ("src/ai_memory/reader.py", "path.md"),
        ("ai_memory/reader", "path.md"),
        ("(laur* AND", "laurel.md"),
        ('"met in the park', "park.md"),
    ],
)
def test_the_page_that_has_it_comes_first(pages, typed, wanted):
    assert pages.paths(typed)[0] == wanted


@pytest.mark.parametrize(
    "typed", ["-", "/", "+", "?", ".", '"', "*", "(", ")", "^", "''", "\0", ":"]
)
def test_a_lone_sign_is_no_word_and_no_error(pages, typed):
    answer = pages.search(typed)
    assert answer.hits == ()
    assert answer.notes == ("The question has no word to search for",)


def test_a_word_beside_lone_signs_is_found(pages):
    assert pages.paths("? - laurels / + * .") == ["laurel.md"]


@pytest.mark.parametrize("typed", ["pool day data", "poolDayData", "pool_day_data"])
def test_snake_and_camel_case_have_the_same_reach(pages, typed):
    assert pages.paths(typed) == ["pool.md", "pool-snake.md"]


def test_an_identifier_reaches_whole_spellings_before_pages_with_some_parts(pages):
    found = pages.paths("atomic_write_json")
    assert found[0] == "snake.md"
    assert "other-json.md" in found


def test_a_version_is_not_taken_apart_into_its_numbers(pages):
    assert pages.paths("1.0.21") == ["version.md"]


def test_a_hyphen_inside_a_word_excludes_nothing(pages):
    [hit] = pages.search("uteke-cloud").hits
    assert hit.page_path == "cloud.md"


def test_words_are_joined_by_or_so_one_that_is_nowhere_does_no_harm(pages):
    assert pages.paths("laurels zzyzx")[0] == "laurel.md"


def test_a_camel_case_name_is_found_where_it_is_written_as_one_word(wiki):
    wiki.write({"one.md": "# A\nThe lazyvgrid is slow.\n", "two.md": "# B\nNothing.\n"})
    assert wiki.paths("LazyVGrid") == ["one.md"]


def test_stop_words_do_not_vote_beside_other_words(wiki):
    wiki.write({"a.md": "# Reset\nReset it.\n", "b.md": "# Why\nHow to do a thing, how to, how.\n"})
    assert wiki.paths("how to reset") == ["a.md"]


def test_stop_words_vote_when_there_is_nothing_else(wiki):
    wiki.write({"a.md": "# Song\nTo be or not to be.\n", "b.md": "# Other\nNothing.\n"})
    assert wiki.paths("to be or not to be") == ["a.md"]


def test_a_tag_made_of_stop_words_boosts_no_question_that_begins_so(wiki):
    wiki.write(
        {
            "a.md": "---\ntags: [how-to]\n---\n# Other\nReset nothing here, only paint the wall.\n",
            "b.md": "# Project\nReset the project: reset it.\n",
        }
    )
    answer = wiki.search("how to reset", explain=True)
    assert [hit.page_path for hit in answer.hits] == ["b.md", "a.md"]
    fts = answer.hits[1].explain.contributions[0]
    assert (fts.stream, fts.factors) == ("fts", ())
