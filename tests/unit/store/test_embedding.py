"""Vectors that fill in page by page, are kept where the text is, and are never mixed."""

import hashlib
from contextlib import closing

import pytest

from ai_memory.embed.embedder import Embedder
from ai_memory.embedding import PAGES_A_ROUND, embed_pages
from ai_memory.errors import DimensionMismatch, EmbeddingError
from ai_memory.store.database import open_reader
from ai_memory.store.vectors import load_matrix, pack

DONE = "SELECT path FROM pages WHERE embedded_model = ? ORDER BY path"


class _Hashed(Embedder):
    """Vectors made of a hash of the text: the same text has the same vector, always."""

    def __init__(self, model="hash-1", dimension=4, fails_at=0, meanwhile=None):
        self._model, self._dimension = model, dimension
        self.fails_at, self.meanwhile = fails_at, meanwhile
        self.texts, self.calls = [], 0

    @property
    def model(self):
        return self._model

    @property
    def dimension(self):
        return self._dimension

    def vector(self, text):
        seed = hashlib.sha256(f"{self._model} {text}".encode()).digest()
        numbers = [byte + 1.0 for byte in seed[: self._dimension]]
        length = sum(number * number for number in numbers) ** 0.5
        return [number / length for number in numbers]

    def embed(self, texts):
        self.calls += 1
        if self.calls == self.fails_at:
            raise EmbeddingError("the endpoint is gone")
        if self.meanwhile:
            self.meanwhile()
        self.texts += texts
        return [self.vector(text) for text in texts]


def embed(wiki, embedder, **options) -> int:
    return embed_pages(wiki.home, 1, embedder, **options)


def matrix(wiki, model):
    with closing(open_reader(wiki.home)) as connection:
        return load_matrix(connection, [1], model)


def test_every_section_and_the_summary_have_the_vector_of_their_text(wiki):
    wiki.write({"a.md": "---\ndescription: what it is\n---\n# Title\n\none\n\n## Part\n\ntwo\n"})
    wiki.sync()
    embedder = _Hashed()

    assert embed(wiki, embedder) == 1
    rows = wiki.rows("SELECT section, window, model, dimension, vector FROM pages_vector")
    assert len(embedder.texts) == 3
    assert sorted(row[:4] for row in rows) == [
        (-1, 0, "hash-1", 4), (0, 0, "hash-1", 4), (1, 0, "hash-1", 4),
    ]  # fmt: skip
    assert {row[4] for row in rows} == {pack(embedder.vector(text)) for text in embedder.texts}
    held = matrix(wiki, "hash-1")
    assert (list(held.sections), held.dimension, len(held.data)) == ([-1, 0, 1], 4, 48)


def test_a_page_without_words_has_the_vector_of_its_title(wiki):
    wiki.write({"Some name.md": ""})
    wiki.sync()
    embedder = _Hashed()

    assert embed(wiki, embedder) == 1
    assert len(embedder.texts) == 1
    assert "Some name" in embedder.texts[0]


def test_what_is_embedded_is_not_embedded_again(wiki):
    wiki.write({"a.md": "one", "b.md": "two"})
    wiki.sync()
    assert embed(wiki, _Hashed()) == 2
    again = _Hashed()

    assert embed(wiki, again) == 0
    assert again.calls == 0


def test_progress_counts_pages_from_where_it_stood(wiki):
    wiki.write({f"{number:03}.md": f"text {number}" for number in range(5)})
    wiki.sync()
    embed(wiki, _Hashed())
    wiki.write({f"{number:03}.md": f"text {number}" for number in range(5, 5 + 2 * PAGES_A_ROUND)})
    wiki.sync()
    told = []
    embed(wiki, _Hashed(), progress=lambda *step: told.append(step))

    total = 5 + 2 * PAGES_A_ROUND
    assert told == [("embedding", 5 + PAGES_A_ROUND, total), ("embedding", total, total)]


def test_after_an_error_half_way_the_rest_is_embedded_and_only_that(wiki):
    wiki.write({f"{number:03}.md": f"text {number}" for number in range(3 * PAGES_A_ROUND)})
    wiki.sync()
    broken = _Hashed(fails_at=2)
    with pytest.raises(EmbeddingError, match="the endpoint is gone"):
        embed(wiki, broken)
    assert len(wiki.rows(DONE, "hash-1")) == PAGES_A_ROUND

    second = _Hashed()
    assert embed(wiki, second) == 2 * PAGES_A_ROUND
    assert len(second.texts) == 2 * PAGES_A_ROUND
    assert not set(second.texts) & set(broken.texts)


def test_an_edit_embeds_only_the_section_that_changed(wiki):
    wiki.write({"a.md": "# T\n\none\n\n## P\n\ntwo\n\n## Q\n\nthree\n"})
    wiki.sync()
    embed(wiki, _Hashed())
    before = dict(wiki.rows("SELECT section, vector FROM pages_vector"))
    wiki.write({"a.md": "# T\n\none\n\n## P\n\ntwo and more\n\n## Q\n\nthree\n"})
    wiki.sync()
    assert matrix(wiki, "hash-1").pages == []
    embedder = _Hashed()

    assert embed(wiki, embedder) == 1
    assert len(embedder.texts) == 1
    assert "two and more" in embedder.texts[0]
    after = dict(wiki.rows("SELECT section, vector FROM pages_vector"))
    assert [section for section in after if after[section] != before[section]] == [1]


