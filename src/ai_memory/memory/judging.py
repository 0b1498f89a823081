"""The part of `Memory` that asks questions whose answers are known."""

from pathlib import Path
from typing import TYPE_CHECKING

from ai_memory.memory.keeping import Keeping
from ai_memory.upkeep import Progress, silent

if TYPE_CHECKING:
    from ai_memory.trial import Report
    from ai_memory.tune import Tuned
    from ai_memory.wiki_trial import Asked


class Judging(Keeping):
    """Evaluation and tuning."""

    def evaluate(
        self, folder: Path | str, *, embed: bool = True, progress: Progress = silent
    ) -> "Report":
        """Ask the questions of a judged set, in an index that is then thrown away.

        Args:
            folder: A judged set; see `ai_memory.evaluate.judged`.
            embed: Whether the vector stream takes part, where there is an embedder.
            progress: Called with (phase, done, total).

        Returns:
            How each stream of the settings did, and their fusion.

        Raises:
            BadInput: The set cannot be read.
            MissingExtra: The metrics' library is not installed.
        """
        from ai_memory.evaluate.judged import load_judged_set
        from ai_memory.evaluation import evaluate_streams

        judged, tuning = load_judged_set(Path(folder)), self.settings.retrieval
        if not embed:
            return evaluate_streams(judged, tuning, None, "left out", progress)
        return evaluate_streams(judged, tuning, self.embedder, self._why_no_embedder(), progress)

    def evaluate_project(
        self,
        project: str,
        questions: Path | str | None = None,
        *,
        save: Path | str | None = None,
        embed: bool = True,
        progress: Progress = silent,
    ) -> "Report":
        """Ask a project questions whose answers are known, in its own index.

        Args:
            project: Its name.
            questions: File of questions, see `ai_memory.evaluate.wiki_questions`; None
                takes them from the wiki's own links and headings.
            save: New file for the questions asked, to be corrected.
            embed: Whether the vector stream takes part, where there is an embedder.
            progress: Called with (phase, done, total).

        Raises:
            BadInput: A file or a line of it will not do, or there is nothing to ask.
            MissingExtra: The extra `eval` is not installed.
        """
        from ai_memory.wiki_trial import evaluate_wiki

        asked, tuning = self._asked(project, questions, save), self.settings_of(project).retrieval
        embedder, why = (self.embedder, self._why_no_embedder()) if embed else (None, "left out")
        return evaluate_wiki(
            self.home, self.project(project), asked, tuning, embedder, why, progress
        )

    def tune(
        self,
        project: str,
        questions: Path | str | None = None,
        *,
        folds: int = 5,
        dry_run: bool = False,
        progress: Progress = silent,
    ) -> "Tuned":
        """Fit the project's knobs to questions; write them only where that helps for sure.

        The gain is measured on questions that the choice has not seen. Where it is
        significant, the knobs fitted to all questions go to the project's `ai-memory.toml`.

        Args:
            project: Its name.
            questions: As for `evaluate_project`; at least 20.
            folds: Parts the questions are dealt into; each is held out once.
            dry_run: Write nothing.
            progress: Called with (phase, done, total).

        Raises:
            BadInput: As for `evaluate_project`, or the questions are too few.
            PathRefused: A symbolic link stands in place of the settings.
            MissingExtra: The extra `eval` is not installed.
        """
        from ai_memory.tune import Fitting, tune

        asked, settings = self._asked(project, questions), self.settings_of(project)
        how = Fitting(folds, dry_run)
        return tune(self.home, self.project(project), asked, settings, self.embedder, how, progress)

    def _asked(
        self, project: str, file: Path | str | None, save: Path | str | None = None
    ) -> "Asked":
        from ai_memory.wiki_trial import questions_for

        hindrance = self.catch_up(project)
        return questions_for(self.home, project, file, save, hindrance)
