"""Which words of a question do not vote beside others."""

import pytest

from ai_memory.parse.stopwords import common_words


@pytest.mark.parametrize(
    ("question", "languages", "common"),
    [
        ("how to reset it", (), {"how", "to", "it"}),
        ("IT security in the office", (), {"in", "the"}),
        ("who is WHO", (), {"who", "is"}),
        ("RESET THE PROJECT", (), {"THE"}),
        ("Go and C", (), {"and"}),
        ("reset AND wait NOT now", (), {"AND", "NOT", "now"}),
        ("how do processes die", ("", "de"), {"how", "do"}),
        ("was ist die Datei", ("", "de"), {"was", "ist", "die"}),
        ("what was the war", ("", "de"), {"what", "was", "the"}),
        ("die", ("de", "en"), set()),
        ("comment in the code", ("", "fr"), {"in", "the"}),
        ("où est le fichier", ("fr",), {"où", "est", "le"}),
        ("のような", ("ja",), set()),
    ],
)
def test_only_small_words_of_the_languages_asked_in_are_common(question, languages, common):
    assert common_words(question.split(), languages) == common
