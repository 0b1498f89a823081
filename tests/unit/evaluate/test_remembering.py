"""An embedder that embeds each question once."""

from ai_memory.embed.embedder import Embedder
from ai_memory.evaluate.remembering import RememberingEmbedder


class Counting(Embedder):
    """Notes what it was asked."""

    model = "counting"
    dimension = 1

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed(self, texts):
        """Return the length of each text."""
        self.asked += texts
        return [[float(len(text))] for text in texts]


def test_a_question_is_embedded_once():
    inner = Counting()
    memory = RememberingEmbedder(inner)

    assert [list(memory.embed_query(text)) for text in ("one", "three", "one")] == [[3], [5], [3]]
    assert inner.asked == ["one", "three"]
    assert len(memory.times_ms) == 2
    assert (memory.model, memory.dimension) == ("counting", 1)


def test_to_measure_the_time_it_embeds_every_time_and_then_remembers_again():
    inner = Counting()
    memory = RememberingEmbedder(inner)
    memory.remembers = False
    memory.embed_query("one")
    memory.embed_query("one")
    memory.remembers = True
    memory.embed_query("one")

    assert inner.asked == ["one", "one"]
    assert len(memory.times_ms) == 2


def test_passages_are_not_remembered():
    inner = Counting()
    memory = RememberingEmbedder(inner)
    memory.embed(["one"])
    memory.embed(["one"])

    assert inner.asked == ["one", "one"]
