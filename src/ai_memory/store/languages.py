"""The languages of pages, and the setting that they were read with."""

import json
from collections.abc import Sequence

import apsw

from ai_memory.store.rows import one_row

# Steps from one language to the next through the index, however many pages have it.
_LANGUAGES = """
WITH RECURSIVE asked (project) AS (SELECT value FROM json_each(?)),
found (project, language) AS (
    SELECT project, (SELECT min(language) FROM pages WHERE project_id = project) FROM asked
    UNION ALL
    SELECT project,
           (SELECT min(language) FROM pages
            WHERE project_id = project AND pages.language > found.language)
    FROM found WHERE found.language IS NOT NULL
)
SELECT DISTINCT language FROM found WHERE language IS NOT NULL ORDER BY language
"""


def languages_of(connection: apsw.Connection, projects: Sequence[int]) -> tuple[str, ...]:
    """Return the languages that pages of the projects are in, sorted; "" for unknown ones."""
    found = connection.execute(_LANGUAGES, (json.dumps(projects),))
    return tuple(language for (language,) in found)


def language_setting(connection: apsw.Connection, project: int) -> str:
    """Return the setting that the project's pages were last read with."""
    row = one_row(connection, "SELECT language FROM projects WHERE id = ?", (project,))
    return str(row[0])


def note_language_setting(connection: apsw.Connection, project: int, setting: str) -> None:
    """Write down the setting that all pages of the project have been read with."""
    connection.execute("UPDATE projects SET language = ? WHERE id = ?", (setting, project))
