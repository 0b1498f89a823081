"""A real wiki in a folder of the test's own: files, an index, and searches on it."""

from collections.abc import Mapping, Sequence
from contextlib import closing

import pytest

from ai_memory.embed.embedder import Embedder
from ai_memory.embedding import embed_pages
from ai_memory.memory import Memory
from ai_memory.reader import ReaderPool
from ai_memory.store.database import open_reader
from ai_memory.store.projects import project_row


class TopicEmbedder(Embedder):
    """Counts given words in a text: one number a word, so that cosines are worked out by hand."""

    def __init__(self, topics: Sequence[str], name: str = "topics") -> None:
        self.topics = topics
        self.name = name

    @property
    def model(self) -> str:
        """Return the name that is stored with the vectors."""
        return self.name

    @property
    def dimension(self) -> int:
        """Return the number of words counted, and one more."""
        return len(self.topics) + 1

    def embed(self, texts):
        """Return how often each word stands in each text; the last number keeps it from 0."""
        words = [text.lower().replace(".", " ").split() for text in texts]
        return [[*(float(each.count(t)) for t in self.topics), 0.001] for each in words]


class Wiki:
    """Pages that are written, indexed and searched without a network or a model."""

    def __init__(self, folder):
        self.folder = folder
        self.memory = Memory(
            folder / "home", environment={}, flags={"llm": {"embedding_provider": "none"}}
        )
        self.pool = ReaderPool(folder / "home")

    def write(self, pages: Mapping[str, str], project: str = "wiki") -> None:
        """Write pages, path → text, and bring the index level."""
        root = self.folder / project
        for path, text in pages.items():
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="")
        self.memory.init(root, project)
        self.memory.sync(project)

    def search(self, query: str, limit: int = 20, project="wiki", **options):
        """Return the answer."""
        with self.pool.reader() as reader:
            return reader.search(project, query, limit, **options)

    def paths(self, query: str, limit: int = 20, project="wiki", **options) -> list[str]:
        """Return the paths of the hits, best first."""
        answer = self.search(query, limit, project, **options)
        return [hit.page_path for hit in answer.hits]

    def embed(self, embedder, project: str = "wiki") -> int:
        """Embed the project's pages, and search with the same embedder from now on."""
        home = self.folder / "home"
        with closing(open_reader(home)) as connection:
            row = project_row(connection, project)
        self.use(embedder)
        return embed_pages(home, row, self.pool.embedder)

    def use(self, embedder) -> None:
        """Search with an embedder."""
        self.pool.close()
        self.pool = ReaderPool(self.folder / "home", embedder=embedder)

    def close(self) -> None:
        """Close every connection."""
        self.pool.close()
        self.memory.close()


@pytest.fixture(scope="session")
def topics():
    """Return what makes an embedder that counts the words it is given."""
    return TopicEmbedder


@pytest.fixture
def wiki(tmp_path):
    made = Wiki(tmp_path)
    yield made
    made.close()


@pytest.fixture(scope="module")
def shared_wiki(tmp_path_factory):
    """One wiki for the tests of a module that only read it; the first one writes it."""
    made = Wiki(tmp_path_factory.mktemp("wiki"))
    yield made
    made.close()
