"""A Markdown file's text to a page: the one composition of everything in this folder."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from ai_memory.config import AUTO
from ai_memory.model import Page
from ai_memory.parse.entities import page_entities
from ai_memory.parse.frontmatter import FrontMatter, split_front_matter
from ai_memory.parse.kind import derive_kind_from_path, is_known_kind, normalise_kind
from ai_memory.parse.language import detect_language, language_code
from ai_memory.parse.links import last_segment, plain_name, wikilinks_in
from ai_memory.parse.logseq import logseq_properties
from ai_memory.parse.markdown import Markdown, parse_markdown
from ai_memory.parse.properties import as_date, as_text, as_text_list
from ai_memory.parse.sections import split_sections
from ai_memory.parse.tags import tag_key

# Property names are compared in lower case with "_" for spaces and hyphens.
_CREATED = ("created", "date", "created_at", "date_created", "creation_date")
_UPDATED = (
    "updated", "modified", "last_modified", "updated_at", "modified_at", "date_updated",
    "date_modified", "last_updated", "lastmod",
)  # fmt: skip
_DESCRIPTION = ("description", "summary")
_LANGUAGE = ("lang", "language")


def parse_page(path: str, text: str, language: str = AUTO) -> Page:
    """Return the page that a file's text is. Never raises.

    Args:
        path: Relative to the project's root, "/" between folders. Kept as it is.
        text: The file's text, decoded. Lone surrogates are read as "?".
        language: ISO 639-1 code of pages that do not say their own; `AUTO` detects it.
    """
    front = split_front_matter(_storable(text))
    markdown = parse_markdown(front.body, front.body_line)
    properties = front.properties if front.format else _logseq(front)
    named = _by_folded_name(properties)
    title = _title(named, markdown, path)
    tags = _tags(named, markdown)
    aliases = tuple(dict.fromkeys(map(plain_name, _first_list(named, ("aliases", "alias")))))
    return Page(
        path=path,
        title=title,
        kind=_kind(named, path),
        tags=tags,
        aliases=aliases,
        entities=page_entities(named, tags, aliases, title, markdown.code_spans),
        description=" ".join(_first_text(named, _DESCRIPTION).split()),
        created=_first_date(named, _CREATED),
        updated=_first_date(named, _UPDATED),
        properties=properties,
        front_matter=front.raw,
        sections=split_sections(front.body, markdown.headings, front.body_line),
        links=wikilinks_in(front.raw, "property", 2) + markdown.links,
        block_ids=markdown.block_ids,
        problems=tuple(replace(problem, path=path) for problem in front.problems),
        language=_language(named, language, f"{title}\n{front.body}"),
    )


def _storable(text: str) -> str:
    # Lone surrogates come from file names that are not UTF-8; neither SQLite nor JSON takes them.
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def _logseq(front: FrontMatter) -> dict[str, Any]:
    return dict(logseq_properties(front.body))


def _by_folded_name(properties: Mapping[str, Any]) -> dict[str, Any]:
    named: dict[str, Any] = {}
    for key, value in properties.items():
        named.setdefault(key.strip().lower().replace(" ", "_").replace("-", "_"), value)
    return named


def _first_text(named: Mapping[str, Any], keys: tuple[str, ...]) -> str:
    return next((text for key in keys if (text := as_text(named.get(key)))), "")


def _first_date(named: Mapping[str, Any], keys: tuple[str, ...]) -> date | None:
    return next((day for key in keys if (day := as_date(named.get(key)))), None)


def _first_list(named: Mapping[str, Any], keys: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for key in keys for name in as_text_list(named.get(key)))


def _title(named: Mapping[str, Any], markdown: Markdown, path: str) -> str:
    written = " ".join(plain_name(as_text(named.get("title"))).split())
    heading = next((each.text for each in markdown.headings if each.level == 1 and each.text), "")
    return written or heading or _storable(last_segment(path))


def _language(named: Mapping[str, Any], language: str, text: str) -> str:
    written = language_code(_first_text(named, _LANGUAGE))
    return written or (detect_language(text) if language == AUTO else language)


def _kind(named: Mapping[str, Any], path: str) -> str:
    kind = normalise_kind(as_text(named.get("kind")))
    if kind:
        return kind
    written = as_text(named.get("type"))
    return normalise_kind(written) if is_known_kind(written) else derive_kind_from_path(path)


def _tags(named: Mapping[str, Any], markdown: Markdown) -> tuple[str, ...]:
    written = (
        tag_key(plain_name(tag))
        for key in ("tags", "tag")
        for tag in as_text_list(named.get(key), spaces=True)
    )
    return tuple(dict.fromkeys((*(tag for tag in written if tag), *markdown.tags)))
