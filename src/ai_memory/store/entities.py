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
        "tokens": json.dumps(tokens, ensure_ascii=False),
        "projects": json.dumps(projects),
        "depth": depth,
        "allowed": None if allowed is None else json.dumps(sorted(allowed)),
    }
    return list(connection.execute(_SHARING, bindings))
