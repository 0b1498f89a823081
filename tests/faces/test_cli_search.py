"""`ai-memory search` on the example wiki."""

import json
import re

import pytest

HIT_KEYS = [
    "rank", "project", "page_path", "title", "kind", "score", "snippet", "heading", "lines",
    "tags", "updated",
]  # fmt: skip


def _paths(found):
    return [hit["page_path"] for hit in found.json["hits"]]


def test_the_question_of_the_readme_is_answered(indexed, cli):
    found = cli("search", "how to reset a project", "-n", 3)

    assert found.code == 0
    assert found.err == ""
    lines = found.out.splitlines()
    assert lines[0] == " 1. Reset a project"
    assert re.fullmatch(r"    procedures/reset-a-project\.md:\d+  procedure  [01]\.\d\d", lines[1])
    assert "«reset»" in found.out


def test_words_need_no_quotes(indexed, cli):
    quoted = cli("search", "sync conflicts between devices", "--json")
    bare = cli("search", "sync", "conflicts", "between", "devices", "--json")

    assert quoted.json == bare.json
    assert _paths(bare)[0] == "concepts/sync-conflicts.md"


def test_the_line_of_a_hit_is_where_its_section_begins(indexed, cli):
    hit = cli("search", "rehearse dry-run reset", "-n", 1, "--json").json["hits"][0]
    first, last = hit["lines"]

    lines = (indexed / hit["page_path"]).read_text(encoding="utf-8").split("\n")

    assert lines[first - 1].lstrip("# ") == hit["heading"].rsplit(" > ", 1)[-1]
    assert first <= last <= len(lines)


def test_the_json_is_as_documented_in_content_and_order(indexed, cli):
    found = cli("search", "reset a project", "--json").json

    assert list(found) == [
        "schema_version", "query", "mode", "projects", "streams_active", "streams_off",
        "relaxed", "notes", "confidence", "hits",
    ]  # fmt: skip
    assert found["schema_version"] == 1
    assert found["query"] == "reset a project"
    assert found["projects"] == ["wiki"]
    assert found["streams_off"] == {"vector": "embedding_provider is none"}
    assert {*found["streams_active"]} == {"fts", "entity", "graph"}
    assert all(list(hit) == HIT_KEYS for hit in found["hits"])
    assert [hit["rank"] for hit in found["hits"]] == [*range(1, len(found["hits"]) + 1)]
    scores = [hit["score"] for hit in found["hits"]]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)


def test_the_explanation_in_json_is_as_documented(indexed, cli):
    hit = cli("search", "reset a project", "--explain", "--json").json["hits"][0]

    assert list(hit) == [*HIT_KEYS, "explain"]
    assert list(hit["explain"]) == ["tier", "fused", "streams"]
    for given in hit["explain"]["streams"].values():
        assert list(given) == ["rank", "score", "share", "why", "factors"]
    shares = [given["share"] for given in hit["explain"]["streams"].values()]
    assert sum(shares) == pytest.approx(1, abs=0.001)


def test_jsonl_is_one_hit_a_line(indexed, cli):
    found = cli("search", "sync", "-n", 3, "--jsonl")

    hits = [json.loads(line) for line in found.out.splitlines()]

    assert hits == cli("search", "sync", "-n", 3, "--json").json["hits"]


def test_explain_says_what_decided_what_each_stream_gave_and_what_ran(indexed, cli):
    told = cli("search", "reset", "tag:sync", "--explain", "-n", 2).out

    assert re.search(r"^    placed by \w+: .*; fused 0\.\d{4}$", told, re.M)
    assert re.search(r"^      fts     rank 1 +gave +\d+%  words: ", told, re.M)
    assert re.search(r"^Streams that ran: fts, .*\(mode \w+\)$", told, re.M)
    assert "Did not run: vector: embedding_provider is none" in told


def test_explain_shows_the_factor_of_a_boost(indexed, cli):
    plain = cli("search", "sync", "--explain").out
    boosted = cli("search", "sync", "--explain", "--tag-boost", 3).out

    assert "×1.5" in plain
    assert "×3" in boosted


def test_the_limit_cuts_and_never_reorders(indexed, cli):
    assert (
        _paths(cli("search", "device", "-n", 3, "--json"))
        == _paths(cli("search", "device", "--json"))[:3]
    )


@pytest.mark.parametrize(
    ("flags", "holds"),
    [
        (("--kind", "rule"), lambda hit: hit["kind"] == "rule"),
        (("--kind", "Rules"), lambda hit: hit["kind"] == "rule"),
        (("--kind", "rule", "--kind", "gotcha"), lambda hit: hit["kind"] in ("rule", "gotcha")),
        (("--tag", "#Sync"), lambda hit: "sync" in hit["tags"]),
        (("--path", "./runbooks/"), lambda hit: hit["page_path"].startswith("runbooks/")),
        (("--since", "2026-08-01"), lambda hit: hit["updated"] >= "2026-08-01"),
        (("--until", "2026-03-31"), lambda hit: hit["updated"] <= "2026-03-31"),
    ],
)
def test_filters_hold_for_every_hit(indexed, cli, flags, holds):
    hits = cli("search", "sync", "device", "queue", *flags, "--json").json["hits"]

    assert hits
    assert all(map(holds, hits))


