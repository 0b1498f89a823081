"""Rankings into one ranking: pure arithmetic, no disk, no SQL."""
