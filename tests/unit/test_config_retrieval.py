"""The knobs of a search and their ranges."""

import pytest

from ai_memory.config import RetrievalTuning
from ai_memory.errors import ConfigError


def test_the_defaults_are_those_of_the_design():
    tuning = RetrievalTuning()
    assert (tuning.tag_boost, tuning.kind_boost, tuning.title_boost) == (1.5, 2.0, 1.2)
    assert (tuning.abstract_vectors, tuning.recency_decay, tuning.k) == (True, None, 60.0)
    assert [tuning.weight(name) for name in ("fts", "entity", "graph", "vector")] == [1.0] * 4


@pytest.mark.parametrize(
    "knob", ["tag_boost", "kind_boost", "title_boost", "k", "fts_weight", "entity_weight",
             "graph_weight", "vector_weight"],
)  # fmt: skip
@pytest.mark.parametrize("value", [-0.1, float("nan"), float("inf"), float("-inf")])
def test_a_knob_takes_a_number_of_zero_or_more(knob, value):
    assert getattr(RetrievalTuning(**{knob: 0.0}), knob) == 0.0
    with pytest.raises(ConfigError, match=f"retrieval.{knob}"):
        RetrievalTuning(**{knob: value})


@pytest.mark.parametrize("decay", [0.0, -1.0, 1.01, float("nan")])
def test_recency_decays_by_a_factor_above_zero_and_at_most_one(decay):
    assert RetrievalTuning(recency_decay=1.0).recency_decay == 1.0
    with pytest.raises(ConfigError, match="recency_decay"):
        RetrievalTuning(recency_decay=decay)


def test_an_unknown_stream_or_mode_is_named():
    with pytest.raises(ConfigError, match="'text'") as caught:
        RetrievalTuning(streams=("fts", "text"))
    assert caught.value.remedy == "Streams: fts, entity, graph, vector."
    with pytest.raises(ConfigError, match="'modern'"):
        RetrievalTuning(mode="modern")


def test_a_stream_that_may_not_run_has_no_weight():
    tuning = RetrievalTuning(streams=("fts",), graph_weight=3.0)
    assert (tuning.weight("fts"), tuning.weight("graph")) == (1.0, 0.0)


def test_a_copy_changes_what_is_given_and_keeps_what_is_not():
    tuning = RetrievalTuning(k=5.0, recency_decay=0.5)
    assert tuning.replace(k=7.0, tag_boost=None) == RetrievalTuning(k=7.0, recency_decay=0.5)
