"""Files named *.md that could not be read as pages, kept in mind until they change."""

import apsw

from ai_memory.model import Problem
from ai_memory.store.stamp import Stamp

_REMEMBER = "INSERT OR REPLACE INTO refused VALUES (?, ?, ?, ?, ?, ?)"
_FORGET = "DELETE FROM refused WHERE project_id = ? AND path = ?"
# A page that can be read again keeps the remarks about its text.
_FORGET_REMARK = """
DELETE FROM problems WHERE project_id = ? AND path = ? AND code = 'unreadable'
"""
_REMARKED = """
SELECT 1 FROM problems WHERE project_id = ? AND path = ? AND code = ? AND message = ?
"""
_REMARK = "INSERT INTO problems VALUES (?, ?, ?, ?, NULL)"


def remember(connection: apsw.Connection, project: int, code: str, path: str, stamp: Stamp) -> None:
    """Keep in mind that the file, as it is, was refused, and why."""
    connection.execute(_REMEMBER, (project, path, code, stamp.size, stamp.mtime_ns, stamp.ctime_ns))


def forget(connection: apsw.Connection, project: int, path: str) -> None:
    """Forget that the file was refused, and that it could not be read."""
    connection.execute(_FORGET, (project, path))
    connection.execute(_FORGET_REMARK, (project, path))


def remarked(connection: apsw.Connection, project: int, problem: Problem) -> bool:
    """Tell whether that is said of the file already."""
    row = (project, problem.path, problem.code, problem.message)
    return connection.execute(_REMARKED, row).fetchone() is not None


def remark(connection: apsw.Connection, project: int, problem: Problem) -> None:
    """Say that a file cannot be read, beside what else is said of it."""
    connection.execute(_FORGET_REMARK, (project, problem.path))
    connection.execute(_REMARK, (project, problem.path, problem.code, problem.message))
