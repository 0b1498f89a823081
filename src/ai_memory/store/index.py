"""One page into the index and out of it; always inside a write transaction."""

import json
from collections.abc import Iterable, Iterator

import apsw

from ai_memory.model import Link, Page, Problem
from ai_memory.parse.stems import readings
from ai_memory.parse.tokens import entity_tokens, index_text
from ai_memory.store.names import page_names
from ai_memory.store.resolve import link_keys
from ai_memory.store.stamp import Stamp

_UPSERT_PAGE = """
INSERT INTO pages (id, project_id, path, title, kind, description, created, updated,
                   properties, size, mtime_ns, ctime_ns, hash, language)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET
    path = excluded.path, title = excluded.title, kind = excluded.kind,
    description = excluded.description, created = excluded.created,
    updated = excluded.updated, properties = excluded.properties, size = excluded.size,
    mtime_ns = excluded.mtime_ns, ctime_ns = excluded.ctime_ns, hash = excluded.hash,
    language = excluded.language,
    -- A vector is made of the title and the text; where both stand, it stands.
    embedded_model = CASE WHEN pages.hash = excluded.hash AND pages.title = excluded.title
                          THEN pages.embedded_model END
"""

_INSERT_FTS = """
INSERT INTO pages_fts (rowid, title, headings, body, front_matter, tags, path, scope)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""

_INSERT_LINK = """
INSERT INTO pages_link (source_id, project_id, wanted_in, key, target, fragment, label, kind, line)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""

_INSERT_OTHER_KEY = "INSERT OR IGNORE INTO pages_link_key VALUES (?, ?, ?)"

# Properties that have a column of their own in the full-text index.
_OWN_COLUMN = ("title", "tags", "tag")

# Tables that hold rows of a page by page_id, emptied before the page is written anew.
_PARTS = ("pages_section", "pages_tag", "pages_name", "pages_entity")


def scope_word(project: int) -> str:
    """Return the word that stands for a project in the full-text index."""
    return f"p{project}"


def write_page(
    connection: apsw.Connection,
    project: tuple[int, str],
    page: Page,
    stamp: Stamp,
    digest: str,
    modified: str,
    page_id: int | None = None,
) -> int:
    """Write a page's rows, replacing those of `page_id` where it is given.

    Args:
        connection: In a write transaction.
        project: Row id and name of the project.
        page: The parsed page.
        stamp: What the file system said of the file.
        digest: SHA-256 of its bytes, hex.
        modified: ISO date of the file, used where the front matter has none.
        page_id: Row to replace; None adds a page.

    Returns:
        The page's row id. Its links are unresolved; see `resolve.resolve_links`.
    """
    if page_id is not None:
        clear_page(connection, page_id)
    connection.execute(_UPSERT_PAGE, _page_row(page_id, project[0], page, stamp, digest, modified))
    row = page_id if page_id is not None else connection.last_insert_rowid()
    connection.execute(_INSERT_FTS, (row, *_fts_row(page), scope_word(project[0])))
    _write_sections(connection, row, page)
    connection.executemany(
        "INSERT OR IGNORE INTO pages_tag VALUES (?, ?)", ((row, tag) for tag in page.tags)
    )
    connection.executemany(
        "INSERT INTO pages_name VALUES (?, ?, ?, ?, ?)",
        ((row, project[0], *name) for name in page_names(page)),
    )
    connection.executemany(
        "INSERT OR IGNORE INTO pages_entity VALUES (?, ?, ?, ?)",
        (
            (project[0], token, row, entity)
            for entity in page.entities
            for token in entity_tokens(entity)
        ),
    )
    _write_links(connection, row, project, page)
    write_problems(connection, project[0], page.path, page.problems)
    return row


def clear_page(connection: apsw.Connection, page_id: int) -> None:
    """Remove what was derived from a page's text, keeping its row, vectors and inbound links."""
    connection.execute("DELETE FROM pages_fts WHERE rowid = ?", (page_id,))
    for table in _PARTS:
        # The names come from the constant above, never from outside.
        connection.execute(f"DELETE FROM {table} WHERE page_id = ?", (page_id,))  # noqa: S608
    connection.execute("DELETE FROM pages_link WHERE source_id = ?", (page_id,))


