"""How a wiki itself words things: its pages' names, the labels of its links, its headings."""

import apsw

_NAMES = """
SELECT name.name, name.source, name.key, page.path
FROM pages_name AS name JOIN pages AS page ON page.id = name.page_id
WHERE name.project_id = ? ORDER BY page.path, name.name
"""
# What a link shows in place of the name of the page it leads to. The label of an embed is
# a size, and a page that links to itself only points down.
_LABELS = """
SELECT DISTINCT link.label, target.path
FROM pages_link AS link JOIN pages AS target ON target.id = link.target_id
WHERE link.project_id = ?1 AND target.project_id = ?1 AND link.target_id != link.source_id
  AND link.label != '' AND link.kind != 'embed' ORDER BY target.path, link.label
"""
_HEADINGS = """
SELECT DISTINCT section.heading, page.path
FROM pages_section AS section JOIN pages AS page ON page.id = section.page_id
WHERE page.project_id = ? AND section.heading != '' ORDER BY page.path, section.position
"""


def names_of_pages(connection: apsw.Connection, project: int) -> list[tuple[str, str, str, str]]:
    """Return (folded name, source, key, path) of every name a page answers to."""
    return list(connection.execute(_NAMES, (project,)))


def labels_of_links(connection: apsw.Connection, project: int) -> list[tuple[str, str]]:
    """Return (label, path of the page it leads to), each once, in order of path."""
    return list(connection.execute(_LABELS, (project,)))


def headings_of_pages(connection: apsw.Connection, project: int) -> list[tuple[str, str]]:
    """Return (heading, path of its page), each once, in order of path."""
    return list(connection.execute(_HEADINGS, (project,)))
