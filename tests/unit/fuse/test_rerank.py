from ai_memory.fuse.rerank import Placed, place

PATHS = {1: "a", 2: "b", 3: "c", 4: "d", 5: "e"}


def test_names_come_first_then_kinds_then_titles_then_scores():
    fused = {1: 0.4, 2: 0.01, 3: 0.02, 4: 0.03, 5: 0.3}
    assert place(fused, PATHS, highest=0.5, named={2}, of_kind={3}, titled={4}) == [
        Placed(2, 1.0, "exact name"),
        Placed(3, 0.4 / 0.5, "kind"),  # at least what it passed
        Placed(4, 0.4 / 0.5, "title"),
        Placed(1, 0.4 / 0.5, "score"),
        Placed(5, 0.3 / 0.5, "score"),
    ]


def test_within_a_tier_the_next_one_decides_then_the_score():
    fused = {1: 0.1, 2: 0.2, 3: 0.3, 4: 0.4}
    placed = place(fused, PATHS, highest=1.0, named={1, 2, 3}, of_kind={1}, titled={1, 2, 4})
    assert [(each.page, each.tier) for each in placed] == [
        (1, "exact name"), (2, "exact name"), (3, "exact name"), (4, "title"),
    ]  # fmt: skip


def test_a_tie_goes_by_path_whatever_the_order_of_the_pages():
    for order in ((1, 2, 3), (3, 2, 1), (2, 3, 1)):
        placed = place(dict.fromkeys(order, 0.25), PATHS, highest=1.0)
        assert [each.page for each in placed] == [1, 2, 3]


def test_a_score_is_never_above_one_nor_rises_down_the_list():
    placed = place({1: 9.0, 2: 0.1, 3: 0.2}, PATHS, highest=0.5, of_kind={2})
    assert [(each.page, each.score) for each in placed] == [(2, 1.0), (1, 1.0), (3, 0.2 / 9.0)]


def test_where_nothing_could_score_the_score_is_zero():
    assert place({1: 0.0, 2: 0.0}, PATHS, highest=0.0, named={2}) == [
        Placed(2, 1.0, "exact name"), Placed(1, 0.0, "score"),
    ]  # fmt: skip


def test_no_pages_make_no_places():
    assert place({}, {}, highest=1.0) == []


def test_a_score_beyond_the_highest_counts_as_one_and_the_rest_in_proportion():
    placed = place({1: 1.5, 2: 0.75}, {1: "a", 2: "b"}, highest=1.0)

    assert [(each.page, each.score) for each in placed] == [(1, 1.0), (2, 0.5)]
