"""Query into ranking: one file a stream, all of one shape."""
