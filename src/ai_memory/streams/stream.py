"""The shape of a stream: what it is asked, and that it answers with a `Ranking`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date

import apsw

from ai_memory.config import RetrievalTuning
from ai_memory.model import Query, Ranking
from ai_memory.store.analysis import Analyzer
from ai_memory.streams.vector_index import VectorIndex

# Pages a stream ranks, whatever the limit of the answer, so that the limit changes
# how many hits are shown and never their order.
DEPTH = 500


@dataclass(frozen=True, slots=True)
class Ask:
    """What a stream is asked."""

    query: Query
    connection: apsw.Connection  # a reader's
    analyzer: Analyzer
    projects: tuple[int, ...]  # row ids to search in
    tuning: RetrievalTuning
    today: date  # what recency counts from
    allowed: frozenset[int] | None = None  # row ids that may be hits; None is all
    relaxed: bool = False  # no page has all that must stand, so it only votes
    vectors: VectorIndex | None = None  # None where no embedder is configured
    earlier: Mapping[str, Ranking] = field(default_factory=dict)  # streams that ran before

    def admits(self, page: int) -> bool:
        """Tell whether a page may be a hit."""
        return self.allowed is None or page in self.allowed


Stream = Callable[[Ask], Ranking]
