"""What a page is for, read from its folders or from a word."""

from ai_memory.model import DEFAULT_KIND

KINDS = (
    "fact", "rule", "decision", "procedure", "gotcha", "concept", "note", "session",
    "runbook", "incident", "person", "reference", "guide", "service", "project", "meeting",
)  # fmt: skip

_OTHER_WORDS = {
    "adr": "decision",
    "adrs": "decision",
    "howto": "procedure",
    "howtos": "procedure",
    "how-to": "procedure",
    "how-tos": "procedure",
    "glossary": "concept",
    "glossaries": "concept",
    "journal": "session",
    "journals": "session",
    "daily": "session",
    "policy": "rule",
    "policies": "rule",
    "postmortem": "incident",
    "postmortems": "incident",
    "people": "person",
}

_KIND_OF_WORD = {
    **{kind: kind for kind in KINDS},
    **{f"{kind}s": kind for kind in KINDS},
    **_OTHER_WORDS,
}


def is_known_kind(text: str) -> bool:
    """Tell whether the word is one of the known kinds, in the singular or the plural."""
    return _word(text) in _KIND_OF_WORD


def normalise_kind(text: str) -> str:
    """Return a kind as it is stored and compared.

    Lower case, spaces as `-`; the plural or another word for a known kind becomes that
    kind. An unknown kind is allowed and kept.
    """
    word = _word(text)
    return _KIND_OF_WORD.get(word, word)


def derive_kind_from_path(path: str) -> str:
    """Return the kind that a page's folders name, "fact" when none does.

    The innermost folder that names a kind decides; the file's own name does not.
    Folders match in any case, singular or plural, whatever underscores they start with.

    Args:
        path: The page's path, "/" between folders.
    """
    for folder in reversed(path.split("/")[:-1]):
        kind = _KIND_OF_WORD.get(_word(folder.lstrip("_")))
        if kind is not None:
            return kind
    return DEFAULT_KIND


def _word(text: str) -> str:
    return "-".join(text.lower().split())