def test_streams_and_weights_choose_who_votes(indexed, cli):
    only = cli("search", "reset", "--streams", "fts,graph", "--json").json
    without = cli("search", "reset", "--weight", "entity=0", "--weight", "graph=0", "--json").json

    assert sorted(only["streams_active"]) == ["fts", "graph"]
    assert without["streams_active"] == ["fts"]


@pytest.mark.parametrize(
    "flags",
    [
        ("--tag-boost", 2),
        ("--kind-boost", 1.5),
        ("--title-boost", 9),
        ("--recency-decay", 0.9),
        ("--recency-decay", "none"),
        ("--abstract-vectors",),
        ("--no-abstract-vectors",),
        ("--rrf-k", 10),
        ("--mode", "classic"),
        ("--weight", "fts=2.5"),
    ],
)
def test_every_knob_is_taken(indexed, cli, flags):
    assert cli("search", "reset a project", *flags, "--json").json["hits"]


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (("--streams", "ftz"), "'fts'"),
        (("--streams", "nonsense"), "fts, entity, graph, vector"),
        (("--mode", "clasic"), "'classic'"),
        (("--weight", "fts"), "fts=1.5"),
        (("--weight", "word=2"), "fts, entity, graph, vector"),
        (("--tag-boost", "-1"), "tag_boost"),
        (("--tag-boost", "nan"), "tag_boost"),
        (("--recency-decay", "2"), "at most 1"),
        (("--recency-decay", "soon"), "a number"),
        (("--since", "yesterday"), "7d, 2w, 3m or 1y"),
        (("--since", "99999y"), "7d, 2w, 3m or 1y"),
        (("--limit", "0"), "1 to 500"),
        (("--limit", "501"), "1 to 500"),
        (("--limit", "many"), "integer"),
        (("-p", "wiki", "--all-projects"), "exclude each other"),
    ],
)
def test_a_flag_that_cannot_be_right_names_what_can(indexed, cli, flags, said):
    wrong = cli("search", "reset", *flags)

    assert wrong.code == 2
    assert wrong.out == ""
    assert said in wrong.err


def test_an_unknown_kind_names_the_kinds(indexed, cli):
    wrong = cli("search", "reset", "--kind", "foo")

    assert wrong.code == 2
    assert wrong.out == ""
    assert wrong.err.startswith(
        "error: No page is of kind 'foo'\n  → Kinds here: concept, decision"
    )


def test_nothing_found_is_no_error_and_says_what_to_try(indexed, cli):
    nothing = cli("search", "xylophoneqq")
    as_json = cli("search", "xylophoneqq", "--json")

    assert (nothing.code, nothing.out) == (0, "")
    assert "Nothing found for 'xylophoneqq' in wiki" in nothing.err
    assert "→" in nothing.err
    assert as_json.code == 0
    assert as_json.json["hits"] == []


def test_quiet_leaves_the_notes_out(indexed, cli):
    assert cli("search", "xylophoneqq", "-q").err == ""


def test_verbose_says_which_streams_ran(indexed, cli):
    assert "Streams that ran: fts" in cli("search", "reset", "-v").err


def test_what_was_relaxed_is_said_on_stderr(indexed, cli):
    told = cli("search", "reset AND xylophoneqq")

    assert told.err.startswith("Relaxed: ")
    assert "Reset a project" in told.out


def test_all_projects_are_searched_together_and_named(cli, wiki, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    (other / "reset.md").write_text("# Reset the coffee machine\n", encoding="utf-8")
    cli("init", wiki)
    cli("init", other)

    found = cli("search", "reset", "--all-projects")
    named = cli("search", "reset", "-p", "other", "-p", "wiki", "-p", "other", "--json").json

    assert "    other  reset.md:1  fact  " in found.out
    assert "    wiki  procedures/reset-a-project.md:" in found.out
    assert named["projects"] == ["other", "wiki"]


def test_what_was_just_written_is_found_unless_told_not_to_look(cli, wiki):
    cli("init")
    (wiki / "new.md").write_text("# Zeppelin mooring\n", encoding="utf-8")

    assert cli("search", "zeppelin", "--no-sync", "--json").json["hits"] == []
    assert _paths(cli("search", "zeppelin", "--json")) == ["new.md"]


def test_a_file_that_changed_since_says_so(cli, wiki):
    cli("init")
    with (wiki / "procedures/reset-a-project.md").open("a", encoding="utf-8") as page:
        page.write("\nMore.\n")

    stale = cli("search", "reset a project", "--no-sync", "-n", 1)
    hit = cli("search", "reset a project", "--no-sync", "-n", 1, "--json").json["hits"][0]

    assert "stale: the file changed since it was indexed" in stale.out
    assert hit["stale"] == "the file changed since it was indexed"


def test_every_exact_title_among_alike_ones_is_first(cli, tmp_path):
    folder = tmp_path / "audits"
    folder.mkdir()
    titles = ["Audit API", *(f"Audit API {number}" for number in range(2, 201))]
    for at, title in enumerate(titles):
        text = f"# {title}\n\nThe audit API keeps a log of calls.\n"
        (folder / f"p{at}.md").write_text(text, encoding="utf-8")
    cli("init", folder)

    for title in titles[::20]:
        found = cli("search", title, "-p", "audits", "-n", 1, "--no-sync", "--json").json
        assert found["hits"][0]["title"] == title


def test_only_kind_lists_the_pages_of_the_kind(indexed, cli):
    hits = cli("search", "kind:rule", "--json").json["hits"]

    assert hits
    assert {hit["kind"] for hit in hits} == {"rule"}
