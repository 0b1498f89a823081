"""Windows of a section, written out by hand, and the laws they keep."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai_memory.config import LlmSettings
from ai_memory.embed.model_files import locate_model
from ai_memory.embed.windows import windows


def words(first: int, last: int) -> str:
    return " ".join(f"w{number}" for number in range(first, last + 1))


def test_a_short_section_is_one_window_with_its_context():
    assert windows("Deploy", ("Setup", "Linux"), "Run it twice.") == (
        "Deploy > Setup > Linux\nRun it twice.",
    )


def test_a_title_that_the_first_heading_repeats_stands_once():
    assert windows("Deploy", ("deploy ", "Linux"), "Run it.") == ("Deploy > Linux\nRun it.",)


def test_text_before_the_first_heading_has_the_title_alone():
    assert windows("Deploy", (), "Run it.") == ("Deploy\nRun it.",)


def test_text_without_title_and_trail_stands_alone():
    assert windows("", (), "Run it.") == ("Run it.",)


def test_a_heading_without_text_is_a_window():
    assert windows("Deploy", ("Setup",), " \n") == ("Deploy > Setup",)
    assert windows("Deploy", ("Deploy",), "") == ("Deploy",)


@pytest.mark.parametrize("trail", [(), ("",), (" ", "")])
def test_no_text_and_no_heading_is_no_window(trail):
    assert windows("Deploy", trail, "") == ()


def test_blanks_collapse_and_line_breaks_stay():
    assert windows("", (), "  one \t two \n\n\n three\u3000four ") == ("one two\nthree four",)


def test_windows_overlap_by_the_words_asked_for():
    assert windows("T", (), words(1, 16), size=8, overlap=2) == (
        "T\n" + words(1, 8),
        "T\n" + words(7, 14),
        "T\n" + words(13, 16),
    )


def test_a_tail_shorter_than_the_overlap_joins_the_window_before_it():
    assert windows("", (), words(1, 9), size=8, overlap=2) == (words(1, 9),)
    assert windows("", (), words(1, 10), size=8, overlap=2) == (words(1, 8), words(7, 10))


def test_windows_without_overlap_follow_each_other():
    assert windows("", (), words(1, 5), size=2, overlap=0) == ("w1 w2", "w3 w4", "w5")


def test_a_page_of_plain_words_is_cut_after_220_and_goes_back_40():
    first, second = windows("", (), words(1, 300))

    assert first == words(1, 220)
    assert second == words(181, 300)


def test_text_without_spaces_is_cut_between_characters():
    text = "一二三四五六七八九十"

    # A character is 0.6 of a word: 3 words hold 5 of them, and 1 word holds 1.
    assert windows("", (), text, size=3, overlap=1) == ("一二三四五", "五六七八九十")


def test_a_path_counts_by_its_parts():
    # src / ai _ notes / embed: 7 parts of 0.6, less the 0.2 by which a first mark is free.
    assert windows("", (), "src/ai_notes/embed a b", size=5, overlap=0) == (
        "src/ai_notes/embed a",
        "b",
    )


def test_one_endless_word_is_cut_too():
    parts = windows("", (), "x" * 100_000, size=50, overlap=0)

    assert "".join(parts) == "x" * 100_000
    assert max(map(len, parts)) < 1000


def test_headings_between_title_and_last_are_dropped_from_a_long_context():
    trail = ("one " * 30, "two " * 30, "last heading")
    (window,) = windows("Title", trail, "text")

    assert window == "Title > " + ("two " * 30).strip() + " > last heading\ntext"


def test_an_endless_title_is_cut():
    (window,) = windows("word " * 1000, ("heading",), "text")

    assert window == ("word " * 20).strip() + " > heading\ntext"

    (window,) = windows("word " * 1000, (), "text")
    assert window == ("word " * 40).strip() + "\ntext"


def test_something_is_left_of_a_name_that_is_one_costly_word():
    assert windows("я" * 90, ("-" * 90,), "") == ("я" * 20 + " > " + "-" * 20,)


@pytest.mark.parametrize(("size", "overlap"), [(10, 10), (10, 11), (10, -1), (0, 0)])
def test_an_overlap_that_leaves_no_way_forward_is_refused(size, overlap):
    with pytest.raises(ValueError, match="overlap"):
        windows("", (), "text", size, overlap)


sizes = st.integers(1, 12).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size - 1)))
latin = st.lists(st.from_regex(r"[a-zß-ü]{1,9}[.,]?", fullmatch=True), max_size=60, unique=True)
dense = st.lists(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF), unique=True)


def holds_the_laws(units: list[str], found: list[list[str]]) -> None:
    """Check that each window is a run of the units, and that together they leave none out."""
    reached = 0
    for window in found:
        at = units.index(window[0])
        assert window == units[at : at + len(window)]
        assert at <= reached < at + len(window)
        reached = at + len(window)
    assert reached == len(units)


@given(latin, sizes)
def test_every_word_stands_in_some_window_and_order_is_kept(units, cut):
    found = windows("", (), " ".join(units), *cut)

    holds_the_laws(units, [window.split() for window in found])


@given(dense, sizes)
def test_every_character_of_dense_text_stands_in_some_window_and_order_is_kept(units, cut):
    found = windows("", (), "".join(units), *cut)

    holds_the_laws(units, [list(window) for window in found])


@given(st.text(), st.lists(st.text(), max_size=3), st.text(), sizes)
def test_any_text_gives_windows_and_twice_the_same(title, trail, text, cut):
    made = windows(title, trail, text, *cut)

    assert made == windows(title, trail, text, *cut)
    assert bool(made) == bool(text.strip() or "".join(trail).strip())


@pytest.mark.parametrize(
    "text",
    [
        "The committee has decided to postpone its decision. " * 60,
        "数据库连接超时，请检查网络设置。" * 60,
        "データベースへの接続がタイムアウトしました。" * 60,
        "데이터베이스 연결 시간이 초과되었습니다. " * 60,
        "การเชื่อมต่อฐานข้อมูลหมดเวลา" * 60,
        "Превышено время ожидания подключения к базе данных. " * 60,
        "Die Einstellungen der Oberfläche werden beim Schließen gespeichert. " * 60,
        "src/ai_memory/embed/windows.py --max-count=3 | " * 60,
        "0x7ffe3c2a 192.168.10.254:8080 2024-05-17T12:30:45Z " * 60,
    ],
)
def test_a_window_does_not_exceed_what_the_model_reads(text):
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(locate_model(LlmSettings()).tokenizer))
    title, trail = "A title of some length", ("First heading", "Second heading")

    lengths = [len(tokenizer.encode(each).ids) for each in windows(title, trail, text)]
    assert max(lengths) <= 512
    assert len(lengths) > 1
