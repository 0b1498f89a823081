"""Words as the index sees them: one reading of text for pages and for queries.

SQLite's own tokenizer (`porter unicode61`) splits, folds accents and stems English
in C. What it cannot do is done to the text before it gets there, alike for what is
stored and for what is asked:

- Chinese, Japanese, Korean, Thai and their neighbours, written without spaces, become
  overlapping bigrams, so that any substring can be found.
- `camelCase` also yields its parts, `utf8` its word and its number, and `v1.2` its `1.2`;
  `snake_case`, `kebab-case`, paths and versions are
  split by the tokenizer itself, and a query for the whole is a phrase of the parts.
- `C++` and `C#` get a spelling that survives the loss of punctuation.
- Compatibility forms (full-width letters, ligatures) are brought together by NFKC, and
  `ß` with the `ss` that stands for it.
- Words of a page in a language that has a stemmer give way to their stems (`stems`).
"""

import re
import unicodedata
from collections.abc import Iterator

from ai_memory.parse.stems import AS_WRITTEN, stemmed

# Scripts written without spaces between words, with Hangul, whose particles hide the word.
_DENSE_RANGES = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f\u1780-\u17ff"  # Myanmar, Khmer
    "\u3005-\u3007\u3041-\u3096\u30a1-\u30fa\u30fc"  # 々〆〇, kana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # Han
    "\uac00-\ud7a3"  # Hangul syllables
    "\U00020000-\U0003ffff"  # Han extensions
)
_DENSE = re.compile(f"[{_DENSE_RANGES}]+")
_HUMP = re.compile(r"[a-z0-9][A-Z]|[A-Z]{2}[a-z]")
_WORD = re.compile(r"[A-Za-z0-9_]+")
_HUMP_PARTS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_NUMBERED = re.compile(r"([A-Za-z]{3,})([0-9]+)")
# The lookbehinds stand after the first character, so that the search can leap to it.
_LAST_NUMBER = re.compile(r"[0-9](?<=[A-Za-z]{3}[0-9])[0-9]*(?![A-Za-z0-9])")
_LETTERS_BEFORE = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]+\Z")
_LONGEST_BEFORE = 40  # letters before a number that are looked for
_RELEASE = re.compile(r"[Vv](?<![A-Za-z0-9_.].)([0-9]+\.[0-9.]*[0-9])")
_SIGNED_LETTER = re.compile(r"(?<![A-Za-z0-9_])([A-Za-z])(\+\+|#)(?![A-Za-z0-9_])")
_SIGN_NAMES = {"++": "plusplus", "#": "sharp"}

# The tokenizer of `pages_fts`: emoji and other symbols (So) and combining signs (M*)
# belong to words, so that they can be found and Indic words stay whole.
FTS_TOKENIZER = ("porter", "unicode61", "remove_diacritics", "2", "categories", "L* N* Co M* So")


# Stands between the forms of one word of a question; see `store.alternatives`.
ALTERNATIVE = "\x1f"


def normalise(text: str) -> str:
    """Return the text in NFKC without NUL; ASCII text comes back as it is."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", without_surrogates(text))
    return text.replace("\0", " ")


def without_surrogates(text: str) -> str:
    """Return the text with lone surrogates, which no database or JSON takes, as "?"."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def bigrams(run: str) -> list[str]:
    """Return the overlapping pairs of a run of dense script, and its last character.

    The lone last character makes every character the start of some token, so that a
    prefix query finds single characters too.
    """
    return [run[at : at + 2] for at in range(len(run))]


def dense_runs(text: str) -> list[str]:
    """Return the runs of dense script in the text, in order."""
    return [] if text.isascii() else _DENSE.findall(text)


def without_dense(text: str) -> str:
    """Return the text with blanks for dense script, every other character where it was."""
    return text if text.isascii() else _DENSE.sub(lambda run: " " * len(run[0]), text)


def camel_parts(word: str) -> list[str]:
    """Return the parts of a camelCase word, or nothing when it has no hump."""
    return _HUMP_PARTS.findall(word) if _HUMP.search(word) else []


def numbered_parts(word: str) -> tuple[str, ...]:
    """Return the word and the number of `utf8` or `Python3`, or nothing where it is not such."""
    match = _NUMBERED.fullmatch(word)
    return match.groups() if match else ()


def without_v(word: str) -> str:
    """Return a version without the "v" before it; any other word as it is."""
    return _RELEASE.sub(r"\1", word)


