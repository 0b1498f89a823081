"""Meaning: texts in, vectors out, by a local model, a service or a plug-in."""
