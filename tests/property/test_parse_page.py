"""Any text whatever is a page, and what is found in it stands where it is said to stand."""

import json
from datetime import date
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ai_memory.parse.decode import decode
from ai_memory.parse.frontmatter import split_front_matter
from ai_memory.parse.markdown import parse_markdown
from ai_memory.parse.page import parse_page
from ai_memory.parse.sections import split_sections

FRAGMENTS = [
    "---\n", "---", "+++\n", "...\n", "title: A: b\n", "tags: [a, b\n", "a: &a [*a]\n",
    "a: |\n  b\n", "x = 1\n", "title:: x\n", "# ", "## H\n", "H\n===\n", "H\n---\n", "```\n",
    "~~~\n", "    code\n", "> ", "- ", "1. ", "- [ ] ", "[^1]", "[^1]: ",
    "| a | b |\n|---|---|\n", "| [[P\\|q]] |\n", "[[A#B|c]]", "![[d.png|1]]", "[[", "]]",
    "[e](f%20g.md#h)", "![i](j)", "](", "[k]: l.md\n", "#tag", "#a/b", " ^id\n", "^", "%%",
    "%%\n", "$", "$$", "`", "``", "<!--", "-->", "<div>\n", "<a href='x'>", "*", "**", "_", "~~",
    "\\", "&amp;", "&#x0;", "\n", "\r\n", "\r", "\t", " ", "\u2028", "\u0085", "\x0b", "\x0c",
    "\x00", "\ufeff", "\u200f", "e\u0301", "東京", "🚀", "\ud800",
]  # fmt: skip

documents = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=4), max_size=40).map("".join)


def check_page(path, text):
    page = parse_page(path, text)
    assert isinstance(page.title, str)
    assert page.kind
    for day in (page.created, page.updated):
        assert day is None or type(day) is date
    json.dumps(page.properties, allow_nan=False)
    for part in (page.title, page.front_matter, *page.entities, *page.tags, *page.aliases):
        part.encode()
    last = max(1, text.count("\n") + 1)
    assert all(1 <= link.line <= last for link in page.links)
    assert all(problem.path == path for problem in page.problems)
    for before, after in pairwise(page.sections):
        assert before.first_line <= before.last_line <= after.first_line
    return page


@given(st.text(st.characters(), max_size=300))
@example("---\n\ud800: [\n---\n")
def test_any_text_is_a_page(text):
    check_page("a/b.md", text)


@settings(max_examples=400)
@given(documents)
@example("[[A\r\nB]]\r[[C]]")
@example("---\n---\n---\n")
def test_any_mixture_of_markdown_is_a_page(text):
    check_page("notes/b.md", text)


@given(st.binary(max_size=200))
def test_any_bytes_are_text(data):
    check_page("b.md", decode(data).text)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_utf8_is_read_as_it_was_written(text):
    mark = b"\xef\xbb\xbf"
    assert decode(mark + text.encode()).text == text


@settings(max_examples=300)
@given(documents)
def test_heading_lines_and_section_texts_tile_the_body(body):
    data = body.encode("utf-8", "replace")
    headings = parse_markdown(body).headings
    sections = split_sections(body, headings)
    pieces = {heading.start: data[heading.start : heading.end] for heading in headings}
    texts = [section.text.encode() for section in sections]
    tiled = b"" if len(texts) == len(headings) else texts.pop(0)
    for text, start in zip(texts, sorted(pieces), strict=True):
        tiled += pieces[start] + text
    assert data.endswith(tiled)
    assert not data[: len(data) - len(tiled)].strip()


@settings(max_examples=300)
@given(documents)
def test_section_lines_tile_the_body(body):
    sections = split_sections(body, parse_markdown(body, 7).headings, 7)
    if sections:
        breaks = body.count("\n") - body.endswith("\n")
        assert sections[-1].last_line == 7 + breaks
    for before, after in pairwise(sections):
        assert after.first_line in (before.last_line + 1, before.last_line)


@given(documents)
def test_the_body_is_what_stands_from_its_line_on(text):
    text = "---\n" + text
    front = split_front_matter(text)
    lines = text.split("\n")
    assert "\n".join(lines[front.body_line - 1 :]) == front.body
    assert front.raw in text


# Without blanks at the start: four of them would make a block of code, where nothing links.
words = st.text("aé東🚀 .,", max_size=8).map(str.lstrip)
blocks = st.sampled_from(
    [
        "{0} [[L{1}]] {0}",
        "- {0} [[L{1}|x]]",
        "> {0} ![[L{1}#h]]",
        "{0} [x](L{1}) {0}",
        "1. [[L{1}]]\n\n   {0} and more",
        "| {0} | b |\n|---|---|\n| [[L{1}\\|q]] | c |",
        "# H{1} {0}",
        "H{1}\n---",
        "```\n[[no]]\n# no\n```",
        "{0}\n{0}\n{0}",
        "%%\n[[no]]\n\n%%",
    ]
)


