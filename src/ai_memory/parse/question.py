"""What a person or agent typed, as a `Query`. Any text whatever is a question.

    words that vote            sync conflicts
    "a phrase" that must stand  "write ahead log"
    +must  a AND b              both must stand; beside an OR they only vote
    -not   NOT word             must not stand
    pre*                        words that begin so
    kind:rule                   that kind first
    tag:security -tag:draft     only pages with the one tag and without the other
    path:decisions/ title:word  only pages so placed, so titled
    after:2026-01-01 before:…   only pages updated then

What is none of these is a word, so no input is an error. In a sentence (more than
`PROSE_WORDS` words, or more than `ASKED_WORDS` with a question mark at the end) quotes,
signs and fields are taken as writing: the quoted vote as a phrase and as words, and nothing
must or must not stand.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import date

from ai_memory.model import Query
from ai_memory.parse.kind import normalise_kind
from ai_memory.parse.stems import readings
from ai_memory.parse.stopwords import common_words
from ai_memory.parse.tokens import is_searchable, normalise, without_surrogates

MAX_CHARACTERS = 8192  # of the text that is read; a longer question gains nothing
MAX_WORDS = 128
PROSE_WORDS = 16
ASKED_WORDS = 6  # with a question mark at the end, more are a sentence too

_TOKEN = re.compile(
    r'([+-]?)(?:(kind|tag|path|title|before|after|since|until):)?(?:"([^"]*)"|(\S+))',
    re.IGNORECASE,
)
# What keyboards and word processors make of straight quotes.
_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"'})
_EDGES = " \t\r\n\"'`()[]{}<>,;:!?.…“”‘’«»"
_OPERATORS = ("AND", "OR", "NOT")
_EXCLUDABLE = ("kind", "tag", "path", "title")  # fields that may stand after "-" or NOT

Token = tuple[str, str, str, str]  # sign, field name, quoted text, bare text


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
    last: list[str] | None = None  # the list that the word just taken went to


def parse_question(text: str, languages: Collection[str] = ()) -> Query:
    """Return the query in `text`; never raises.

    At most `MAX_CHARACTERS` of the text and `MAX_WORDS` words of each sort are read.
    AND, OR and NOT count as operators only in capitals beside words that are not, so a
    sentence in capitals keeps its words.

    Args:
        text: As typed.
        languages: ISO 639-1 codes of the languages of the pages that are asked; none is
            English.
    """
    shown = without_surrogates(text[:MAX_CHARACTERS])
    text = normalise(shown).translate(_STRAIGHT)
    tokens: list[Token] = _TOKEN.findall(text)
    prose = _is_prose(text)
    operators = {} if prose else _operators(tokens)
    draft = _Draft()
    pending = ""
    for sign, name, quoted, bare in tokens:
        if bare in operators and not sign and not name:
            pending = operators[bare]
            if pending == "+":
                _require_last(draft)
            continue
        if prose:
            _take_as_writing(draft, name, quoted, bare)
        else:
            _take(draft, pending or sign, name, quoted, bare)
        pending = ""
    return _query(shown, draft, prose, languages)


def _is_prose(text: str) -> bool:
    """Tell a sentence, whose quotes name and whose dashes part, from a list of words."""
    words = len(text.split())
    return words > PROSE_WORDS or (words > ASKED_WORDS and text.rstrip().endswith(("?", "？")))


def _operators(tokens: Sequence[Token]) -> dict[str, str]:
    """Return the operators that count, with the sign each gives the word that follows."""
    words = [quoted or bare for *_, quoted, bare in tokens]
    beside = "".join(word for word in words if word not in _OPERATORS)
    if not any(letter.isalpha() and not letter.isupper() for letter in beside):
        return {}
    # Beside an OR, what AND joins may stand on one side only, so it must not.
    return {"AND": "" if "OR" in words else "+", "OR": "", "NOT": "NOT"}


def _require_last(draft: _Draft) -> None:
    # "a AND b" asks for both, so the word before it must stand as well.
    if draft.last is draft.terms:
        draft.required.append(draft.terms.pop())
    elif draft.last is draft.prefixes:
        draft.required.append(f"{draft.prefixes.pop()}*")
    draft.last = None


def _bare(word: str) -> str:
    # A possessive names the same thing, and its "s" is no word.
    return word.strip(_EDGES).removesuffix("'s")


def _plain_words(text: str) -> list[str]:
    words = [_bare(word) for word in text.split()]
    return [word for word in words if is_searchable(word)]


def _take_as_writing(draft: _Draft, name: str, quoted: str, bare: str) -> None:
    draft.terms += _plain_words(f"{name} {quoted}")
    _word(draft, "", f"{name}:{bare}" if name else bare, quoted)


def _take(draft: _Draft, sign: str, name: str, quoted: str, bare: str) -> None:
    draft.last = None
    name = name.lower()
    unwanted = sign in ("-", "NOT") and name in _EXCLUDABLE
    if unwanted and is_searchable(quoted or bare):
        draft.excluded.append(f"{name}:{quoted or bare}")
    elif not (name and _field(draft, name, quoted or bare)):
        _word(draft, sign, f"{name}:{bare}" if name else bare, quoted)


def _field(draft: _Draft, name: str, value: str) -> bool:
    """Take a `name:value`; False when the value is not one, so that it stays a word."""
    if name in ("after", "since", "before", "until"):
        return _day(draft, name, value)
    if not is_searchable(value):
        return False
    if name == "kind":
        draft.kinds.append(normalise_kind(value))
    elif name == "tag":
        draft.tags.append(value)
    else:
        (draft.paths if name == "path" else draft.titles).append(value)
    return True


def _day(draft: _Draft, name: str, value: str) -> bool:
    try:
        day = date.fromisoformat(value)
    except ValueError:
        return False
    if name in ("after", "since"):
        draft.after = day
    else:
        draft.before = day
    return True


def _word(draft: _Draft, sign: str, bare: str, quoted: str) -> None:
    if quoted:
        if is_searchable(quoted):
            (draft.excluded if sign in ("-", "NOT") else draft.phrases).append(quoted)
        return
    word = _bare(bare)
    if not is_searchable(word):
        return
    # A sign before a digit is a number's own.
    counts = word[0].isalpha() or word[0] == "_"
    if sign == "NOT" or (sign == "-" and counts):
        draft.excluded.append(word)
    elif sign == "+" and counts:
        draft.required.append(word)
    else:
        draft.last = draft.prefixes if word.endswith("*") else draft.terms
        draft.last.append(word.rstrip("*"))


def _query(text: str, draft: _Draft, prose: bool, languages: Collection[str]) -> Query:
    def distinct(words: list[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(words))[:MAX_WORDS]

    return Query(
        text=text,
        readings=readings(languages),
        common=common_words((*draft.terms, *draft.required, *draft.phrases), languages),
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
