"""The part of `Memory` that finds and reads."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from ai_memory.config import RetrievalTuning
from ai_memory.memory.keeping import Keeping
from ai_memory.model import Answer, Filters
from ai_memory.reader import ReaderPool
from ai_memory.store import listings
from ai_memory.store.database import reading
from ai_memory.store.projects import project_row

if TYPE_CHECKING:
    from ai_memory.lookup import PageText


class Finding(Keeping):
    """Search, pages, tags and kinds."""

    def close(self) -> None:
        """Close the connections that searches left open."""
        if "readers" in self.__dict__:  # asking for them would make them
            self.readers.close()

    @cached_property
    def readers(self) -> ReaderPool:
        """The pool that searches run on."""
        return ReaderPool(
            self.home, self.settings.retrieval, self.embedder, self._why_no_embedder()
        )

    def search(
        self,
        query: str,
        project: str | Sequence[str],
        limit: int = 20,
        *,
        filters: Filters | None = None,
        tuning: RetrievalTuning | None = None,
        explain: bool = False,
        catch_up: bool = True,
    ) -> Answer:
        """Return the pages that answer the query, best first.

        Args:
            query: Any text; see `ai_memory.parse.question`.
            project: Name of the project, or several.
            limit: Most hits, 1 to 500.
            filters: What a hit must be.
            tuning: Knobs; None takes those of the project's settings.
            explain: Whether hits say why.
            catch_up: Look at the folder first, so that what was just written is found.
        """
        names = [project] if isinstance(project, str) else list(project)
        hindrances = [self.catch_up(name) for name in names] if catch_up else []
        if tuning is None:
            one = len(names) == 1
            tuning = (self.settings_of(names[0]) if one else self.settings).retrieval
        with self.readers.reader() as reader:
            found = reader.search(
                names, query, limit, filters=filters, tuning=tuning, explain=explain
            )
        return replace(found, notes=(*filter(None, hindrances), *found.notes))

    def page(self, project: str, name: str) -> "PageText":
        """Return a page by its path, or by any name that means just one page.

        Raises:
            PageNotFound: No page answers to the name, or several do.
            PathRefused: The path leaves the project's folder.
        """
        from ai_memory.lookup import look_up

        return look_up(self.home, project, name)

    def tags(self, projects: Sequence[str]) -> dict[str, int]:
        """Return tag → pages that carry it, the most used first."""
        with reading(self.home) as connection:
            rows = [project_row(connection, name) for name in projects]
            return listings.tag_counts(connection, rows)

    def kinds(self, projects: Sequence[str]) -> dict[str, int]:
        """Return kind → pages of it, the most common first."""
        with reading(self.home) as connection:
            rows = [project_row(connection, name) for name in projects]
            return listings.kind_counts(connection, rows)

    def names_beginning(self, project: str, start: str, limit: int = 50) -> list[str]:
        """Return paths of pages whose path or title begins with `start`."""
        with reading(self.home) as connection:
            rows = [project_row(connection, project)]
            return listings.paths_beginning(connection, rows, start, limit)
