"""Text to nouns: every reading of pages and questions, and nothing that touches a disk."""
