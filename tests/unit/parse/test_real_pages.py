"""Pages as people wrote them, and the cases of the CommonMark and YAML specifications.

The sets lie in a folder beside the repository that is not part of it.
"""

import csv
import json
import re
from collections import Counter
from html import unescape
from pathlib import Path

import pytest

from ai_memory.parse.decode import decode
from ai_memory.parse.links import parse_markdown_href
from ai_memory.parse.markdown import parse_markdown
from ai_memory.parse.page import parse_page
from ai_memory.parse.yaml12 import YamlError, load_yaml

SETS = Path(__file__).resolve().parents[4] / "shared" / "eval"
MESSY = SETS / "messy_markdown"
VAULT = SETS / "obsidian_help_en"

needs_messy = pytest.mark.skipif(not MESSY.is_dir(), reason="the messy Markdown set is not here")
needs_vault = pytest.mark.skipif(not VAULT.is_dir(), reason="the Obsidian Help set is not here")

# Where the parser below us reads a case of the YAML suite differently: a final line of
# spaces in a block scalar, "?x" and ":" in flow collections and anchors, a lone "!".
YAML_READ_DIFFERENTLY = {"652Z/0", "HM87/1", "L24T/1", "S4JQ/0", "Y2GN/0"}


def records(name):
    text = (MESSY / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines() if line]


def commonmark_examples():
    """Return (Markdown, HTML) of the examples that hold no list and no quotation."""
    examples = json.loads((MESSY / "commonmark_spec.json").read_text(encoding="utf-8"))
    for example in examples:
        parse_page("x.md", example["markdown"])
        if "<li>" not in example["html"] and "<blockquote>" not in example["html"]:
            yield example["markdown"], example["html"]


@needs_messy
def test_the_headings_of_the_commonmark_examples_are_those_of_their_html():
    for markdown, html in commonmark_examples():
        expected = [
            (int(level), " ".join(unescape(re.sub(r"<[^>]*>", "", text)).split()))
            for level, text in re.findall(r"<h([1-6])>(.*?)</h\1>", html, re.DOTALL)
        ]
        found = [(each.level, each.text) for each in parse_markdown(markdown).headings]
        assert found == expected, markdown


@needs_messy
def test_the_links_of_the_commonmark_examples_are_those_of_their_html():
    for markdown, html in commonmark_examples():
        if any(sign in markdown for sign in ("<a ", "[[", "![")):  # HTML, wikilinks and embeds
            continue
        hrefs = [unescape(href) for href in re.findall(r'<a href="([^"]*)"', html)]
        expected = [link for href in hrefs if (link := parse_markdown_href(href))]
        found = [(each.target, each.fragment) for each in parse_markdown(markdown).links]
        assert found == [(each.target, each.fragment) for each in expected], markdown


@needs_messy
def test_every_odd_front_matter_is_a_page_that_keeps_its_text():
    for record in records("frontmatter_edge.jsonl"):
        page = parse_page(record["path"], record["head"])
        body = "".join(section.text for section in page.sections)
        assert len(page.front_matter) + len(body) > 0 or not record["head"].strip("-+ \n")
        broken = [problem.code for problem in page.problems]
        if any(why.startswith("yaml-error") for why in record["why"]):
            assert broken == ["front-matter-broken"]
            assert page.properties
        if "toml-frontmatter" in record["why"]:
            assert page.title == page.properties["title"]


@needs_messy
def test_every_yaml_case_is_read_as_specified_or_refused():
    for case in records("yaml_test_suite.jsonl"):
        parse_page("x.md", f"---\n{case['yaml']}\n---\nBody")
        try:
            value = load_yaml(case["yaml"]).value
        except YamlError:
            continue
        if not case["fail"] and case["json"] and case["id"] not in YAML_READ_DIFFERENTLY:
            try:
                expected = json.loads(case["json"])
            except ValueError:  # several documents
                continue
            assert value == expected, case["id"]


