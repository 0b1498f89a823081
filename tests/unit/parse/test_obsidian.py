import pytest

from ai_memory.parse.obsidian import block_ids, comment_spans, hashtags
from ai_memory.parse.spans import Spans


def tags(text):
    return hashtags(text.encode(), Spans())


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("#tag", ("tag",)),
        ("a #Tag b", ("tag",)),
        ("#a #b #a", ("a", "b")),
        ("#a", ("a",)),
        ("#projects/in-review", ("projects/in-review",)),
        ("#a_b-c/d1", ("a_b-c/d1",)),
        ("#tag.", ("tag",)),
        ("#tag, #other;", ("tag", "other")),
        ("(#tag) [#x] “#y” *#z*", ("tag", "x", "y", "z")),
        ("#a/", ("a",)),
        ("#مزامنة", ("مزامنة",)),
        ("#标签，后面", ("标签",)),
        ("见（#标签）", ("标签",)),
        ("#हिन्दी", ("हिन्दी",)),
        ("#ÜBER", ("über",)),
        ("#🚀", ("🚀",)),
        ("#2024-05", ("2024-05",)),
        ("#y1984", ("y1984",)),
        ("#a's", ("a",)),
        ("#1984", ()),
        ("#", ()),
        ("# heading", ()),
        ("##tag", ()),
        ("#-", ()),
        ("#_", ()),
        ("a#tag", ()),
        ("é#tag", ()),
        ("标#tag", ()),
        ("C# and F#", ()),
        (r"\#tag", ()),
        ("&#35; &#x23;", ()),
        ("http://x.org/#tag", ()),
        ("http://x.org/a#tag", ()),
        ("http://x.org/(#tag", ()),
        ("/#/page/", ()),
        ("#/page/", ()),
        ("[a]: #heading", ()),
        ("#" * 1000, ()),
    ],
)
def test_tags_follow_the_rule_of_obsidian(text, found):
    assert tags(text) == found


def test_a_tag_in_an_opaque_stretch_does_not_count():
    assert hashtags(b"#a #b #c", Spans([(3, 5)])) == ("a", "c")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("text ^id", ("id",)),
        ("^id", ("id",)),
        ("text ^a-1\n- item ^b  \r\n> quote\n> ^c\r", ("a-1", "b", "c")),
        ("a^2", ()),
        ("^id then more", ()),
        ("^", ()),
        ("text ^no_underscore", ()),
        ("[^1]", ()),
    ],
)
def test_a_block_id_ends_its_line(text, found):
    assert block_ids(text.encode(), Spans()) == found


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("a %%b%% c", ["%%b%%"]),
        ("%%\na\n\nb\n%% c", ["%%\na\n\nb\n%%"]),
        ("  %%a\n\nb%%", ["%%a\n\nb%%"]),
        ("> %%a\n>\n> b%%", ["%%a\n>\n> b%%"]),
        ("a %%b\nc%% d", ["%%b\nc%%"]),
        ("50 %% of a\n\n20 %% of b", []),
        ("x %% y\r\n\r\n%%z%%", ["%%z%%"]),
        ("%%%%", ["%%%%"]),
        ("%% never closed", []),
        ("100% and 50%", []),
        ("%%a%% %%b%%", ["%%a%%", "%%b%%"]),
    ],
)
def test_comments_run_from_mark_to_mark(text, hidden):
    spans = comment_spans(text.encode(), Spans())
    assert [text[start:end] for start, end in spans] == hidden


def test_a_comment_mark_in_code_does_not_count():
    assert list(comment_spans(b"%% a `%%` b %%", Spans([(5, 9)]))) == [(0, 14)]
