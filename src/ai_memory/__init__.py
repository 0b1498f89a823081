"""ai-memory: a wiki of Markdown pages that people and AI agents write and search together.

from ai_memory import Memory

with Memory() as memory:
    memory.init("notes")
    memory.sync("notes")
    for hit in memory.search("how to reset a project", "notes").hits:
        print(hit.title, hit.page_path, hit.snippet)
"""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ai_memory.config import RetrievalTuning as RetrievalTuning
    from ai_memory.embed.embedder import Embedder as Embedder
    from ai_memory.errors import AiMemoryError as AiMemoryError
    from ai_memory.memory import Memory as Memory
    from ai_memory.model import Answer as Answer
    from ai_memory.model import Filters as Filters
    from ai_memory.model import Hit as Hit
    from ai_memory.model import Page as Page
    from ai_memory.model import Project as Project
    from ai_memory.model import ProjectId as ProjectId
    from ai_memory.model import Query as Query
    from ai_memory.reader import AsyncReader as AsyncReader
    from ai_memory.reader import Reader as Reader
    from ai_memory.reader import ReaderPool as ReaderPool

# Each name is imported when it is first used: `ai-memory --help` needs none of them.
_HOMES = {
    "AiMemoryError": "errors",
    "Answer": "model",
    "AsyncReader": "reader",
    "Embedder": "embed.embedder",
    "Filters": "model",
    "Hit": "model",
    "Memory": "memory",
    "Page": "model",
    "Project": "model",
    "ProjectId": "model",
    "Query": "model",
    "Reader": "reader",
    "ReaderPool": "reader",
    "RetrievalTuning": "config",
    "apply_kind_boost": "fuse.tuning",
    "apply_tag_boost": "fuse.tuning",
    "derive_kind_from_path": "parse.kind",
    "entity_match_query": "streams.entity",
    "entity_match_tokens": "streams.entity",
    "graph_neighbour_ranking": "streams.graph",
    "prepare_fts5_query": "streams.fts_query",
}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
