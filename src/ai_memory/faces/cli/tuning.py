"""The flags that turn a search's knobs: the command line's layer of `[retrieval]`."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from ai_memory.faces.cli import complete
from ai_memory.faces.cli.invocation import Invocation
from ai_memory.faces.cli.options import applied
from ai_memory.faces.cli.values import streams, text, weight

F = TypeVar("F", bound=Callable[..., Any])


def _knob(*flags: str, key: str, **named: Any) -> Callable[[F], F]:
    """Return an option whose value becomes the setting `retrieval.<key>`."""

    def note(ctx: click.Context, _: click.Parameter, value: Any) -> None:
        if value is not None:
            ctx.ensure_object(Invocation).settings.setdefault("retrieval", {})[key] = value

    return click.option(*flags, expose_value=False, callback=note, **named)


def _note_weights(
    ctx: click.Context, _: click.Parameter, weights: tuple[tuple[str, float], ...]
) -> None:
    chosen = ctx.ensure_object(Invocation).settings.setdefault("retrieval", {})
    chosen.update({f"{stream}_weight": weight for stream, weight in weights})


def streams_options(function: F) -> F:
    """Add `--streams` and `--mode`."""
    return applied(
        function,
        _knob(
            "--streams",
            key="streams",
            type=streams,
            metavar="NAME,…",
            shell_complete=complete.streams,
            help="Streams that may run: fts, entity, graph, vector.",
        ),
        _knob(
            "--mode",
            key="mode",
            type=text,
            shell_complete=complete.modes,
            help="How the streams are fused.",
        ),
    )


def tuning_options(function: F) -> F:
    """Add the knobs. Each takes effect at once, for this run only."""
    return applied(
        function,
        _knob("--tag-boost", key="tag_boost", type=float, help="Factor per matching tag."),
        _knob("--kind-boost", key="kind_boost", type=float, help="Factor for the query's kind."),
        _knob("--title-boost", key="title_boost", type=float, help="Weight of words in titles."),
        _knob(
            "--recency-decay",
            key="recency_decay",
            type=text,
            metavar="FLOAT",
            help="Factor per 30 days of age, above 0 to 1, or none.",
        ),
        _knob(
            "--abstract-vectors/--no-abstract-vectors",
            key="abstract_vectors",
            default=None,
            help="Let a page's own summary vote in the vector stream.",
        ),
        _knob("--rrf-k", key="k", type=float, help="Rank constant of the fusion."),
        click.option(
            "--weight",
            type=weight,
            multiple=True,
            metavar="STREAM=NUMBER",
            expose_value=False,
            callback=_note_weights,
            help="Weight of a stream's vote; 0 switches it off; repeatable.",
        ),
    )
