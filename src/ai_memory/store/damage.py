"""SQLite's verdicts on the index file, in this package's own words."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from ai_memory.errors import IndexBusy, IndexDamaged, StoreError

# The file system's doing; the index may be sound.
_KEPT_OUT = (
    apsw.CantOpenError,
    apsw.FullError,
    apsw.IOError,
    apsw.PermissionsError,
    apsw.ReadOnlyError,
)


@contextmanager
def damage_named(path: Path) -> Iterator[None]:
    """Turn SQLite's verdict on a broken file into ours; busy is not broken.

    Raises:
        IndexDamaged: What ran inside met a file that is not a sound database.
        IndexBusy: It stayed locked for longer than the connection waits.
        StoreError: The file system does not let it be used: rights, space, a disk error.
    """
    try:
        yield
    except (apsw.NotADBError, apsw.CorruptError) as damage:
        raise _damaged(path, str(damage)) from None
    except UnicodeDecodeError as damage:
        # Only UTF-8 is ever written to it; files and replies are decoded elsewhere.
        raise _damaged(path, f"a text in it is not UTF-8: {damage.reason}") from None
    except apsw.BusyError:
        raise IndexBusy(f"{path} stayed locked", "Try again; nothing is damaged.") from None
    except _KEPT_OUT as hindrance:
        raise StoreError(
            f"{path} cannot be used: {hindrance}",
            "See that its folder exists, may be written to, and has space left.",
        ) from None


def _damaged(path: Path, verdict: str) -> IndexDamaged:
    return IndexDamaged(
        f"{path} is not a sound index: {verdict}",
        "Move it aside and run 'ai-memory sync --all-projects': the files are the truth.",
    )
