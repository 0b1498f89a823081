"""Waits between tries."""

from datetime import UTC, datetime

import pytest

from ai_memory.embed.backoff import BASE_SECONDS, MOST_SECONDS, pause

NOON = datetime(2024, 5, 17, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize("attempt", [0, 1, 2, 6, 7, 50, 5000])
def test_a_wait_lies_between_zero_and_the_doubled_bound(attempt):
    bound = min(BASE_SECONDS * 2 ** min(attempt, 20), MOST_SECONDS)

    assert all(0 <= pause(attempt) <= bound for _ in range(50))


def test_waits_are_drawn_anew_each_time():
    assert len({pause(5) for _ in range(20)}) > 1


@pytest.mark.parametrize(
    ("wish", "seconds"),
    [
        ("0", 0.0),
        (" 12 ", 12.0),
        ("61", 60.0),
        ("9" * 400, 60.0),
        ("Fri, 17 May 2024 12:00:30 GMT", 30.0),
        ("Fri, 17 May 2024 12:00:30 -0000", 30.0),
        ("Fri, 17 May 2024 11:59:00 GMT", 0.0),
        ("Sat, 18 May 2024 12:00:00 GMT", 60.0),
    ],
)
def test_the_services_wish_is_honoured_within_a_minute(wish, seconds):
    assert pause(3, wish, NOON) == seconds


@pytest.mark.parametrize("wish", ["", "soon", "-5", "1.5", "²", "Fri, 99 May 2024 12:00:00 GMT"])
def test_a_wish_that_cannot_be_read_leaves_the_wait_to_chance(wish):
    assert 0 <= pause(0, wish, NOON) <= BASE_SECONDS
