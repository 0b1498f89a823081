"""How everything stands, and what is not as it should be."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import apsw

from ai_memory.errors import IndexMissing
from ai_memory.model import Project
from ai_memory.store import listings
from ai_memory.store.check import Finding, check_index, check_project
from ai_memory.store.database import index_path, reading
from ai_memory.store.projects import all_projects
from ai_memory.store.vectors import embedding_progress


@dataclass(frozen=True, slots=True)
class ProjectStatus:
    """How a project stands."""

    project: Project
    counts: listings.Counts
    kinds: Mapping[str, int]
    embedded: int  # pages with current vectors
    folder_found: bool


@dataclass(frozen=True, slots=True)
class Status:
    """How everything stands."""

    home: Path
    index_bytes: int
    sqlite: str  # version
    embedding_model: str  # "" when there is no embedder
    embedding_off_because: str
    projects: tuple[ProjectStatus, ...]


def status(home: Path, model: str, off_because: str) -> Status:
    """Return how the index and the projects stand.

    Args:
        home: The home folder.
        model: Name of the embedder's model; "" when there is no embedder.
        off_because: Why there is none.
    """
    path = index_path(home)
    size = path.stat().st_size if path.exists() else 0
    version = apsw.sqlite_lib_version()
    return Status(home, size, version, model, off_because, tuple(_states(home, model)))


def _states(home: Path, model: str) -> Iterator[ProjectStatus]:
    try:
        with reading(home) as connection:
            for row, project in all_projects(connection).items():
                yield ProjectStatus(
                    project,
                    listings.counts(connection, row),
                    listings.kind_counts(connection, [row]),
                    embedding_progress(connection, [row], model)[0] if model else 0,
                    project.root.is_dir(),
                )
    except IndexMissing:
        return


def examine(home: Path, projects: Sequence[str], model: str) -> list[Finding]:
    """Return what is not as it should be, in the named projects or in all."""
    with reading(home) as connection:
        findings = list(check_index(connection))
        for row, project in all_projects(connection).items():
            if not projects or project.id in projects:
                findings += check_project(connection, row)
                findings += _lag(connection, row, project, model) if model else ()
    return findings


def _lag(connection: apsw.Connection, row: int, project: Project, model: str) -> Iterator[Finding]:
    done, total = embedding_progress(connection, [row], model)
    if done < total:
        yield Finding(
            "note",
            "vectors-lag",
            f"{total - done} of {total} pages wait to be embedded",
            project.id,
            remedy="Run 'ai-memory sync'.",
        )
