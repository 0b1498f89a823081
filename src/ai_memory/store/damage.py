"""SQLite's verdicts on the index file, in this package's own words."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from ai_memory.errors import IndexBusy, IndexDamaged


@contextmanager
def damage_named(path: Path) -> Iterator[None]:
    """Turn SQLite's verdict on a broken file into ours; busy is not broken.

    Raises:
        IndexDamaged: What ran inside met a file that is not a sound database.
        IndexBusy: It stayed locked for longer than the connection waits.
    """
    try:
        yield
    except (apsw.NotADBError, apsw.CorruptError) as damage:
        raise IndexDamaged(
            f"{path} is not a sound index: {damage}",
            "Move it aside and run 'ai-memory sync --all-projects': the files are the truth.",
        ) from None
    except apsw.BusyError:
        raise IndexBusy(f"{path} stayed locked", "Try again; nothing is damaged.") from None
