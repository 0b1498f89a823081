"""Questions to the names that pages are about."""

import json
from collections.abc import Collection, Sequence

import apsw

# Pages whose entities share tokens with the query. A token weighs ln(1 + N / df), so a
# rare one counts more; each counts once a page, however many of its names hold it.
_SHARING = """
WITH shared AS (
    SELECT token, page_id, min(entity) AS entity
    FROM pages_entity
    WHERE project_id IN (SELECT value FROM json_each(:projects))
      AND token IN (SELECT value FROM json_each(:tokens))
    GROUP BY token, page_id
),
weight AS (
    SELECT token, ln(1.0 + (SELECT count(*) FROM pages
                            WHERE project_id IN (SELECT value FROM json_each(:projects)))
                         * 1.0 / count(*)) AS weight
    FROM shared GROUP BY token
)
SELECT shared.page_id, sum(weight.weight) AS score,
       group_concat(DISTINCT shared.entity) AS entities
FROM shared JOIN weight USING (token) JOIN pages AS page ON page.id = shared.page_id
WHERE (:allowed IS NULL OR shared.page_id IN (SELECT value FROM json_each(:allowed)))
GROUP BY shared.page_id
ORDER BY score DESC, page.path LIMIT :depth
"""

# In how many pages each token is part of a name.
_SPREAD = """
SELECT token, count(DISTINCT page_id) FROM pages_entity
WHERE project_id IN (SELECT value FROM json_each(?1))
  AND token IN (SELECT value FROM json_each(?2))
GROUP BY token
"""

# Pages with one of the names, also where they are told apart by a word in brackets,
# as in "Mercury (planet)". CROSS JOIN keeps SQLite from starting at the table of names.
_CALLED = """
SELECT named.page_id, sought.value
FROM json_each(?1) AS project CROSS JOIN json_each(?2) AS sought CROSS JOIN pages_name AS named
  ON named.project_id = project.value AND named.key = sought.value
WHERE named.source = 'path' OR instr(named.name, '/') = 0
UNION
SELECT named.page_id, sought.value
FROM json_each(?1) AS project CROSS JOIN json_each(?2) AS sought CROSS JOIN pages_name AS named
  ON named.project_id = project.value
 AND named.key >= sought.value || ' (' AND named.key < sought.value || ' )'
WHERE named.source = 'path' OR instr(named.name, '/') = 0
"""


def pages_sharing(
    connection: apsw.Connection,
    tokens: Sequence[str],
    projects: Sequence[int],
    depth: int,
    allowed: Collection[int] | None = None,
) -> list[tuple[int, float, str]]:
    """Return (page, score, entities that matched) of the best pages, best first."""
    if not tokens:
        return []
    bindings: dict[str, apsw.SQLiteValue] = {
        "tokens": _listed(tokens),
        "projects": json.dumps(projects),
        "depth": depth,
        "allowed": None if allowed is None else json.dumps(sorted(allowed)),
    }
    return list(connection.execute(_SHARING, bindings))


def spread(
    connection: apsw.Connection, tokens: Sequence[str], projects: Sequence[int]
) -> dict[str, int]:
    """Return token → in how many pages it is part of a name; those in none are left out."""
    return dict(connection.execute(_SPREAD, (json.dumps(projects), _listed(tokens))))


def pages_called(
    connection: apsw.Connection, keys: Collection[str], projects: Sequence[int]
) -> list[tuple[int, str]]:
    """Return (page, key) for every page with a name that has one of the keys."""
    return list(connection.execute(_CALLED, (json.dumps(projects), _listed(sorted(keys)))))


def _listed(texts: Sequence[str]) -> str:
    return json.dumps(texts, ensure_ascii=False)
