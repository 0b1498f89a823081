"""What is read out of a file's size and times."""

import pytest

from ai_memory.store.stamp import FRESH, Stamp

SECOND = 10**9
ODD = 1_700_000_000 * SECOND + 7  # not a whole second: the clock is a fine one
WHOLE = 1_700_000_000 * SECOND  # a whole second: the clock may count in pairs of seconds


@pytest.mark.parametrize(
    ("mtime", "ctime", "read_at", "trusted"),
    [
        (ODD, ODD, ODD + 99_999_999, False),
        (ODD, ODD, ODD + 100_000_000, True),
        (0, ODD, ODD + 1, False),
        (ODD, 0, ODD + 1, False),
        (WHOLE, WHOLE, WHOLE + 2 * SECOND - 1, False),
        (WHOLE, WHOLE, WHOLE + 2 * SECOND, True),
        # A time to come says nothing of when the file was changed; the other one does.
        (ODD + SECOND, ODD - SECOND, ODD, True),
        (ODD + SECOND, ODD - 1, ODD, False),
    ],
)
def test_a_stamp_is_trusted_once_its_clock_has_ticked(mtime, ctime, read_at, trusted):
    stamp = Stamp(1, mtime, ctime)

    assert stamp.settled(read_at) == Stamp(1, mtime, ctime if trusted else FRESH)


def test_a_stamp_that_is_not_trusted_differs_from_that_of_any_file(tmp_path):
    (tmp_path / "a.md").write_bytes(b"x")
    stamp = Stamp.of((tmp_path / "a.md").stat())

    assert stamp.settled(max(stamp.mtime_ns, stamp.ctime_ns)) != stamp
    assert (stamp.size, stamp.ctime_ns == FRESH) == (1, False)


@pytest.mark.parametrize(
    ("mtime", "day"),
    [
        (0, "1970-01-01"),
        (-1, "1969-12-31"),
        (86_400 * SECOND - 1, "1970-01-01"),
        (86_400 * SECOND, "1970-01-02"),
        (2**63 - 1, "2262-04-11"),
        (-(2**63) + 1, "1677-09-21"),
    ],
)
def test_the_day_of_a_stamp_is_that_of_the_change_in_utc(mtime, day):
    assert Stamp(1, mtime, 0).day == day
