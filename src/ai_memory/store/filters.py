"""Which pages may be hits at all."""

import json
from collections.abc import Sequence

import apsw

from ai_memory.errors import UnknownKind
from ai_memory.model import Filters
from ai_memory.parse.links import name_key
from ai_memory.parse.tags import tag_key

# Pages of the projects that pass every filter that is set.
_ALLOWED = """
SELECT page.id FROM pages AS page
WHERE page.project_id IN (SELECT value FROM json_each(:projects))
  AND (:kinds IS NULL OR page.kind IN (SELECT value FROM json_each(:kinds)))
  AND (:since IS NULL OR page.updated >= :since)
  AND (:until IS NULL OR page.updated <= :until)
  AND (:paths IS NULL OR EXISTS (
        SELECT 1 FROM json_each(:paths) AS wanted
        JOIN pages_name AS place ON place.page_id = page.id AND place.source = 'path'
        WHERE substr(place.name || '.md', 1, length(wanted.value)) = wanted.value))
  AND (:tags IS NULL OR NOT EXISTS (
        SELECT 1 FROM json_each(:tags) AS wanted
        WHERE NOT EXISTS (
            SELECT 1 FROM pages_tag AS tagged
            WHERE tagged.page_id = page.id
              AND (tagged.tag = wanted.value
                   OR substr(tagged.tag, 1, length(wanted.value) + 1) = wanted.value || '/'))))
"""

_ALL = "SELECT id FROM pages WHERE project_id IN (SELECT value FROM json_each(?))"

_KINDS = """
SELECT DISTINCT kind FROM pages
WHERE project_id IN (SELECT value FROM json_each(?)) ORDER BY kind
"""


def allowed_pages(
    connection: apsw.Connection, projects: Sequence[int], filters: Filters
) -> frozenset[int] | None:
    """Return the row ids of the pages that pass the filters; None when none is set.

    Tags and paths are compared in any case; a path as names are, see `parse.links`.
    """
    if not filters:
        return None
    bindings = {
        "projects": json.dumps(projects),
        "kinds": _listed(filters.kinds),
        "tags": _listed([tag_key(tag) for tag in filters.tags]),
        "paths": _listed([name_key(path.removeprefix("./")).lstrip("/") for path in filters.paths]),
        "since": filters.since.isoformat() if filters.since else None,
        "until": filters.until.isoformat() if filters.until else None,
    }
    return frozenset(row for (row,) in connection.execute(_ALLOWED, bindings))


def all_pages(connection: apsw.Connection, projects: Sequence[int]) -> frozenset[int]:
    """Return the row ids of all pages of the projects."""
    return frozenset(row for (row,) in connection.execute(_ALL, (json.dumps(projects),)))


def kinds_in(connection: apsw.Connection, projects: Sequence[int]) -> tuple[str, ...]:
    """Return the kinds that pages of the projects have, sorted."""
    return tuple(kind for (kind,) in connection.execute(_KINDS, (json.dumps(projects),)))


def check_kinds(connection: apsw.Connection, projects: Sequence[int], kinds: Sequence[str]) -> None:
    """Raise where a filter names a kind that no page has.

    Raises:
        UnknownKind: With the kinds that there are.
    """
    if not kinds:
        return
    known = kinds_in(connection, projects)
    for kind in kinds:
        if kind not in known:
            raise UnknownKind(
                f"No page is of kind {kind!r}",
                f"Kinds here: {', '.join(known)}." if known else "The project has no pages yet.",
            )


def _listed(values: Sequence[str]) -> str | None:
    return json.dumps(values, ensure_ascii=False) if values else None
