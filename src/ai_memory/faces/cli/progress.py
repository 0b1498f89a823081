"""One line of progress on stderr, written over itself; on a terminal only."""

import sys
import time
from types import TracebackType
from typing import Self

from ai_memory.faces.cli.invocation import Invocation

SECONDS_BETWEEN = 0.1  # a terminal need not be told more often
BAR = 24  # columns


class Progress:
    """Called with (phase, done, total), as the engine does. Use it as a context manager.

    Where stderr is no terminal nothing is written, so that logs stay readable; with
    `--verbose` each finished phase is.
    """

    def __init__(self, invocation: Invocation) -> None:
        self._invocation = invocation
        self._live = sys.stderr.isatty() and not invocation.quiet
        self._written = 0  # columns of the line that stands
        self._last = 0.0
        self._phase = ""
        self._started = 0.0

    def __call__(self, phase: str, done: int, total: int) -> None:
        """Show how far a phase is."""
        now = time.monotonic()
        if phase != self._phase:
            self._phase, self._started, self._last = phase, now, 0.0
        finished = done >= total
        if self._live and (finished or now - self._last >= SECONDS_BETWEEN):
            self._last = now
            self._write(
                f"{phase} {_bar(done, total)} {done:,} of {total:,}{self._left(done, total)}"
            )
        elif finished and not self._live:
            self._invocation.detail(f"{phase}: {done:,} of {total:,}")

    def _left(self, done: int, total: int) -> str:
        """Return the time that remains, once there is enough to go by."""
        spent = time.monotonic() - self._started
        if not done or done >= total or spent < 2:
            return ""
        seconds = round(spent / done * (total - done))
        return f", {seconds // 60}:{seconds % 60:02} left"

    def _write(self, text: str) -> None:
        # Blanks instead of an escape sequence: they wipe the line on any terminal.
        sys.stderr.write(f"\r{text.ljust(self._written)}")
        sys.stderr.flush()
        self._written = len(text)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._written:
            sys.stderr.write(f"\r{' ' * self._written}\r")
            sys.stderr.flush()


def _bar(done: int, total: int) -> str:
    filled = BAR * done // total if total else BAR
    return f"[{'#' * filled}{'.' * (BAR - filled)}]"
