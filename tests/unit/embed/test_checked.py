"""The checks that stand between any embedder and the index."""

import math
from array import array

import pytest

from ai_memory.embed.checked import checked
from ai_memory.embed.embedder import Embedder
from ai_memory.errors import DimensionMismatch, EmbeddingError, ProviderUnreachable


class Fixed(Embedder):
    """Gives the vectors it was made with, whatever the texts."""

    model = "fixed"

    dimension = None

    def __init__(self, *vectors, dimension=None, failure=None):
        self.vectors, self.dimension, self.failure = list(vectors), dimension, failure
        self.texts, self.closed = [], False

    def embed(self, texts):
        """Remember the texts; fail, or give the vectors."""
        if self.failure:
            raise self.failure
        self.texts += texts
        return self.vectors

    def close(self):
        """Remember that it was called."""
        self.closed = True


def test_vectors_come_back_with_length_one_in_single_precision():
    assert checked(Fixed([3.0, 4.0])).embed(["a"]) == [array("f", [0.6, 0.8])]


@pytest.mark.parametrize("scale", [1e-300, 1e-30, 1.0, 1e30, 1e300])
def test_the_size_of_the_numbers_does_not_matter(scale):
    (vector,) = checked(Fixed([3.0 * scale, 4.0 * scale])).embed(["a"])

    assert vector == array("f", [0.6, 0.8])


def test_whole_numbers_and_tuples_will_do():
    assert checked(Fixed((0, 2))).embed(["a"]) == [array("f", [0.0, 1.0])]


def test_an_iterator_of_vectors_will_do():
    inner = Fixed()
    inner.vectors = iter([[1.0], [2.0]])

    assert len(checked(inner).embed(["a", "b"])) == 2


@pytest.mark.parametrize("vectors", [[], [[1.0]], [[1.0], [1.0], [1.0]]])
def test_a_wrong_count_is_an_error(vectors):
    with pytest.raises(EmbeddingError, match=f"{len(vectors)} vectors for 2 texts"):
        checked(Fixed(*vectors)).embed(["a", "b"])


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_a_number_that_is_not_finite_is_an_error(bad):
    with pytest.raises(DimensionMismatch, match="not finite"):
        checked(Fixed([1.0, bad])).embed(["a"])


@pytest.mark.parametrize("bad", [[], [0.0, 0.0]])
def test_a_vector_that_points_nowhere_is_an_error(bad):
    with pytest.raises(EmbeddingError, match="points nowhere"):
        checked(Fixed(bad)).embed(["a"])


def test_a_bad_first_vector_does_not_set_the_dimension():
    inner = Fixed([math.nan])
    embedder = checked(inner)
    with pytest.raises(DimensionMismatch):
        embedder.embed(["a"])
    inner.vectors = [[1.0, 2.0]]

    assert len(embedder.embed(["a"])[0]) == embedder.dimension == 2


def test_vectors_of_two_lengths_are_an_error():
    with pytest.raises(DimensionMismatch, match="1 numbers, not 2"):
        checked(Fixed([1.0, 2.0], [1.0])).embed(["a", "b"])


def test_the_declared_dimension_is_held_to():
    with pytest.raises(DimensionMismatch, match="1 numbers, not 2"):
        checked(Fixed([1.0], dimension=2)).embed_query("a")


def test_the_first_vector_sets_the_dimension_for_the_next():
    inner = Fixed([1.0, 2.0])
    embedder = checked(inner)
    embedder.embed(["a"])
    inner.vectors = [[1.0]]

    assert embedder.dimension == 2
    with pytest.raises(DimensionMismatch):
        embedder.embed_query("a")


@pytest.mark.parametrize("bad", [["x"], [None], None, 3])
def test_what_is_no_vector_at_all_is_an_error(bad):
    with pytest.raises(EmbeddingError, match="fixed failed with"):
        checked(Fixed(bad)).embed(["a"])


def test_a_failure_of_foreign_code_becomes_one_of_ours():
    with pytest.raises(EmbeddingError, match="fixed failed with KeyError: 'weights'"):
        checked(Fixed(failure=KeyError("weights"))).embed(["a"])


def test_a_failure_of_our_own_kind_passes_as_it_is():
    failure = ProviderUnreachable("no answer", "wait")

    with pytest.raises(ProviderUnreachable) as caught:
        checked(Fixed(failure=failure)).embed(["a"])
    assert caught.value is failure


def test_empty_texts_and_lone_surrogates_are_made_sendable():
    inner = Fixed([1.0], [1.0], [1.0])
    checked(inner).embed(["", "\t", "a\udc80b"])

    assert inner.texts == [" ", " ", "a?b"]


def test_no_texts_ask_nothing():
    assert checked(Fixed(failure=KeyError())).embed([]) == []


def test_checks_are_put_on_once():
    embedder = checked(Fixed([1.0]))

    assert checked(embedder) is embedder


def test_name_and_closing_pass_through():
    inner = Fixed()
    embedder = checked(inner)
    embedder.close()

    assert embedder.model == "fixed"
    assert inner.closed
