"""Questions of other sets, asked where they have no answer."""

from ai_memory.evaluate.judged import JudgedSet, Question
from ai_memory.evaluate.strangers import strangers


def judged(name, *questions):
    return JudgedSet(name, (), questions, {}, {})


OWN = judged("help_en", Question("1", "one", "a"), Question("2", "two", "b"))
TRANSLATION = judged("help_de", Question("3", "eins", ""))
OTHER = judged(
    "law", Question("4", "four", ""), Question("5", "five", ""), Question("6", "six", "")
)


def test_as_many_are_drawn_as_the_set_has_each_for_a_group_of_it():
    drawn = strangers(OWN, [OWN, TRANSLATION, OTHER])
    assert [each.group for each in drawn] == ["a", "b"]
    assert len({each.id for each in drawn}) == 2
    assert {each.id for each in drawn} < {"4", "5", "6"}


def test_the_same_seed_draws_the_same():
    assert strangers(OWN, [OTHER], seed=7) == strangers(OWN, [OTHER], seed=7)


def test_a_set_alone_has_no_strangers():
    assert strangers(OWN, [OWN, TRANSLATION]) == []
