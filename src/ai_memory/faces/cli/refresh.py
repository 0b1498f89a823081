"""Syncing and embedding a project, as `init` and `sync` both do."""

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from ai_memory.errors import AiMemoryError, ConfigError, EmbeddingError, MissingExtra
from ai_memory.faces.cli.invocation import Invocation
from ai_memory.faces.cli.progress import Progress

if TYPE_CHECKING:
    from ai_memory.memory import Memory
    from ai_memory.store.sync import SyncReport


@dataclass(frozen=True, slots=True)
class Refreshed:
    """How it went with one project."""

    project: str
    report: "SyncReport"
    embedded: int = 0  # pages embedded this time
    embedding_error: AiMemoryError | None = None


def refresh(
    invocation: Invocation,
    memory: "Memory",
    project: str,
    *,
    embed: bool,
    prune: bool = False,
    rebuild: bool = False,
) -> Refreshed:
    """Bring a project's index level, then its vectors.

    What goes wrong with the vectors is returned, not raised: the words are indexed by
    then, and search works without.
    """
    with Progress(invocation) as progress:
        report = memory.sync(project, prune=prune, rebuild=rebuild, progress=progress)
        if not embed or report.kept_because:
            return Refreshed(project, report)
        try:
            return Refreshed(project, report, memory.embed(project, progress))
        except (EmbeddingError, MissingExtra, ConfigError) as error:
            return Refreshed(project, report, embedding_error=error)


def to_json(done: Refreshed) -> dict[str, Any]:
    """Return the outcome as `sync --json` prints it."""
    counted = asdict(done.report)
    kept_because = counted.pop("kept_because")
    error = done.embedding_error
    return {
        "project": done.project,
        **{"pages" if name == "total" else name: count for name, count in counted.items()},
        "embedded": done.embedded,
        "embedding_error": error.message if error else "",
        "kept_because": kept_because,
    }


def changes(done: Refreshed) -> str:
    """Return what changed, in words."""
    report = done.report
    counted = [
        (report.added, "added"),
        (report.changed, "changed"),
        (report.moved, "moved"),
        (report.removed, "removed"),
        (report.refused, "left out"),
        (done.embedded, "embedded"),
    ]
    return ", ".join(f"{count:,} {what}" for count, what in counted if count) or "nothing changed"


def holdings(done: Refreshed) -> str:
    """Return what the index holds now, in words."""
    report = done.report
    problems = f", {counted(report.problems, 'problem')}" if report.problems else ""
    return (
        f"{counted(report.total, 'page')}, {report.links_resolved:,} of "
        f"{counted(report.links, 'link')} resolved{problems}"
    )


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural where it is one."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def tell_trouble(invocation: Invocation, done: Refreshed) -> None:
    """Say what could not be done, on stderr."""
    if done.report.kept_because:
        invocation.warn(
            f"{done.project}: {done.report.kept_because}",
            f"Bring it back, or 'ai-memory sync --project {done.project} --prune'.",
        )
    if error := done.embedding_error:
        invocation.warn(f"{done.project}: the words are indexed, the meaning is not: {error}")
        invocation.say(f"  → {error.remedy}" if error.remedy else "  → Run 'ai-memory sync' again.")
