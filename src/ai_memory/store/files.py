"""What a folder holds beside its pages: attachments, and remarks about what was left out."""

import json

import apsw

from ai_memory.store.names import link_key
from ai_memory.store.vault import WALK_CODES, Listing

_ATTACHMENTS = "SELECT path FROM attachments WHERE project_id = ?"
_FORGET = "DELETE FROM attachments WHERE project_id = ? AND path = ?"
_ADD = "INSERT INTO attachments VALUES (?, ?, ?)"
_FORGET_REMARKS = """
DELETE FROM problems WHERE project_id = ? AND code IN (SELECT value FROM json_each(?))
"""
_REMARK = "INSERT INTO problems VALUES (?, ?, ?, ?, ?)"


def write_files(connection: apsw.Connection, project: int, listing: Listing) -> set[str]:
    """Bring the attachments and the remarks about the folder level with a walk.

    Args:
        connection: In a write transaction.
        project: Row id.
        listing: The walk.

    Returns:
        Lookup keys of the attachments that came or went.
    """
    before = {path for (path,) in connection.execute(_ATTACHMENTS, (project,))}
    gone, new = before - listing.attachments, listing.attachments - before
    connection.executemany(_FORGET, ((project, path) for path in sorted(gone)))
    connection.executemany(_ADD, ((project, path, link_key(path)) for path in sorted(new)))
    connection.execute(_FORGET_REMARKS, (project, json.dumps(WALK_CODES)))
    connection.executemany(
        _REMARK,
        ((project, each.path, each.code, each.message, each.line) for each in listing.problems),
    )
    return {link_key(path) for path in gone | new}
