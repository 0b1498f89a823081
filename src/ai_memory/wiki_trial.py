"""A person's own wiki, asked questions whose answers are known, in its real index."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import apsw

from ai_memory.config import RetrievalTuning
from ai_memory.embed.embedder import Embedder
from ai_memory.errors import BadInput
from ai_memory.evaluate.judged import Question
from ai_memory.evaluate.mining import mine, sample
from ai_memory.evaluate.wiki_questions import WikiQuestion, load_questions, save_questions
from ai_memory.model import Project
from ai_memory.reader import Reader, ReaderPool
from ai_memory.store.database import reading
from ai_memory.store.names import loose_key
from ai_memory.store.projects import project_row
from ai_memory.store.vectors import embedding_progress
from ai_memory.store.wording import headings_of_pages, labels_of_links, names_of_pages
from ai_memory.trial import (
    Progress,
    Report,
    Trial,
    measure_streams,
    streams_left,
    streams_off,
)

_MINED = (
    "The questions are the wiki's own link labels and headings. They stand in its pages word "
    "for word, so the figures flatter; use them to compare settings, or correct them with --save."
)


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a wiki."""

    questions: tuple[WikiQuestion, ...]
    notes: tuple[str, ...]  # what a reader of the figures must know of them


class WikiTrial(Trial):
    """Questions asked of a project; nothing is written. Use it as a context manager."""

    def __init__(
        self,
        home: Path,
        project: Project,
        questions: Sequence[WikiQuestion],
        embedder: Embedder | None,
        progress: Progress,
    ) -> None:
        numbered = [
            (Question(str(at), each.text, "", each.kind), dict.fromkeys(each.pages, 1))
            for at, each in enumerate(questions)
        ]
        judgements = {question.id: pages for question, pages in numbered}
        asked = [question for question, _ in numbered]
        super().__init__(project.id, project.pages, asked, judgements, progress)
        self._pool = ReaderPool(home, embedder=embedder)

    def __enter__(self) -> "WikiTrial":
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.close()

    def ask(self, reader: Reader, question: Question, tuning: RetrievalTuning) -> list[str]:
        """Return the paths of the pages found, best first."""
        return reader.rank(self.name, question.text, tuning=tuning)


def questions_for(
    home: Path,
    project: str,
    file: Path | str | None,
    save: Path | str | None = None,
    hindrance: str = "",
) -> Asked:
    """Return the questions of a file, or without one those mined from the wiki.

    Args:
        home: Folder of the index.
        project: Name of the project.
        file: Of questions, or None.
        save: New file to write the questions to.
        hindrance: What kept the index from being level, as `catch_up` says it.

    Raises:
        BadInput: A file cannot be read or written, or the wiki gives no question.
    """
    with reading(home) as connection:
        row = project_row(connection, project)
        if file is not None:
            asked = Asked(tuple(load_questions(connection, row, Path(file))), ())
        else:
            asked = _mined(connection, row, project)
    if save is not None:
        save_questions(asked.questions, Path(save))
    return Asked(asked.questions, tuple(filter(None, (hindrance, *asked.notes))))


def _mined(connection: apsw.Connection, row: int, project: str) -> Asked:
    names = [
        key if source == "path" else loose_key(name)
        for name, source, key, _ in names_of_pages(connection, row)
    ]
    found = mine(names, labels_of_links(connection, row), headings_of_pages(connection, row))
    if not found:
        raise BadInput(
            f"No question can be made of project {project!r}: no link has a label of its own, "
            "and no heading is on one page only",
            "Write questions and their pages to a file and give it with --questions.",
        )
    asked = sample(found)
    labels = sum(each.kind == "label" for each in asked)
    drawn = f"; {len(asked):,} of {len(found):,} were drawn" if len(asked) < len(found) else ""
    counted = f"{labels:,} labels of links, {len(asked) - labels:,} headings{drawn}"
    return Asked(tuple(asked), (counted, _MINED))


def vectors_missing(home: Path, project: str, embedder: Embedder) -> tuple[str, str]:
    """Return (why there are no vectors, what is said when some are missing), "" where all is well.

    Args:
        home: Folder of the index.
        project: Its name.
        embedder: Whose vectors are looked for.
    """
    with reading(home) as connection:
        row = project_row(connection, project)
        done, total = embedding_progress(connection, [row], embedder.model)
    if not done:
        return "nothing is embedded yet; 'ai-memory sync' does it", ""
    some = f"{done:,} of {total:,} pages are embedded; 'ai-memory sync' embeds the rest"
    return "", some if done < total else ""


def evaluate_wiki(
    home: Path,
    project: Project,
    asked: Asked,
    tuning: RetrievalTuning,
    embedder: Embedder | None,
    why_no_vectors: str,
    progress: Progress,
) -> Report:
    """Return how each stream that `tuning` lets vote did alone, and then together.

    Args:
        home: Folder of the index.
        project: What is asked.
        asked: The questions.
        tuning: Its streams are measured, with its knobs.
        embedder: Makes the questions' vectors; None leaves the vector stream out.
        why_no_vectors: Said of that.
        progress: Called with (phase, done, total).

    Raises:
        BadInput: No stream is left to measure.
    """
    some = ""
    if embedder:
        why_no_vectors, some = vectors_missing(home, project.id, embedder)
    off = streams_off(tuning, why_no_vectors)
    used = embedder if "vector" in streams_left(off) else None
    with WikiTrial(home, project, asked.questions, used, progress) as trial:
        return measure_streams(trial, tuning, off, tuple(filter(None, (*asked.notes, some))))