def index_text(text: str, reading: str = AS_WRITTEN) -> str:
    """Return the text that is handed to the full-text index in place of `text`.

    Args:
        text: Of a page or of a question.
        reading: How its words are stored; see `stems.readings`.
    """
    text = normalise(text)
    if not text.isascii():
        text = _sharp_s(_DENSE.sub(lambda run: f" {' '.join(bigrams(run[0]))} ", text))
    extra = [*_signed(text), *_numbered(text), *_RELEASE.findall(text)]
    if _HUMP.search(text):
        for word in _WORD.findall(text):
            if not word[1:].islower():  # most words have no hump, and this tells it sooner
                extra += camel_parts(word)
    return stemmed(f"{text}\n{' '.join(extra)}" if extra else text, reading)


def _signed(text: str) -> Iterator[str]:
    if "#" in text or "++" in text:
        yield from map(_sign_word, _SIGNED_LETTER.finditer(text))


def _numbered(text: str) -> Iterator[str]:
    for number in _LAST_NUMBER.finditer(text):
        start = max(0, number.start() - _LONGEST_BEFORE)
        if word := _LETTERS_BEFORE.search(text, start, number.start()):
            yield f"{word[0]} {number[0]}"


def _sharp_s(text: str) -> str:
    return text.replace("ß", "ss").replace("ẞ", "SS")


def _sign_word(sign: re.Match[str]) -> str:
    return sign[1] + _SIGN_NAMES[sign[2]]


def name_signs(word: str) -> str:
    """Return the word with `C++` or `C#` spelled as `index_text` adds it."""
    return _SIGNED_LETTER.sub(_sign_word, word)


def is_searchable(word: str) -> bool:
    """Tell whether the tokenizer would keep anything of the word."""
    return any(_kept(unicodedata.category(character)) for character in word)


def _kept(category: str) -> bool:
    # A lone combining sign is folded away, so it does not count as content.
    return category[0] in "LN" or category in ("Co", "So")


_ALPHANUMERIC = re.compile(r"[^\W_]+")


def fold(text: str) -> str:
    """Return the text in lower case without accents, as the tokenizer compares it."""
    text = normalise(text)
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFD", text.casefold())
    bare = "".join(each for each in decomposed if not unicodedata.combining(each))
    return unicodedata.normalize("NFC", bare)


def alphanumeric_words(text: str) -> list[str]:
    """Return the runs of letters and digits in the text, in order."""
    return _ALPHANUMERIC.findall(text)


def entity_tokens(text: str) -> tuple[str, ...]:
    """Return the distinct lower-case alphanumeric tokens of a name, in order.

    A camelCase word gives itself and its parts; dense script gives bigrams.
    """
    tokens: list[str] = []
    for word in _ALPHANUMERIC.findall(normalise(text)):
        runs = dense_runs(word)
        if runs:
            tokens += [pair for run in runs for pair in bigrams(run)]
            tokens += [fold(rest) for rest in _DENSE.sub(" ", word).split()]
        else:
            tokens += [fold(word), *(part.lower() for part in camel_parts(word))]
    return tuple(dict.fromkeys(tokens))


def split_identifier(word: str) -> tuple[str, ...]:
    """Return the parts of an identifier, or nothing for a plain word.

    `parse_config`, `parseConfig`, `parse-config` and `parse.config` have the same parts;
    dense script is left out, since it is found by bigrams.
    """
    bare = _DENSE.sub(" ", normalise(word))
    pieces = _ALPHANUMERIC.findall(bare)
    parts = [part for piece in pieces for part in (camel_parts(piece) or [piece])]
    return tuple(parts) if len(parts) > 1 or bare != word else ()


def phrase_text(text: str) -> tuple[str, bool]:
    """Return a phrase in the words that `index_text` stores, and whether its last is a prefix.

    Inside the phrase a run of dense script keeps its lone last character, as the index
    does; at the end it may go on in the page, so only its pairs are sought, and a single
    character is sought as the start of a pair.
    """
    spaced = _DENSE.sub(lambda run: f" {' '.join(bigrams(run[0]))} ", _sharp_s(text))
    runs = _DENSE.findall(text)
    if not runs or not text.rstrip().endswith(runs[-1]):
        return spaced.strip(), False
    if len(runs[-1]) == 1:
        return spaced.strip(), True
    return spaced.rstrip()[:-1].strip(), False
