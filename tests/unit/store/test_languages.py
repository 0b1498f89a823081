"""The language of pages in the index: noted, set, and brought in by a migration."""

from contextlib import closing
from importlib import resources

import apsw
import pytest

from ai_memory.errors import ConfigError
from ai_memory.memory import Memory
from ai_memory.store.database import SCHEMA_VERSION, index_path, open_reader
from ai_memory.store.languages import languages_of

GERMAN = "# Optionen\nDie Einstellungen findest du im Menü, das oben ist.\n"
ENGLISH = "# Options\nYou can find the settings in the menu that is at the top.\n"
LANGUAGES = "SELECT path, language FROM pages ORDER BY path"


def test_the_languages_of_projects_are_those_of_their_pages(make_wiki):
    one, other, empty = make_wiki("one"), make_wiki("other"), make_wiki("empty")
    one.write({"de.md": GERMAN, "en.md": ENGLISH, "short.md": "# Reset\n"})
    other.write({"fr.md": "---\nlang: fr\n---\n# Options\n"})
    for wiki in (one, other, empty):
        wiki.sync()

    with closing(open_reader(one.home)) as connection:
        assert languages_of(connection, (1,)) == ("", "de", "en")
        assert languages_of(connection, (2,)) == ("fr",)
        assert languages_of(connection, (1, 2)) == ("", "de", "en", "fr")
        assert languages_of(connection, (3,)) == ()


def test_another_language_setting_reads_the_pages_again_once(wiki):
    wiki.write({"a.md": "# Häuser\n", "b.md": ENGLISH})
    wiki.sync()
    assert wiki.rows(LANGUAGES) == [("a.md", ""), ("b.md", "en")]

    flags = {"llm": {"embedding_provider": "none"}, "index": {"language": "de"}}
    with Memory(wiki.home, environment={}, flags=flags) as memory:
        assert memory.sync("wiki").changed == 2
        assert wiki.rows(LANGUAGES) == [("a.md", "de"), ("b.md", "de")]
        assert wiki.found("Haus") == ["a.md"]
        assert memory.sync("wiki").changed == 0


def test_a_search_notices_another_language_setting(wiki):
    wiki.write({"a.md": "# Häuser\n"})
    wiki.sync()
    flags = {"llm": {"embedding_provider": "none"}, "index": {"language": "de"}}
    with Memory(wiki.home, environment={}, flags=flags) as memory:
        assert [hit.page_path for hit in memory.search("Haus", "wiki").hits] == ["a.md"]


@pytest.mark.parametrize("language", ["german", "DE", "xx", ""])
def test_a_language_that_is_not_known_is_refused_with_those_that_are(wiki, language):
    memory = Memory(wiki.home, environment={}, flags={"index": {"language": language}})
    with pytest.raises(ConfigError, match=r"index\.language") as failure:
        assert memory.settings
    assert "'auto', or one of ar, ca, cs" in failure.value.remedy


_OLD_PAGES = """
INSERT INTO pages (id, project_id, path, title, kind, description, created, updated,
                   properties, size, mtime_ns, ctime_ns, hash)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""


def make_old(wiki) -> None:
    """Put an index of the first version in the place of the present one."""
    projects = wiki.rows("SELECT id, name, root FROM projects")
    pages = wiki.rows(
        "SELECT id, project_id, path, title, kind, description, created, updated, properties, "
        "size, mtime_ns, ctime_ns, hash FROM pages"
    )
    wiki.memory.close()
    for file in wiki.home.glob("index.db*"):
        file.unlink()
    script = resources.files("ai_memory.store.schema").joinpath("0001_initial.sql")
    with closing(apsw.Connection(str(index_path(wiki.home)))) as connection:
        list(connection.execute(script.read_text(encoding="utf-8")))
        connection.executemany("INSERT INTO projects (id, name, root) VALUES (?, ?, ?)", projects)
        connection.executemany(_OLD_PAGES, pages)
        connection.execute(
            "INSERT INTO pages_fts (rowid, body, scope) "
            "SELECT id, 'Die Einstellungen', 'p1' FROM pages WHERE path = 'de.md'"
        )
        connection.pragma("user_version", 1)


def test_an_old_index_is_migrated_by_its_first_reader_and_its_pages_are_read_again(wiki):
    wiki.write({"de.md": GERMAN, "en.md": ENGLISH, "tag.md": "---\ntags: [cafe\u0301]\n---\n# T\n"})
    wiki.sync()
    make_old(wiki)

    assert wiki.found("Einstellungen") == ["de.md"]  # what was there serves until the sync
    assert wiki.rows("PRAGMA user_version") == [(SCHEMA_VERSION,)]
    assert wiki.rows("SELECT DISTINCT hash, language FROM pages") == [("", "")]

    assert wiki.sync().changed == 3
    assert wiki.rows(LANGUAGES) == [("de.md", "de"), ("en.md", "en"), ("tag.md", "")]
    assert wiki.found("Einstellung") == ["de.md"]
    assert wiki.found("tag:caf\u00e9") == ["tag.md"]
    fresh = wiki.dump()
    wiki.sync(rebuild=True)
    assert wiki.dump()["pages_section"] == fresh["pages_section"]
