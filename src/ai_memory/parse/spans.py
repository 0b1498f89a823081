"""Stretches of a text, and whether a place lies in one."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator


class Spans:
    """A set of stretches `[start, end)` of one text, in bytes."""

    __slots__ = ("_ends", "_starts")

    def __init__(self, spans: Iterable[tuple[int, int]] = ()) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        reached = -1
        for start, end in sorted(spans):
            if end <= reached:  # inside the one before
                continue
            self._starts.append(start)
            self._ends.append(end)
            reached = end

    def __bool__(self) -> bool:
        return bool(self._starts)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return zip(self._starts, self._ends, strict=True)

    def cover(self, offset: int) -> bool:
        """Tell whether the byte at `offset` lies in one of the stretches."""
        at = bisect_right(self._starts, offset) - 1
        return at >= 0 and offset < self._ends[at]
