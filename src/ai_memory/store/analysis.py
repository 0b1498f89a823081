"""Text as the tokenizer of the index reads it, for whoever must agree with the index."""

from dataclasses import dataclass
from typing import Any

import apsw

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

    def stems(self, text: str) -> tuple[str, ...]:
        """Return what the index would hold for the text, parts of identifiers included."""
        return tuple(token.stem for token in self.tokens(index_text(text)))
