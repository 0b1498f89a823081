"""Questions to the names that pages are about."""

import json
from collections.abc import Collection, Sequence

import apsw

_SHARING = """
SELECT share.token, share.page_id, share.entity, page.path
FROM pages_entity AS share JOIN pages AS page ON page.id = share.page_id
WHERE share.project_id IN (SELECT value FROM json_each(?1))
  AND share.token IN (SELECT value FROM json_each(?2))
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
    connection: apsw.Connection, tokens: Sequence[str], projects: Sequence[int]
) -> list[tuple[str, int, str, str]]:
    """Return (token, page, entity, path) for every name of a page that has one of the tokens."""
    return list(connection.execute(_SHARING, (json.dumps(projects), _listed(tokens))))


def pages_called(
    connection: apsw.Connection, keys: Collection[str], projects: Sequence[int]
) -> list[tuple[int, str]]:
    """Return (page, key) for every page with a name that has one of the keys."""
    return list(connection.execute(_CALLED, (json.dumps(projects), _listed(sorted(keys)))))


def _listed(texts: Sequence[str]) -> str:
    return json.dumps(texts, ensure_ascii=False)
