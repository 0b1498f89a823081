"""The marks that Obsidian adds to Markdown and CommonMark parsers do not know.

Each function reads the UTF-8 bytes of a text once, and is told which stretches are
opaque: code, formulas, HTML and links, where no mark counts.
"""

import re

from ai_memory.parse.spans import Spans
from ai_memory.parse.tags import tag_key

# The lookbehinds stand after the first character, so that the search can leap to it.
# A byte of 0x80 or more may be a letter or not; the decoded text decides below.
_HASH = re.compile(rb"#(?<![^\s(\[{\"'<>*_~|,;\x80-\xff]#)([\w/\-\x80-\xff]+)")
_BLOCK_ID = re.compile(rb"\^(?<!\S\^)([A-Za-z0-9-]+)(?=[ \t]*(?:[\r\n]|\Z))")
_COMMENT_MARK = re.compile(rb"%%")
_BLANK_LINE = re.compile(rb"\n[ \t]*\r?\n")

# What Obsidian ends a tag at, with the punctuation of other scripts.
_TAG = re.compile(
    r"[^\x00-\x20\x7f-\xa1\xa7\xab\xb6\xb7\xbb\xbf'!\"#$%&()*+,.:;<=>?@^`{|}~\[\]\\\s"
    r"\u2000-\u206f\u2e00-\u2e7f\u3000-\u3004\u3008-\u303f\u30fb"
    r"\ufe10-\ufe6f\uff01-\uff0c\uff0e\uff0f\uff1a-\uff20\uff3b-\uff3e\uff5b-\uff65\ufffd]+"
)
_LOOK_BACK = 256  # bytes before a "#" in which the start of its URL is looked for


def hashtags(data: bytes, opaque: Spans) -> tuple[str, ...]:
    """Return the inline tags, lower case, without "#", each once, in order.

    A tag follows white space, an opening bracket, a quote or other punctuation, and
    holds something else than digits (https://help.obsidian.md/tags).
    """
    if b"#" not in data:
        return ()
    found: dict[str, None] = {}
    for match in _HASH.finditer(data):
        if opaque.cover(match.start()) or _is_destination(data, match.start()):
            continue
        tag = _tag_text(match[1].decode("utf-8", "replace"))
        if tag:
            found[tag] = None
    return tuple(found)


def _tag_text(text: str) -> str:
    match = _TAG.match(text)
    tag = tag_key(match[0].rstrip("/")) if match else ""
    bare = tag.strip("-_")
    return tag if bare and not tag.isdigit() and not tag.startswith("/") else ""


def _is_destination(data: bytes, offset: int) -> bool:
    before = data[max(0, offset - _LOOK_BACK) : offset]
    if before[-1:].isspace():
        return before.rstrip(b" \t").endswith(b"]:")  # [label]: #heading
    word = before.rsplit(None, 1)[-1] if before else b""
    return b"://" in word or word.decode("utf-8", "replace")[-1:].isalnum()


def block_ids(data: bytes, opaque: Spans) -> tuple[str, ...]:
    """Return the ids `^id` that end a line, without "^", in order."""
    if b"^" not in data:
        return ()
    return tuple(
        match[1].decode() for match in _BLOCK_ID.finditer(data) if not opaque.cover(match.start())
    )


def comment_spans(data: bytes, opaque: Spans) -> Spans:
    """Return the stretches of `%% … %%`.

    A comment that opens at the start of a line may run over blank lines; one inside a
    line ends with its paragraph, so that "50 %%" in two paragraphs hides nothing.
    """
    if b"%%" not in data:
        return Spans()
    marks = [at.start() for at in _COMMENT_MARK.finditer(data) if not opaque.cover(at.start())]
    spans: list[tuple[int, int]] = []
    at = 0
    while at + 1 < len(marks):
        opening, closing = marks[at], marks[at + 1]
        if _starts_line(data, opening) or not _BLANK_LINE.search(data, opening, closing):
            spans.append((opening, closing + 2))
            at += 1
        at += 1
    return Spans(spans)


def _starts_line(data: bytes, offset: int) -> bool:
    before = data[max(0, offset - 16) : offset].rstrip(b" \t>")
    return before[-1:] in (b"\n", b"\r") or (not before and offset < 16)
