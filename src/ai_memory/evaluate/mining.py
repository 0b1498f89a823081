"""Questions that a wiki answers about itself: how its links and headings word a page.

Two sorts. A link's label that is no name of a page asks for the page it leads to:
`[[Reset a project|start over]]` says that who writes "start over" means that page. A
heading that only one page has asks for that page.

They cost nobody a minute and lean on the engine's side: a heading stands in the page
word for word, and a label stands in the page that links, which is a good hit but does not
count as one. So they compare settings, and are no promise of how questions in a person's
own words fare.
"""

import random
from collections import defaultdict
from collections.abc import Iterable

from ai_memory.evaluate.wiki_questions import WikiQuestion
from ai_memory.parse.links import name_key
from ai_memory.parse.question import parse_question
from ai_memory.parse.stopwords import STOP_WORDS
from ai_memory.store.names import loose_key

MOST_PAGES = 3  # a label that leads to more pages means none of them: "here", "this page"
MOST_QUESTIONS = 1000  # asked of a wiki; more would tell little more
SEED = 0

Worded = Iterable[tuple[str, str]]  # (words, path of the page they ask for)


def mine(names: Iterable[str], labels: Worded, headings: Worded) -> list[WikiQuestion]:
    """Return the questions that can be made, labels first, each in order of its words.

    Args:
        names: Every name of every page, as `loose_key` writes them: finding a page by its
            name is no feat, so what is a name is not asked.
        labels: Labels of links.
        headings: Headings of sections.
    """
    known = set(names)
    by_label = _pages_by_words(labels, known)
    by_heading = _pages_by_words(headings, known)
    asked = {
        key: WikiQuestion(text, tuple(sorted(pages)), "label")
        for key, (text, pages) in by_label.items()
        if len(pages) <= MOST_PAGES
    }
    for key, (text, pages) in by_heading.items():
        if len(pages) == 1 and key not in by_label:
            asked[key] = WikiQuestion(text, tuple(pages), "heading")
    return sorted(asked.values(), key=lambda each: (each.kind != "label", each.text))


def sample(questions: list[WikiQuestion]) -> list[WikiQuestion]:
    """Return the questions, or `MOST_QUESTIONS` drawn from them, in the same order."""
    if len(questions) <= MOST_QUESTIONS:
        return questions
    drawn = random.Random(SEED).sample(range(len(questions)), MOST_QUESTIONS)  # noqa: S311
    return [questions[at] for at in sorted(drawn)]


def _pages_by_words(worded: Worded, known: set[str]) -> dict[str, tuple[str, set[str]]]:
    """Return folded words → (the words as first written, paths), without names of pages."""
    found: dict[str, tuple[str, set[str]]] = {}
    pages: dict[str, set[str]] = defaultdict(set)
    for text, path in worded:
        if loose_key(text) not in known and _asks(text):
            key = name_key(text)
            pages[key].add(path)
            found.setdefault(key, (" ".join(text.split()), pages[key]))
    return found


def _asks(text: str) -> bool:
    """Tell whether the text has a word to search for beside those that every page has."""
    words = parse_question(text).words
    return any(word.casefold() not in STOP_WORDS for word in words)
