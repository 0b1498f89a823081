"""What an index says of a folder, in terms of paths alone, so that two can be compared."""

from contextlib import closing
from pathlib import Path

import pytest

from ai_memory.memory import Memory
from ai_memory.store.database import open_reader

# One question a table; row ids are replaced by paths, and stamps left out.
DERIVED = {
    "pages": """
        SELECT path, title, kind, description, created, updated, properties, size, hash
        FROM pages WHERE project_id = :p""",
    "sections": """
        SELECT path, position, heading, trail, level, first_line, last_line, text
        FROM pages_section JOIN pages ON pages.id = page_id WHERE project_id = :p""",
    "tags": """
        SELECT path, tag FROM pages_tag JOIN pages ON pages.id = page_id WHERE project_id = :p""",
    "names": """
        SELECT path, key, name, source FROM pages_name AS named JOIN pages ON pages.id = page_id
        WHERE named.project_id = :p""",
    "entities": """
        SELECT path, token, entity FROM pages_entity AS named JOIN pages ON pages.id = page_id
        WHERE named.project_id = :p""",
    "links": """
        SELECT source.path, link.wanted_in, link.key, link.target, link.fragment, link.label,
               link.kind, link.line, other.name, target.path, link.attachment, link.resolved
        FROM pages_link AS link JOIN pages AS source ON source.id = link.source_id
        LEFT JOIN pages AS target ON target.id = link.target_id
        LEFT JOIN projects AS other ON other.id = target.project_id
        WHERE link.project_id = :p""",
    "other keys": """
        SELECT source.path, link.target, other.wanted_in, other.key
        FROM pages_link_key AS other JOIN pages_link AS link ON link.id = other.link_id
        JOIN pages AS source ON source.id = link.source_id WHERE link.project_id = :p""",
    "attachments": "SELECT path, key FROM attachments WHERE project_id = :p",
    "problems": "SELECT path, code, message, line FROM problems WHERE project_id = :p",
    "refused": "SELECT path, code, size FROM refused WHERE project_id = :p",
}
_HITS = """
SELECT pages.path, round(bm25(pages_fts), 9) FROM pages_fts JOIN pages ON pages.id = pages_fts.rowid
WHERE pages_fts MATCH ? AND project_id = ?
"""
_ROWS_IN_FTS = """
SELECT count(*) FROM pages_fts_docsize WHERE id NOT IN (SELECT id FROM pages)
"""


def _derived(home: Path, name: str, words: tuple[str, ...]) -> dict[str, list]:
    with closing(open_reader(home)) as connection:
        ((project,),) = connection.execute("SELECT id FROM projects WHERE name = ?", (name,))
        rows = {
            table: sorted(connection.execute(statement, {"p": project}), key=repr)
            for table, statement in DERIVED.items()
        }
        for word in words:
            match = f'"{word}"'
            rows[f"hits of {word}"] = sorted(connection.execute(_HITS, (match, project)))
        rows["orphans in the full-text index"] = list(connection.execute(_ROWS_IN_FTS))
        rows["verdict"] = list(connection.execute("PRAGMA integrity_check"))
    return rows


@pytest.fixture(scope="session")
def derived():
    """(home, project, words) → everything that is derived from the project's files."""
    return _derived


@pytest.fixture(scope="session")
def open_memory():
    """(home) → a Memory that asks no model and reads no environment."""

    def open_at(home: Path, **index) -> Memory:
        flags = {"llm": {"embedding_provider": "none"}, "index": index}
        return Memory(home, environment={}, flags=flags)

    return open_at
