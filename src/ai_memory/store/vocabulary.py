"""The words that the full-text index holds, stemmed as it holds them."""

import json
from collections.abc import Sequence

import apsw

MOST_SCANNED = 500_000  # words that one question may look through; about half a second

# A window on the index in the connection's own temporary schema: a reader may open it,
# and it goes with the read transaction.
_OPEN = """
CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab(main, pages_fts, 'row')
"""

_HOLDING = """
SELECT DISTINCT term FROM (SELECT term FROM temp.vocabulary LIMIT :scanned)
CROSS JOIN json_each(:parts) AS part
WHERE instr(term, part.value)
ORDER BY length(term), term LIMIT :most
"""

# A range of the vocabulary is found without looking through the rest.
_BEGINNING = """
SELECT term FROM temp.vocabulary
WHERE term >= :start AND term < :end AND length(term) BETWEEN :shortest AND :longest
LIMIT :scanned
"""


def words_holding(connection: apsw.Connection, parts: Sequence[str], most: int) -> list[str]:
    """Return the words that hold one of the parts, the shortest first."""
    connection.execute(_OPEN)
    bindings = {
        "parts": json.dumps(parts, ensure_ascii=False),
        "scanned": MOST_SCANNED,
        "most": most,
    }
    return [word for (word,) in connection.execute(_HOLDING, bindings)]


def words_beginning(connection: apsw.Connection, start: str, lengths: range) -> list[str]:
    """Return the words that begin with a character and have one of the lengths, in order."""
    connection.execute(_OPEN)
    bindings = {
        "start": start,
        "end": f"{start}\U0010ffff",
        "shortest": lengths.start,
        "longest": lengths.stop - 1,
        "scanned": MOST_SCANNED,
    }
    return [word for (word,) in connection.execute(_BEGINNING, bindings)]
