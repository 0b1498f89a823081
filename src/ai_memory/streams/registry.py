"""The streams, in the order they run. A new one is a file beside this and a line here."""

from ai_memory.streams import entity, fts, graph, vector
from ai_memory.streams.stream import Stream

# The graph stream starts from the hits of the others, so it comes last.
STREAMS: dict[str, Stream] = {
    fts.NAME: fts.rank,
    entity.NAME: entity.rank,
    vector.NAME: vector.rank,
    graph.NAME: graph.rank,
}
