"""What language a text is in, by its script and its function words.

Source: Grefenstette, Comparing two language identification schemes (1995): from a sentence
on, small words tell languages apart as well as trigrams do.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable
from functools import cache

from ai_memory.config import LANGUAGES
from ai_memory.parse.function_words import ENGLISH_WORDS, FUNCTION_WORDS
from ai_memory.parse.stopwords import STOP_WORDS

SAMPLE = 2000  # characters of a text that are looked at
FEWEST = 3  # different function words, of no other meaning in English, that a text must have
AHEAD = 1.2  # factor by which its best language must lead the next; else it is mixed
DENSE = 0.2  # share of the characters from which on a script decides
KANA = 0.05  # share of kana in a text of Han and kana from which on it is Japanese

_SCRIPTS = {
    "kana": re.compile("[\u3041-\u30fa]"),
    "zh": re.compile("[\u3400-\u4dbf\u4e00-\u9fff]"),
    "ko": re.compile("[\uac00-\ud7a3]"),
    "th": re.compile("[\u0e00-\u0e7f]"),
}
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_SAME = {"nb": "no", "nn": "no"}  # both written forms of Norwegian
_ENGLISH = STOP_WORDS | ENGLISH_WORDS | frozenset("abcdefghijklmnopqrstuvwxyz") | {"go"}


def language_code(text: str) -> str:
    """Return the code of a language as a person writes it (`de`, `de-AT`, `pt_BR`), or "".

    Only languages of which something is known here have one.
    """
    code = re.split(r"[-_]", text.strip().lower())[0]
    code = _SAME.get(code, code)
    return code if code in LANGUAGES else ""


def detect_language(text: str) -> str:
    """Return the ISO 639-1 code of the language of a text; "" when it is too short or mixed."""
    sample = unicodedata.normalize("NFC", text[:SAMPLE])
    if not sample.isascii() and (code := _by_script(sample)):
        return code
    words = _words(sample)
    scores = _scores(words)
    if not scores:
        return ""
    best = max(scores, key=scores.__getitem__)
    led = max((score for code, score in scores.items() if code != best), default=0.0)
    told = words & (STOP_WORDS if best == "en" else FUNCTION_WORDS[best] - _ENGLISH)
    return best if len(told) >= FEWEST and scores[best] > AHEAD * led else ""


def question_languages(words: Iterable[str], languages: Collection[str]) -> tuple[str, ...]:
    """Return which of some languages, or English, a question may be in, by its function words.

    Args:
        words: Of the question.
        languages: Of the pages that are asked. Where English pages are among them, a word
            like "die" or "war" alone shows nothing.

    Returns:
        The languages with the most function words in the question; none when it has none.
    """
    told = _words(" ".join(words))
    mixed = bool({"", "en"}.intersection(languages))
    held = {"en": told & STOP_WORDS}
    for code in languages:
        found = told & FUNCTION_WORDS.get(code, frozenset())
        held.setdefault(code, found if not mixed or found - ENGLISH_WORDS else frozenset())
    most = max(map(len, held.values()))
    return tuple(code for code, found in held.items() if most and len(found) == most)


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower().replace("’", "'")))


def _by_script(text: str) -> str:
    """Return the language whose script the text is written in, where that tells it."""
    counts = {code: len(pattern.findall(text)) for code, pattern in _SCRIPTS.items()}
    kana = counts.pop("kana")
    counts["zh"] += kana
    best = max(counts, key=counts.__getitem__)
    if counts[best] < DENSE * len(text):
        return ""
    return "ja" if best == "zh" and kana > KANA * counts["zh"] else best


def _scores(words: Iterable[str]) -> dict[str, float]:
    """Return language → sum of the function words it has, one shared by n counting 1/n."""
    scores: dict[str, float] = {}
    for word in words:
        speakers = _speakers().get(word, ())
        for code in speakers:
            scores[code] = scores.get(code, 0.0) + 1 / len(speakers)
    return scores


@cache
def _speakers() -> dict[str, tuple[str, ...]]:
    """Return function word → the languages that have it."""
    speakers: dict[str, tuple[str, ...]] = {}
    for code, words in (("en", STOP_WORDS), *FUNCTION_WORDS.items()):
        for word in words:
            speakers[word] = (*speakers.get(word, ()), code)
    return speakers
