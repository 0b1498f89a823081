"""When no page has any of the words asked for: the words of the index that come near."""

from dataclasses import replace

import apsw

from ai_memory.model import Query
from ai_memory.parse.tokens import alphanumeric_words, dense_runs, fold
from ai_memory.store.analysis import Analyzer
from ai_memory.store.lexical import any_page
from ai_memory.store.vocabulary import words_beginning, words_holding
from ai_memory.streams.fts_query import votes_expression, voting_words
from ai_memory.streams.spelling import edit_distance

MOST_SOUGHT = 8  # words of the question for which near ones are sought
MOST_FOUND = 24  # near words that are added
SHORTEST_PART = 3  # characters; fewer stand inside too many words
SHORTEST_MISSPELT = 4
TWO_SLIPS_FROM = 8  # characters of a word in which two slips are forgiven, not one


def widen(
    connection: apsw.Connection, analyzer: Analyzer, query: Query, projects: tuple[int, ...]
) -> tuple[Query, str]:
    """Return the query with near words of the index added, and what was done, if anything.

    While any page of the projects has any of the words, nothing is. Else words that hold
    what was typed are added (`ategoryProp` finds `CategoryProperty`), and where there are
    none, words that differ from it by a slip or two.
    """
    if not query.words or any_page(connection, votes_expression(query, relaxed=True), projects):
        return query, ""
    sought = _sought(query)[:MOST_SOUGHT]
    parts = [word for word in sought if len(word) >= SHORTEST_PART]
    stems = [
        stem
        for word in parts
        for stem in dict.fromkeys(analyzer.stems(word, query.readings))
        if len(stem) >= SHORTEST_PART
    ]
    near = words_holding(connection, [*parts, *stems], MOST_FOUND) if parts else []
    how = "words that hold what was typed"
    if not near:
        near = [word for stem in stems for word in _misspelt(connection, stem)][:MOST_FOUND]
        how = "words spelled nearly so"
    if not near:
        return query, ""
    said = f"no page has {' or '.join(map(repr, sought))}, so {how} count"
    return replace(query, prefixes=tuple(dict.fromkeys((*query.prefixes, *near)))), said


def _sought(query: Query) -> list[str]:
    """Return the words, folded; dense script is found by its pairs or not at all."""
    words = alphanumeric_words(fold(" ".join(voting_words(query))))
    return [word for word in dict.fromkeys(words) if not dense_runs(word)]


def _misspelt(connection: apsw.Connection, stem: str) -> list[str]:
    """Return the words of the index with the fewest slips from the stem, the first letter right."""
    # Another number is no misspelling of this one.
    if len(stem) < SHORTEST_MISSPELT or not stem.isalpha():
        return []
    most = 1 if len(stem) < TWO_SLIPS_FROM else 2
    lengths = range(len(stem) - most, len(stem) + most + 1)
    far = {
        word: edit_distance(stem, word, most)
        for word in words_beginning(connection, stem[0], lengths)
    }
    nearest = min(far.values(), default=most + 1)
    return [word for word, slips in far.items() if slips == nearest <= most]
