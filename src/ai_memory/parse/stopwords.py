"""Words too common to tell pages apart; they do not vote unless they are all there is.

A short list on purpose: function words and the frame of a question. Content words,
negations that name things ("no-op", "off") and one-letter identifiers stay. Other
languages' are in `function_words`.
"""

from collections.abc import Collection, Sequence

STOP_WORDS = frozenset(
    """
    a about after again all also am an and any are as at be because been before being
    between both but by can could did do does doing down during each few for from further
    had has have having he her here hers him his how i if in into is it its itself just
    me more most my myself nor not now of on once only or other our ours out over own
    same she should so some such than that the their theirs them then there these they
    this those through to too under until up us very was we were what when where which
    while who whom whose why will with would you your yours
    don't doesn't didn't isn't aren't wasn't weren't won't can't couldn't shouldn't
    i'm i've it's that's what's who's there's let's we're you're they're
    """.split()  # noqa: SIM905 (a list of a hundred strings would be harder to read)
)

_OPERATORS = frozenset(("AND", "OR", "NOT"))  # capitals, and yet no names


def common_words(words: Sequence[str], languages: Collection[str]) -> frozenset[str]:
    """Return those of a question's words that do not vote beside others.

    They are the stop words of the language the question is in. A word in capitals among
    others that are not, such as `IT`, names something and stays.

    Args:
        words: Of the question, as typed.
        languages: ISO 639-1 codes of the languages of the pages that are asked.
    """
    stops = _stop_words(words, languages)
    loud = not any(letter.islower() for word in words for letter in word)
    return frozenset(
        word for word in words if word.casefold() in stops and (loud or not is_in_capitals(word))
    )


def is_in_capitals(word: str) -> bool:
    """Tell whether a word of more than one letter is written as an abbreviation is."""
    return len(word) > 1 and word.isupper() and word not in _OPERATORS


def _stop_words(words: Sequence[str], languages: Collection[str]) -> frozenset[str]:
    if all(language in ("", "en") for language in languages):
        return STOP_WORDS
    # Imported here: a wiki in English does without.
    from ai_memory.parse.function_words import FUNCTION_WORDS
    from ai_memory.parse.language import question_languages

    asked = question_languages(words, languages)
    lists = (STOP_WORDS if code == "en" else FUNCTION_WORDS[code] for code in asked)
    return frozenset[str]().union(*lists)
