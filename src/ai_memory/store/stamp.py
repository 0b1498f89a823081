"""What the file system says of a file without reading it, and how far that is trusted."""

import os
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Self

FRESH = -1  # a ctime that no file has: the next look takes the file for changed

_LARGEST = 2**63 - 1  # what SQLite holds; file systems allow times beyond
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Stamp:
    """Size and times of a file."""

    size: int  # bytes
    mtime_ns: int
    ctime_ns: int  # FRESH: not to be trusted

    @classmethod
    def of(cls, status: os.stat_result) -> Self:
        """Return the stamp in a file's status."""
        return cls(status.st_size, _held(status.st_mtime_ns), _held(status.st_ctime_ns))

    @property
    def day(self) -> str:
        """The ISO date, in UTC, on which the file was changed."""
        return (_EPOCH + timedelta(microseconds=self.mtime_ns // 1000)).date().isoformat()

    def settled(self, read_at: int) -> Self:
        """Return the stamp, marked FRESH when the file changed just before it was read.

        A second edit within one tick of the file system's clock would leave the same
        stamp; git calls such entries racy.

        Args:
            read_at: Nanoseconds since the epoch at which the reading began.
        """
        past = (time for time in (self.mtime_ns, self.ctime_ns) if time <= read_at)
        latest = max(past, default=0)
        # Some file systems count in pairs of seconds.
        tick = 2_000_000_000 if latest % 1_000_000_000 == 0 else 100_000_000
        return replace(self, ctime_ns=FRESH) if read_at - latest < tick else self


def _held(time: int) -> int:
    return max(-_LARGEST, min(time, _LARGEST))
