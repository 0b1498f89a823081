"""Names of the temporary files that a write puts beside a page, and what is left of them."""

import os
import re

_NAME = re.compile(r"\.ai-memory-[0-9a-f]{16}\.tmp")


def temporary_name() -> str:
    """Return a name for a temporary file; no walk over a wiki looks at it."""
    return f".ai-memory-{os.urandom(8).hex()}.tmp"


def is_leftover(name: str) -> bool:
    """Tell whether a file name is one of `temporary_name`."""
    return _NAME.fullmatch(name) is not None
