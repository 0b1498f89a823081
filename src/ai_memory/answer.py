"""An outcome as an answer: hits with the passage that matched and the reasons."""

from collections.abc import Mapping

import apsw

from ai_memory.fuse.rerank import Placed
from ai_memory.model import Answer, Contribution, Explanation, Hit, Project, Ranked
from ai_memory.passages import Passage, PassageFinder
from ai_memory.pipeline import Outcome, Request
from ai_memory.store.analysis import Analyzer
from ai_memory.store.cards import sections_of, tags_of
from ai_memory.store.vault import staleness


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
    finder = PassageFinder(outcome.query, analyzer)
    entries = _entries(outcome)
    tags = tags_of(connection, [placed.page for placed in shown])
    hits = []
    for placed in shown:
        card = outcome.cards[placed.page]
        found = entries.get(placed.page, {})
        passage = finder.find(sections_of(connection, placed.page), _preferred(found))
        section = passage.section
        hits.append(
            Hit(
                project=projects[card.project].id,
                page_path=card.path,
                title=card.title,
                kind=card.kind,
                score=round(placed.score, 6),
                snippet=passage.snippet,
                heading=" > ".join(section.trail) if section else "",
                lines=(section.first_line, section.last_line) if section else (1, 1),
                tags=tags[placed.page],
                updated=card.updated,
                stale=staleness(projects[card.project].root, card.path, card.size, card.mtime_ns),
                explain=_explanation(outcome, placed, found, passage) if explain else None,
            )
        )
    return Answer(
        query=outcome.query.text,
        mode=request.tuning.mode,
        hits=tuple(hits),
        streams_active=outcome.active,
        streams_off=dict(outcome.off),
        relaxed=outcome.relaxed,
        notes=tuple(outcome.notes),
    )


def _entries(outcome: Outcome) -> dict[int, dict[str, tuple[int, Ranked]]]:
    """Return page → stream → (rank, entry)."""
    entries: dict[int, dict[str, tuple[int, Ranked]]] = {}
    for stream, ranking in outcome.rankings.items():
        for rank, entry in enumerate(ranking.entries, start=1):
            entries.setdefault(entry.page, {})[stream] = (rank, entry)
    return entries


def _preferred(found: Mapping[str, tuple[int, Ranked]]) -> int | None:
    """Return the section that a stream named for the page, if one did."""
    return next((each.section for _, each in found.values() if each.section is not None), None)


def _explanation(
    outcome: Outcome,
    placed: Placed,
    found: Mapping[str, tuple[int, Ranked]],
    passage: Passage,
) -> Explanation:
    given = outcome.shares.get(placed.page, {})
    fused = sum(given.values())
    words = ", ".join(passage.matched)
    return Explanation(
        tier=placed.tier,
        fused=fused,
        contributions=tuple(
            Contribution(
                stream=stream,
                rank=rank,
                score=entry.score,
                share=given[stream] / fused,
                why=entry.why or (f"words: {words}" if words else "words in its title or metadata"),
                factors=entry.factors,
            )
            for stream, (rank, entry) in found.items()
            if stream in given
        ),
    )
