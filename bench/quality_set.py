"""One judged set, measured with everything that the tables show."""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ai_memory.config import RetrievalTuning
from ai_memory.embed.embedder import Embedder
from ai_memory.evaluate.auroc import auroc
from ai_memory.evaluate.fitting import knobs_of, neighbours
from ai_memory.evaluate.judged import JudgedSet
from ai_memory.evaluate.remembering import RememberingEmbedder
from ai_memory.evaluate.strangers import strangers
from ai_memory.evaluation import JudgedIndex
from ai_memory.model import STREAM_NAMES
from ai_memory.trial import METRIC, Evaluation

DEFAULT = "default"


@dataclass(frozen=True)
class SetResult:
    """What was measured on one set."""

    judged: JudgedSet
    streams: dict[str, Evaluation]  # stream → it alone
    classic: Evaluation
    adaptive: Evaluation  # all defaults
    settings: dict[str, dict[str, float]]  # setting → question → METRIC; empty without a sweep
    p50_ms: float  # of a question from text to ranking, all streams on, nothing remembered
    p95_ms: float
    embed_ms: list[float]  # of which embedding the question; empty without vectors
    auroc: float | None  # of confidence: own questions against those of other sets

    @property
    def name(self) -> str:
        """Return the set's name."""
        return self.judged.name

    def means(self) -> dict[str, float]:
        """Return setting → mean over the questions."""
        return {name: statistics.fmean(each.values()) for name, each in self.settings.items()}

    def best_stream(self) -> Evaluation:
        """Return the single stream that does best on this very set."""
        return max(self.streams.values(), key=lambda each: each.metrics[METRIC])


def measure_set(
    judged: JudgedSet,
    embedder: Embedder | None,
    *,
    others: Sequence[JudgedSet],
    fit: bool,
    say: Callable[[str], None],
) -> SetResult:
    """Index a set and ask it in every configuration; each question is embedded once more only.

    The first pass embeds every question as a search does and gives the times.
    """
    memory = RememberingEmbedder(embedder) if embedder else None
    streams = tuple(name for name in STREAM_NAMES if memory or name != "vector")
    default = RetrievalTuning(streams=streams)
    started = time.monotonic()

    def progress(phase: str, done: int, total: int) -> None:
        if done == total:
            say(f"{judged.name}: {phase}: {done:,} ({time.monotonic() - started:.0f} s)")

    with JudgedIndex(judged, memory, progress) as index:
        # The first question also reads the vectors from the disk; that is no part of a search.
        with index.reader() as reader:
            index.ask(reader, judged.questions[0], default)
        if memory:
            memory.remembers = False
            memory.times_ms.clear()
        adaptive = index.evaluate("adaptive", default)
        times_ms = list(memory.times_ms) if memory else []
        if memory:
            memory.remembers = True
        alone = {name: index.evaluate(name, default.replace(streams=(name,))) for name in streams}
        classic = index.evaluate("classic", default.replace(mode="classic"))
        settings = {DEFAULT: adaptive.each()} if fit else {}
        steps = neighbours(default, knobs_of(default, vectors=bool(memory))) if fit else ()
        settings.update({name: index.evaluate(name, tuning).each() for name, tuning in steps})
        foreign = strangers(judged, others)
        told = (
            auroc(index.confidences(judged.questions), index.confidences(foreign))
            if foreign
            else None
        )
    return SetResult(
        judged, alone, classic, adaptive, settings, adaptive.p50_ms, adaptive.p95_ms,
        times_ms, told,
    )  # fmt: skip
