"""The one spelling in which tags are stored and compared."""

from ai_memory.parse.tokens import normalise


def tag_key(tag: str) -> str:
    """Return the tag in lower case and in one Unicode form, without a leading "#".

    A question is read in NFKC, and some file systems and editors write NFD.
    """
    return normalise(normalise(tag).lower()).removeprefix("#")