def test_a_section_that_goes_takes_its_vector_with_it(wiki):
    wiki.write({"a.md": "# T\n\none\n\n## P\n\ntwo\n"})
    wiki.sync()
    embed(wiki, _Hashed())
    wiki.write({"a.md": "# T\n\none\n"})
    wiki.sync()
    embedder = _Hashed()
    embed(wiki, embedder)

    assert embedder.texts == []
    assert wiki.rows("SELECT section FROM pages_vector") == [(0,)]


def test_a_rename_keeps_the_vectors_of_a_page_with_a_title_of_its_own(wiki):
    wiki.write({"old.md": "# Title\n\ntext"})
    wiki.sync()
    embed(wiki, _Hashed())
    before = wiki.rows("SELECT * FROM pages_vector")
    wiki.move("old.md", "x/new.md")
    wiki.sync()

    assert wiki.rows("SELECT * FROM pages_vector") == before
    assert wiki.rows(DONE, "hash-1") == [("x/new.md",)]
    assert len(matrix(wiki, "hash-1").pages) == 1


def test_a_rename_that_changes_the_title_embeds_the_page_again(wiki):
    wiki.write({"old.md": "text"})
    wiki.sync()
    embed(wiki, _Hashed())
    wiki.move("old.md", "new.md")
    wiki.sync()
    embedder = _Hashed()

    assert embed(wiki, embedder) == 1
    assert "new" in embedder.texts[0]


def test_a_rebuild_embeds_no_text_again(wiki):
    wiki.write({"a.md": "one", "b.md": "two"})
    wiki.sync()
    embed(wiki, _Hashed())
    wiki.sync(rebuild=True)
    embedder = _Hashed()
    embed(wiki, embedder)

    assert embedder.texts == []
    assert wiki.rows(DONE, "hash-1") == [("a.md",), ("b.md",)]


def test_another_model_embeds_everything_and_is_never_mixed_with_the_first(wiki):
    wiki.write({f"{number:03}.md": f"text {number}" for number in range(2 * PAGES_A_ROUND)})
    wiki.sync()
    embed(wiki, _Hashed("one", 4))
    with pytest.raises(EmbeddingError):
        embed(wiki, _Hashed("two", 6, fails_at=2))
    assert len(matrix(wiki, "one").pages) == len(matrix(wiki, "two").pages) == PAGES_A_ROUND
    assert (matrix(wiki, "one").dimension, matrix(wiki, "two").dimension) == (4, 6)

    second = _Hashed("two", 6)
    embed(wiki, second)
    assert len(second.texts) == PAGES_A_ROUND
    assert matrix(wiki, "one").pages == []
    assert wiki.rows("SELECT DISTINCT model, dimension FROM pages_vector") == [("two", 6)]


def test_another_length_from_the_same_model_is_refused_and_changes_nothing(wiki):
    wiki.write({"a.md": "one"})
    wiki.sync()
    embed(wiki, _Hashed(dimension=4))
    wiki.write({"b.md": "two"})
    wiki.sync()
    before = wiki.rows("SELECT * FROM pages_vector")

    with pytest.raises(DimensionMismatch, match=r"\[4, 5\]"):
        embed(wiki, _Hashed(dimension=5))
    assert wiki.rows("SELECT * FROM pages_vector") == before
    assert wiki.rows(DONE, "hash-1") == [("a.md",)]


@pytest.mark.parametrize("change", ["edit", "rename", "remove"])
def test_a_page_that_changes_while_it_is_embedded_is_not_taken_for_embedded(wiki, change):
    wiki.write({"a.md": "one", "b.md": "two"})
    wiki.sync()

    def meanwhile():
        if change == "edit":
            wiki.write({"a.md": "one more"})
        elif change == "rename":
            wiki.move("a.md", "c.md")
        else:
            wiki.remove("a.md")
        wiki.sync()

    assert embed(wiki, _Hashed(meanwhile=meanwhile)) == 1
    assert wiki.rows(DONE, "hash-1") == [("b.md",)]

    second = _Hashed()
    assert embed(wiki, second) == (0 if change == "remove" else 1)
    assert wiki.rows(DONE, "hash-1") == [(path,) for path in wiki.paths()]


def test_the_vectors_of_a_removed_page_go_with_it(wiki):
    wiki.write({"a.md": "one", "b.md": "two"})
    wiki.sync()
    embed(wiki, _Hashed())
    wiki.remove("a.md")
    wiki.sync()

    assert wiki.rows("SELECT count(*) FROM pages_vector") == [(1,)]


def test_vectors_that_were_stored_move_the_counter_that_caches_go_by(wiki):
    wiki.write({"a.md": "one"})
    wiki.sync()
    ((before,),) = wiki.rows("SELECT generation FROM projects")
    embed(wiki, _Hashed())
    ((after,),) = wiki.rows("SELECT generation FROM projects")

    assert after > before
