"""`ai-memory eval`: how well the ranking does on questions whose answers are known."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ai_memory.faces.cli.evaluation_text import print_json, print_text
from ai_memory.faces.cli.invocation import Invocation, pass_invocation
from ai_memory.faces.cli.options import common_options, json_option, project_option
from ai_memory.faces.cli.progress import Progress
from ai_memory.faces.cli.tuning import streams_options, tuning_options

if TYPE_CHECKING:
    from ai_memory.memory import Memory
    from ai_memory.trial import Report


def questions_option(function: click.decorators.FC) -> click.decorators.FC:
    """Add `--questions`."""
    return click.option(
        "--questions",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help='Lines of {"question": "…", "pages": ["path.md", …]}, or of a question and a page '
        "with a tab between.",
    )(function)


@click.command(
    "eval",
    epilog="Without FOLDER, a project is asked, in its own index: the questions of --questions, "
    "else what the wiki's own link labels and headings ask, which flatters, as these words stand "
    "in its pages. "
    "FOLDER is a judged set of its own, indexed in a home that is then thrown away: "
    "corpus.jsonl (id, title, text), queries.jsonl (id, text), qrels.tsv (query id, page id, "
    "relevance) and perhaps links.tsv (source, target).",
)
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@project_option
@questions_option
@click.option(
    "--save",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the wiki's own questions to a new file, to be corrected.",
)
@streams_options
@tuning_options
@click.option("--no-embed", is_flag=True, help="Leave the vector stream out.")
@json_option
@common_options
@pass_invocation
def command(
    invocation: Invocation,
    folder: Path | None,
    project: str | None,
    questions: Path | None,
    save: Path | None,
    no_embed: bool,
) -> None:
    """Measure the ranking on questions whose answers are known."""
    if folder and (project or questions or save):
        raise click.UsageError("FOLDER excludes --project, --questions and --save.")
    if questions and save:
        raise click.UsageError("--questions and --save exclude each other.")
    memory = invocation.memory()
    with Progress(invocation) as progress:
        if folder:
            report = memory.evaluate(folder, embed=not no_embed, progress=progress)
        else:
            report = _of_project(memory, project, questions, save, not no_embed, progress)
    if invocation.json:
        print_json(invocation, report)
    else:
        print_text(invocation, report)


def _of_project(
    memory: "Memory",
    project: str | None,
    questions: Path | None,
    save: Path | None,
    embed: bool,
    progress: Progress,
) -> "Report":
    meant = memory.find_project(project).id
    return memory.evaluate_project(meant, questions, save=save, embed=embed, progress=progress)
