"""Fitting a project's own search to questions about it, and writing down what helps."""

import difflib
from dataclasses import dataclass
from pathlib import Path

from ai_memory.config import RetrievalTuning, Settings
from ai_memory.embed.embedder import Embedder
from ai_memory.errors import BadInput
from ai_memory.evaluate.fitting import CANDIDATES, SIGNIFICANT, Fit, Values, cross_fit, knobs_of
from ai_memory.evaluate.remembering import RememberingEmbedder
from ai_memory.model import Project
from ai_memory.store.settings_file import Edit, apply_edit, edit_settings
from ai_memory.trial import Progress
from ai_memory.wiki_trial import Asked, WikiTrial, vectors_missing

LEAST_QUESTIONS = 20  # fewer cannot tell a gain from luck
SECTION = "retrieval"

Knob = float | bool


@dataclass(frozen=True, slots=True)
class Tuned:
    """What fitting gave and what was done about it."""

    project: str
    questions: int
    folds: int
    before: float  # mean nDCG@10 with the settings as they were
    held_out: float  # mean nDCG@10, each question with the knobs that the other folds chose
    p: float  # of the difference, two-sided and paired
    changes: dict[str, tuple[Knob, Knob]]  # knob → value before and fitted, where they differ
    verdict: str  # what was done, and why
    written: bool
    file: Path  # the settings that hold, or would hold, the knobs
    new_file: bool  # whether it did not exist before
    diff: str  # of that file, "" when nothing is to be written
    notes: tuple[str, ...]  # how far the figures can be trusted


@dataclass(frozen=True, slots=True)
class Fitting:
    """How to fit."""

    folds: int = 5  # parts the questions are dealt into; each is held out once
    dry_run: bool = False  # write nothing


def tune(
    home: Path,
    project: Project,
    asked: Asked,
    settings: Settings,
    embedder: Embedder | None,
    how: Fitting,
    progress: Progress,
) -> Tuned:
    """Fit the knobs of a project to questions; see `Memory.tune`."""
    _check(len(asked.questions), how.folds)
    edit_settings(project.root, SECTION, {})  # before the work: can it be written at all?
    some = ""
    if embedder:
        missing, some = vectors_missing(home, project.id, embedder)
        embedder = None if missing else RememberingEmbedder(embedder)
    fit = _fitted(home, project, asked, settings, embedder, how.folds, progress)
    changes = _changes(settings.retrieval, fit.tuning)
    edit = edit_settings(project.root, SECTION, {knob: new for knob, (_, new) in changes.items()})
    worth_it = fit.significant and bool(changes)
    if worth_it and not how.dry_run:
        apply_edit(edit)
    return Tuned(
        project.id,
        len(asked.questions),
        how.folds,
        fit.before,
        fit.held_out,
        fit.p,
        changes,
        _verdict(fit, bool(changes), how.dry_run),
        worth_it and not how.dry_run,
        edit.file,
        edit.before is None,
        _diff(edit) if worth_it else "",
        tuple(filter(None, (*asked.notes, some, *_held(settings)))),
    )


def _check(questions: int, folds: int) -> None:
    if questions < LEAST_QUESTIONS:
        raise BadInput(
            f"{questions} questions are too few to fit anything to: {LEAST_QUESTIONS} are needed",
            "Write more and give them with --questions; 'ai-memory eval --save FILE' is a start.",
        )
    if not 2 <= folds <= questions:
        raise BadInput(f"folds = {folds} is not from 2 to {questions}, the number of questions")


def _fitted(
    home: Path,
    project: Project,
    asked: Asked,
    settings: Settings,
    embedder: Embedder | None,
    folds: int,
    progress: Progress,
) -> Fit:
    start = settings.retrieval
    knobs = knobs_of(start, vectors=embedder is not None)
    for held in _held_knobs(settings):
        knobs.pop(held, None)
    tried = 0
    with WikiTrial(home, project, asked.questions, embedder, progress) as trial:

        def measure(tuning: RetrievalTuning) -> Values:
            nonlocal tried
            tried += 1
            return trial.evaluate(f"setting {tried}", tuning).each()

        return cross_fit(list(trial.judgements), start, knobs, measure, folds=folds)


def _held_knobs(settings: Settings) -> dict[str, str]:
    """Return knob → place above the project's file that sets it, where writing changes nothing."""
    origins = {knob: settings.origins.get(f"{SECTION}.{knob}", "") for knob in CANDIDATES}
    return {
        knob: origin
        for knob, origin in origins.items()
        if origin.startswith(("environment", "command line"))
    }


def _held(settings: Settings) -> list[str]:
    held = _held_knobs(settings).items()
    return [f"{knob} was left alone: it is set by {origin}" for knob, origin in held]


def _changes(before: RetrievalTuning, after: RetrievalTuning) -> dict[str, tuple[Knob, Knob]]:
    pairs = {knob: (getattr(before, knob), getattr(after, knob)) for knob in CANDIDATES}
    return {knob: pair for knob, pair in pairs.items() if pair[0] != pair[1]}


def _verdict(fit: Fit, changed: bool, dry_run: bool) -> str:
    if not fit.significant:
        return f"Nothing was changed: no gain on held-out questions with p < {SIGNIFICANT:g}"
    if not changed:
        return "Nothing was changed: fitted to all questions, the knobs are as they were"
    return "Nothing was changed: this was a dry run" if dry_run else "The knobs were written"


def _diff(edit: Edit) -> str:
    old, new = (edit.before or "").splitlines(), edit.after.splitlines()
    label = edit.file.name
    return "\n".join(difflib.unified_diff(old, new, label, label, lineterm=""))
