import pytest

from ai_memory.streams.entity import entity_match_tokens


@pytest.mark.parametrize(
    ("question", "tokens"),
    [
        ("How does the Kestrel-7 cluster work?", ("kestrel", "7", "cluster", "work")),
        ("parseConfig in config_parser", ("parseconfig", "parse", "config", "parser")),
        ("Café MALMÖ", ("cafe", "malmo")),
        ("东京塔", ("东京", "京塔", "塔")),
        ("重跑gen-itgc", ("重跑", "跑", "gen", "itgc")),
        ("to be or not to be", ("to", "be", "or", "not")),
        ("the same same", ("the", "same")),
        ("?!", ()),
        ("", ()),
        ("x\ud800y \0", ("x", "y")),
    ],
)
def test_a_question_gives_its_distinct_folded_tokens_in_order(question, tokens):
    assert entity_match_tokens(question) == tokens
