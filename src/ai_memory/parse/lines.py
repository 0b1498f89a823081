"""Byte offsets of a text to line numbers."""

from bisect import bisect_right


class Lines:
    r"""The lines of a text by byte offset. `\n` and `\r\n` end a line, a lone `\r` does not."""

    __slots__ = ("_breaks", "_first")

    def __init__(self, data: bytes, first: int = 1) -> None:
        breaks: list[int] = []
        at = data.find(b"\n")
        while at >= 0:
            breaks.append(at)
            at = data.find(b"\n", at + 1)
        self._breaks = breaks
        self._first = first

    def line_of(self, offset: int) -> int:
        """Return the number of the line that holds the byte at `offset`."""
        # A line break belongs to the line that it ends.
        return self._first + bisect_right(self._breaks, offset - 1)
