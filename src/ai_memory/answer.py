"""An outcome as an answer: hits with the passage that matched and the reasons."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import apsw

from ai_memory.fuse.rerank import Placed
from ai_memory.model import Answer, Contribution, Explanation, Hit, Project, Ranked, Section
from ai_memory.passages import Passage, PassageFinder
from ai_memory.pipeline import Outcome, Request
from ai_memory.store.analysis import Analyzer
from ai_memory.store.cards import sections_of, tags_of
from ai_memory.store.vault import staleness

Found = dict[str, tuple[int, Ranked]]  # what streams say of one page: stream → (rank, entry)


def answer(
    connection: apsw.Connection,
    analyzer: Analyzer,
    request: Request,
    outcome: Outcome,
    projects: Mapping[int, Project],
    *,
    limit: int,
    explain: bool,
) -> Answer:
    """Return the first `limit` pages of the outcome as hits.

    Args:
        connection: As the outcome was found with.
        analyzer: Of the same connection.
        request: What was asked.
        outcome: What was found.
        projects: Registered projects by row id.
        limit: Most hits.
        explain: Whether each hit says why it stands where it stands.
    """
    shown = outcome.placed[:limit]
    desk = _Desk(connection, PassageFinder(outcome.query, analyzer), outcome, projects, explain)
    tags = tags_of(connection, [placed.page for placed in shown])
    found = _entries(outcome)
    return Answer(
        query=outcome.query.text,
        mode=request.tuning.mode,
        hits=tuple(
            desk.hit(placed, tags[placed.page], found.get(placed.page, {})) for placed in shown
        ),
        streams_active=outcome.active,
        streams_off=dict(outcome.off),
        relaxed=outcome.relaxed,
        notes=tuple(outcome.notes),
        confidence=None if outcome.confidence is None else round(outcome.confidence, 4),
    )


@dataclass(frozen=True, slots=True)
class _Desk:
    """What it takes to make a hit of a placed page."""

    connection: apsw.Connection
    finder: PassageFinder
    outcome: Outcome
    projects: Mapping[int, Project]
    explain: bool

    def hit(self, placed: Placed, tags: tuple[str, ...], found: Found) -> Hit:
        card = self.outcome.cards[placed.page]
        project = self.projects[card.project]
        sections = sections_of(self.connection, placed.page)
        passage = self.finder.find(sections, _preferred(found))
        section = passage.section
        return Hit(
            project=project.id,
            page_path=card.path,
            title=card.title,
            kind=card.kind,
            score=round(placed.score, 6),
            snippet=passage.snippet,
            heading=" > ".join(section.trail) if section else "",
            lines=(section.first_line, section.last_line) if section else (1, 1),
            tags=tags,
            updated=card.updated,
            stale=staleness(project.root, card.path, card.size, card.mtime_ns),
            explain=_explanation(self.outcome, placed, found, passage, sections)
            if self.explain
            else None,
        )


def _entries(outcome: Outcome) -> dict[int, Found]:
    entries: dict[int, Found] = {}
    for stream, ranking in outcome.rankings.items():
        for rank, entry in enumerate(ranking.entries, start=1):
            entries.setdefault(entry.page, {})[stream] = (rank, entry)
    return entries


def _preferred(found: Found) -> int | None:
    """Return the section that a stream named for the page, if one did."""
    return next((each.section for _, each in found.values() if each.section is not None), None)


def _explanation(
    outcome: Outcome,
    placed: Placed,
    found: Found,
    passage: Passage,
    sections: Sequence[Section],
) -> Explanation:
    given = outcome.shares.get(placed.page, {})
    fused = sum(given.values())
    return Explanation(
        tier=placed.tier,
        fused=fused,
        contributions=tuple(
            Contribution(
                stream=stream,
                rank=rank,
                score=entry.score,
                share=given[stream] / fused if fused else 0.0,
                why=_why(entry, passage, sections),
                factors=entry.factors,
            )
            for stream, (rank, entry) in found.items()
            if stream in given
        ),
    )


def _why(entry: Ranked, passage: Passage, sections: Sequence[Section]) -> str:
    """Return what made the page rank in a stream: a section, a name, a link, or words."""
    if entry.section is not None:
        heading = sections[entry.section].heading
        return f"{entry.why}: {heading}" if heading else entry.why
    if entry.why:
        return entry.why
    words = ", ".join(passage.matched)
    found = f"words: {words}" if words else "words in its title or metadata"
    return f"{found} ({entry.coverage:.0%} of what was asked)"
