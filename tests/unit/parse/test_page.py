from datetime import date

import pytest

from ai_memory.model import Link
from ai_memory.parse.page import parse_page

PAGE = """\
---
title: How to reset a project
kind: Procedure
tags: [Ops, "#Reset"]
aliases:
  - Project reset
created: 2024-05-01
date updated: 2024-06-02T08:00:00
description: What to do
  when a project is stuck.
entities: ["[[Ada]]"]
up: "[[Runbooks]]"
---
# Resetting

Run `reset_project()` as in [[Runbooks#Reset|the book]]. #urgent ^b1

## Then

Done.
"""


def test_a_page_is_read_whole():
    page = parse_page("team/notes/reset.md", PAGE)
    assert page.path == "team/notes/reset.md"
    assert page.title == "How to reset a project"
    assert page.kind == "procedure"
    assert page.tags == ("ops", "reset", "urgent")
    assert page.aliases == ("Project reset",)
    assert page.entities == (
        "Ada", "ops", "reset", "urgent", "Project reset", "How to reset a project",
        "reset_project",
    )  # fmt: skip
    assert page.description == "What to do when a project is stuck."
    assert (page.created, page.updated) == (date(2024, 5, 1), date(2024, 6, 2))
    assert page.properties["date updated"] == "2024-06-02T08:00:00"
    assert page.front_matter.startswith("title: How to reset")
    assert [(each.heading, each.first_line, each.last_line) for each in page.sections] == [
        ("Resetting", 14, 17),
        ("Then", 18, 20),
    ]
    assert page.links == (
        Link("Ada", "property", 11),
        Link("Runbooks", "property", 12),
        Link("Runbooks", "wikilink", 16, "Reset", "the book"),
    )
    assert page.block_ids == ("b1",)
    assert page.problems == ()


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("---\ntitle: T\n---\n# H", "T"),
        ("---\nTitle: T\n---\n# H", "T"),
        ("---\ntitle: 2024\n---\n# H", "2024"),
        ("---\ntitle: ''\n---\n# H", "H"),
        ("---\ntitle: [a, b]\n---\n# H", "H"),
        ("---\ntitle:\n---\n## Two\n# One", "One"),
        ("#\n# H", "H"),
        ("## Two", "stem"),
        ("> # Quoted", "stem"),
        ("", "stem"),
        ("title:: From Logseq\n\n- x", "From Logseq"),
        ("\ufeff# H", "H"),
    ],
)
def test_the_title_is_that_of_the_front_matter_else_the_first_h1_else_the_stem(text, title):
    assert parse_page("folder/stem.md", text).title == title


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", "decision"),
        ("---\nkind: rule\n---\n", "rule"),
        ("---\nkind: Own Kind\n---\n", "own-kind"),
        ("---\nkind:\n---\n", "decision"),
        ("---\ntype: runbooks\n---\n", "runbook"),
        ("---\ntype: article\n---\n", "decision"),
        ("---\nkind: rule\ntype: runbook\n---\n", "rule"),
    ],
)
def test_the_kind_is_that_of_the_front_matter_else_of_the_path(text, kind):
    assert parse_page("decisions/x.md", text).kind == kind


def test_tags_and_aliases_may_be_written_as_one_text():
    page = parse_page("x.md", '---\ntags: "A b, #c"\nalias: One, Two\n---\n#d #a')
    assert page.tags == ("a", "b", "c", "d")
    assert page.aliases == ("One", "Two")


def test_logseq_properties_count_where_there_is_no_front_matter():
    page = parse_page("x.md", "title:: P\ntags:: [[a]], B\nalias:: Q\n\n- [[c]]\n")
    assert (page.title, page.tags, page.aliases) == ("P", ("a", "b"), ("Q",))
    assert page.properties == {"title": "P", "tags": ["a", "B"], "alias": ["Q"]}
    assert page.front_matter == ""
    with_front_matter = parse_page("x.md", "---\nkind: rule\n---\ntitle:: P\n")
    assert with_front_matter.title == "x"


def test_a_page_with_broken_front_matter_is_read_as_far_as_it_can_be():
    page = parse_page("a/b.md", "---\nTitle: Bug: it fails\ntags: [x\n---\n# H\n\n[[L]]\n")
    assert page.title == "Bug: it fails"
    assert page.front_matter == "Title: Bug: it fails\ntags: [x\n"
    assert page.links == (Link("L", "wikilink", 7),)
    assert [(problem.code, problem.path) for problem in page.problems] == [
        ("front-matter-broken", "a/b.md")
    ]


def test_a_page_with_lone_surrogates_can_be_stored():
    page = parse_page("x.md", "---\na: \ud800\n---\n# \udc00\n\n\udfff [[\ud800]]")
    page.front_matter.encode()
    assert page.sections[0].text == "\n? [[?]]"
