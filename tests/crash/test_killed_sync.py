"""A process that is killed while it syncs: the index is whole, and the next sync completes it."""

import os
import signal
import subprocess
import sys
from contextlib import closing

import pytest

from ai_memory.memory import Memory
from ai_memory.store import check
from ai_memory.store.database import open_reader
from ai_memory.store.sync import BATCH

PAGES = 2 * BATCH + 100

# The child stops in the middle: inside a transaction, or between two. It tells its parent
# so, and waits to be killed.
_CHILD = """
import sys
from ai_memory.memory import Memory
from ai_memory.store import index

def wait(*_):
    print("there", flush=True)
    sys.stdin.read()

home, root, where, count = sys.argv[1:]
written = 0
write_page = index.write_page

def counted(*arguments):
    global written
    written += 1
    if written == int(count):
        wait()
    return write_page(*arguments)

if where == "inside":
    index.write_page = counted
memory = Memory(home, environment={})
memory.init(root, "wiki")
memory.sync("wiki", progress=wait if where == "between" else lambda *_: None)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the platform cannot kill outright")
@pytest.mark.parametrize(
    ("where", "count", "kept"),
    [("inside", 1, 0), ("inside", BATCH, 0), ("inside", BATCH + 1, BATCH), ("between", 0, BATCH)],
)
def test_a_killed_sync_loses_its_batch_alone_and_is_completed(tmp_path, where, count, kept):
    root, home = tmp_path / "wiki", tmp_path / "home"
    root.mkdir()
    for number in range(PAGES):
        (root / f"{number:04}.md").write_text(
            f"# Page {number}\n\n[[{(number + BATCH) % PAGES:04}]]", encoding="utf-8"
        )
    child = subprocess.Popen(
        [sys.executable, "-c", _CHILD, str(home), str(root), where, str(count)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with child:
        assert child.stdout.readline() == b"there\n"
        os.kill(child.pid, signal.SIGKILL)
    assert child.returncode == -signal.SIGKILL

    with closing(open_reader(home)) as connection:
        assert list(check.check_index(connection)) == []
        assert list(connection.execute("SELECT count(*) FROM pages")) == [(kept,)]
    flags = {"llm": {"embedding_provider": "none"}}
    with Memory(home, environment={}, flags=flags) as memory:
        report = memory.sync("wiki")
        assert (report.added, report.total) == (PAGES - kept, PAGES)
        assert (report.links, report.links_resolved) == (PAGES, PAGES)
        assert memory.doctor() == []