def delete_page(connection: apsw.Connection, page_id: int) -> None:
    """Remove a page and everything derived from it; links to it become unresolved."""
    connection.execute("DELETE FROM pages_fts WHERE rowid = ?", (page_id,))
    connection.execute("DELETE FROM pages WHERE id = ?", (page_id,))


def write_problems(
    connection: apsw.Connection, project: int, path: str, problems: Iterable[Problem]
) -> None:
    """Replace what is known to be wrong with a file."""
    connection.execute("DELETE FROM problems WHERE project_id = ? AND path = ?", (project, path))
    connection.executemany(
        "INSERT INTO problems VALUES (?, ?, ?, ?, ?)",
        ((project, path, each.code, each.message, each.line) for each in problems),
    )


def restamp(connection: apsw.Connection, page_id: int, stamp: Stamp) -> None:
    """Note what the file system says now of a page whose bytes are the same."""
    connection.execute(
        "UPDATE pages SET size = ?, mtime_ns = ?, ctime_ns = ? WHERE id = ?",
        (stamp.size, stamp.mtime_ns, stamp.ctime_ns, page_id),
    )


def keys_of_page(connection: apsw.Connection, page_id: int) -> set[str]:
    """Return the lookup keys of the page's names."""
    rows = connection.execute("SELECT key FROM pages_name WHERE page_id = ?", (page_id,))
    return {key for (key,) in rows}


def _page_row(
    page_id: int | None, project: int, page: Page, stamp: Stamp, digest: str, modified: str
) -> tuple[object, ...]:
    return (
        page_id,
        project,
        page.path,
        page.title,
        page.kind,
        page.description,
        page.created.isoformat() if page.created else None,
        page.updated.isoformat() if page.updated else modified,
        json.dumps(page.properties, ensure_ascii=False),
        stamp.size,
        stamp.mtime_ns,
        stamp.ctime_ns,
        digest,
        page.language,
    )


def _fts_row(page: Page) -> tuple[str, ...]:
    # The title is a heading wherever it was written, so that all titles weigh the same.
    names = dict.fromkeys((page.title, *(section.heading for section in page.sections)))
    headings = "\n".join(names)
    body = "\n".join(section.text for section in page.sections)
    # A front matter that could not be read is still text to be found.
    known = {key: value for key, value in page.properties.items() if key not in _OWN_COLUMN}
    front_matter = "\n".join(_values(known)) if page.properties else page.front_matter
    tags, path = "\n".join(page.tags), page.path.removesuffix(".md")
    (reading,) = readings((page.language,))
    columns = (page.title, headings, body, front_matter, tags, path)
    return tuple(index_text(column, reading) for column in columns)


def _values(value: object) -> Iterator[str]:
    """Yield the texts in front matter, without the keys, which are not what a page says."""
    if isinstance(value, dict):
        for each in value.values():
            yield from _values(each)
    elif isinstance(value, list):
        for each in value:
            yield from _values(each)
    elif value is not None and not isinstance(value, bool):
        yield str(value)


def _write_sections(connection: apsw.Connection, row: int, page: Page) -> None:
    connection.executemany(
        "INSERT INTO pages_section VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (
                row,
                section.position,
                section.heading,
                json.dumps(section.trail, ensure_ascii=False),
                section.level,
                section.first_line,
                section.last_line,
                section.text,
            )
            for section in page.sections
        ),
    )


def _write_links(
    connection: apsw.Connection, row: int, project: tuple[int, str], page: Page
) -> None:
    for link in page.links:
        if not link.target:
            continue  # [[#Heading]] stays inside its own page
        (wanted_in, key), *others = link_keys(link, project[1])
        connection.execute(_INSERT_LINK, _link_row(row, project[0], wanted_in, key, link))
        if others:
            number = connection.last_insert_rowid()
            connection.executemany(
                _INSERT_OTHER_KEY, ((name, other, number) for name, other in others)
            )


def _link_row(
    row: int, project: int, wanted_in: str, key: str, link: Link
) -> tuple[str | int, ...]:
    return (
        row,
        project,
        wanted_in,
        key,
        link.target,
        link.fragment,
        link.label,
        link.kind,
        link.line,
    )
