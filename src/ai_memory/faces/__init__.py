"""Faces translate between a caller and `Memory`, and do nothing else."""
