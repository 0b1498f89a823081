"""What is not as it should be: the index, the folders, the pages and the links."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import apsw

from ai_memory.store.database import SAFE_SQLITE
from ai_memory.store.projects import all_projects

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a person should know, and what to do about it."""

    severity: Severity
    code: str  # stable identifier
    message: str
    project: str = ""
    path: str = ""
    line: int | None = None
    remedy: str = ""


_REMARKS = """
SELECT path, code, message, line FROM problems WHERE project_id = ? ORDER BY path, line
"""
_DANGLING = """
SELECT page.path, link.line, link.target, link.wanted_in
FROM pages_link AS link JOIN pages AS page ON page.id = link.source_id
WHERE link.project_id = ? AND link.resolved = '' ORDER BY page.path, link.line, link.id
"""
_SAME_TITLE = """
SELECT min(title), json_group_array(path ORDER BY path) FROM pages
WHERE project_id = ? GROUP BY title COLLATE NOCASE HAVING count(*) > 1 ORDER BY 1
"""
_SAME_BYTES = """
SELECT json_group_array(path ORDER BY path) FROM pages
WHERE project_id = ? AND size > 0 AND hash != '' GROUP BY hash HAVING count(*) > 1 ORDER BY 1
"""

# Remarks after which a file is only partly read, or not at all.
_ERRORS = (
    "unreadable",
    "binary",
    "too-large",
    "special-file",
    "folder-unreadable",
    "name-not-utf8",
)


def check_index(
    connection: apsw.Connection, oldest: tuple[int, ...] = SAFE_SQLITE
) -> Iterator[Finding]:
    """Yield what is wrong with SQLite, where it is older than `oldest`, or the index file."""
    if _library() < oldest:
        yield Finding(
            "error",
            "sqlite-old",
            f"SQLite {apsw.sqlite_lib_version()} has known faults",
            remedy="pip install --upgrade apsw",
        )
    for verdict in _verdicts(connection):
        yield Finding(
            "error",
            "index-damaged",
            f"The index is damaged: {verdict}",
            remedy="Move index.db aside and run 'ai-memory sync': the files are the truth.",
        )


def _verdicts(connection: apsw.Connection) -> list[str]:
    try:
        told = [str(verdict) for (verdict,) in connection.execute("PRAGMA quick_check(5)")]
    except apsw.CorruptError as damage:  # too broken to be checked
        return [str(damage)]
    return [verdict for verdict in told if verdict != "ok"]


def _library() -> tuple[int, ...]:
    return tuple(map(int, apsw.sqlite_lib_version().split(".")))


def check_project(connection: apsw.Connection, project: int) -> Iterator[Finding]:
    """Yield what is wrong with a project: its folder, files, links and titles."""
    known = all_projects(connection)[project]
    name = str(known.id)
    if not known.root.is_dir():
        yield Finding(
            "error",
            "folder-missing",
            f"The folder {known.root} is gone; {known.pages} pages are kept in the index",
            name,
            remedy=f"Bring it back, or 'ai-memory sync --project {name} --prune'.",
        )
    for path, code, message, line in connection.execute(_REMARKS, (project,)):
        severity: Severity = "error" if code in _ERRORS else "warning"
        yield Finding(severity, code, message, name, path, line)
    yield from _links(connection, project, name)
    for title, paths in connection.execute(_SAME_TITLE, (project,)):
        yield Finding("note", "same-title", f"{_listed(paths)} share the title {title!r}", name)
    for (paths,) in connection.execute(_SAME_BYTES, (project,)):
        yield Finding("note", "same-content", f"{_listed(paths)} are identical", name)


def _links(connection: apsw.Connection, project: int, name: str) -> Iterator[Finding]:
    for path, line, target, wanted_in in connection.execute(_DANGLING, (project,)):
        place = f" in project {wanted_in!r}" if wanted_in != name else ""
        yield Finding(
            "warning", "dangling-link", f"Nothing is called {target!r}{place}", name, path, line
        )


def _listed(paths: str) -> str:
    return ", ".join(json.loads(paths))
