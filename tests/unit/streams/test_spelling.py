import pytest

from ai_memory.streams.spelling import edit_distance


@pytest.mark.parametrize(
    ("one", "other", "slips"),
    [
        ("", "", 0),
        ("cluster", "cluster", 0),
        ("cluster", "clusters", 1),  # added
        ("cluster", "clster", 1),  # dropped
        ("cluster", "clustar", 1),  # changed
        ("cluster", "clutser", 1),  # swapped
        ("recieve", "receive", 1),
        ("cluster", "lcutser", 2),  # swapped twice
        ("ca", "abc", 3),  # swapped neighbours are left alone afterwards: not 2
        ("abcd", "", 3),
        ("kitten", "sitting", 3),
        ("abcdef", "uvwxyz", 3),
    ],
)
def test_slips_are_counted_both_ways_up_to_the_most_that_matter(one, other, slips):
    assert edit_distance(one, other, 2) == slips
    assert edit_distance(other, one, 2) == slips


def test_more_than_the_most_is_one_more_than_it():
    assert edit_distance("kitten", "sitting", 1) == 2
    assert edit_distance("kitten", "sitting", 3) == 3
    assert edit_distance("cluster", "clutsre", 1) == 2
