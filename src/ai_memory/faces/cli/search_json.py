"""An answer as `search --json` prints it. The order of the fields is part of the promise.

    schema_version   1; a field may be added within a version, none renamed or removed
    query            what was asked, cut to the longest that is read
    mode             how the streams were fused
    projects         names of the projects that were searched
    streams_active   streams that ran and may have voted
    streams_off      stream → why it did not run
    relaxed          what was loosened to find anything, "" when nothing was
    notes            sentences that the reader should know
    confidence       0 to 1, how likely a hit answers; null where that cannot be told
    hits             best first:
        rank         from 1
        project      name of the project
        page_path    relative to the project's folder; 'show' and 'links' take it
        title
        kind
        score        0 to 1, never rising down the list
        snippet      the passage that matched, with matches between « and »
        heading      headings above the passage and its own, joined with " > "
        lines        [first, last] line of the passage's section, from 1
        tags
        updated      ISO date, or ""
        stale        only where the file differs from what was indexed: how
        explain      only with --explain:
            tier     what decided first: exact name, kind, title or score
            fused    fused score before it was brought to 0..1
            streams  stream → rank (from 1), score (its own), share (of the fused
                     score), why, and factors (boost → factor)

`--jsonl` prints the hits alone, one a line.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ai_memory.faces.cli.invocation import Invocation

if TYPE_CHECKING:
    from ai_memory.model import Answer, Explanation, Hit

SCHEMA_VERSION = 1


def print_json(
    invocation: Invocation, answer: "Answer", projects: Sequence[str], *, lines: bool
) -> None:
    """Print an answer as one object, or its hits as one a line."""
    if not lines:
        invocation.out_json(to_json(answer, projects))
        return
    for rank, hit in enumerate(answer.hits, start=1):
        invocation.out_json(_hit(rank, hit), indent=False)
    for note in answer.notes:
        invocation.say(note)


def to_json(answer: "Answer", projects: Sequence[str]) -> dict[str, Any]:
    """Return an answer as plain data, as this module's docstring says."""
    return {
        "schema_version": SCHEMA_VERSION,
        "query": answer.query,
        "mode": answer.mode,
        "projects": list(projects),
        "streams_active": list(answer.streams_active),
        "streams_off": dict(answer.streams_off),
        "relaxed": answer.relaxed,
        "notes": list(answer.notes),
        "confidence": answer.confidence,
        "hits": [_hit(rank, hit) for rank, hit in enumerate(answer.hits, start=1)],
    }


def _hit(rank: int, hit: "Hit") -> dict[str, Any]:
    shown: dict[str, Any] = {
        "rank": rank,
        "project": hit.project,
        "page_path": hit.page_path,
        "title": hit.title,
        "kind": hit.kind,
        "score": hit.score,
        "snippet": hit.snippet,
        "heading": hit.heading,
        "lines": list(hit.lines),
        "tags": list(hit.tags),
        "updated": hit.updated,
    }
    if hit.stale:
        shown["stale"] = hit.stale
    if hit.explain:
        shown["explain"] = _explanation(hit.explain)
    return shown


def _explanation(explained: "Explanation") -> dict[str, Any]:
    return {
        "tier": explained.tier,
        "fused": round(explained.fused, 6),
        "streams": {
            given.stream: {
                "rank": given.rank,
                "score": round(given.score, 6),
                "share": round(given.share, 4),
                "why": given.why,
                "factors": dict(given.factors),
            }
            for given in explained.contributions
        },
    }
