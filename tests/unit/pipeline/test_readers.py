"""Readers: many at once, each on a sound connection."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from ai_memory.errors import BadInput, IndexDamaged, IndexMissing
from ai_memory.reader import AsyncReader, ReaderPool

PAGES = {
    f"p{at:02}.md": f"# Page {at}\nOtter {'dam ' * (at % 5)}river {at}. See [[Page {at // 2}]].\n"
    for at in range(60)
}
QUESTIONS = ["otter dam", "river 7", "page 12", '"otter dam"', "dam -river", "see", "zzyzx", "???"]


@pytest.fixture(scope="module")
def pages(shared_wiki, topics):
    shared_wiki.write(PAGES)
    shared_wiki.embed(topics(["otter", "dam", "river"]))
    return shared_wiki


def test_eight_threads_get_what_one_gets(pages):
    questions = QUESTIONS * 12
    alone = [pages.search(typed, explain=True) for typed in questions]
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(lambda typed: pages.search(typed, explain=True), questions))
    assert together == alone


def test_asynchronous_searches_get_what_others_get(pages):
    reader = AsyncReader(pages.pool)

    async def ask_all():
        return await asyncio.gather(*(reader.search("wiki", typed, 7) for typed in QUESTIONS * 3))

    assert asyncio.run(ask_all()) == [pages.search(typed, 7) for typed in QUESTIONS * 3]


def test_an_asynchronous_search_raises_what_others_raise(pages):
    with pytest.raises(BadInput):
        asyncio.run(AsyncReader(pages.pool).search("wiki", "otter", 0))


@pytest.mark.parametrize("limit", [0, -1, 501])
def test_a_limit_out_of_range_is_refused_and_the_reader_lives_on(pages, limit):
    with pages.pool.reader() as reader:
        with pytest.raises(BadInput, match="not from 1 to 500"):
            reader.search("wiki", "otter", limit)
        assert len(reader.search("wiki", "otter", 1).hits) == 1


def test_a_reader_is_lent_again_when_it_comes_back(pages):
    with ReaderPool(pages.folder / "home") as pool:
        with pool.reader() as first, pool.reader() as second:
            assert second is not first
        with pool.reader() as third, pool.reader() as fourth:
            assert {third, fourth} == {first, second}


def test_a_reader_comes_back_after_an_error_of_the_caller(pages):
    with pytest.raises(ZeroDivisionError), pages.pool.reader():
        _ = 1 / 0
    pages.pool.close()
    with pages.pool.reader() as second:
        assert len(second.search("wiki", "otter", 1).hits) == 1


def test_a_closed_pool_opens_again(pages):
    pages.pool.close()
    assert len(pages.search("otter", 1).hits) == 1


def test_one_reading_sees_one_state_whatever_is_written_meanwhile(wiki):
    wiki.write({"a.md": "# A\nOtter.\n"})
    with wiki.pool.reader() as reader:
        with reader.snapshot():
            before = reader.connection.execute("SELECT count(*) FROM pages").fetchall()
            wiki.write({"b.md": "# B\nOtter.\n"})
            assert reader.connection.execute("SELECT count(*) FROM pages").fetchall() == before
        assert len(reader.search("wiki", "otter").hits) == 2


def test_a_reader_that_met_a_damaged_index_does_not_go_back_to_the_pool(wiki):
    wiki.write({f"{at}.md": f"# P{at}\n{'Otter dam river. ' * 200}\n" for at in range(60)})
    wiki.memory.close()
    with wiki.pool.reader() as reader:  # one that is idle when the damage is done
        reader.connection.execute("PRAGMA cache_size = 0")
    index = wiki.folder / "home" / "index.db"
    for side in ("index.db-wal", "index.db-shm"):
        (wiki.folder / "home" / side).unlink(missing_ok=True)
    whole = index.read_bytes()
    with index.open("r+b") as file:  # in place, as a failing disk would
        file.seek(4096 * 2)
        file.write(b"\xff" * (len(whole) - 4096 * 2))
    with pytest.raises(IndexDamaged) as caught, wiki.pool.reader() as broken:
        broken.search("wiki", "otter")
    assert str(index) in caught.value.message
    assert "sync" in caught.value.remedy
    index.write_bytes(whole)
    with wiki.pool.reader() as sound:
        assert sound is not broken
        assert len(sound.search("wiki", "otter").hits) == 20


def test_where_there_is_no_index_that_is_said(tmp_path):
    with ReaderPool(tmp_path) as pool, pytest.raises(IndexMissing), pool.reader():
        pass
