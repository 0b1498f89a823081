"""A question as an FTS5 expression: whatever was typed, the result is valid.

Words of pages in some languages are stored as their stems, so a word is asked for as each
of the query's readings has it: as "einstellungen" and as "einstell" where pages in English
and in German are searched together.
"""

import re
from collections.abc import Iterable, Iterator

from ai_memory.model import Query
from ai_memory.parse.question import parse_question
from ai_memory.parse.stems import AS_WRITTEN, stemmed
from ai_memory.parse.stopwords import STOP_WORDS, is_in_capitals
from ai_memory.parse.tokens import (
    ALTERNATIVE,
    bigrams,
    camel_parts,
    dense_runs,
    is_searchable,
    name_signs,
    numbered_parts,
    phrase_text,
    split_identifier,
    without_v,
)

Readings = tuple[str, ...]  # see `parse.stems.readings`
ENGLISH: Readings = (AS_WRITTEN,)
_HIRAGANA = re.compile("[\u3041-\u3096]+")


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
    match = _any(
        (
            votes_expression(query, relaxed=relaxed),
            *(f"title : ({expression(word, query.readings)})" for word in query.titles),
        )
    )
    must = "" if relaxed else required_expression(query)
    if must:
        match = f"{must} AND ({match})"
    without = excluded_expression(query)
    return f"({match}) NOT ({without})" if match and without else match


def votes_expression(query: Query, *, relaxed: bool = False) -> str:
    """Return the FTS5 expression of which any part will do; "" when nothing votes."""
    return _any(vote_expressions(query, relaxed=relaxed))


def vote_expressions(query: Query, *, relaxed: bool = False) -> list[str]:
    """Return one FTS5 expression for each word or phrase that votes."""
    vote = whole_or_parts if relaxed else expression
    plain = (vote(word, query.readings) for word in (*voting_terms(query), *query.required))
    exact = _wholes(query, (*query.phrases, *_starred(query)))
    return [each for each in (*plain, *exact) if each]


def required_expression(query: Query) -> str:
    """Return the FTS5 expression of what must stand; "" when nothing must."""
    must = [] if query.prose else _wholes(query, query.phrases)
    must += _wholes(query, query.required)
    must += [f"title : ({title})" for title in _wholes(query, query.titles)]
    return _all(must)


def excluded_expression(query: Query) -> str:
    """Return the FTS5 expression of words that must not stand; "" when there is none."""
    parts = [(name, word) for name, word in map(_named, query.excluded) if name in ("", "title")]
    wholes = _wholes(query, [word for _, word in parts])
    return _any(
        f"title : ({whole})" if name else whole
        for (name, _), whole in zip(parts, wholes, strict=True)
    )


def excluded_fields(query: Query) -> list[tuple[str, str]]:
    """Return (field, value) of the kinds, tags and paths that must not be."""
    named = map(_named, query.excluded)
    return [(name, value) for name, value in named if name in ("kind", "tag", "path")]


def in_title_expression(query: Query) -> str:
    """Return the FTS5 expression of everything that votes standing whole."""
    exact = (*voting_terms(query), *query.required, *query.phrases, *_starred(query))
    return _all(_wholes(query, exact))


def _wholes(query: Query, words: Iterable[str]) -> list[str]:
    return [whole_expression(word, query.readings) for word in words]


def _starred(query: Query) -> Iterator[str]:
    return (f"{each}*" for each in query.prefixes)


def voting_words(query: Query) -> tuple[str, ...]:
    """Return the words that vote, without their signs."""
    return (*voting_terms(query), *query.required, *query.phrases, *query.prefixes)


def voting_terms(query: Query) -> tuple[str, ...]:
    """Return the terms without stop words, or all of them when nothing else would vote."""
    content = tuple(word for word in query.terms if word not in query.common)
    others = query.required or query.phrases or query.prefixes or query.titles
    return content if content or others else query.terms


