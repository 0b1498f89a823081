import pytest

from ai_memory.fuse.tuning import apply_kind_boost, apply_recency_decay, apply_tag_boost


@pytest.mark.parametrize(
    ("matched", "wanted"), [(0, 4.0), (1, 4.0 * 1.5 * 1), (2, 4.0 * 1.5 * 2), (3, 4.0 * 1.5 * 3)]
)
def test_the_tag_boost_grows_with_the_tags_that_match_and_spares_a_page_without(matched, wanted):
    assert apply_tag_boost(4.0, matched, 1.5) == wanted


def test_a_tag_boost_below_one_lowers():
    assert apply_tag_boost(4.0, 1, 0.25) == 4.0 * 0.25


@pytest.mark.parametrize(("is_query_kind", "wanted"), [(True, 4.0 * 2.0), (False, 4.0)])
def test_the_kind_boost_multiplies_the_kind_asked_for(is_query_kind, wanted):
    assert apply_kind_boost(4.0, is_query_kind, 2.0) == wanted


@pytest.mark.parametrize(
    ("age", "wanted"),
    [(0, 4.0), (30, 4.0 * 0.5), (60, 4.0 * 0.25), (15, 4.0 * 0.5**0.5), (-10, 4.0)],
)
def test_recency_decays_with_every_thirty_days_and_not_before_today(age, wanted):
    assert apply_recency_decay(4.0, age, 0.5) == wanted


def test_without_a_decay_age_says_nothing():
    assert apply_recency_decay(4.0, 3650, None) == 4.0
