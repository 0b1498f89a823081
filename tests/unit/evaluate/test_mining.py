"""Questions made of a wiki's own words."""

from ai_memory.evaluate.mining import MOST_QUESTIONS, mine, sample
from ai_memory.evaluate.wiki_questions import WikiQuestion

NAMES = ["reset a project", "sync cursor", "index"]


def test_a_label_asks_for_the_page_it_leads_to_and_a_heading_for_its_page():
    found = mine(NAMES, [("start over", "reset.md")], [("Before you begin", "reset.md")])
    assert found == [
        WikiQuestion("start over", ("reset.md",), "label"),
        WikiQuestion("Before you begin", ("reset.md",), "heading"),
    ]


def test_what_is_the_name_of_a_page_is_not_asked_however_it_is_written():
    labels = [("Reset a project", "reset.md"), ("sync_cursor", "sync.md"), ("INDEX", "reset.md")]
    assert mine(NAMES, labels, [("Sync-Cursor", "sync.md")]) == []


def test_a_label_of_several_pages_is_one_question_however_it_is_written():
    labels = [("The Loop", "b.md"), ("the  loop", "a.md"), ("the loop", "a.md")]
    assert mine(NAMES, labels, []) == [WikiQuestion("The Loop", ("a.md", "b.md"), "label")]


def test_a_label_of_many_pages_means_none_of_them():
    labels = [("this page", f"{at}.md") for at in range(4)]
    assert mine(NAMES, labels, []) == []
    assert len(mine(NAMES, labels[:3], [])) == 1


def test_a_label_without_a_word_of_its_own_is_not_asked():
    assert mine(NAMES, [("here", "a.md"), ("→", "a.md"), ("see this", "a.md")], []) == [
        WikiQuestion("see this", ("a.md",), "label")
    ]


def test_a_heading_of_several_pages_is_not_asked():
    assert mine(NAMES, [], [("Steps", "a.md"), ("steps", "b.md"), ("Why", "a.md")]) == []


def test_words_that_are_a_label_and_a_heading_are_asked_once_for_what_the_label_says():
    found = mine(NAMES, [("the loop", "a.md")], [("The loop", "b.md")])
    assert found == [WikiQuestion("the loop", ("a.md",), "label")]


def test_of_very_many_questions_a_sample_is_asked_the_same_every_time():
    many = [WikiQuestion(f"question {at}", ("a.md",)) for at in range(MOST_QUESTIONS + 500)]
    drawn = sample(many)
    assert len(set(drawn)) == MOST_QUESTIONS
    assert drawn == sample(many)
    assert drawn == sorted(drawn, key=many.index)
    assert sample(many[:5]) == many[:5]
