"""How well a number tells two kinds apart, wherever the line between them is drawn."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence


def auroc(positives: Sequence[float], negatives: Sequence[float]) -> float:
    """Return the area under the ROC curve: .5 tells nothing, 1 tells all.

    It is the chance that a positive drawn at random is above a negative drawn at random, a
    tie counting half: the Mann-Whitney statistic over the number of pairs.

    Args:
        positives: Values that should be high; at least one.
        negatives: Values that should be low; at least one.

    Raises:
        ValueError: One of them is empty, so there is nothing to tell apart.

    Source: Hanley and McNeil, The Meaning and Use of the Area under a Receiver Operating
    Characteristic (ROC) Curve (Radiology, 1982).
    """
    if not positives or not negatives:
        raise ValueError("both kinds must have a value")
    below = sorted(negatives)
    # Those below count twice, those level once: the halves stay whole numbers.
    won = sum(bisect_left(below, each) + bisect_right(below, each) for each in positives)
    return won / (2 * len(positives) * len(negatives))
