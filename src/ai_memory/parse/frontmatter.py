"""The metadata block at the start of a page: YAML between `---`, or TOML between `+++`.

Whatever the block holds, the page stays whole: a broken block gives the keys that can
be made out, its raw text, and a problem that names the line.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Any, Literal

from ai_memory.model import Problem
from ai_memory.parse.yaml12 import MAX_DEPTH, MAX_NODES, YamlError, load_yaml, plain_scalar

MAX_RAW = 65_536  # characters of a block that are handed to a parser
_SALVAGED_KEYS = 200  # top-level keys of a broken block that are tried one by one

_OPENING = re.compile(r"(---|\+\+\+)[ \t]*\r?\n")
_CLOSINGS = {
    "---": re.compile(r"^(?:---|\.\.\.)[ \t]*\r?$", re.MULTILINE),
    "+++": re.compile(r"^\+\+\+[ \t]*\r?$", re.MULTILINE),
}
_KEY_LINE = re.compile(r"^[\"']?([^\W\d][\w .-]{0,63})[\"']?[ \t]*[:=](?:[ \t]+(\S.*))?[ \t]*\r?$")
# tomllib takes time with the square of a key's parts.
_LONG_DOTTED_KEY = re.compile(
    rf"(?<![\w-])(?:(?:[\w-]++|\"[^\"\n]*+\"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{MAX_DEPTH}}}"
)
_TOP_LEVEL = re.compile(r"^(?=[^\s#\-])", re.MULTILINE)

Format = Literal["yaml", "toml", ""]


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """A page's text, parted into its metadata and its body."""

    body: str  # the text after the block
    body_line: int = 1  # 1-based line of the file at which the body starts
    raw: str = ""  # the block as written, without its fences
    properties: dict[str, Any] = field(default_factory=dict)  # JSON-ready; dates as ISO text
    format: Format = ""  # "" when there is no block
    problems: tuple[Problem, ...] = ()


def split_front_matter(text: str) -> FrontMatter:
    """Return the front matter and the body of a page's text. Never raises.

    Returns:
        The parts. Problems: "front-matter-broken" when the block is no mapping that can
        be read, "front-matter-unterminated" when its end is missing, and
        "front-matter-duplicate-key". A thematic break at the start is none of these.
    """
    text = text.removeprefix("\ufeff")
    opening = _OPENING.match(text)
    if opening is None:
        return FrontMatter(text)
    closing = _CLOSINGS[opening[1]].search(text, opening.end())
    if closing is None:
        return FrontMatter(text, problems=_unterminated(text, opening))
    raw = text[opening.end() : closing.start()]
    form: Format = "yaml" if opening[1] == "---" else "toml"
    properties, problems = _read(raw, form)
    if form == "yaml" and not properties and _is_prose(raw):
        return FrontMatter(text)
    body = closing.end() + (1 if closing.end() < len(text) else 0)
    body_line = text.count("\n", 0, body) + (1 if text[:body].endswith("\n") else 2)
    return FrontMatter(text[body:], body_line, raw, properties, form, problems)


def _unterminated(text: str, opening: re.Match[str]) -> tuple[Problem, ...]:
    end = text.find("\n", opening.end())
    if not _KEY_LINE.match(text[opening.end() : end if end >= 0 else None]):
        return ()
    message = f"The front matter opened by '{opening[1]}' is never closed."
    return (Problem("front-matter-unterminated", message, line=1),)


def _is_prose(raw: str) -> bool:
    """Tell whether a block without properties is text between two thematic breaks."""
    first, _, rest = raw.partition("\n")
    return (
        not first.strip()
        and bool(rest.strip())
        and not any(_KEY_LINE.match(line) for line in rest.splitlines())
    )


def _read(raw: str, form: Format) -> tuple[dict[str, Any], tuple[Problem, ...]]:
    if len(raw) > MAX_RAW:
        return {}, (_broken(f"It is longer than {MAX_RAW} characters.", 0),)
    try:
        return _read_yaml(raw) if form == "yaml" else (_read_toml(raw), ())
    except YamlError as error:
        return dict(_salvaged(raw, form)), (_broken(str(error), error.line),)


def _broken(reason: str, line: int) -> Problem:
    # Line 1 is the opening fence.
    return Problem(
        "front-matter-broken", f"The front matter cannot be read: {reason}", "", line + 2
    )


def _read_yaml(raw: str) -> tuple[dict[str, Any], tuple[Problem, ...]]:
    loaded = load_yaml(raw)
    if loaded.value is None:
        return {}, ()
    if not isinstance(loaded.value, dict):
        raise YamlError("It is not a list of keys and values.")
    return loaded.value, tuple(
        Problem("front-matter-duplicate-key", f"The key {key!r} stands twice.", line=line + 2)
        for key, line in loaded.duplicates
    )


def _read_toml(raw: str) -> dict[str, Any]:
    import tomllib  # TOML front matter is rare

    if _LONG_DOTTED_KEY.search(raw):
        raise YamlError("It is nested too deeply.")
    try:
        table = tomllib.loads(raw.replace("\r\n", "\n"))
        return {key: _json_ready(value, 1, [MAX_NODES]) for key, value in table.items()}
    except (ValueError, RecursionError) as error:
        at = re.search(r"at line ([0-9]+)", str(error))
        raise YamlError(str(error), int(at[1]) - 1 if at else 0) from None


def _json_ready(value: object, depth: int, budget: list[int]) -> object:
    budget[0] -= 1
    if depth > MAX_DEPTH or budget[0] < 0:
        raise ValueError("It is nested too deeply or holds too many values.")
    if isinstance(value, dict):
        return {key: _json_ready(item, depth + 1, budget) for key, item in value.items()}
    if isinstance(value, list):
        return [_json_ready(item, depth + 1, budget) for item in value]
    if isinstance(value, (date, datetime, time)):
        return value.isoformat()
    if isinstance(value, float) and value - value != 0:  # JSON knows no infinity and no NaN
        return str(value)
    return value


def _salvaged(raw: str, form: Format) -> Iterator[tuple[str, Any]]:
    """Yield the top-level keys that can be read each by itself."""
    for block in _TOP_LEVEL.split(raw, maxsplit=_SALVAGED_KEYS)[:_SALVAGED_KEYS]:
        try:
            values = _read_yaml(block)[0] if form == "yaml" else _read_toml(block)
            yield from values.items()
        except YamlError:
            plain = _KEY_LINE.match(block.split("\n", 1)[0])
            value = plain[2].strip(" \t\"'") if plain and plain[2] else ""
            if plain and any(map(str.isalnum, value)):
                yield plain[1].strip(), plain_scalar(value)
