"""One row of an answer that always has one."""

from collections.abc import Mapping, Sequence
from typing import Any

import apsw


def one_row(
    connection: apsw.Connection, statement: str, bindings: Sequence[Any] | Mapping[str, Any] = ()
) -> tuple[Any, ...]:
    """Return the only row of a statement such as a count, which gives just one.

    Raises:
        LookupError: There is none, so the statement was not of that kind.
    """
    row: tuple[Any, ...] | None = connection.execute(statement, bindings).fetchone()
    if row is None:
        raise LookupError(statement)
    return row
