"""Boosts: factors on a text score, each from one fact about a page."""


def apply_tag_boost(score: float, matched: int, tag_boost: float) -> float:
    """Return the score times `tag_boost × matched`, where `matched` ≥ 1 tags match the query.

    A page none of whose tags match keeps its score.
    """
    return score * tag_boost * matched if matched >= 1 else score


def apply_kind_boost(score: float, is_query_kind: bool, kind_boost: float) -> float:
    """Return the score times `kind_boost` where the page's kind is the query's."""
    return score * kind_boost if is_query_kind else score


def apply_recency_decay(score: float, age_days: float, recency_decay: float | None) -> float:
    """Return the score times `recency_decay ^ (age / 30 days)`; None leaves it alone.

    A date in the future counts as today.
    """
    if recency_decay is None:
        return score
    return float(score * recency_decay ** (max(age_days, 0.0) / 30))
