"""`init`, `sync` and `projects`: folders come, change and go."""

import hashlib
import os
import socket

import pytest


def _tree_hash(folder):
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        digest.update(f"{path.relative_to(folder)} {status.st_mode} {status.st_mtime_ns}".encode())
        if path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()


def test_init_says_what_it_found_and_what_comes_next(cli, wiki):
    done = cli("init")

    assert done.code == 0
    first, second = done.out.splitlines()
    assert first == f"wiki: {wiki}"
    assert second.startswith("  56 pages, 275 of 277 links resolved")
    assert done.err == "Next: ai-memory search --project wiki WORDS\n"


def test_init_and_search_leave_the_folder_as_it_was(cli, wiki):
    before = _tree_hash(wiki)

    cli("init")
    cli("search", "sync conflicts between devices")
    cli("doctor")

    assert _tree_hash(wiki) == before


def test_init_indexes_every_page(cli, wiki):
    done = cli("init", "--name", "tern", "--json").json

    assert list(done) == [
        "schema_version", "root", "project", "added", "changed", "moved", "removed", "refused",
        "pages", "links", "links_resolved", "problems", "embedded", "embedding_error",
        "kept_because",
    ]  # fmt: skip
    assert (done["project"], done["root"]) == ("tern", str(wiki))
    assert done["pages"] == done["added"] == len(list(wiki.rglob("*.md")))


def test_init_again_syncs(cli, wiki):
    cli("init")
    (wiki / "new.md").write_text("# New\n", encoding="utf-8")

    again = cli("init", "--json")

    assert (again.code, again.json["added"]) == (0, 1)


def test_init_without_sync_only_registers(cli, wiki):
    done = cli("init", "--no-sync")

    assert done.err == "Registered. Next: ai-memory sync\n"
    assert cli("projects", "--json").json["projects"][0]["pages"] == 0
    assert "56 added" in cli("sync").out


def test_init_of_an_empty_folder_says_so(cli, tmp_path):
    (tmp_path / "empty").mkdir()

    done = cli("init", "empty")

    assert done.code == 0
    assert "0 pages" in done.out
    assert "no .md file yet" in done.err


def test_init_of_a_folder_that_is_not_there(cli):
    wrong = cli("init", "nowhere")

    assert wrong.code == 3
    assert wrong.err.splitlines()[0].endswith("nowhere is not a folder")
    assert wrong.err.splitlines()[1] == "  → Give the folder that holds the pages."


def test_init_with_a_name_that_will_not_do(cli, wiki):
    assert cli("init", "--name", "No Spaces").code == 2


def test_init_of_a_folder_or_name_that_is_taken_is_a_conflict(cli, wiki, tmp_path):
    cli("init", "--name", "one")
    (tmp_path / "other").mkdir()

    assert cli("init", "--name", "two").code == 4
    assert cli("init", tmp_path / "other", "--name", "one").code == 4


def test_sync_says_what_changed_and_the_second_time_nothing(cli, wiki):
    cli("init")
    (wiki / "new.md").write_text("# New\n\n[[reset-a-project]] [[nowhere]]\n", encoding="utf-8")
    (wiki / "index.md").unlink()
    (wiki / "people/team.md").rename(wiki / "team.md")

    first, second = cli("sync"), cli("sync")

    assert first.out.startswith("wiki: 1 added, 1 moved, 1 removed; 56 pages, ")
    assert second.out.startswith("wiki: nothing changed; 56 pages, ")
    assert first.err == second.err == ""


def test_rebuild_reads_every_page_again_and_changes_nothing(cli, wiki):
    cli("init")
    before = cli("search", "sync", "--json").json

    assert cli("sync", "--rebuild").code == 0
    assert cli("search", "sync", "--json").json == before


def test_a_folder_that_is_gone_is_reported_and_its_pages_are_kept(cli, wiki, tmp_path):
    cli("init")
    os.chdir(tmp_path)
    wiki.rename(tmp_path / "elsewhere")

    gone = cli("sync", "-p", "wiki")
    as_json = cli("sync", "-p", "wiki", "--json")
    found = cli("search", "reset a project", "-p", "wiki", "-n", 1)

    assert (gone.code, gone.out) == (1, "")
    assert "is gone" in gone.err
    assert "sync --project wiki --prune" in gone.err
    assert as_json.code == 1
    assert "is gone" in as_json.json["projects"][0]["kept_because"]
    assert found.out.startswith(" 1. Reset a project\n")
    assert "stale: the file is gone" in found.out
    assert "Answered from the index as it was" in found.err
    assert "the folder is gone" in cli("status").out
    assert "[folder-missing]" in cli("doctor").out


