"""How long to wait before asking again.

Exponential backoff with full jitter (Brooker, "Exponential Backoff And Jitter", 2015):
the n-th wait is drawn evenly from 0 to base times 2 to the power n, so that clients
turned away together do not come back together.
"""

import random
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

BASE_SECONDS = 0.5
MOST_SECONDS = 60.0

_RANDOM = random.SystemRandom()


def pause(attempt: int, retry_after: str = "", now: datetime | None = None) -> float:
    """Return the seconds to wait, at most 60.

    Args:
        attempt: How many tries have failed before this one, from 0.
        retry_after: The service's own wish, a `Retry-After` header's value, which
            wins where it can be read.
        now: The time that a date in `retry_after` is compared with.
    """
    asked = _asked_seconds(retry_after, now or datetime.now(UTC))
    if asked is not None:
        return min(max(asked, 0.0), MOST_SECONDS)
    return _RANDOM.uniform(0.0, min(BASE_SECONDS * 2.0 ** min(attempt, 20), MOST_SECONDS))


def _asked_seconds(retry_after: str, now: datetime) -> float | None:
    wish = retry_after.strip()
    if wish.isascii() and wish.isdigit():
        return float(wish[:9])
    try:
        moment = parsedate_to_datetime(wish)
    except ValueError:
        return None
    if moment.tzinfo is None:  # "-0000", a time of unknown zone: HTTP dates are UTC
        moment = moment.replace(tzinfo=UTC)
    return (moment - now).total_seconds()
