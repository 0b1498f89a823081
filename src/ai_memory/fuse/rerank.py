"""The last word on order: exact names first, then kinds asked for, titles, and the score."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

TIERS = ("exact name", "kind", "title", "score")


@dataclass(frozen=True, slots=True)
class Placed:
    """A page in its final place."""

    page: int
    score: float  # 0 to 1, never rising down the list
    tier: str  # which of TIERS decided


def place(
    fused: Mapping[int, float],
    paths: Mapping[int, str],
    *,
    highest: float,
    named: Collection[int] = (),
    of_kind: Collection[int] = (),
    titled: Collection[int] = (),
) -> list[Placed]:
    """Order the pages and bring their scores to 0..1.

    The page whose name is the question comes first whatever the rest says; then pages
    of a kind the query asks for; then pages whose title holds all its words; then the
    fused score. Ties go by path, so that no result depends on chance.

    Args:
        fused: Page → fused score, 0 or more.
        paths: Page → what breaks ties, for every page in `fused`.
        highest: The score that counts as 1, unless a page has more.
        named: Pages whose whole name is the question.
        of_kind: Pages of a kind asked for with `kind:`.
        titled: Pages whose title holds every word of the question.
    """

    def key(page: int) -> tuple[bool, bool, bool, float, str]:
        return (
            page not in named,
            page not in of_kind,
            page not in titled,
            -fused[page],
            paths[page],
        )

    order = sorted(fused, key=key)
    highest = max(highest, *fused.values(), 0.0)
    scores = [1.0 if p in named else fused[p] / highest if highest else 0.0 for p in order]
    _raise_to_what_follows(scores)
    return [
        Placed(page, score, _tier(page, named, of_kind, titled))
        for page, score in zip(order, scores, strict=True)
    ]


def _raise_to_what_follows(scores: list[float]) -> None:
    """Let a page that a tier lifted show at least the score of what it passed."""
    for at in range(len(scores) - 2, -1, -1):
        scores[at] = max(scores[at], scores[at + 1])


def _tier(
    page: int, named: Collection[int], of_kind: Collection[int], titled: Collection[int]
) -> str:
    for tier, members in zip(TIERS, (named, of_kind, titled), strict=False):
        if page in members:
            return tier
    return TIERS[-1]
