"""A page's name, typed whole, brings that page first, whatever else matches."""

import json

import pytest

from ai_memory.model import Filters

ODD_TITLES = [
    "kind: of blue", "kind:of blue", "tag:nothing here", "path:nowhere", "title:nothing",
    "before:2020-01-01", "C++", "C", "c#", "NOT a title", '"Quoted"', 'A "quoted" word', "AND",
    "OR", "NOT", "a AND b", "The", "What is it", "to be or not to be", "🚀", "🚀 launch", "👩‍💻",
    "❤️", "Run with -x", "-x", "--force", "+1", "+must", "star*", "*", "???", "...", "-", "—",
    "50 % off", "a/b testing", "and/or", "/etc/hosts", "README.md", ".md", "日本", "日本の首都",
    "重跑gen-itgc后", "Straße", "İstanbul", "naïve café", "1.0.21", "2026-12-15", "{{ template }}",
    "<b>bold</b>", "$HOME", "100%", "it's", "it’s", "NEAR(a b)", "title : x", "^caret", "a\\b",
    "Robert'); DROP TABLE pages;--", "An uncommonly long title of a page that goes on and on, "
    "so long that it would pass for -writing if it were \"read\" as a question of its own kind",
]  # fmt: skip


def page(title, body="Some text.", head=""):
    return f"---\ntitle: {json.dumps(title, ensure_ascii=False)}\n{head}---\n{body}\n"


@pytest.fixture(scope="module")
def odd(shared_wiki):
    pages = {f"p{at:02}.md": page(title) for at, title in enumerate(ODD_TITLES)}
    # One page that repeats all of them, and so beats each by its text.
    pages["all.md"] = page("Everything", "\n\n".join(ODD_TITLES * 3))
    shared_wiki.write(pages)
    return shared_wiki


@pytest.mark.parametrize("at", range(len(ODD_TITLES)), ids=map(repr, ODD_TITLES))
def test_a_title_is_found_by_itself_however_much_it_looks_like_syntax(odd, at):
    hit = odd.search(ODD_TITLES[at], explain=True).hits[0]
    assert (hit.page_path, hit.explain.tier, hit.score) == (f"p{at:02}.md", "exact name", 1.0)


@pytest.mark.parametrize("at", range(len(ODD_TITLES)), ids=map(repr, ODD_TITLES))
def test_white_space_around_and_within_a_title_does_not_count(odd, at):
    typed = "  " + "\t ".join(ODD_TITLES[at].split(" ")) + "\n"
    assert odd.paths(typed)[0] == f"p{at:02}.md"


def test_each_of_two_hundred_titles_that_share_words_comes_first(wiki):
    titles = ["Audit API", *(f"Audit API {number}" for number in range(2, 201))]
    wiki.write({
        f"{number:03}.md": page(title, "The audit API: audit API. " * (1 + number % 7))
        for number, title in enumerate(titles, start=1)
    })  # fmt: skip
    with wiki.pool.reader() as reader:
        for number, title in enumerate(titles, start=1):
            for typed in (title, title.upper()):
                hit = reader.search("wiki", typed, 1, explain=True).hits[0]
                assert (hit.page_path, hit.explain.tier) == (f"{number:03}.md", "exact name")


@pytest.mark.parametrize(
    "typed",
    ["Ground rules", "GROUND RULES", "house law", "team/Conduct Code.md", "team/conduct code",
     "conduct code", "Conduct Code.md", "code/team/conduct code", "/team/conduct code", "RULE-7",
     "perma/rule"],
)  # fmt: skip
def test_a_title_alias_path_ending_of_a_path_stem_or_id_is_a_name(wiki, typed):
    repeats = "Ground rules, house law, conduct code, rule-7, team code perma rule. " * 9
    wiki.write({
        "code/team/Conduct Code.md": page(
            "Ground rules", "Be kind.", "aliases: [House Law]\nid: RULE-7\npermalink: perma/rule\n"
        ),
        "a.md": page("Repeats", repeats),
    })  # fmt: skip
    hit = wiki.search(typed, explain=True).hits[0]
    assert (hit.page_path, hit.explain.tier) == ("code/team/Conduct Code.md", "exact name")


def test_pages_of_the_same_name_all_come_first_in_order_of_path(wiki):
    wiki.write({"b/x.md": page("Same"), "a/x.md": page("Same"), "0.md": page("O", "same " * 9)})
    hits = wiki.search("same", explain=True).hits
    assert [(hit.page_path, hit.explain.tier) for hit in hits] == [
        ("a/x.md", "exact name"), ("b/x.md", "exact name"), ("0.md", "score"),
    ]  # fmt: skip


def test_a_flag_still_bars_a_page_called_so(wiki):
    wiki.write({"a.md": page("Same"), "rules/b.md": page("Same thing")})
    assert wiki.paths("same", filters=Filters(kinds=("rule",))) == ["rules/b.md"]
    assert wiki.paths("???", filters=Filters(kinds=("rule",))) == ["rules/b.md"]


def test_scores_never_rise_down_the_list(odd):
    for typed in ("title word of a page", "AND", "C", "quoted text"):
        scores = [hit.score for hit in odd.search(typed).hits]
        assert scores == sorted(scores, reverse=True)
        assert all(0 <= score <= 1 for score in scores)
