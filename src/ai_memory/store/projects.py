"""The register of projects: which folders are searched, and by what name."""

from pathlib import Path

import apsw

from ai_memory.errors import ProjectExists, ProjectNotFound
from ai_memory.model import Project, ProjectId
from ai_memory.store.index import delete_page
from ai_memory.store.resolve import resolve_links_naming
from ai_memory.store.rows import one_row

_PROJECTS = """
SELECT project.id, project.name, project.root, count(page.id)
FROM projects AS project LEFT JOIN pages AS page ON page.project_id = project.id
GROUP BY project.id ORDER BY project.name
"""


def all_projects(connection: apsw.Connection) -> dict[int, Project]:
    """Return the registered projects by row id, in order of their names."""
    return {
        row: Project(ProjectId(name), Path(root), pages)
        for row, name, root, pages in connection.execute(_PROJECTS)
    }


def project_row(connection: apsw.Connection, name: str) -> int:
    """Return a project's row id.

    Raises:
        ProjectNotFound: None has that name; the known ones are listed.
    """
    row = connection.execute("SELECT id FROM projects WHERE name = ?", (name,)).fetchone()
    if row is None:
        known = [each for (each,) in connection.execute("SELECT name FROM projects ORDER BY name")]
        listed = f"Registered: {', '.join(known)}. " if known else ""
        raise ProjectNotFound(
            f"There is no project {name!r}",
            f"{listed}Register a folder with 'ai-memory init FOLDER --name {name}'.",
        )
    return int(row[0])


def project_root(connection: apsw.Connection, project: int) -> Path:
    """Return the folder of a project, by row id."""
    return Path(one_row(connection, "SELECT root FROM projects WHERE id = ?", (project,))[0])


def add_project(connection: apsw.Connection, name: ProjectId, root: Path) -> int:
    """Register a folder and return the project's row id; the same pair again is no change.

    Links that name the project mean it from now on.

    Raises:
        ProjectExists: The name has another folder, or the folder has another name, or
            lies inside or around a registered one, whose pages would be found twice.
    """
    for row, project in all_projects(connection).items():
        if (project.id, project.root) == (name, root):
            return row
        if project.id == name:
            raise ProjectExists(
                f"Project {name!r} is already the folder {project.root}",
                "Choose another name with --name, or 'ai-memory projects remove' the old one.",
            )
        if root.is_relative_to(project.root) or project.root.is_relative_to(root):
            raise ProjectExists(
                f"{root} overlaps {project.root}, which is project {project.id!r}",
                f"Search it with '--project {project.id}', narrowed by '--path'.",
            )
    connection.execute("INSERT INTO projects (name, root) VALUES (?, ?)", (name, str(root)))
    row = connection.last_insert_rowid()
    resolve_links_naming(connection, name)
    return row


def remove_project(connection: apsw.Connection, project: int) -> None:
    """Forget a project and its index rows; the folder is not touched.

    Links from other projects that led into it lead there no more.
    """
    for (page,) in list(
        connection.execute("SELECT id FROM pages WHERE project_id = ?", (project,))
    ):
        delete_page(connection, page)
    name = one_row(connection, "SELECT name FROM projects WHERE id = ?", (project,))[0]
    connection.execute("DELETE FROM projects WHERE id = ?", (project,))
    resolve_links_naming(connection, str(name))


def touch_generation(connection: apsw.Connection, project: int) -> None:
    """Mark that a project's pages or vectors changed, for whoever caches them."""
    connection.execute("UPDATE projects SET generation = generation + 1 WHERE id = ?", (project,))


def generation(connection: apsw.Connection, project: int) -> int:
    """Return the counter that `touch_generation` moves."""
    row = connection.execute("SELECT generation FROM projects WHERE id = ?", (project,)).fetchone()
    return int(row[0]) if row else -1
