"""Which embedder the settings ask for."""

import difflib
from collections.abc import Callable
from typing import TYPE_CHECKING

from ai_memory.config import LlmSettings
from ai_memory.embed.checked import CheckedEmbedder, checked
from ai_memory.embed.embedder import Embedder
from ai_memory.embed.model_files import is_available, why_unavailable
from ai_memory.errors import AiMemoryError, ConfigError, EmbeddingError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINT_GROUP = "ai_memory.embedders"


# Each is imported when it is asked for: a search pays for the one it uses, or for none.
def _local(settings: LlmSettings) -> Embedder:
    from ai_memory.embed.local import LocalEmbedder

    return LocalEmbedder(settings)


def _openai(settings: LlmSettings) -> Embedder:
    from ai_memory.embed.openai import OpenAIEmbedder

    return OpenAIEmbedder(settings)


_BUILT_IN: dict[str, Callable[[LlmSettings], Embedder]] = {"local": _local, "openai": _openai}


def make_embedder(settings: LlmSettings) -> CheckedEmbedder | None:
    """Return the embedder that the settings ask for, behind the checks; None for none.

    "auto" is the local model where it is installed, and nothing where it is not.
    Making one loads no model and opens no connection: that comes with the first text.

    Raises:
        ConfigError: No provider has that name, or the service's address or key is
            not usable.
        ModelFileError, MissingExtra: The local model was asked for and is not there.
        EmbeddingError: A plug-in cannot be imported, or does not make an embedder.
    """
    provider = settings.embedding_provider
    if provider == "auto":
        provider = "local" if is_available(settings) else "none"
    if provider == "none":
        return None
    if provider in _BUILT_IN:
        return checked(_BUILT_IN[provider](settings))
    return checked(_from_plugin(_plugin(provider), settings))


def why_none(settings: LlmSettings) -> str:
    """Return a short sentence on why there is no embedder; "" when there is one."""
    provider = settings.embedding_provider
    if provider == "none":
        return "embedding_provider is none"
    return why_unavailable(settings) if provider == "auto" else ""


def _plugin(name: str) -> "EntryPoint":
    from importlib.metadata import entry_points

    found = {each.name: each for each in entry_points(group=ENTRY_POINT_GROUP)}
    if name in found:
        return found[name]
    known = list(dict.fromkeys(["auto", "none", *_BUILT_IN, *sorted(found)]))
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    remedy = f"Known: {', '.join(known)}."
    if near:
        remedy = f"Did you mean {near[0]!r}? {remedy}"
    raise ConfigError(f"llm.embedding_provider = {name!r} is not known", remedy)


def _from_plugin(plugin: "EntryPoint", settings: LlmSettings) -> Embedder:
    try:
        embedder = plugin.load()(settings)
    except AiMemoryError:
        raise
    except Exception as error:  # foreign code may raise anything
        raise EmbeddingError(
            f"The embedder plug-in {plugin.name!r} ({plugin.value}) failed with "
            f"{type(error).__name__}: {error}",
            "Reinstall the plug-in, or choose another [llm] embedding_provider.",
        ) from error
    if not isinstance(embedder, Embedder):
        raise EmbeddingError(
            f"The embedder plug-in {plugin.name!r} made a {type(embedder).__name__}, "
            "which is not an Embedder",
            "Its factory must return a subclass of ai_memory.embed.embedder.Embedder.",
        )
    return embedder
