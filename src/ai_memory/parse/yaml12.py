"""YAML to JSON-ready values, by the core schema of YAML 1.2 (yaml.org/spec/1.2.2, 10.3).

PyYAML's parser, libyaml's where it is there, gives the nodes; what a plain scalar means
is decided here, because PyYAML's own rules are those of YAML 1.1: `no` is False there
and `12:30:45` a number. Dates, merge keys and custom tags have no meaning here: they
stay text and plain collections.
"""

import re
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from yaml import MappingNode, Node

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

MAX_DEPTH = 48  # collections inside one another, well below any recursion limit
MAX_NODES = 20_000  # values after aliases are followed: an alias bomb stops here

_BRACKET = re.compile(r"[\[\]{}]")
_COMPACT_NESTING = re.compile(rf"(?:[-?:][ \t]++){{{MAX_DEPTH}}}")  # "- - - - …"
_INTEGER = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_WORDS: dict[str, Json] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_PLAIN = "?"  # the tag of a scalar without quotes and without a tag of its own
_TYPED_TAGS = frozenset(
    (_PLAIN, *(f"tag:yaml.org,2002:{name}" for name in ("null", "bool", "int", "float")))
)


class YamlError(ValueError):
    """The text is no YAML, or more of it than front matter may hold.

    Attributes:
        line: 0-based line of the text where it was noticed.
    """

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


@dataclass(slots=True)
class Yaml:
    """A text as values."""

    value: Json = None
    duplicates: list[tuple[str, int]] = field(default_factory=list)  # key, 0-based line
    nodes: int = 0  # values seen, counted against the budget


def load_yaml(text: str) -> Yaml:
    """Return the one document of the text, with keys that stand twice; the last one counts.

    Raises:
        YamlError: It is not YAML, or is nested deeper or grows larger than the caps.
    """
    _check_depth(text)
    loaded = Yaml()
    node = _compose(text)
    if node is not None:
        loaded.value = _value(node, loaded, 0)
    return loaded


def _check_depth(text: str) -> None:
    if _COMPACT_NESTING.search(text):
        raise YamlError("It is nested too deeply.")
    depth = 0
    for match in _BRACKET.finditer(text):
        depth += 1 if match[0] in "[{" else -1
        if depth > MAX_DEPTH:
            raise YamlError("It is nested too deeply.", text.count("\n", 0, match.start()))


@cache
def _loader() -> type[Any]:
    import yaml  # few pages change between two searches, and the import is not free

    base: Any = yaml.CBaseLoader if yaml.__with_libyaml__ else yaml.BaseLoader

    class Loader(base):  # type: ignore[misc]  # the base is chosen at run time
        def resolve(self, kind: object, value: str, implicit: tuple[bool, bool]) -> object:
            if kind is yaml.ScalarNode and implicit[0]:
                return _PLAIN
            return super().resolve(kind, value, implicit)

    return Loader


def _compose(text: str) -> "Node | None":
    import yaml

    try:
        loader = _loader()(text)
        try:
            node: Node | None = loader.get_single_node()
            return node
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        # A quote that is never closed is noticed at the end, and wrong where it opens.
        unclosed = error.problem == "found unexpected end of stream"
        mark = error.context_mark if unclosed and error.context_mark else error.problem_mark
        raise YamlError(f"{error.problem or error.context}.", mark.line if mark else 0) from None
    except yaml.YAMLError as error:
        raise YamlError(str(error).partition("\n")[0]) from None
    except RecursionError:
        raise YamlError("It is nested too deeply.") from None
    except UnicodeError:
        raise YamlError("It holds characters that are no text.") from None


def _value(node: "Node", loaded: Yaml, depth: int) -> Json:
    import yaml

    loaded.nodes += 1
    line = node.start_mark.line
    if loaded.nodes > MAX_NODES:
        raise YamlError("It holds too many values.", line)
    if depth > MAX_DEPTH:
        raise YamlError("It is nested too deeply.", line)
    if isinstance(node, yaml.MappingNode):
        return _mapping(node, loaded, depth)
    if isinstance(node, yaml.SequenceNode):
        return [_value(item, loaded, depth + 1) for item in node.value]
    return _scalar(node)


def _mapping(node: "MappingNode", loaded: Yaml, depth: int) -> dict[str, Json]:
    mapping: dict[str, Json] = {}
    for key_node, value_node in node.value:
        line = key_node.start_mark.line
        if not isinstance(key_node.value, str):
            raise YamlError("A key is not text.", line)
        key = key_node.value
        if key in mapping:
            loaded.duplicates.append((key, line))
        mapping[key] = _value(value_node, loaded, depth + 1)
    return mapping


def _scalar(node: "Node") -> Json:
    return plain_scalar(node.value) if node.tag in _TYPED_TAGS else node.value


def plain_scalar(text: str) -> Json:
    """Return what an unquoted scalar means: None, a truth value, a number, or the text.

    Numbers that JSON cannot hold (`.inf`, `.nan`, `1e999`) stay text.
    """
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in "+-.0123456789":
        return text
    if len(text) <= 300 and _INTEGER.fullmatch(text):
        return int(text, 0 if text[:2] in ("0o", "0x") else 10)
    if len(text) <= 300 and _FLOAT.fullmatch(text):
        number = float(text)
        return number if abs(number) != float("inf") else text
    return text