def parts_of(raw):
    """Return target, fragment and label of a wikilink by the plainest possible reading."""
    inner = raw.removeprefix("!")[2:-2].replace("\\|", "|")
    name, _, label = inner.partition("|")
    target, _, fragment = name.partition("#")
    return target.strip(), fragment.strip(), label.strip()


@needs_messy
def test_every_link_that_people_wrote_is_found():
    for record in records("link_edge.jsonl"):
        kind, raw = record["class"].split("+")[0], record["raw"]
        page = parse_page("x.md", f"Text {raw} more.\n")
        if kind in ("wikilink", "embed"):
            [link] = page.links
            assert link.kind == kind
            assert (link.target, link.fragment, link.label) == parts_of(raw), raw
            assert link.project == ""
        elif kind in ("mdlink", "mdembed") and not raw.startswith("[["):
            assert [link.kind for link in page.links] == [
                "markdown" if kind == "mdlink" else "embed"
            ], raw


@needs_messy
def test_every_tag_comment_and_block_id_that_people_wrote_is_found():
    for record in records("link_edge.jsonl"):
        kind, raw = record["class"], record["raw"]
        markdown = parse_markdown(f"Text {raw}\n")
        if kind == "block-id":
            assert markdown.block_ids == (raw[1:],)
        elif kind in ("tag", "tag-non-ascii") and not raw.startswith("#^"):
            assert markdown.tags == (raw[1:].lower(),)
        elif kind == "obsidian-comment":
            hidden = parse_markdown(raw.replace("%%", "%% [[A]] #b ", 1))
            assert (hidden.links, hidden.tags) == ((), ())


def expected_links():
    """Return page → links as (kind, target, fragment, label), by the set's own reading."""
    kinds = {"mdlink": "markdown", "mdembed": "embed"}
    by_page = {}
    with (VAULT / "links.tsv").open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows, delimiter="\t", quoting=csv.QUOTE_NONE):
            kind = kinds.get(row["kind"], row["kind"])
            link = (kind, row["target"], row["fragment"], row["alias"])
            by_page.setdefault(row["src"], Counter())[link] += 1
    return by_page


# The set was made by blanking inline code and fences at the start of a line, and then a
# regular expression. So it has lost code inside links, and has links out of a quoted fence.
ONLY_IN_THE_SET = {
    ("wikilink", "Functions", "hasTag", ""),
    ("wikilink", "", "", "move"),
    ("wikilink", "Filters", "", "wikilink"),
    ("wikilink", "Basic formatting syntax", "", "Markdown syntax"),
    ("embed", "Engelbart.jpg", "", "200"),
}
ONLY_HERE = {
    ("wikilink", "Functions", "hasTag", "`hasTag`"),
    ("wikilink", "", "`move`", "move"),
    ("wikilink", "Filters", "`wikilink`", "wikilink"),
}


@needs_vault
def test_the_links_of_a_whole_vault_are_those_it_is_known_to_have():
    by_page = expected_links()
    missing, extra = Counter(), Counter()
    for file in (VAULT / "vault").rglob("*.md"):
        path = file.relative_to(VAULT / "vault").as_posix()
        page = parse_page(path, decode(file.read_bytes()).text)
        assert page.problems == ()
        found = Counter((each.kind, each.target, each.fragment, each.label) for each in page.links)
        expected = by_page.pop(path.removesuffix(".md"), Counter())
        missing += expected - found
        extra += found - expected
    assert by_page == {}
    assert missing == Counter(ONLY_IN_THE_SET)
    assert extra == Counter(ONLY_HERE)


@needs_vault
def test_every_link_of_a_whole_vault_stands_on_its_line():
    for file in (VAULT / "vault").rglob("*.md"):
        text = decode(file.read_bytes()).text
        lines = text.split("\n")
        for link in parse_page("x.md", text).links:
            line = lines[link.line - 1].replace("%20", " ")
            assert (link.target or link.fragment) in line
