"""How likely it is that the answer is among the hits at all.

Two signs tell: how much of the question the best hits have (a wiki that lacks its rare
words was not asked about its own matter), and how near in meaning the nearest page is.
"""

import math

# Weights of (coverage, nearness) and the constant, by logistic regression over questions
# of eleven public judged sets, each set asked its own questions and as many of the others.
# On a set left out of the fitting, the area under the ROC curve was .988 on average with
# both signs, .927 with coverage alone and .985 with nearness alone.
_BOTH = (3.51, 33.7, -24.04)
_COVERAGE = (7.17, 0.0, -3.22)
_NEARNESS = (0.0, 38.99, -26.01)

# The cosines of another model mean something else, so only these count as nearness.
CALIBRATED_MODEL = "bge-small-en-v1.5"

HITS = 5  # whose coverage counts
DOUBTFUL = 0.2  # below this the answer says that probably nothing here answers


def confidence(coverage: float | None, nearness: float | None) -> float | None:
    """Return the probability that a hit answers the question, 0 to 1.

    Args:
        coverage: Most of the question's weight in words that one of the best hits has, 0 to
            1 (see `streams.coverage`); None when words were not searched.
        nearness: Best score of the vector stream, with the local model; None without.

    Returns:
        σ(w₁ × coverage + w₂ × nearness + w₀), or None with neither sign.

    Source: Platt, Probabilistic Outputs for Support Vector Machines (1999), for the
    logistic calibration of scores; the signs and weights are ours.
    """
    if coverage is None and nearness is None:
        return None
    of_coverage, of_nearness, constant = (
        _NEARNESS if coverage is None else _COVERAGE if nearness is None else _BOTH
    )
    logit = of_coverage * (coverage or 0.0) + of_nearness * (nearness or 0.0) + constant
    return 1 / (1 + math.exp(-logit))