def test_prune_forgets_the_pages_of_a_folder_that_is_gone(cli, wiki, tmp_path):
    cli("init")
    os.chdir(tmp_path)
    wiki.rename(tmp_path / "elsewhere")

    pruned = cli("sync", "-p", "wiki", "--prune")

    assert pruned.code == 0
    assert pruned.out.startswith("wiki: 56 removed; 0 pages")


def test_sync_takes_several_projects(cli, wiki, tmp_path):
    (tmp_path / "other").mkdir()
    cli("init", wiki)
    cli("init", tmp_path / "other")

    assert [line.split(":")[0] for line in cli("sync", "--all-projects").out.splitlines()] == [
        "other",
        "wiki",
    ]
    assert cli("sync", "-p", "other").out.count("\n") == 1


@pytest.fixture
def deaf_service(monkeypatch):
    """Settings for an embedding service at a port where nobody listens."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        port = bound.getsockname()[1]
    monkeypatch.setenv("AI_MEMORY_LLM__EMBEDDING_PROVIDER", "openai")
    monkeypatch.setenv("AI_MEMORY_LLM__EMBEDDING_BASE_URL", f"http://127.0.0.1:{port}/v1")
    monkeypatch.setenv("AI_MEMORY_LLM__EMBEDDING_RETRIES", "0")


def test_without_vectors_the_words_are_indexed_and_a_warning_says_so(cli, wiki, deaf_service):
    done = cli("init")
    again = cli("sync", "--json")

    assert done.code == 0
    assert "56 pages" in done.out
    assert "warning: wiki: the words are indexed, the meaning is not: " in done.err
    assert again.code == 0
    assert again.json["projects"][0]["embedding_error"]


def test_no_embed_asks_no_service(cli, wiki, deaf_service):
    assert cli("init", "--no-embed").err.startswith("Next: ")
    assert cli("sync", "--no-embed").err == ""


def test_a_service_without_its_key_is_a_warning_too(cli, wiki, monkeypatch):
    monkeypatch.setenv("AI_MEMORY_LLM__EMBEDDING_PROVIDER", "openai")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)

    done = cli("init")

    assert done.code == 0
    assert "OPENAI_API_KEY" in done.err


def test_projects_are_listed(cli, wiki):
    assert "No project is registered" in cli("projects").err
    cli("init")

    assert cli("projects").out == f"wiki  56 pages  {wiki}\n"
    assert cli("projects", "--json").json == {
        "schema_version": 1,
        "projects": [{"project": "wiki", "root": str(wiki), "pages": 56}],
    }


def test_a_project_is_removed_only_with_consent(cli, wiki):
    cli("init")

    refused = cli("projects", "remove", "wiki")
    removed = cli("projects", "remove", "wiki", "--yes")

    assert refused.code == 2
    assert "--yes" in refused.err
    assert removed.code == 0
    assert "is untouched" in removed.out
    assert len(list(wiki.rglob("*.md"))) == 56
    assert cli("projects", "--json").json["projects"] == []


def test_a_project_that_is_not_registered_says_how_to_register_it(cli, wiki):
    nothing = cli("search", "x")
    named = cli("search", "x", "-p", "tern")
    cli("init")
    other = cli("search", "x", "-p", "tern")

    assert nothing.code == named.code == other.code == 3
    assert "ai-memory init" in nothing.err
    assert "ai-memory init" in named.err
    assert "Registered: wiki." in other.err
    assert "ai-memory init FOLDER --name tern" in other.err


def test_a_folder_of_no_project_names_the_projects(cli, wiki, tmp_path):
    cli("init")
    os.chdir(tmp_path)

    lost = cli("search", "x")

    assert lost.code == 3
    assert "--project: wiki" in lost.err


def test_the_project_can_come_from_the_environment(cli, wiki, tmp_path, monkeypatch):
    cli("init")
    os.chdir(tmp_path)
    monkeypatch.setenv("AI_MEMORY_PROJECT", "wiki")

    assert cli("search", "reset a project", "-n", 1).code == 0


@pytest.mark.parametrize("place", ["before", "after"])
def test_home_is_taken_before_and_after_the_command(cli, wiki, tmp_path, place):
    home = ("--home", tmp_path / "elsewhere")
    arguments = (*home, "init") if place == "before" else ("init", *home)

    assert cli(*arguments).code == 0
    assert (tmp_path / "elsewhere" / "index.db").exists()
    assert not (tmp_path / "home").exists()
