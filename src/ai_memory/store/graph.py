"""Questions to the links between pages."""

import json
from collections.abc import Collection

import apsw

# Pages one link away from the given ones, in either direction, each pair once.
_NEIGHBOURS = """
SELECT source_id AS seed, target_id AS neighbour FROM pages_link
WHERE source_id IN (SELECT value FROM json_each(?1)) AND target_id IS NOT NULL
UNION
SELECT target_id, source_id FROM pages_link
WHERE target_id IN (SELECT value FROM json_each(?1))
"""

# How many different pages each of the given ones is linked with.
_DEGREES = """
SELECT page, count(*) FROM (
    SELECT source_id AS page, target_id AS other FROM pages_link
    WHERE source_id IN (SELECT value FROM json_each(?1)) AND target_id IS NOT NULL
    UNION
    SELECT target_id, source_id FROM pages_link
    WHERE target_id IN (SELECT value FROM json_each(?1))
) GROUP BY page
"""


def neighbours(connection: apsw.Connection, pages: Collection[int]) -> list[tuple[int, int]]:
    """Return (page, neighbour) for every page linked with one of `pages`, itself left out."""
    rows = connection.execute(_NEIGHBOURS, (json.dumps(sorted(pages)),))
    return [(seed, neighbour) for seed, neighbour in rows if seed != neighbour]


def degrees(connection: apsw.Connection, pages: Collection[int]) -> dict[int, int]:
    """Return with how many different pages each of `pages` is linked; none is left out."""
    counted = dict(connection.execute(_DEGREES, (json.dumps(sorted(pages)),)))
    return {page: counted.get(page, 0) for page in pages}