def expression(word: str, readings: Readings = ENGLISH) -> str:
    """Return the FTS5 expression by which one word votes.

    An identifier votes by its parts, so that `parse_config` is found in `ConfigParser`;
    that it stands whole is a bonus of its own (see `streams.fts`), since a phrase beside
    its parts would count the same words twice. The same holds for dense script and its
    pairs. A version or a date, whose parts are common numbers, votes only as a whole.
    """
    parts = (*identifier_parts(word), *voting_pairs(word))
    return _any(_quoted(each, readings) for each in parts) or whole_expression(word, readings)


def voting_pairs(word: str) -> list[str]:
    """Return the pairs by which the dense script in a word votes.

    Two hiragana are mostly grammar, so they are left out unless there is nothing else.
    """
    pairs = [pair for run in dense_runs(word) for pair in bigrams(run)[:-1]]
    return [pair for pair in pairs if not _HIRAGANA.fullmatch(pair)] or pairs


def has_parts(word: str) -> bool:
    """Tell whether a word votes by parts, so that to stand whole is worth a bonus."""
    return bool(identifier_parts(word)) or any(len(run) > 2 for run in dense_runs(word))


def whole_or_parts(word: str, readings: Readings = ENGLISH) -> str:
    """Return an FTS5 expression that the whole word or any of its parts satisfies."""
    return _any((whole_expression(word, readings), expression(word, readings)))


def identifier_parts(word: str) -> tuple[str, ...]:
    """Return the parts by which an identifier votes; nothing for a word, version or date."""
    parts = split_identifier(word.rstrip("*"))
    loud = word.isupper()
    content = tuple(
        part
        for part in parts
        if part.casefold() not in STOP_WORDS or (is_in_capitals(part) and not loud)
    )
    return content if any(map(_is_word, content)) else ()


def is_numbers(word: str) -> bool:
    """Tell whether the word is a version, a date or the like: parts that are no words."""
    parts = split_identifier(word)
    return len(parts) > 1 and not any(map(_is_word, parts)) and not dense_runs(word)


def _is_word(part: str) -> bool:
    return len(part) > 1 and part.isalpha()


def whole_expression(word: str, readings: Readings = ENGLISH) -> str:
    """Return the FTS5 expression that only the whole word satisfies, however it is written.

    A word that ends in `*` is satisfied by whatever begins so.
    """
    if not is_searchable(word):
        return ""
    star = "*" if word.endswith("*") else ""
    word = name_signs(word.rstrip("*"))
    forms = [_quoted(each, readings, star) for each in (word, without_v(word))]
    if parts := camel_parts(word) or numbered_parts(word):
        forms.append(_quoted(" ".join(parts), readings, star))
    return _any(forms)


def _quoted(text: str, readings: Readings, star: str = "") -> str:
    """Return the text as an FTS5 string, in the words that the index stores."""
    words, is_prefix = phrase_text(text)
    # The start of a word has no stem yet, so it is asked for as it is too.
    read = ((AS_WRITTEN,) if star else ()) + readings
    first, *others = dict.fromkeys(stemmed(words, reading) for reading in read)
    words = _alternatives(first, *others) if others else first
    return '"' + words.replace('"', '""') + '"' + (star or "*" * is_prefix)


def _alternatives(*phrases: str) -> str:
    """Return the forms of a phrase as one, which `store.alternatives` takes apart."""
    places = zip(*map(str.split, phrases), strict=True)
    return " ".join(ALTERNATIVE.join(dict.fromkeys(forms)) for forms in places)


def _named(word: str) -> tuple[str, str]:
    """Split `tag:draft`, as the parser leaves an excluded field; a plain word has no name."""
    name, colon, value = word.partition(":")
    return (name, value) if colon and name in ("kind", "tag", "path", "title") else ("", word)


def _any(parts: Iterable[str]) -> str:
    return " OR ".join(dict.fromkeys(filter(None, parts)))


def _all(parts: Iterable[str]) -> str:
    return " AND ".join(f"({part})" for part in dict.fromkeys(filter(None, parts)))
