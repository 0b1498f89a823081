"""References between pages, as written: wikilinks, Markdown hrefs, and names compared."""

import re
import unicodedata

from ai_memory.model import Link, LinkKind

# No brackets inside, so that an unclosed "[[" costs one look and not the rest of the text.
_WIKILINK = re.compile(r"\[\[([^\[\]\r\n]+)\]\]")
_PROJECT_PREFIX = re.compile(r"([a-z0-9][a-z0-9._-]{0,63}):(?=[^\s/\\]|/(?!/))")
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_SCHEMES_WITHOUT_SLASHES = frozenset(
    ("data", "file", "http", "https", "javascript", "mailto", "tel")
)


def parse_wikilink(inner: str, kind: LinkKind = "wikilink", line: int = 1) -> Link | None:
    r"""Return what stands between `[[` and `]]` as a link.

    `Page#Heading|label`, `Page#^block`, `#Heading` for the page itself, `project:path`.
    The pipe may be escaped, as tables need it (`P\|q`). Several headings stay one
    fragment (`A#B`). Spaces around the parts are dropped, line breaks become spaces.

    Args:
        inner: The text between the brackets.
        kind: How the link is written.
        line: 1-based line where it stands.

    Returns:
        The link, or None when it names nothing.
    """
    name, bar, label = inner.partition("|")
    name = name.removesuffix("\\") if bar else name
    target, hash_sign, fragment = _one_line(name).partition("#")
    project, target = _split_project(target.strip())
    if not target and not hash_sign:
        return None
    return Link(target, kind, line, fragment.strip(), _one_line(label), project)


def _one_line(text: str) -> str:
    text = text.strip()
    if "\n" not in text and "\r" not in text:
        return text
    # A name that a hard wrap broke inside a quotation carries the next line's ">".
    return " ".join(line.strip("> \t") for line in text.splitlines())


def _split_project(target: str) -> tuple[str, str]:
    prefix = _PROJECT_PREFIX.match(target) if ":" in target else None
    if prefix is None or _DRIVE.match(target) or prefix[1] in _SCHEMES_WITHOUT_SLASHES:
        return "", target
    return prefix[1], target[prefix.end() :]


def parse_markdown_href(
    href: str, label: str = "", kind: LinkKind = "markdown", line: int = 1
) -> Link | None:
    """Return the destination of `[label](href)` as a link, percent-decoded (RFC 3986, 2.1).

    Returns:
        The link; None for an empty destination and for anything outside the wiki: a
        destination with a scheme (`https:`, `mailto:`, `obsidian:`) or starting with `//`.
    """
    href = href.strip()
    if href.startswith("<") and href.endswith(">"):
        href = href[1:-1].strip()
    if not href or href.startswith("//") or _SCHEME.match(href):
        return None
    target, _, fragment = href.partition("#")
    return Link(_unquote(target), kind, line, _unquote(fragment), _one_line(label))


def _unquote(text: str) -> str:
    if "%" not in text:
        return text
    from urllib.parse import unquote  # few pages need it, and the import is not free

    return unquote(text)


def wikilinks_in(text: str, kind: LinkKind = "property", first_line: int = 1) -> tuple[Link, ...]:
    """Return the wikilinks of a plain text, such as raw front matter, in order.

    Args:
        text: Any text; Markdown's rules (code, escapes) are not applied.
        kind: The kind given to each link.
        first_line: 1-based line at which the text starts.
    """
    links: list[Link] = []
    line, counted = first_line, 0
    for match in _WIKILINK.finditer(text) if "[[" in text else ():
        line += text.count("\n", counted, match.start())
        counted = match.start()
        link = parse_wikilink(match[1], kind, line)
        if link is not None:
            links.append(link)
    return tuple(links)


def plain_name(text: str) -> str:
    """Return a name without wikilink brackets: `[[people/Ada|A.]]` gives `Ada`."""
    text = text.strip()
    match = _WIKILINK.fullmatch(text)
    link = parse_wikilink(match[1]) if match else None
    return last_segment(link.target) if link else text


def last_segment(target: str) -> str:
    """Return the last part of a path, without `.md`: `a/b/Plan.md` gives `Plan`."""
    name = target.rstrip("/").rpartition("/")[2]
    return name[:-3] if name[-3:].lower() == ".md" else name


def name_key(text: str) -> str:
    """Return the key under which names are compared.

    Unicode canonical caseless matching (Unicode 3.13, D145), composed, with every run
    of white space as one space and none at the ends.
    """
    text = " ".join(text.split())
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFD", text).casefold()
    return unicodedata.normalize("NFC", folded)


def target_key(target: str) -> str:
    """Return the name key of a link target's last path segment, without `.md`."""
    return name_key(last_segment(target))
