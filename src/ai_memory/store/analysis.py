"""Text as the tokenizer of the index reads it, for whoever must agree with the index."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import apsw

from ai_memory.parse.stems import AS_WRITTEN
from ai_memory.parse.tokens import FTS_TOKENIZER, index_text


@dataclass(frozen=True, slots=True)
class Token:
    """One word of a text."""

    start: int  # byte offset in the UTF-8 text
    end: int  # byte offset past its last byte
    stem: str  # what the index compares


class Analyzer:
    """SQLite's own tokenizer, called outside a query."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._tokenize = connection.fts5_tokenizer(FTS_TOKENIZER[0], list(FTS_TOKENIZER[1:]))

    def tokens(self, text: str) -> list[Token]:
        """Return the words of the text as it stands, in order."""
        # The types of the call cover forms of it that leave the offsets out.
        found: Any = self._tokenize(
            text.encode(), apsw.FTS5_TOKENIZE_DOCUMENT, None, include_colocated=False
        )
        return [Token(*each) for each in found]

    def stems(self, text: str, readings: Sequence[str] = (AS_WRITTEN,)) -> tuple[str, ...]:
        """Return what the index would hold for the text, parts of identifiers included.

        Args:
            text: Any text.
            readings: How the words of pages are stored; see `parse.stems.readings`.
        """
        texts = (index_text(text, reading) for reading in readings)
        return tuple(token.stem for each in texts for token in self.tokens(each))
