"""Whatever happened on the way, the index says of a folder what a fresh one would say.

A long run: AI_MEMORY_TEST_EXAMPLES=2000 pytest tests/property/test_store_rebuild.py
"""

import os
import shutil
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)

EXAMPLES = int(os.environ.get("AI_MEMORY_TEST_EXAMPLES", "40"))
WORDS = ("zebra", "koala", "alpha", "café")

# Few names, so that they meet: in other folders, cases, separators and Unicode forms.
FOLDERS = ("", "a", "a/b", "Rules")
STEMS = ("Alpha", "alpha", "al-pha", "al pha", "Beta", "caf\u00e9", "cafe\u0301", "other:x", "C# y")
paths = st.builds(
    lambda folder, stem: f"{folder}/{stem}.md".removeprefix("/"),
    st.sampled_from(FOLDERS),
    st.sampled_from(STEMS),
)
targets = st.sampled_from(
    (*STEMS, "a/alpha", "a/b/Beta", "../Beta", "./alpha", "Rules/al_pha", "pic.png", "a/pic.png",
     "Alias", "Title", "id-1", "Beta#Part", "other:Beta", "other:Beta", "other:x", "C# y#Part",
     "nowhere")
)  # fmt: skip
links = st.one_of(
    st.builds("[[{}]]".format, targets),
    st.builds("![[{}|shown]]".format, targets),
    st.builds("[x](<{}>)".format, targets),
)
front_matters = st.sampled_from(
    ("", "", "---\naliases: [Alias, Beta]\n---\n", "---\ntitle: Title\ntags: [x/y, z]\n---\n",
     "---\nid: id-1\nkind: rule\nentities: [Ada]\n---\n", "---\nbroken: [\n---\n",
     "---\nupdated: 2024-01-02\nsee: '[[Beta]]'\n---\n")
)  # fmt: skip
texts = st.builds(
    lambda front, heading, words, found: f"{front}{heading}{words}\n\n{' '.join(found)}\n".encode(),
    front_matters,
    st.sampled_from(("", "# Alpha\n\n", "intro\n\n## Part\n\n")),
    st.sampled_from((*WORDS, "zebra koala zebra")),
    st.lists(links, max_size=4),
)
contents = st.one_of(texts, texts, texts, st.sampled_from((b"", b"\0", b"caf\xe9 zebra")))
ATTACHMENTS = ("pic.png", "a/pic.png", "Alpha", "a/b/Beta.txt")
changes = st.tuples(
    st.sampled_from(
        ("write", "write", "edit", "move", "move", "copy", "change_the_case", "delete", "touch",
         "add_an_alias", "toggle_an_attachment", "toggle_a_link", "toggle_the_other_project",
         "toggle_the_other_project")
    ),
    st.integers(0, 9),
    paths,
    contents,
)  # fmt: skip


class _Folder(RuleBasedStateMachine):
    """A person at work in a folder, and a sync now and then."""

    def __init__(self, derived, open_memory):
        super().__init__()
        self.derived, self.open_memory = derived, open_memory
        self.place = Path(tempfile.mkdtemp(prefix="wiki-"))
        self.root = self.place / "wiki"
        self.root.mkdir()
        self.memory = open_memory(self.place / "home")
        self.memory.init(self.root, "wiki")

    def teardown(self):
        """Leave nothing behind."""
        self.memory.close()
        shutil.rmtree(self.place)

    def put(self, path: str, content: bytes) -> None:
        file = self.root / path
        if not file.is_symlink():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)

    @initialize(pages=st.dictionaries(paths, texts, min_size=3, max_size=6), stays=texts)
    def begin(self, pages, stays):
        # A folder that is suddenly empty is taken for an unmounted disk, so one page stays.
        for path, content in {**pages, "stays.md": stays}.items():
            self.put(path, content)
        self.memory.sync("wiki")

    # One rule for all changes: Hypothesis leaves out whole rules in most of its runs, and
    # what breaks an index is how they follow each other.
    @rule(
        changes=st.lists(changes, min_size=1, max_size=4),
        then=st.sampled_from(("go on", "go on", "sync", "sync", "sync", "look")),
    )
    def work(self, changes, then):
        """Change some things, and bring the index level or not."""
        for name, number, path, content in changes:
            files = sorted(
                file
                for file in self.root.rglob("*.md")
                if file.name != "stays.md" and not file.is_symlink()
            )
            file = files[number % len(files)] if files else None
            getattr(self, name)(file, path, content)
        if then == "sync":
            self.memory.sync("wiki")
        elif then == "look":
            self.look()

    def write(self, file, path, content):
        self.put(path, content)

    def edit(self, file, path, content):
        if file:
            file.write_bytes(content)

    def move(self, file, path, content):
        if file and not (self.root / path).is_symlink():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            file.rename(self.root / path)

    def copy(self, file, path, content):
        if file:
            self.put(path, file.read_bytes())

    def change_the_case(self, file, path, content):
        if file:
            file.rename(file.with_name(file.stem.swapcase() + ".md"))

    def delete(self, file, path, content):
        if file:
            file.unlink()

    def touch(self, file, path, content):
        if file:
            os.utime(file, (len(content) * 10**7, len(content) * 10**7))

    def add_an_alias(self, file, path, content):
        if file:
            file.write_bytes(b"---\naliases: [Alias, Beta]\n---\n" + file.read_bytes())

    def toggle_an_attachment(self, file, path, content):
        attached = self.root / ATTACHMENTS[len(content) % len(ATTACHMENTS)]
        if attached.exists():
            attached.unlink()
        else:
            self.put(str(attached.relative_to(self.root)), b"x")

    def toggle_a_link(self, file, path, content):
        link = self.root / "Beta.md"
        if link.is_symlink():
            link.unlink()
        elif not link.exists():
            link.symlink_to("stays.md")

    def toggle_the_other_project(self, file, path, content):
        if any(project.id == "other" for project in self.memory.projects()):
            self.memory.remove_project("other")
        else:
            other = self.place / "other"
            other.mkdir(exist_ok=True)
            (other / "Beta.md").write_bytes(b"x")
            self.memory.init(other, "other")
            self.memory.sync("other")

    def look(self):
        """Sync; the index must say what a fresh one says, and have nothing left to do."""
        self.memory.sync("wiki")
        report = self.memory.sync("wiki")
        assert not report.anything, report
        held = self.derived(self.place / "home", "wiki", WORDS)
        assert held == self.fresh()

    def fresh(self):
        home = self.place / "fresh"
        with self.open_memory(home) as memory:
            for project in self.memory.projects():
                memory.init(project.root, project.id)
                memory.sync(project.id)
        try:
            return self.derived(home, "wiki", WORDS)
        finally:
            shutil.rmtree(home)


def test_an_index_kept_level_equals_a_fresh_one(derived, open_memory):
    run_state_machine_as_test(
        lambda: _Folder(derived, open_memory),
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=20,
            deadline=None,
            report_multiple_bugs=False,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        ),
    )
