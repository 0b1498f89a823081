"""Judged questions and metrics: how well a ranking does."""
