"""An answer as a person reads it."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from ai_memory.faces.cli.invocation import Invocation
from ai_memory.faces.cli.terminal import colour_on_stdout, line, marked, text_width, wrapped

if TYPE_CHECKING:
    from ai_memory.model import Answer, Contribution, Explanation, Hit

INDENT = "    "
_TIERS = {
    "exact name": "its name is the question",
    "kind": "it is of the kind asked for",
    "title": "its title holds every word",
    "score": "the fused score",
}


def print_text(
    invocation: Invocation, answer: "Answer", projects: Sequence[str], explain: bool
) -> None:
    """Print the hits, and on stderr what the reader should know about them."""
    if answer.relaxed:
        invocation.say(f"Relaxed: {answer.relaxed}")
    for note in answer.notes:
        invocation.say(note)
    for rank, hit in enumerate(answer.hits, start=1):
        invocation.out("\n".join(_hit(rank, hit, several=len(projects) > 1)))
    if not answer.hits:
        _say_nothing_found(invocation, answer, projects)
    if explain:
        invocation.out("\n".join(_streams(answer)))
    else:
        invocation.detail("\n".join(_streams(answer)))


def _say_nothing_found(invocation: Invocation, answer: "Answer", projects: Sequence[str]) -> None:
    invocation.say(
        f"Nothing found for {line(answer.query)[:80]!r} in {', '.join(projects)}.\n"
        "  → Try fewer or other words, drop a filter, or see 'ai-memory tags' and "
        "'ai-memory status'."
    )


def _hit(rank: int, hit: "Hit", *, several: bool) -> Iterator[str]:
    colour, width = colour_on_stdout(), text_width()
    yield f"{rank:>2}. {click.style(line(hit.title), bold=True)}"
    place = click.style(f"{line(hit.page_path)}:{hit.lines[0]}", fg="cyan")
    facts = [place, line(hit.kind), f"{hit.score:.2f}"]
    if several:
        facts.insert(0, hit.project)
    yield INDENT + "  ".join(facts)
    if hit.stale:
        yield INDENT + click.style(f"stale: {hit.stale}", fg="red")
    if hit.heading:
        yield INDENT + click.style(line(hit.heading), dim=True)
    if hit.snippet:
        yield marked(wrapped(line(hit.snippet), width, INDENT), colour)
    if hit.explain:
        yield from _explanation(hit.explain)
        yield ""


def _explanation(explained: "Explanation") -> Iterator[str]:
    decided = _TIERS.get(explained.tier, explained.tier)
    yield f"{INDENT}placed by {explained.tier}: {decided}; fused {explained.fused:.4f}"
    for given in explained.contributions:
        yield f"{INDENT}  {_contribution(given)}"


def _contribution(given: "Contribution") -> str:
    factors = "".join(f"; {name} ×{factor:g}" for name, factor in given.factors)
    vote = f"{given.stream:<7} rank {given.rank:<3} gave {given.share:4.0%}"
    return f"{vote}  {line(given.why)}{factors}"


def _streams(answer: "Answer") -> Iterator[str]:
    ran = ", ".join(answer.streams_active) or "none"
    yield f"Streams that ran: {ran} (mode {answer.mode})"
    for stream, why in answer.streams_off.items():
        yield f"Did not run: {stream}: {line(why)}"
    if answer.confidence is not None:
        yield f"Confidence that a hit answers: {answer.confidence:.2f}"
