import pytest

from ai_memory.parse.kind import KINDS, derive_kind_from_path, is_known_kind, normalise_kind


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("x.md", "fact"),
        ("decisions/x.md", "decision"),
        ("Decision/x.md", "decision"),
        ("_rules/a/b.md", "rule"),
        ("rules/x.md", "rule"),
        ("__Rules/x.md", "rule"),
        ("team/procedures/x.md", "procedure"),
        ("rules/decisions/x.md", "decision"),
        ("decisions/rules/misc/x.md", "rule"),
        ("decisions.md", "fact"),
        ("misc/rule.md", "fact"),
        ("ruleset/x.md", "fact"),
        ("runbooks/x.md", "runbook"),
        ("gotchas/x.md", "gotcha"),
        ("concepts/x.md", "concept"),
        ("notes/x.md", "note"),
        ("sessions/x.md", "session"),
        ("facts/x.md", "fact"),
        ("docs/adr/0001-x.md", "decision"),
        ("ADRs/x.md", "decision"),
        ("howto/x.md", "procedure"),
        ("how-to/x.md", "procedure"),
        ("How Tos/x.md", "procedure"),
        ("glossary/x.md", "concept"),
        ("journals/x.md", "session"),
        ("daily/x.md", "session"),
        ("policies/x.md", "rule"),
        ("postmortems/x.md", "incident"),
        ("people/x.md", "person"),
        ("references/x.md", "reference"),
        ("guides/x.md", "guide"),
        ("services/x.md", "service"),
        ("projects/x.md", "project"),
        ("meetings/x.md", "meeting"),
        ("", "fact"),
        ("/", "fact"),
    ],
)
def test_the_innermost_folder_that_names_a_kind_decides(path, kind):
    assert derive_kind_from_path(path) == kind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (" Rule ", "rule"),
        ("rules", "rule"),
        ("Decisions", "decision"),
        ("ADR", "decision"),
        ("Design  Note", "design-note"),
        ("status", "status"),
        ("", ""),
    ],
)
def test_a_kind_is_brought_to_the_form_it_is_compared_in(text, kind):
    assert normalise_kind(text) == kind


def test_every_known_kind_is_known_in_singular_and_plural():
    for kind in KINDS:
        assert is_known_kind(kind)
        assert normalise_kind(f"{kind}s") == kind
    assert not is_known_kind("article")
