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
        relaxed: Let what must stand only vote, for when strictly nothing is found.
    """
    query = parse_question(question) if isinstance(question, str) else question
    votes = [*map(expression, voting_terms(query)), *map(expression, query.required)]
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
    must = [_quoted(phrase) for phrase in query.phrases]
    must += [whole_expression(word) for word in query.required]
    must += [f"title : ({whole_expression(word)})" for word in query.titles]
    return " AND ".join(f"({part})" for part in must if part)


def voting_terms(query: Query) -> tuple[str, ...]:
    """Return the terms without stop words, or all of them when nothing else would vote."""
    content = tuple(word for word in query.terms if word.casefold() not in STOP_WORDS)
    return content if content or query.required or query.phrases else query.terms


def expression(word: str) -> str:
    """Return the FTS5 expression of one word: whole, or any of its parts."""
    whole = whole_expression(word)
    if not whole:
        return ""
    parts = [_quoted(part) for part in split_identifier(word) if _worth_a_vote(part)]
    pairs = [_quoted(pair) for run in dense_runs(word) for pair in bigrams(run)[:-1]]
    return " OR ".join(dict.fromkeys([whole, *parts, *pairs]))


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


def _worth_a_vote(part: str) -> bool:
    return len(part) > 1 and not part.isdigit() and part.casefold() not in STOP_WORDS
