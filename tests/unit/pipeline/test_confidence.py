"""How sure an answer is, and what it says when it is not."""

import pytest

from ai_memory.config import RetrievalTuning

PAGES = {
    "otters.md": "# Otters\nOtters sleep in a holt by the river.\n",
    "herons.md": "# Herons\nHerons stand in the river.\n",
    "ferries.md": "# Ferries\nThe ferry crosses at noon.\n",
}
WORDS = RetrievalTuning(streams=("fts",))
DOUBT = "Probably nothing here answers this"


def test_a_question_of_which_a_page_has_every_word_is_answered(wiki):
    wiki.write(PAGES)
    answer = wiki.search("where do otters sleep, in which holt", tuning=WORDS)
    assert answer.confidence > 0.9
    assert answer.notes == ()


def test_a_question_of_other_matters_is_doubted_aloud_and_still_answered(wiki):
    wiki.write(PAGES)
    answer = wiki.search("quarterly revenue tax of river corporations", tuning=WORDS)
    assert answer.confidence < 0.2
    assert [note for note in answer.notes if note.startswith(DOUBT)]
    assert [hit.page_path for hit in answer.hits] == ["herons.md", "otters.md"]


def test_a_page_called_so_is_sure(wiki):
    wiki.write(PAGES)
    assert wiki.search("otters").confidence == 1.0


def test_where_neither_words_nor_meaning_ran_nothing_is_claimed(wiki):
    wiki.write(PAGES)
    tuning = RetrievalTuning(streams=("entity",))
    assert wiki.search("otters swim", tuning=tuning).confidence is None


def test_the_cosines_of_another_model_are_not_taken_for_nearness(wiki, topics):
    wiki.write(PAGES)
    plain = wiki.search("otters sleep noon").confidence
    wiki.embed(topics(["otters", "noon"]))
    answer = wiki.search("otters sleep noon")
    assert "vector" in answer.streams_active
    assert answer.confidence == pytest.approx(plain)


@pytest.mark.parametrize("typed", ["", "tag:none", "the of and"])
def test_a_list_without_a_question_claims_nothing(wiki, typed):
    wiki.write(PAGES)
    answer = wiki.search(typed)
    assert answer.confidence is None or answer.hits == () or typed == "the of and"
