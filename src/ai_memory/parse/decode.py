"""Bytes of a file to text."""

import codecs
from dataclasses import dataclass

from ai_memory.model import Problem


@dataclass(frozen=True, slots=True)
class Decoded:
    """What the bytes of a file say."""

    text: str  # without a byte order mark
    encoding: str  # Python's name of the codec that was used
    binary: bool = False  # True when the file is not text at all
    problems: tuple[Problem, ...] = ()


_UTF16_MARKS = ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


def decode(data: bytes) -> Decoded:
    """Return the text of a file, whatever its bytes are.

    UTF-8 with or without a byte order mark, UTF-16 with one, else Windows-1252 with
    U+FFFD for the bytes that it leaves undefined. Never raises.

    Returns:
        The text and the codec. Problem "not-utf8" when the bytes had to be guessed,
        "binary" when the text holds NUL, as images and archives do.
    """
    for mark, encoding in _UTF16_MARKS:
        if data.startswith(mark):
            return _checked(data[len(mark) :].decode(encoding, "replace"), encoding)
    bare = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = bare.decode("utf-8")
    except UnicodeDecodeError as error:
        return _guessed(data, error)
    return _checked(text, "utf-8" if bare is data else "utf-8-sig")


def _guessed(data: bytes, error: UnicodeDecodeError) -> Decoded:
    line = error.object.count(b"\n", 0, error.start) + 1
    problem = Problem("not-utf8", "The file is not UTF-8; it was read as Windows-1252.", line=line)
    return _checked(data.decode("cp1252", "replace"), "cp1252", problem)


def _checked(text: str, encoding: str, *problems: Problem) -> Decoded:
    if "\0" not in text:
        return Decoded(text, encoding, problems=problems)
    binary = Problem("binary", "The file holds NUL characters, so it is not text.")
    return Decoded(text, encoding, binary=True, problems=(*problems, binary))
