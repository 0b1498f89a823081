"""Words brought to their stems in other languages than English, which SQLite stems itself.

The stemmers are Snowball's (https://snowballstem.org), from the package `snowballstemmer`.
It is loaded at the first word that needs it: an English wiki never does.
"""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from threading import Lock
from typing import Protocol

# ISO 639-1 code → the stemmer's name.
STEMMERS = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german",
    "el": "greek", "es": "spanish", "et": "estonian", "eu": "basque", "fa": "persian",
    "fi": "finnish", "fr": "french", "ga": "irish", "hu": "hungarian", "hy": "armenian",
    "id": "indonesian", "it": "italian", "lt": "lithuanian", "nl": "dutch",
    "no": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian",
    "ru": "russian", "sr": "serbian", "sv": "swedish", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip

AS_WRITTEN = ""  # the reading that leaves words to SQLite's own stemmer, for English
_LETTERS = re.compile(r"[^\W\d_]+")
_LONGEST = 60  # letters; a longer run is no word, and a stemmer would be slow on it

# A stemmer works on its own fields, so that two threads must not use it at once.
_lock = Lock()


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802 (the library's name)


def readings(languages: Iterable[str]) -> tuple[str, ...]:
    """Return the ways in which words of pages in these languages are stored, sorted.

    Each is a language that has a stemmer here, or `AS_WRITTEN`. No language at all is
    read as English.
    """
    known = {each if each in STEMMERS else AS_WRITTEN for each in languages}
    return tuple(sorted(known)) or (AS_WRITTEN,)


def stemmed(text: str, reading: str) -> str:
    """Return the text with the stem of every word, in lower case, in its place.

    Args:
        text: Any text; what is not a letter stays where it is.
        reading: One of `readings`; `AS_WRITTEN` returns the text as it is.
    """
    if reading not in STEMMERS:
        return text
    return _LETTERS.sub(lambda word: _stem(word[0].lower(), reading), text)


@lru_cache(maxsize=100_000)
def _stem(word: str, reading: str) -> str:
    stemmer = _stemmer(STEMMERS[reading])
    if stemmer is None or len(word) > _LONGEST:
        return word
    with _lock:
        return stemmer.stemWord(word) or word


@cache
def _stemmer(name: str) -> _Stemmer | None:
    import snowballstemmer

    # A compiled PyStemmer takes the package's place where it is there; it may know fewer.
    known = name in snowballstemmer.algorithms()
    stemmer: _Stemmer | None = snowballstemmer.stemmer(name) if known else None
    return stemmer
