"""Questions to the full-text index."""

import json
from collections.abc import Collection, Sequence

import apsw

from ai_memory.store.index import scope_word
from ai_memory.store.rows import one_row

# Column weights for BM25 after the title's, in the order of the table. The last column
# only says which project a page is in, and has no vote.
HEADINGS, BODY, FRONT_MATTER, TAGS, PATH, SCOPE = 1.0, 1.0, 1.0, 1.0, 1.0, 0.0

# Best pages for a match expression. `ORDER BY bm25()` is markedly faster than the
# built-in `rank`; the sign is turned so that higher is better.
_RANK = """
SELECT rowid, -bm25(pages_fts, :title, :headings, :body, :front, :tags, :path, :scope) AS score
FROM pages_fts WHERE pages_fts MATCH :match
ORDER BY score DESC LIMIT :depth
"""

# The same among some pages only. The "+" keeps SQLite from re-running the match per id.
_RANK_ALLOWED = """
SELECT rowid, -bm25(pages_fts, :title, :headings, :body, :front, :tags, :path, :scope) AS score
FROM pages_fts WHERE pages_fts MATCH :match
  AND +rowid IN (SELECT value FROM json_each(:allowed))
ORDER BY score DESC LIMIT :depth
"""

# The same with ties in order of path, for when a tie stands at the cut.
_RANK_BY_PATH = """
SELECT pages_fts.rowid,
       -bm25(pages_fts, :title, :headings, :body, :front, :tags, :path, :scope) AS score
FROM pages_fts JOIN pages AS page ON page.id = pages_fts.rowid
WHERE pages_fts MATCH :match
  AND (:allowed IS NULL OR +pages_fts.rowid IN (SELECT value FROM json_each(:allowed)))
ORDER BY score DESC, page.path LIMIT :depth
"""

# How many pages match, and which of some pages do, in one pass.
_HOLDERS = """
SELECT count(*), json_group_array(rowid) FILTER (
    WHERE rowid IN (SELECT value FROM json_each(:among)))
FROM pages_fts WHERE pages_fts MATCH :match
"""
_MATCHING = "SELECT rowid FROM pages_fts WHERE pages_fts MATCH ?"
_ANY = "SELECT 1 FROM pages_fts WHERE pages_fts MATCH ? LIMIT 1"


def scoped(match: str, projects: Sequence[int]) -> str:
    """Return the match expression confined to some projects, and to the text of pages."""
    words = " OR ".join(f'"{scope_word(project)}"' for project in projects)
    return f"scope : ({words}) AND - scope : ({match})"


def rank_pages(
    connection: apsw.Connection,
    match: str,
    projects: Sequence[int],
    title_boost: float,
    depth: int,
    allowed: Collection[int] | None = None,
) -> list[tuple[int, float]]:
    """Return (page, BM25 score) of the best pages, best first.

    Args:
        connection: A reader's.
        match: A valid FTS5 expression, as `prepare_fts5_query` makes; "" finds nothing.
        projects: Row ids to search in.
        title_boost: Weight of the title column.
        depth: Most pages to return.
        allowed: Row ids that may be returned; None is all.

    Source: Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and
    Beyond (2009), as FTS5 computes it, with k1 = 1.2 and b = 0.75.
    """
    if not match or not projects:
        return []
    bindings: dict[str, apsw.SQLiteValue] = {
        "match": scoped(match, projects),
        "title": title_boost,
        "headings": HEADINGS,
        "body": BODY,
        "front": FRONT_MATTER,
        "tags": TAGS,
        "path": PATH,
        "scope": SCOPE,
        "depth": depth + 1,
        "allowed": None if allowed is None else json.dumps(sorted(allowed)),
    }
    statement = _RANK if allowed is None else _RANK_ALLOWED
    rows = list(connection.execute(statement, bindings))
    if len(rows) > depth and rows[depth][1] == rows[depth - 1][1]:
        rows = list(connection.execute(_RANK_BY_PATH, bindings))
    return rows[:depth]


def pages_matching(connection: apsw.Connection, match: str, projects: Sequence[int]) -> set[int]:
    """Return the row ids of all pages that match, unranked."""
    if not match or not projects:
        return set()
    return {row for (row,) in connection.execute(_MATCHING, (scoped(match, projects),))}


def holders(
    connection: apsw.Connection, match: str, projects: Sequence[int], among: Collection[int]
) -> tuple[int, list[int]]:
    """Return how many pages of the projects match, and which of the pages `among` do."""
    bindings = {"match": scoped(match, projects), "among": json.dumps(sorted(among))}
    found, pages = one_row(connection, _HOLDERS, bindings)
    return int(found), json.loads(pages)


def any_page(connection: apsw.Connection, match: str, projects: Sequence[int]) -> bool:
    """Tell whether any page matches."""
    if not match or not projects:
        return False
    return connection.execute(_ANY, (scoped(match, projects),)).fetchone() is not None


def pages_titled(connection: apsw.Connection, match: str, projects: Sequence[int]) -> set[int]:
    """Return the row ids of all pages whose title alone matches."""
    return pages_matching(connection, f"title : ({match})", projects) if match else set()
