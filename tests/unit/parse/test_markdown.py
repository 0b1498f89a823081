import pytest

from ai_memory.model import Link
from ai_memory.parse.markdown import parse_markdown


def links(body):
    return parse_markdown(body).links


def test_every_way_to_write_a_link_is_read_in_order():
    body = (
        "[[A|a]] ![[b.png|100]] [t](c%20d.md#e) ![alt](f.png)\n[ref] [shown][ref]\n\n[ref]: g.md\n"
    )
    assert links(body) == (
        Link("A", "wikilink", 1, "", "a"),
        Link("b.png", "embed", 1, "", "100"),
        Link("c d.md", "markdown", 1, "e", "t"),
        Link("f.png", "embed", 1, "", "alt"),
        Link("g.md", "markdown", 2, "", "ref"),
        Link("g.md", "markdown", 2, "", "shown"),
    )


def test_escaped_pipe_in_a_table_is_not_part_of_the_target():
    body = "| a | b |\n|---|---|\n| [[P\\|q]] | ![[i.png\\|100]] |\n"
    assert links(body) == (
        Link("P", "wikilink", 3, "", "q"),
        Link("i.png", "embed", 3, "", "100"),
    )


@pytest.mark.parametrize(
    "body",
    [
        "`[[A]]`",
        "```\n[[A]]\n```",
        "    [[A]]",
        "> ```\n> [[A]]\n> ```",
        "$[[A]]$",
        "<!-- [[A]] -->",
        "<div>\n[[A]]\n</div>",
        r"\[\[A\]\]",
        "[[]]",
        "[[ ]]",
        "[a](https://example.org)",
        "<https://example.org>",
        "<me@example.org>",
        "[a]()",
        "%% [[A]] %%",
        "%%\n[[A]]\n\n[b](c.md)\n%%",
    ],
)
def test_what_only_looks_like_a_link_is_none(body):
    assert links(body) == ()


def test_an_image_inside_a_link_gives_both():
    assert links("[![alt](i.png)](p.md)") == (
        Link("p.md", "markdown", 1, "", "alt"),
        Link("i.png", "embed", 1, "", "alt"),
    )


def test_a_label_is_read_without_its_markup():
    assert links("[a *b* `c`\nd](e.md)")[0].label == "a b c d"


def test_links_in_quotes_lists_tables_and_footnotes_are_read():
    body = "> [!note] Title\n> [[A]]\n\n- [ ] [[B]]\n\n[^1]\n\n[^1]: See [[C]]\n"
    assert [(link.target, link.line) for link in links(body)] == [("A", 2), ("B", 4), ("C", 8)]


def test_lines_are_counted_in_bytes_that_are_not_characters():
    body = "é東🚀\r\n\r\n𝔘𝔫𝔦 [[A]]\r\n# Ü\r\n"
    markdown = parse_markdown(body, first_line=10)
    assert markdown.links == (Link("A", "wikilink", 12),)
    assert [(heading.text, heading.line) for heading in markdown.headings] == [("Ü", 13)]


def test_headings_are_read_without_markup():
    body = "# A *b* `c` [[D|d]] #\n\nSetext\nheading\n===\n\nSecond\n---\n\n###### F\n#\n"
    headings = parse_markdown(body).headings
    assert [(each.level, each.text, each.line) for each in headings] == [
        (1, "A b c d", 1),
        (1, "Setext heading", 3),
        (2, "Second", 7),
        (6, "F", 10),
        (1, "", 11),
    ]


@pytest.mark.parametrize(
    "body",
    [
        "```\n# A\n```",
        "    # A",
        "> # A",
        "- # A",
        "[^1]: # A",
        "#A",
        "####### A",
        "<!--\n# A\n-->",
    ],
)
def test_what_starts_no_section_is_no_heading(body):
    assert parse_markdown(body).headings == ()


def test_an_indented_heading_starts_at_its_line():
    [heading] = parse_markdown("a\n   # B\n").headings
    assert (heading.start, heading.end, heading.line) == (2, 9, 2)


def test_inline_code_is_kept_as_text():
    assert parse_markdown("`a` ``b ` c``\n\n```\nd\n```\n").code_spans == ("a", "b ` c")


def test_tags_and_block_ids_in_code_and_comments_are_left_out():
    body = "#a ^b1\n\n`#c` %%#d%%\n\n```\n#e ^b2\n```\n\n[#f](g#h) [[i#j]] %% k\n^b3\n%%\n"
    markdown = parse_markdown(body)
    assert markdown.tags == ("a",)
    assert markdown.block_ids == ("b1",)


def test_a_text_with_lone_surrogates_is_read():
    markdown = parse_markdown("\ud800 [[A\udc00]] #t\ud800\n# \udfff\n")
    assert markdown.links == (Link("A?", "wikilink", 1),)
    assert markdown.headings[0].text == "?"
