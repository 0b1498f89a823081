"""The setting for a judged set, chosen without looking at it."""

import re
import statistics
from collections.abc import Mapping

# Translations of one set are told apart by their language at the end: docs_en, docs_ja.
_LANGUAGE = re.compile(r"_[a-z]{2}$")


def family(name: str) -> str:
    """Return what a set has in common with its translations: its name without the language."""
    return _LANGUAGE.sub("", name)


def chosen_without(scores: Mapping[str, Mapping[str, float]]) -> dict[str, str]:
    """Return set → the setting that does best on average over the sets of other families.

    Args:
        scores: Set → setting → mean score. All sets have the same settings; of those
            that do equally well, the first is taken. A set without another family is
            left out, as nothing can be chosen for it.
    """
    chosen = {}
    for name, settings in scores.items():
        others = [given for other, given in scores.items() if family(other) != family(name)]
        if others:
            means = {
                setting: statistics.fmean(given[setting] for given in others)
                for setting in settings
            }
            chosen[name] = max(means, key=means.__getitem__)
    return chosen
