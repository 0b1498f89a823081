"""Windows: the passages of a section that are embedded, each with its context.

Text is measured in words. As the local model reads 512 tokens and a word of English
prose is 1.3 of them, everything its tokenizer takes apart counts for more than a
plain word does: paths and identifiers by their parts, long words by the five
letters, accented letters and other scripts by characters.
A character from U+0E00 on is a piece of its own, where a window may end: Thai,
Chinese and Japanese, written without spaces, live there.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate

_BLANKS = re.compile(r"\s+")
_PIECE = re.compile(r"[\u0e00-\U0010ffff]|[^\s\u0e00-\U0010ffff]{1,64}")
# Chosen by counting the local model's tokens in Markdown of several languages: English
# prose keeps its 220 words; of other languages in Latin letters, up to one window in a
# hundred is a little too long, and its end is then read in the next one's overlap.
_PART = re.compile(r"[A-Za-z]{1,5}|[0-9]{1,3}|.")

# Costs, in tenths of a word.
_WORD = 10
_PART_COST = 6
_HANGUL_COST = 18  # the tokenizer takes a syllable apart into its two or three letters
_CONTEXT_COST = 400  # what title and trail may take of a window

_LEAST_NAME = 20  # characters that are left of a name whose first piece is too costly


def windows(
    title: str, trail: Sequence[str], text: str, size: int = 220, overlap: int = 40
) -> tuple[str, ...]:
    """Return the passages to embed for one section, in order.

    Args:
        title: The page's title.
        trail: The section's headings, outermost first.
        text: The section's text, without its heading.
        size: Words in a window; the last one may take up to `overlap` more, so that
            no window is left with a mere tail.
        overlap: Words that a window shares with the one before it, below `size`.

    Returns:
        Each passage as "title > heading > heading", a line break, and a stretch of the
        text with its blanks collapsed. A section without text gives its headings
        alone, or nothing when it has none either.

    Raises:
        ValueError: `overlap` is negative or not below `size`.
    """
    if not 0 <= overlap < size:
        raise ValueError(f"overlap {overlap} is not from 0 to below {size}")
    context = _context(title, trail)
    passages = _stretches(_collapsed(text), size * _WORD, overlap * _WORD)
    if not passages:
        return (context,) if any(map(str.strip, trail)) else ()
    return tuple(f"{context}\n{passage}" if context else passage for passage in passages)


def _collapsed(text: str) -> str:
    return _BLANKS.sub(lambda run: "\n" if "\n" in run[0] else " ", text.strip())


def _stretches(text: str, size: int, overlap: int) -> list[str]:
    pieces = [found.span() for found in _PIECE.finditer(text)]
    totals = list(accumulate((_cost(text[at:to]) for at, to in pieces), initial=0))
    cuts = _cuts(totals, size, overlap)
    return [text[pieces[start][0] : pieces[end - 1][1]] for start, end in cuts]


def _cuts(totals: Sequence[int], size: int, overlap: int) -> list[tuple[int, int]]:
    """Return (first, past the last) piece of each window; totals[n] is the cost of n pieces."""
    cuts: list[tuple[int, int]] = []
    start = end = 0
    while end < len(totals) - 1:
        # A piece that is larger than a window still has to go into one.
        end = max(end + 1, bisect_right(totals, totals[start] + size) - 1)
        if totals[-1] - totals[end] < overlap:
            end = len(totals) - 1
        cuts.append((start, end))
        start = max(start + 1, bisect_left(totals, totals[end] - overlap))
    return cuts


def _cost(piece: str) -> int:
    if "\uac00" <= piece <= "\ud7a3":
        return _HANGUL_COST
    if len(piece) == 1 and piece >= "\u0e00":
        return _PART_COST
    # A word with one mark at its end is still one word.
    return max(_WORD, _PART_COST * len(_PART.findall(piece)) - 2)


def _context(title: str, trail: Sequence[str]) -> str:
    names = [" ".join(name.split()) for name in (title, *trail)]
    names = [name for name in names if name]
    if len(names) > 1 and names[0].casefold() == names[1].casefold():
        del names[1]
    # The title and the innermost heading say most; what is between them goes first.
    while len(names) > 2 and _cost_of(names) > _CONTEXT_COST:
        del names[1]
    if _cost_of(names) > _CONTEXT_COST:
        names = [_cut_name(name, _CONTEXT_COST // len(names)) for name in names]
    return " > ".join(names)


def _cost_of(names: Sequence[str]) -> int:
    return sum(_cost(piece) for name in names for piece in _PIECE.findall(name))


def _cut_name(name: str, most: int) -> str:
    """Return the start of the name that costs no more than `most`."""
    spent = 0
    for piece in _PIECE.finditer(name):
        spent += _cost(piece[0])
        if spent > most:
            return name[: piece.start() or _LEAST_NAME].rstrip()
    return name
