"""A text file line by line, with errors that name the line."""

from collections.abc import Iterator
from pathlib import Path

from ai_memory.errors import BadInput


def numbered_lines(path: Path, remedy: str) -> Iterator[tuple[int, str]]:
    """Yield (1-based line number, line without its end).

    Args:
        path: The file; UTF-8, with or without a byte-order mark.
        remedy: What to do when it cannot be read.

    Raises:
        BadInput: It cannot be read, or a line is not UTF-8.
    """
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                yield number, _decoded(line, path, number).rstrip("\r\n")
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error}", remedy) from None


def _decoded(line: bytes, path: Path, number: int) -> str:
    try:
        return line.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}, line {number}: not UTF-8 ({error})") from None
