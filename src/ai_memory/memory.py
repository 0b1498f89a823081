"""`Memory`: everything that can be done with pages, behind every face."""

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from ai_memory import upkeep
from ai_memory.config import RetrievalTuning, Settings
from ai_memory.errors import FolderMissing, IndexMissing, ProjectNotFound
from ai_memory.model import Answer, Filters, Project, ProjectId
from ai_memory.parse.tokens import fold
from ai_memory.reader import ReaderPool
from ai_memory.store import listings
from ai_memory.store.database import reading, transaction, writing
from ai_memory.store.home import home_folder, load_settings
from ai_memory.store.projects import add_project, all_projects, project_row, remove_project
from ai_memory.upkeep import Progress, silent

# What a plain search does not need is imported where it is used: parsers, embedders,
# checks. A search from the command line starts in half the time.
if TYPE_CHECKING:
    from ai_memory.embed.embedder import Embedder
    from ai_memory.health import Status
    from ai_memory.lookup import PageText
    from ai_memory.store.check import Finding
    from ai_memory.store.sync import SyncReport
    from ai_memory.trial import Report
    from ai_memory.tune import Tuned
    from ai_memory.wiki_trial import Asked


class Memory:
    """The wiki's engine: projects, sync, search, pages, links, health.

    Args:
        home: Folder of index and configuration; None takes `AI_MEMORY_HOME`, else the
            platform's data directory.
        environment: Variables to read; None takes the process's.
        flags: Settings that win over every file, section → key → value.

    All methods raise errors of `ai_memory.errors`, each with its remedy.
    """

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

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections that searches left open."""
        if "readers" in self.__dict__:  # asking for them would make them
            self.readers.close()

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

    @cached_property
    def readers(self) -> ReaderPool:
        """The pool that searches run on."""
        return ReaderPool(
            self.home, self.settings.retrieval, self.embedder, self._why_no_embedder()
        )

    def _why_no_embedder(self) -> str:
        from ai_memory.embed.registry import why_none

        return why_none(self.settings.llm) if self.embedder is None else ""

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

    # -- index ------------------------------------------------------------------------

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

    # -- reading ----------------------------------------------------------------------

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

    # -- health -----------------------------------------------------------------------

    def status(self) -> "Status":
        """Return how the index, the projects and the embedder stand."""
        from ai_memory import health

        return health.status(self.home, self._model(), self._why_no_embedder())

    def doctor(self, projects: Sequence[str] = ()) -> "list[Finding]":
        """Return what is not as it should be, in the named projects or in all."""
        from ai_memory import health

        return health.examine(self.home, projects, self._model())

    def _model(self) -> str:
        return self.embedder.model if self.embedder else ""

    def evaluate(
        self, folder: Path | str, *, embed: bool = True, progress: Progress = silent
    ) -> "Report":
        """Ask the questions of a judged set, in an index that is then thrown away.

        Args:
            folder: A judged set; see `ai_memory.evaluate.judged`.
            embed: Whether the vector stream takes part, where there is an embedder.
            progress: Called with (phase, done, total).

        Returns:
            How each stream of the settings did, and their fusion.

        Raises:
            BadInput: The set cannot be read.
            MissingExtra: The metrics' library is not installed.
        """
        from ai_memory.evaluate.judged import load_judged_set
        from ai_memory.evaluation import evaluate_streams

        judged, tuning = load_judged_set(Path(folder)), self.settings.retrieval
        if not embed:
            return evaluate_streams(judged, tuning, None, "left out", progress)
        return evaluate_streams(judged, tuning, self.embedder, self._why_no_embedder(), progress)

    def evaluate_project(
        self,
        project: str,
        questions: Path | str | None = None,
        *,
        save: Path | str | None = None,
        embed: bool = True,
        progress: Progress = silent,
    ) -> "Report":
        """Ask a project questions whose answers are known, in its own index.

        Args:
            project: Its name.
            questions: File of questions, see `ai_memory.evaluate.wiki_questions`; None
                takes them from the wiki's own links and headings.
            save: New file for the questions asked, to be corrected.
            embed: Whether the vector stream takes part, where there is an embedder.
            progress: Called with (phase, done, total).

        Raises:
            BadInput: A file or a line of it will not do, or there is nothing to ask.
            MissingExtra: The extra `eval` is not installed.
        """
        from ai_memory.wiki_trial import evaluate_wiki

        asked, tuning = self._asked(project, questions, save), self.settings_of(project).retrieval
        embedder, why = (self.embedder, self._why_no_embedder()) if embed else (None, "left out")
        return evaluate_wiki(
            self.home, self.project(project), asked, tuning, embedder, why, progress
        )

    def tune(
        self,
        project: str,
        questions: Path | str | None = None,
        *,
        folds: int = 5,
        dry_run: bool = False,
        progress: Progress = silent,
    ) -> "Tuned":
        """Fit the project's knobs to questions; write them only where that helps for sure.

        The gain is measured on questions that the choice has not seen. Where it is
        significant, the knobs fitted to all questions go to the project's `ai-memory.toml`.

        Args:
            project: Its name.
            questions: As for `evaluate_project`; at least 20.
            folds: Parts the questions are dealt into; each is held out once.
            dry_run: Write nothing.
            progress: Called with (phase, done, total).

        Raises:
            BadInput: As for `evaluate_project`, or the questions are too few.
            PathRefused: A symbolic link stands in place of the settings.
            MissingExtra: The extra `eval` is not installed.
        """
        from ai_memory.tune import Fitting, tune

        asked, settings = self._asked(project, questions), self.settings_of(project)
        how = Fitting(folds, dry_run)
        return tune(self.home, self.project(project), asked, settings, self.embedder, how, progress)

    def _asked(
        self, project: str, file: Path | str | None, save: Path | str | None = None
    ) -> "Asked":
        from ai_memory.wiki_trial import questions_for

        hindrance = self.catch_up(project)
        return questions_for(self.home, project, file, save, hindrance)


def _name_of(root: Path) -> ProjectId:
    """Return a project name made of a folder's name."""
    name = re.sub(r"[^a-z0-9._-]+", "-", fold(root.name)).strip("-._")[:64]
    return ProjectId(name or "wiki")
