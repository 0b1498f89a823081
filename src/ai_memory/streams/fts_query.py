"""A question as an FTS5 expression: whatever was typed, the result is valid."""

from ai_memory.model import Query
from ai_memory.parse.question import parse_question
from ai_memory.parse.stopwords import STOP_WORDS
from ai_memory.parse.tokens import (
    bigrams,
    camel_parts,
    dense_runs,
    is_searchable,
    name_signs,
    phrase_text,
    split_identifier,
)


def prepare_fts5_query(question: str | Query, *, relaxed: bool = False) -> str:
    """Return a valid FTS5 expression for any text whatever; "" when nothing can match.

    Words are joined by OR and ranked, never all-or-nothing. A phrase, a `+word`, words
    joined by AND and a `title:` must stand; a `-word` must not. Identifiers match whole
    and in parts. Stop words are left out unless there is nothing else.

    Args:
        question: Text as typed, or its parsed form.
        relaxed: For when strictly nothing is found: what must stand only votes, and an
            identifier may also stand written as one word.
    """
    query = parse_question(question) if isinstance(question, str) else question
    vote = whole_or_parts if relaxed else expression
    votes = [*map(vote, voting_terms(query)), *map(vote, query.required)]
    votes += [_quoted(phrase) for phrase in query.phrases]
    votes += [f"{_quoted(prefix).rstrip('*')}*" for prefix in query.prefixes]
    votes += [f"title : ({expression(word)})" for word in query.titles]
    votes = [vote for vote in dict.fromkeys(votes) if vote]
    if not votes:
        return ""
    match = f"({' OR '.join(votes)})"
    must = "" if relaxed else required_expression(query)
    if must:
        match = f"({must}) AND {match}"
    without = [part for part in map(expression, query.excluded) if part]
    return f"({match}) NOT ({' OR '.join(without)})" if without else match


def required_expression(query: Query) -> str:
    """Return the FTS5 expression of what must stand; "" when nothing must."""
    must = [] if query.prose else [_quoted(phrase) for phrase in query.phrases]
    must += [whole_expression(word) for word in query.required]
    must += [f"title : ({whole_expression(word)})" for word in query.titles]
    return " AND ".join(f"({part})" for part in must if part)


def voting_terms(query: Query) -> tuple[str, ...]:
    """Return the terms without stop words, or all of them when nothing else would vote."""
    content = tuple(word for word in query.terms if word.casefold() not in STOP_WORDS)
    return content if content or query.required or query.phrases else query.terms


def expression(word: str) -> str:
    """Return the FTS5 expression by which one word votes.

    An identifier votes by its parts, so that `parse_config` is found in `ConfigParser`;
    that it stands whole is a bonus of its own (see `streams.fts`), since a phrase beside
    its parts would count the same words twice. A version or a date, whose parts are
    common numbers, votes only as a whole.
    """
    whole = whole_expression(word)
    parts = identifier_parts(word)
    pairs = [_quoted(pair) for run in dense_runs(word) for pair in bigrams(run)[:-1]]
    if not parts:
        return " OR ".join(dict.fromkeys(filter(None, (whole, *pairs))))
    return " OR ".join(dict.fromkeys((*map(_quoted, parts), *pairs)))


def whole_or_parts(word: str) -> str:
    """Return an FTS5 expression that the whole word or any of its parts satisfies."""
    return " OR ".join(dict.fromkeys(filter(None, (whole_expression(word), expression(word)))))


def identifier_parts(word: str) -> tuple[str, ...]:
    """Return the parts by which an identifier votes; nothing for a word, version or date."""
    parts = split_identifier(word)
    content = tuple(part for part in parts if part.casefold() not in STOP_WORDS)
    return content if any(len(part) > 1 and part.isalpha() for part in content) else ()


def whole_expression(word: str) -> str:
    """Return the FTS5 expression that only the whole word satisfies, however it is written."""
    if not is_searchable(word):
        return ""
    word = name_signs(word)
    forms = [_quoted(word)]
    if parts := camel_parts(word):
        forms.append(_quoted(" ".join(parts)))
    return " OR ".join(dict.fromkeys(forms))


def _quoted(text: str) -> str:
    """Return the text as an FTS5 string, in the words that the index stores."""
    words, is_prefix = phrase_text(text)
    return '"' + words.replace('"', '""') + '"' + ("*" if is_prefix else "")
