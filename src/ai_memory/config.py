"""Settings: what can be set, its default, and where each value came from.

A layer is a nested mapping read from one place (a file, the environment, flags).
`resolve` lays them over the defaults, lowest first, and keeps the origin of every
value. Reading the files is the store's work; this module never touches the disk.
"""

import dataclasses
import difflib
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self, Union, get_args, get_origin, get_type_hints

from ai_memory.errors import ConfigError
from ai_memory.model import STREAM_NAMES, Mode

AUTO = "auto"  # leaves the language of a page to its text

# ISO 639-1 codes of the languages whose words are brought to their stems, or whose small
# words or script are known.
LANGUAGES = (
    "ar", "ca", "cs", "da", "de", "el", "en", "es", "et", "eu", "fa", "fi", "fr", "ga", "hu",
    "hy", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt", "ro", "ru", "sr", "sv", "th",
    "tr", "uk", "yi", "zh",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class RetrievalTuning:
    """Every knob of a search. None of them needs a re-index.

    Raises:
        ConfigError: A value is outside the range given beside it.
    """

    tag_boost: float = 1.5  # factor per matching tag on the fts score, ≥ 0
    kind_boost: float = 2.0  # factor on the fts score of the query's kind, ≥ 0
    title_boost: float = 1.2  # BM25 weight of the title column, ≥ 0
    abstract_vectors: bool = True  # let a page's own summary vote in the vector stream
    recency_decay: float | None = None  # factor per 30 days of age, above 0 to 1; None is off
    k: float = 60.0  # rank constant of the classic mode, ≥ 0
    fts_weight: float = 1.0  # factor on the vote of the words, ≥ 0; 0 switches them off
    entity_weight: float = 1.0  # the same for names
    graph_weight: float = 1.0  # the same for links
    vector_weight: float = 1.0  # the same for meaning
    mode: Mode = "adaptive"  # how the streams are fused: by scores, or classic, by ranks
    streams: tuple[str, ...] = STREAM_NAMES  # streams that may run

    def __post_init__(self) -> None:
        for name in ("tag_boost", "kind_boost", "title_boost", "k", *self.weight_names()):
            value = getattr(self, name)
            if not 0 <= value < float("inf"):
                raise ConfigError(f"retrieval.{name} = {value!r} is not a number of 0 or more")
        decay = self.recency_decay
        if decay is not None and not 0 < decay <= 1:
            raise ConfigError(f"retrieval.recency_decay = {decay!r} is not above 0 and at most 1")
        if self.mode not in get_args(Mode):
            raise ConfigError(
                f"retrieval.mode = {self.mode!r} is unknown", f"Modes: {', '.join(get_args(Mode))}."
            )
        for stream in self.streams:
            if stream not in STREAM_NAMES:
                raise ConfigError(
                    f"retrieval.streams names {stream!r}", f"Streams: {', '.join(STREAM_NAMES)}."
                )

    @staticmethod
    def weight_names() -> tuple[str, ...]:
        """Return the names of the stream weights, in stream order."""
        return tuple(f"{stream}_weight" for stream in STREAM_NAMES)

    def weight(self, stream: str) -> float:
        """Return the stream's weight: 0 when it is switched off."""
        return float(getattr(self, f"{stream}_weight")) if stream in self.streams else 0.0

    def replace(self, **changes: Any) -> Self:
        """Return a copy with the named knobs changed; a value of None for a knob keeps it."""
        kept = {name: value for name, value in changes.items() if value is not None}
        return dataclasses.replace(self, **kept)


@dataclass(frozen=True, slots=True)
class LlmSettings:
    """Where meaning comes from. Never read from inside a wiki's folder."""

    embedding_provider: str = "auto"  # auto, local, openai, none, or a plug-in's name
    embedding_model: str = ""  # "" is the provider's own default
    embedding_base_url: str = "https://api.openai.com/v1"  # of an OpenAI-compatible service
    embedding_dimension: int | None = None  # asked of the service, and checked
    embedding_api_key_env: str = "OPENAI_API_KEY"  # variable that holds the key
    embedding_api_key_file: str = ""  # file that holds the key; wins over the variable
    embedding_batch: int = 64  # texts a request
    embedding_timeout: float = 30.0  # seconds a request may take
    embedding_retries: int = 4  # further tries after 429 and 5xx
    model_path: str = ""  # folder with model.onnx and tokenizer.json, instead of the package's


@dataclass(frozen=True, slots=True)
class IndexSettings:
    """What of a folder is read, and how.

    Raises:
        ConfigError: A value is not one of those given beside it.
    """

    max_page_bytes: int = 16_777_216  # a larger file is named and left out
    exclude: tuple[str, ...] = ("node_modules/*", "*/node_modules/*")  # globs on the path
    language: str = AUTO  # of pages that name none: an ISO 639-1 code; auto looks at the text

    def __post_init__(self) -> None:
        if self.language not in (AUTO, *LANGUAGES):
            raise ConfigError(
                f"index.language = {self.language!r} is no language known here",
                f"Use {AUTO!r}, or one of {', '.join(LANGUAGES)}.",
            )


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, with the origin of each that is not a default."""

    retrieval: RetrievalTuning = field(default_factory=RetrievalTuning)
    llm: LlmSettings = field(default_factory=LlmSettings)
    index: IndexSettings = field(default_factory=IndexSettings)
    origins: Mapping[str, str] = field(default_factory=dict)  # dotted key → place

    def items(self) -> Iterator[tuple[str, Any, str]]:
        """Yield (dotted key, value, origin) for every setting, in the order declared."""
        for section in SECTIONS:
            values = getattr(self, section)
            for name in _fields(type(values)):
                key = f"{section}.{name}"
                yield key, getattr(values, name), self.origins.get(key, "default")


SECTIONS: dict[str, type] = {
    "retrieval": RetrievalTuning,
    "llm": LlmSettings,
    "index": IndexSettings,
}

# A cloned wiki is not trusted: its own file may tune a search, and nothing more.
SECTIONS_IN_A_WIKI = ("retrieval", "index")


@dataclass(frozen=True, slots=True)
class Layer:
    """Settings read from one place."""

    origin: str  # the place, as a person would name it
    values: Mapping[str, Any]  # section → key → value
    trusted: bool = True  # False for a file inside a wiki's folder


def resolve(layers: Sequence[Layer]) -> Settings:
    """Lay the layers over the defaults, the last one winning.

    Returns:
        The settings, each value checked against its declared type and range.

    Raises:
        ConfigError: An unknown key (the nearest one is named), a section that a
            wiki's folder may not set, or a value of the wrong type or range.
    """
    chosen: dict[str, dict[str, Any]] = {section: {} for section in SECTIONS}
    origins: dict[str, str] = {}
    for layer in layers:
        for section, name, value in _entries(layer):
            chosen[section][name] = _typed(section, name, value, layer.origin)
            origins[f"{section}.{name}"] = layer.origin
    made = {section: declared(**chosen[section]) for section, declared in SECTIONS.items()}
    return Settings(**made, origins=origins)


def _entries(layer: Layer) -> Iterator[tuple[str, str, Any]]:
    for section, values in layer.values.items():
        if section not in SECTIONS:
            raise _unknown(section, tuple(SECTIONS), layer.origin)
        if not layer.trusted and section not in SECTIONS_IN_A_WIKI:
            raise ConfigError(
                f"{layer.origin}: [{section}] may not be set inside a wiki's folder",
                "Move it to your own configuration: 'ai-memory config path' names the file.",
            )
        if not isinstance(values, Mapping):
            raise ConfigError(f"{layer.origin}: {section} must be a table, [{section}]")
        known = _fields(SECTIONS[section])
        for name, value in values.items():
            if name not in known:
                raise _unknown(name, known, f"{layer.origin}, [{section}]")
            yield section, name, value


def _unknown(name: str, known: Sequence[str], origin: str) -> ConfigError:
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    remedy = f"Did you mean {near[0]!r}?" if near else f"Known: {', '.join(known)}."
    return ConfigError(f"{origin}: unknown setting {name!r}", remedy)


def _fields(declared: type) -> tuple[str, ...]:
    return tuple(each.name for each in dataclasses.fields(declared))


def _typed(section: str, name: str, value: Any, origin: str) -> Any:
    wanted = get_type_hints(SECTIONS[section])[name]
    try:
        return coerce(value, wanted)
    except (TypeError, ValueError):
        raise ConfigError(
            f"{origin}: {section}.{name} = {value!r} should be {_describe(wanted)}"
        ) from None


def coerce(value: Any, wanted: Any) -> Any:
    """Return `value` as the declared type, reading text from the environment as TOML would.

    Raises:
        ValueError, TypeError: It cannot be read as that type.
    """
    options = get_args(wanted)
    if get_origin(wanted) in (types.UnionType, Union):
        if value is None or value in ("", "none"):
            return None
        return coerce(value, next(option for option in options if option is not type(None)))
    if get_origin(wanted) is tuple:
        parts = value.split(",") if isinstance(value, str) else value
        return tuple(coerce(part, str).strip() for part in parts)
    if options:  # Literal
        if value not in options:
            raise ValueError(value)
        return value
    return _scalar(value, wanted)


_TRUTH = {"true": True, "1": True, "false": False, "0": False}


def _scalar(value: Any, wanted: type) -> Any:
    if wanted is bool and isinstance(value, str):
        if value.lower() not in _TRUTH:
            raise ValueError(value)
        return _TRUTH[value.lower()]
    if wanted in (int, float) and isinstance(value, str):
        return wanted(value)
    if wanted is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
        raise TypeError(value)
    return value


def _describe(wanted: Any) -> str:
    names = {bool: "true or false", int: "a whole number", float: "a number", str: "text"}
    options = get_args(wanted)
    if get_origin(wanted) is tuple:
        return "a list of texts"
    if get_origin(wanted) in (types.UnionType, Union):
        return f"{_describe(options[0])} or left out"
    if options:
        return f"one of {', '.join(map(repr, options))}"
    return names.get(wanted, str(wanted))
