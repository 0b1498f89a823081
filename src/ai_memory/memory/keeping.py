"""The part of `Memory` that keeps the index level and tells how things stand."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ai_memory import upkeep
from ai_memory.memory.projects import Projects
from ai_memory.store.database import reading
from ai_memory.store.projects import project_row
from ai_memory.upkeep import Progress, silent

if TYPE_CHECKING:
    from ai_memory.health import Status
    from ai_memory.store import check
    from ai_memory.store.sync import SyncReport


class Keeping(Projects):
    """Sync, embedding, health."""

    def sync(
        self,
        project: str,
        *,
        prune: bool = False,
        rebuild: bool = False,
        progress: Progress = silent,
    ) -> "SyncReport":
        """Bring the index level with the project's folder.

        Args:
            project: Its name.
            prune: Forget the pages of a folder that is gone.
            rebuild: Read every file again, changed or not.
            progress: Called with (phase, done, total).

        Returns:
            What was done. When the folder is gone and `prune` is not set, nothing is,
            and `kept_because` says so.
        """
        settings = self.settings_of(project).index
        return upkeep.sync(
            self.home, project, settings, prune=prune, rebuild=rebuild, progress=progress
        )

    def catch_up(self, project: str) -> str:
        """Bring the index level before a search; nothing is locked when nothing changed.

        Returns:
            What kept it from being level, "" when it is.
        """
        return upkeep.catch_up(self.home, project, self.settings_of(project).index)

    def embed(self, project: str, progress: Progress = silent) -> int:
        """Embed the pages that want it and return how many were; 0 without an embedder.

        Raises:
            EmbeddingError: The vectors cannot be had; those made so far are kept.
        """
        from ai_memory.embedding import embed_pages

        if self.embedder is None:
            return 0
        with reading(self.home) as connection:
            row = project_row(connection, project)
        return embed_pages(self.home, row, self.embedder, progress)

    def status(self) -> "Status":
        """Return how the index, the projects and the embedder stand."""
        from ai_memory import health

        return health.status(self.home, self._model(), self._why_no_embedder())

    def doctor(self, projects: Sequence[str] = ()) -> "list[check.Finding]":
        """Return what is not as it should be, in the named projects or in all."""
        from ai_memory import health

        return health.examine(self.home, projects, self._model())
