"""Links of four real vaults, against where an independent reading of them leads.

That reading takes the shortest path, then the first; it differs from Obsidian, and so
from this package, in ways that are named here. Any other difference is a fault.
"""

from collections import defaultdict
from pathlib import Path, PurePosixPath

import pytest

from ai_memory.store.names import link_key

SHARED = Path(__file__).parents[4] / "shared/eval"
pytestmark = pytest.mark.skipif(
    not SHARED.is_dir(), reason="the real vaults are not beside this repository"
)

_LINKS = """
SELECT source.path, link.target, coalesce(target.path, '') FROM pages_link AS link
JOIN pages AS source ON source.id = link.source_id
LEFT JOIN pages AS target ON target.id = link.target_id
"""


def expected_links(folder: Path) -> dict[tuple[str, str], set[str]]:
    """Return (source, target as written) → the pages it leads to; "" is nowhere."""
    links = defaultdict(set)
    lines = (folder / "links.tsv").read_text(encoding="utf-8").split("\n")
    for source, leads_to, _kind, target, *_ in (line.split("\t") for line in lines[1:] if line):
        links[source, target].add(leads_to)
    return links


def in_own_folder(source: str, found: str) -> bool:
    """Obsidian prefers a page beside the link to one of the same name elsewhere."""
    return bool(found) and PurePosixPath(found).parent == PurePosixPath(source).parent


def names_a_folder_that_is_not_there(target: str, root: Path) -> bool:
    """A translated vault keeps some paths of the English one; they lead nowhere."""
    return "/" in target and not (root / target).parent.is_dir()


def is_no_link(text: str, target: str) -> bool:
    """A bar that is not escaped ends a table's cell, and code holds no links."""
    opening = f"[[{target}"
    lines = text.split("\n")
    fenced = False
    for line in lines:
        bare = line.lstrip("> ")
        fenced ^= bare.startswith("```")
        in_cell = bare.startswith("|") and f"{opening}|" in bare
        if opening in line and not (fenced or in_cell or bare.startswith("\t")):
            return False
    return True


@pytest.mark.parametrize("language", ["en", "de", "ja", "zh"])
def test_the_links_of_a_real_vault_lead_where_they_should(make_wiki, language):
    folder = SHARED / f"obsidian_help_{language}"
    wiki = make_wiki()
    wiki.memory.remove_project("wiki")
    wiki.memory.init(folder / "vault", "wiki")
    wiki.sync()
    held = defaultdict(set)
    for source, target, leads_to in wiki.rows(_LINKS):
        held[source.removesuffix(".md"), target].add(leads_to.removesuffix(".md"))

    agreed, unexplained = 0, []
    for (source, target), leads_to in expected_links(folder).items():
        found = held.get((source, target))
        if found == leads_to:
            agreed += 1
        elif not target:
            pass  # [[#Heading]] stays in its page, and is not kept as a link
        elif found is None:
            text = (folder / "vault" / f"{source}.md").read_text(encoding="utf-8")
            if not is_no_link(text, target):
                unexplained.append((source, target, "not seen as a link"))
        elif not (
            all(in_own_folder(source, each) for each in found)
            or (found == {""} and names_a_folder_that_is_not_there(target, folder / "vault"))
        ):
            unexplained.append((source, target, found, leads_to))

    assert unexplained == []
    assert agreed > 1100
    # What leads nowhere is an attachment or an example: no page could answer to it.
    keys = {key for (key,) in wiki.rows("SELECT key FROM pages_name WHERE source = 'path'")}
    lost = [
        target
        for (_, target), found in held.items()
        if found == {""} and link_key(target) in keys and "/" not in target
    ]
    assert lost == []
