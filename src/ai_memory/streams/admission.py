"""Which pages may be hits: what the flags demand, and what the question does."""

from dataclasses import dataclass, replace

import apsw

from ai_memory.model import Filters, Query
from ai_memory.parse.kind import normalise_kind
from ai_memory.store.filters import all_pages, allowed_pages, check_kinds
from ai_memory.store.lexical import pages_matching
from ai_memory.streams.fts_query import (
    excluded_expression,
    excluded_fields,
    required_expression,
)

UNMET = "no page has all that was required, so it only votes"

Pages = frozenset[int] | None  # row ids; None is every page


@dataclass(frozen=True, slots=True)
class Admission:
    """The pages that may be hits."""

    flagged: Pages  # those that pass the flags: a page called exactly so needs no more
    allowed: Pages  # those that have all that the question demands as well
    relaxed: str = ""  # said where no page has what must stand and `allowed` does not insist


def admission(
    connection: apsw.Connection, query: Query, flags: Filters, projects: tuple[int, ...]
) -> Admission:
    """Return which pages may be hits.

    Raises:
        UnknownKind: A flag names a kind that no page has.
    """
    flags = replace(flags, kinds=tuple(map(normalise_kind, flags.kinds)))
    check_kinds(connection, projects, flags.kinds)
    flagged = allowed_pages(connection, projects, flags)
    asked = Filters(tags=query.tags, paths=query.paths, since=query.after, until=query.before)
    allowed = _both(flagged, allowed_pages(connection, projects, asked))
    if query.excluded:
        allowed = _without_excluded(connection, query, projects, allowed)
    demand = required_expression(query)
    if not demand:
        return Admission(flagged, allowed)
    having = _both(allowed, frozenset(pages_matching(connection, demand, projects)))
    return Admission(flagged, having) if having else Admission(flagged, allowed, UNMET)


def _both(one: Pages, other: Pages) -> Pages:
    if one is None or other is None:
        return other if one is None else one
    return one & other


def _without_excluded(
    connection: apsw.Connection, query: Query, projects: tuple[int, ...], allowed: Pages
) -> frozenset[int]:
    banned = pages_matching(connection, excluded_expression(query), projects)
    for name, value in excluded_fields(query):
        banned |= allowed_pages(connection, projects, _filter(name, value)) or set()
    return (all_pages(connection, projects) if allowed is None else allowed) - banned


def _filter(field: str, value: str) -> Filters:
    match field:
        case "kind":
            return Filters(kinds=(normalise_kind(value),))
        case "tag":
            return Filters(tags=(value,))
        case _:
            return Filters(paths=(value,))
