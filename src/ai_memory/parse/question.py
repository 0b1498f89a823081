"""What a person or agent typed, as a `Query`. Any text whatever is a question.

    words that vote            sync conflicts
    "a phrase" that must stand  "write ahead log"
    +must  a AND b              both must stand
    -not   NOT word             must not stand
    pre*                        words that begin so
    kind:rule                   that kind first
    tag:security                only pages with the tag
    path:decisions/ title:word  only pages so placed, so titled
    after:2026-01-01 before:…   only pages updated then

What is none of these is a word, so no input is an error. In a text of more than
`PROSE_WORDS` words, quotes and signs are taken as writing: the quoted vote as a phrase
and as words, and nothing must or must not stand.
"""

import re
from dataclasses import dataclass, field
from datetime import date

from ai_memory.model import Query
from ai_memory.parse.kind import normalise_kind
from ai_memory.parse.tokens import is_searchable, normalise

MAX_CHARACTERS = 8192  # of the text that is read; a longer question gains nothing
MAX_WORDS = 128
PROSE_WORDS = 16

_TOKEN = re.compile(
    r'([+-]?)(?:(kind|tag|path|title|before|after|since|until):)?(?:"([^"]*)"|(\S+))',
    re.IGNORECASE,
)
_EDGES = " \t\r\n\"'`()[]{}<>,;:!?.…“”‘’«»"
_OPERATORS = ("AND", "OR", "NOT")


@dataclass(slots=True)
class _Draft:
    """Lists that become a Query."""

    terms: list[str] = field(default_factory=list)
    phrases: list[str] = field(default_factory=list)
    required: list[str] = field(default_factory=list)
    prefixes: list[str] = field(default_factory=list)
    excluded: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)
    after: date | None = None
    before: date | None = None


def parse_question(text: str) -> Query:
    """Return the query in `text`; never raises.

    At most `MAX_CHARACTERS` of the text and `MAX_WORDS` words are read. AND, OR and
    NOT count as operators only in capitals beside words that are not, so a sentence
    in capitals keeps its words.
    """
    shown = text[:MAX_CHARACTERS]
    text = normalise(shown).replace("’", "'")
    draft = _Draft()
    tokens = _TOKEN.findall(text)
    prose = len(text.split()) > PROSE_WORDS
    operators = text != text.upper() and not prose
    pending = ""
    for sign, name, quoted, bare in tokens:
        if prose:
            draft.terms += _plain_words(quoted)
            sign = ""
        if operators and bare in _OPERATORS and not sign and not name:
            pending = _operator(draft, bare)
            continue
        sign = {"AND": "+", "NOT": "-"}.get(pending, sign)
        pending = ""
        if name and _field(draft, name.lower(), quoted or bare):
            continue
        _word(draft, sign, f"{name}:{bare}" if name else bare, quoted)
    return _query(shown, draft, prose)


def _bare(word: str) -> str:
    # A possessive names the same thing, and its "s" is no word.
    return word.strip(_EDGES).removesuffix("'s")


def _plain_words(text: str) -> list[str]:
    words = [_bare(word) for word in text.split()]
    return [word for word in words if is_searchable(word)]


def _operator(draft: _Draft, operator: str) -> str:
    # "a AND b" asks for both, so the word before it becomes required as well.
    if operator == "AND" and draft.terms:
        draft.required.append(draft.terms.pop())
    return operator


def _field(draft: _Draft, name: str, value: str) -> bool:
    """Take a `name:value`; False when the value is not one, so that it stays a word."""
    if name in ("after", "since", "before", "until"):
        try:
            day = date.fromisoformat(value)
        except ValueError:
            return False
        if name in ("after", "since"):
            draft.after = day
        else:
            draft.before = day
        return True
    if not is_searchable(value):
        return False
    if name == "kind":
        draft.kinds.append(normalise_kind(value))
    elif name == "tag":
        draft.tags.append(value.lstrip("#").casefold())
    else:
        (draft.paths if name == "path" else draft.titles).append(value)
    return True


def _word(draft: _Draft, sign: str, bare: str, quoted: str) -> None:
    if quoted:
        if is_searchable(quoted):
            (draft.excluded if sign == "-" else draft.phrases).append(quoted)
        return
    word = _bare(bare)
    if not is_searchable(word):
        return
    if sign == "-" and (word[0].isalpha() or word[0] == "_"):
        draft.excluded.append(word)
    elif sign == "+":
        draft.required.append(word)
    elif word.endswith("*"):
        draft.prefixes.append(word.rstrip("*"))
    else:
        draft.terms.append(word)


def _query(text: str, draft: _Draft, prose: bool) -> Query:
    def distinct(words: list[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(words))[:MAX_WORDS]

    return Query(
        text=text,
        terms=distinct(draft.terms),
        phrases=distinct(draft.phrases),
        required=distinct(draft.required),
        prefixes=distinct(draft.prefixes),
        excluded=distinct(draft.excluded),
        kinds=distinct(draft.kinds),
        tags=distinct(draft.tags),
        paths=distinct(draft.paths),
        titles=distinct(draft.titles),
        after=draft.after,
        before=draft.before,
        prose=prose,
    )