@settings(max_examples=300)
@given(
    st.lists(st.tuples(blocks, words), max_size=15),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["", "---\ntitle: é\n---\n"]),
    st.booleans(),
)
def test_every_link_and_heading_stands_on_the_line_that_is_named(parts, end, front, mark):
    bodies = [block.format(word, number) for number, (block, word) in enumerate(parts)]
    text = (front + "\n\n".join(bodies)).replace("\n", end)
    read = decode((b"\xef\xbb\xbf" if mark else b"") + text.encode()).text
    page = parse_page("x.md", read)
    lines = text.split("\n")
    expected = {f"L{number}" for number, (block, _) in enumerate(parts) if "L{1}" in block}
    assert {link.target for link in page.links} == expected
    for link in page.links:
        assert f"{link.target}" in lines[link.line - 1]
    headings = [section for section in page.sections if section.level]
    assert len(headings) == sum(block.startswith(("# ", "H")) for block, _ in parts)
    for section in headings:
        assert section.heading.split()[0] in lines[section.first_line - 1]


NESTED = [
    "[", "[[", "![", "![[", "(", "<", "*", "_ *", "**", "~~", "`", "`` ` ", "> ", "- ", "1. ",
    "#", "# ", "%%", "%% ", "\n%%\n", "^a ", "#a/", "(#", "[[a|", "[[a#", "[a](", "](b)", "<a ",
    "$", "$$", "|", "|\n", "| a |\n|--|\n", "[^1]: ", "\\", "&", "a:: b\n", "[x]: #y\n",
    "a\n===\n", "\r", "\r# x", "<!--", "```\n", "<div>\n", "[[a\n", "x %% y\n\n", "http://#",
    "[#", "a: ", "- - ", "{", "? ", "&a [", "a: [", "'", '"', "!a ", "*a ", "a.", "\t", "---\n",
    "+++\n", "k: v: w\n",
]  # fmt: skip


@pytest.mark.parametrize("opening", ["", "---\n", "---\nk: ", "+++\n", "+++\nk = "])
@pytest.mark.parametrize("unit", NESTED)
def test_64_kilobytes_of_one_mark_are_a_page(unit, opening):
    text = opening + unit * (64_000 // len(unit))
    check_page("x.md", text)
    if opening:
        check_page("x.md", f"{text}\n{opening[:3]}\nbody")


def test_images_nested_without_end_are_a_page():
    check_page("x.md", "![" * 8000 + "x" * 20_000 + "](y)" * 8000)


NAUGHTY = [
    "", "undefined", "null", "NULL", "(null)", "true", "None", "\\", "\\\\", "0", "1/0", "-1E2",
    "NaN", "Infinity", "0x0", "0xffffffffffffffff", "1,000.00", "٠١٢٣", ",./;'[]\\-=",
    "<>?:\"{}|_+", "!@#$%^&*()`~", "\x01\x02\x03\x04\x05\x06\x07\x08\x0e\x0f\x10\x7f",
    "\x80\x81\x82\x84\x86", "\t\x0b\x0c \x85 \u1680\u2002\u2003\u2028\u2029\u202f\u3000",
    "\xad\u0600\u061c\u200b\u200d\u2060", "\ufeff", "\ufffe", "Ω≈ç√∫˜µ≤≥÷", "¡™£¢∞§¶•ªº–≠",
    "⁰⁴⁵₀₁₂", "ด้้้้้็็็็็้้้้้็็็็็", "'", '"', "''", '""', "“”‘’", "田中さんにあげて下さい", "和製漢語",
    "사회과학원", "ヽ༼ຈل͜ຈ༽ﾉ ヽ༼ຈل͜ຈ༽ﾉ", "👩🏽", "👨‍👩‍👧‍👦", "🇺🇸🇷🇺", "בְּרֵאשִׁית", "الكل في المجمو عة",
    "ﷺ", "\u202atest\u202b", "\u2066test\u2067", "Ṱ̺̺̕o͞ ̷i̲̬͇̪͙n̝̗͕v̟̜̘̦͟o̶̙̰̠kè͚̮̺̪̹̱̤",
    "˙ɐnbᴉlɐ", "Ｔｈｅ ｑｕｉｃｋ", "𝕋𝕙𝕖 𝓆𝓊𝒾𝒸𝓀", "<script>alert(1)</script>", "javascript:alert(1)",
    "1;DROP TABLE pages", "' OR 1=1 -- 1", "%", "_", "--help", "$(touch /tmp/x)", "`touch x`",
    "../../../etc/passwd", "$HOME", "%s%s%n", "{0}", "%d", "CON", "PRN", "COM1",
    "\u0130 \u0131 \u00df \u01f0", "If you're", "\x1b[0;31m",
    "Power لُلُصّبُلُلصّبُررً ॣ ॣh ॣ ॣ冗", "జ్ఞ‌ా", "#!/bin/sh", "\ud800", "\udfff\ud800", "a",
    "é", "\u0301",
]  # fmt: skip


@pytest.mark.parametrize("text", NAUGHTY)
@pytest.mark.parametrize(
    "frame",
    [
        "{}",
        "# {}\n\n{}",
        "---\ntitle: {}\ntags: [{}]\naliases: {}\ncreated: {}\n---\n{}",
        "+++\ntitle = {}\n+++\n",
        "title:: {}\ntags:: {}\n",
        "[[{}]] ![[{}|{}]] [[p:{}]] [x]({}) `{}` #{} ^{}\n",
    ],
)
def test_naughty_strings_are_pages(frame, text):
    check_page(f"notes/{text}.md", frame.replace("{}", text))
