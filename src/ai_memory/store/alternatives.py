"""Several forms of one word of a question, counted as one word.

Joined by OR, each form would be weighed by how rare it is itself: the one page in German
that has "queue" as a stem of its own would stand above all others that speak of queues. To
FTS5, tokens at one place of a phrase are synonyms, found and weighed together; only a
tokenizer can say so. So a reader's tokenizer stands before SQLite's own and takes apart
what a question's phrase holds. What is stored never passes through it.

Source: https://sqlite.org/fts5.html#synonym_support, the second way.
"""

from collections.abc import Iterator
from typing import Any

import apsw

from ai_memory.parse.tokens import ALTERNATIVE, FTS_TOKENIZER

_MARK = ALTERNATIVE.encode()


def take_alternatives(connection: apsw.Connection) -> None:
    """Let the connection read words of a question that hold `ALTERNATIVE`.

    Call it before the connection first looks at the index, which then keeps its tokenizer.
    """
    name, *arguments = FTS_TOKENIZER
    inner: Any = connection.fts5_tokenizer(name, arguments)

    def tokenize(text: bytes, flags: int, locale: str | None) -> Any:
        if flags & apsw.FTS5_TOKENIZE_QUERY and _MARK in text:
            return _synonyms(inner, text, flags, locale)
        return inner(text, flags, locale)

    connection.register_fts5_tokenizer(name, lambda _connection, _arguments: tokenize)


def _synonyms(inner: Any, text: bytes, flags: int, locale: str | None) -> Iterator[tuple[str, ...]]:
    """Yield the tokens of each place, those of every form once."""
    for word in text.split():
        forms = [
            inner(form, flags, locale, include_offsets=False, include_colocated=False)
            for form in word.split(_MARK)
        ]
        yield from (tuple(dict.fromkeys(place)) for place in zip(*forms, strict=False))
