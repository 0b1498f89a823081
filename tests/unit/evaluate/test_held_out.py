"""Settings chosen without the set that they are for."""

from ai_memory.evaluate.held_out import chosen_without, family


def test_translations_are_one_family():
    assert family("help_en") == family("help_ja") == "help"
    assert family("scifact") == "scifact"
    assert family("train_100") == "train_100"


def test_the_setting_that_is_best_on_the_other_sets_is_chosen():
    scores = {
        "a": {"default": 0.5, "high": 0.9, "low": 0.1},
        "b": {"default": 0.5, "high": 0.4, "low": 0.55},
        "c": {"default": 0.5, "high": 0.4, "low": 0.7},
    }
    # Without a, low leads by (.55 + .7) / 2; without b or c, high by (.9 + .4) / 2.
    assert chosen_without(scores) == {"a": "low", "b": "high", "c": "high"}


def test_a_set_is_not_judged_by_its_own_translation():
    scores = {
        "help_en": {"default": 0.5, "high": 0.9},
        "help_de": {"default": 0.5, "high": 0.9},
        "other": {"default": 0.5, "high": 0.4},
    }
    assert chosen_without(scores) == {"help_en": "default", "help_de": "default", "other": "high"}


def test_of_equals_the_first_is_chosen():
    scores = {name: {"default": 0.5, "high": 0.5} for name in "ab"}
    assert chosen_without(scores) == {"a": "default", "b": "default"}


def test_one_family_alone_leaves_nothing_to_choose_by():
    assert chosen_without({"help_en": {"default": 0.5}, "help_de": {"default": 0.4}}) == {}
