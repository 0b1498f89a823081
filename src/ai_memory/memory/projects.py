"""What every part of `Memory` stands on: the home, its settings, and which projects there are."""

import os
import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ai_memory.config import Settings
from ai_memory.errors import FolderMissing, IndexMissing, ProjectNotFound
from ai_memory.model import Project, ProjectId
from ai_memory.parse.tokens import fold
from ai_memory.store.database import reading, transaction, writing
from ai_memory.store.home import home_folder, load_settings
from ai_memory.store.projects import add_project, all_projects, project_row, remove_project

if TYPE_CHECKING:
    from ai_memory.embed.embedder import Embedder


class Projects:
    """The home and the projects in it; see `Memory` for the arguments."""

    def __init__(
        self,
        home: Path | str | None = None,
        *,
        environment: Mapping[str, str] | None = None,
        flags: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        self._environment = os.environ if environment is None else environment
        self.home = Path(home).absolute() if home else home_folder(self._environment)
        self._flags = flags

    # -- settings ---------------------------------------------------------------------

    @cached_property
    def settings(self) -> Settings:
        """The settings that hold for every project."""
        return load_settings(self.home, None, self._environment, self._flags)

    def settings_of(self, project: str) -> Settings:
        """Return the settings with the project's own file laid over the user's."""
        return load_settings(self.home, self.project(project).root, self._environment, self._flags)

    @cached_property
    def embedder(self) -> "Embedder | None":
        """The configured embedder; its model is loaded when it first embeds."""
        from ai_memory.embed.registry import make_embedder

        return make_embedder(self.settings.llm)

    def _why_no_embedder(self) -> str:
        from ai_memory.embed.registry import why_none

        return why_none(self.settings.llm) if self.embedder is None else ""

    def _model(self) -> str:
        return self.embedder.model if self.embedder else ""

    # -- projects ---------------------------------------------------------------------

    def init(self, folder: Path | str, name: str | None = None) -> Project:
        """Register a folder as a project; nothing is read yet, and nothing written to it.

        Args:
            folder: An existing folder.
            name: What to call it; None makes a name of the folder's.

        Raises:
            FolderMissing: There is no such folder.
            InvalidProjectName, ProjectExists: The name will not do, or is taken.
        """
        root = Path(folder).expanduser().resolve()
        if not root.is_dir():
            raise FolderMissing(f"{root} is not a folder", "Give the folder that holds the pages.")
        identifier = ProjectId(name) if name else _name_of(root)
        with writing(self.home) as connection, transaction(connection):
            row = add_project(connection, identifier, root)
            return all_projects(connection)[row]

    def projects(self) -> tuple[Project, ...]:
        """Return the registered projects by name; none when there is no index yet."""
        try:
            with reading(self.home) as connection:
                return tuple(all_projects(connection).values())
        except IndexMissing:
            return ()

    def project(self, name: str) -> Project:
        """Return a project by name.

        Raises:
            ProjectNotFound: None has that name; the remedy says how to register it.
        """
        with reading(self.home) as connection:
            return all_projects(connection)[project_row(connection, name)]

    def find_project(self, name: str | None = None, folder: Path | None = None) -> Project:
        """Return the project meant: by name, by `AI_MEMORY_PROJECT`, or by folder.

        Raises:
            ProjectNotFound: None is meant; it is never guessed.
        """
        if chosen := name or self._environment.get("AI_MEMORY_PROJECT"):
            return self.project(chosen)
        here = (folder or Path.cwd()).resolve()
        known = self.projects()
        for project in known:
            if here.is_relative_to(project.root):
                return project
        names = ", ".join(project.id for project in known)
        raise ProjectNotFound(
            f"No registered project holds {here}",
            f"Name one with --project: {names}. Or run 'ai-memory init' here."
            if known
            else "Run 'ai-memory init' in a folder of Markdown pages.",
        )

    def remove_project(self, name: str) -> Project:
        """Forget a project and its index; its folder is not touched."""
        project = self.project(name)
        with writing(self.home) as connection, transaction(connection):
            remove_project(connection, project_row(connection, name))
        return project


def _name_of(root: Path) -> ProjectId:
    """Return a project name made of a folder's name."""
    name = re.sub(r"[^a-z0-9._-]+", "-", fold(root.name)).strip("-._")[:64]
    return ProjectId(name or "wiki")
