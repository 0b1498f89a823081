"""Questions whose answers are known, asked of an index through the real pipeline."""

import statistics
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from ai_memory.config import RetrievalTuning
from ai_memory.errors import BadInput
from ai_memory.evaluate.judged import Question
from ai_memory.evaluate.metrics import Judgements, means, measure_each
from ai_memory.model import STREAM_NAMES
from ai_memory.reader import Reader, ReaderPool

DEPTH = 100  # pages a question is judged on
WORST = 10  # failures that a report names
METRIC = "nDCG@10"  # by which rankings are compared
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """How one configuration did on one set of questions."""

    name: str  # stream, or the fusion's mode
    metrics: dict[str, float]  # means over the questions
    p50_ms: float  # of ranking one question
    p95_ms: float
    values: Mapping[str, Mapping[str, float]]  # question → metric → value
    run: Mapping[str, Sequence[str]]  # question → pages, best first

    def each(self, metric: str = METRIC) -> dict[str, float]:
        """Return question → value of one metric."""
        return {question: values[metric] for question, values in self.values.items()}


@dataclass(frozen=True, slots=True)
class Failure:
    """A question that was not answered as it should be."""

    question: str
    pages: tuple[str, ...]  # that answer it
    rank: int | None  # 1-based, of the best placed of them; None is beyond what is judged
    first: str  # the page that came first, "" when none was found


@dataclass(frozen=True, slots=True)
class Report:
    """How each stream and their fusion did."""

    name: str  # of the set or project
    documents: int
    questions: int
    evaluations: tuple[Evaluation, ...]
    streams_off: dict[str, str]  # stream → why it took no part
    failures: tuple[Failure, ...]  # of the last evaluation, the worst first
    notes: tuple[str, ...] = ()  # how far the figures can be trusted


class Trial(ABC):
    """Questions, their answers, and readers of the index to ask them of.

    Args:
        name: Of the set or project.
        documents: Pages that are searched.
        questions: What is asked.
        judgements: Question → page → relevance.
        progress: Called with (phase, done, total).
    """

    _pool: ReaderPool

    def __init__(
        self,
        name: str,
        documents: int,
        questions: Sequence[Question],
        judgements: Judgements,
        progress: Progress,
    ) -> None:
        self.name = name
        self.documents = documents
        self.questions = questions
        self.judgements = judgements
        self._progress = progress

    @abstractmethod
    def ask(self, reader: Reader, question: Question, tuning: RetrievalTuning) -> list[str]:
        """Return the pages found, named as in the judgements, best first."""

    def reader(self) -> AbstractContextManager[Reader]:
        """Lend a reader to ask with."""
        return self._pool.reader()

    def evaluate(self, name: str, tuning: RetrievalTuning) -> Evaluation:
        """Ask every question with these knobs and return how it went."""
        run: dict[str, list[str]] = {}
        times = []
        with self.reader() as reader:
            for number, question in enumerate(self.questions, start=1):
                start = time.perf_counter()
                run[question.id] = self.ask(reader, question, tuning)[:DEPTH]
                times.append((time.perf_counter() - start) * 1000)
                self._progress(f"asking ({name})", number, len(self.questions))
        values = measure_each(self.judgements, run)
        return Evaluation(name, means(values), statistics.median(times), p95(times), values, run)


def p95(times: Sequence[float]) -> float:
    """Return what 95 in 100 of the times do not exceed."""
    return statistics.quantiles(times, n=20)[18] if len(times) > 1 else times[0]


def measure_streams(
    trial: Trial, tuning: RetrievalTuning, off: Mapping[str, str], notes: Sequence[str] = ()
) -> Report:
    """Return how each stream that may vote did alone, and then together.

    Args:
        trial: What is asked, and where.
        tuning: The knobs.
        off: Stream that takes no part → why.
        notes: Passed on to the report.

    Raises:
        BadInput: No stream is left.
    """
    streams = streams_left(off)
    done = [trial.evaluate(name, tuning.replace(streams=(name,))) for name in streams]
    if len(streams) > 1:
        done.append(trial.evaluate(tuning.mode, tuning.replace(streams=streams)))
    return Report(
        trial.name,
        trial.documents,
        len(trial.questions),
        tuple(done),
        dict(off),
        tuple(failures(trial, done[-1])),
        tuple(notes),
    )


def streams_off(tuning: RetrievalTuning, why_no_vectors: str) -> dict[str, str]:
    """Return stream → why it takes no part: it has no weight, or there are no vectors.

    Args:
        tuning: Says which streams vote.
        why_no_vectors: "" when there are.
    """
    off = {name: "switched off" for name in STREAM_NAMES if not tuning.weight(name)}
    if why_no_vectors:
        off.setdefault("vector", why_no_vectors)
    return off


def streams_left(off: Mapping[str, str]) -> tuple[str, ...]:
    """Return the streams that take part.

    Raises:
        BadInput: None does.
    """
    left = tuple(name for name in STREAM_NAMES if name not in off)
    if not left:
        raise BadInput("No stream is left to measure", "Let one take part with --streams.")
    return left


def failures(trial: Trial, evaluation: Evaluation, most: int = WORST) -> list[Failure]:
    """Return the questions that went worst by `METRIC`, the worst first; perfect ones never."""
    values = evaluation.each()
    failed = [
        (values[question.id], _failure(trial, question, evaluation.run[question.id]))
        for question in trial.questions
        if values[question.id] < 1
    ]
    failed.sort(key=lambda each: (each[0], -(each[1].rank or DEPTH + 1), each[1].question))
    return [failure for _, failure in failed[:most]]


def _failure(trial: Trial, question: Question, found: Sequence[str]) -> Failure:
    judged = trial.judgements[question.id]
    pages = sorted((page for page in judged if judged[page] > 0), key=lambda page: -judged[page])
    ranks = [at for at, page in enumerate(found, start=1) if page in pages]
    return Failure(question.text, tuple(pages), min(ranks, default=None), found[0] if found else "")
