"""The passage that answers, and the words marked in it."""

import apsw
import pytest

from ai_memory.model import Section
from ai_memory.parse.question import parse_question
from ai_memory.passages import BLOCK, WIDTH, PassageFinder
from ai_memory.store.analysis import Analyzer


@pytest.fixture(scope="module")
def analyzer():
    connection = apsw.Connection(":memory:")
    yield Analyzer(connection)
    connection.close()


def section(position, heading, text):
    return Section(position, heading, (heading,), 2, 10 * position + 1, 10 * position + 9, text)


@pytest.fixture
def find(analyzer):
    def finder(typed, *sections, preferred=None):
        return PassageFinder(parse_question(typed), analyzer).find(sections, preferred)

    return finder


@pytest.mark.parametrize(
    ("typed", "text", "snippet"),
    [
        ("reset", "Resetting is how one resets.", "«Resetting» is how one «resets»."),
        ("happiness", "A happy end.", "A «happy» end."),
        ("organise", "An organ.", "An organ."),
        ("running runs", "The runner runs a run.", "The runner «runs» a «run»."),
        ("cafe", "Le café, un CAFÉ.", "Le «café», un «CAFÉ»."),
        ("crème", "A creme.", "A «creme»."),
        ("header", "Call parseHeaderMap now.", "Call «parseHeaderMap» now."),
        ("parse_header", "Call parseHeaderMap now.", "Call «parseHeaderMap» now."),
        ("header", "Headless heading.", "Headless heading."),
        ("grid", "A LazyVGrid.", "A «LazyVGrid»."),
        ("東京", "私は東京都に住む。", "私は«東京»都に住む。"),
        ("东京塔", "东京的塔。", "«东京»的塔。"),
        ("京", "东京的塔。", "东«京»的塔。"),
        ("말잇", "끝말잇기를", "끝«말잇»기를"),
        ("itgc", "重跑gen-itgc后", "重跑gen-«itgc»后"),
        ("laur*", "A laurel, some laurels, Laura.", "A «laurel», some «laurels», «Laura»."),
        ("+laur* tree", "A laurel tree.", "A «laurel» «tree»."),
        ('"write ahead"', "To write ahead.", "To «write» «ahead»."),
        ("the log", "The log of the day.", "The «log» of the day."),
        ("the", "The log of the day.", "«The» log of «the» day."),
        ("title:log", "A log.", "A «log»."),
        ("🚀", "Up 🚀 up", "Up «🚀» up"),
        ("a-b", "x a-b y", "x «a»-«b» y"),
        ("end", "line one\n\n  and\tthe end\n", "line one and the «end»"),
        ("nothing", "Some text.", "Some text."),
    ],
)
def test_whole_words_are_marked_by_their_stem(find, typed, text, snippet):
    assert find(typed, section(0, "H", text)).snippet == snippet


def test_the_words_that_matched_are_given_as_the_page_has_them(find):
    found = find("reset café", section(0, "H", "Resetting the Cafe resets."))
    assert found.matched == ("Resetting", "Cafe", "resets")


def test_the_section_whose_text_has_the_words_beats_one_that_has_them_in_its_heading(find):
    found = find(
        "otter food",
        section(0, "Otter food", "See below."),
        section(1, "Diet", "An otter takes its food from the river."),
    )
    assert found.section.heading == "Diet"


def test_a_heading_decides_where_no_text_does(find):
    found = find("otter food", section(0, "Home", "Warm."), section(1, "Otter food", "See below."))
    assert (found.section.heading, found.snippet) == ("Otter food", "See below.")


def test_a_heading_adds_to_its_text(find):
    found = find(
        "otter food", section(0, "Home", "The otter."), section(1, "Food", "What an otter eats.")
    )
    assert found.section.heading == "Food"


def test_a_word_that_few_sections_hold_counts_more(find):
    # ln(1 + 3/1) for the one in a single section, ln(1 + 3/2) for the one in two.
    found = find(
        "otter holt",
        section(0, "A", "An otter."), section(1, "B", "A holt."), section(2, "C", "Two otters."),
    )  # fmt: skip
    assert found.section.heading == "B"


def test_the_first_of_equals_is_taken(find):
    found = find("otter", section(0, "A", "An otter."), section(1, "B", "An otter."))
    assert found.section.heading == "A"


def test_the_nearest_section_is_taken_where_words_do_not_decide(find):
    sections = [
        section(0, "A", "An otter."),
        section(1, "B", "An otter."),
        section(2, "C", "Fish."),
    ]
    assert find("otter", *sections, preferred=1).section.heading == "B"
    assert find("otter", *sections, preferred=2).section.heading == "A"
    assert find("weasel", *sections, preferred=2).section.heading == "C"
    assert find("otter", *sections, preferred=7).section.heading == "A"


def test_a_page_without_sections_has_no_passage(find):
    found = find("otter")
    assert (found.section, found.snippet, found.matched) == (None, "", ())


def test_a_section_without_text_quotes_its_heading(find):
    assert find("otter", section(0, "The otter", " \n")).snippet == "The «otter»"


def test_the_window_shows_the_most_different_words(find):
    text = "otter " + "word " * 100 + "otter dam river " + "word " * 100
    found = find("otter dam river", section(0, "H", text))
    assert "«otter» «dam» «river»" in found.snippet
    assert found.snippet.startswith("…")
    assert found.snippet.endswith("…")
    assert len(found.snippet) <= WIDTH + 2 * 3 + 2  # three pairs of marks and two ellipses


def test_a_snippet_begins_and_ends_between_words(find):
    text = "abcdefghi " * 100 + "otter " + "abcdefghi " * 100
    words = find("otter", section(0, "H", text)).snippet.strip("…").split()
    assert set(words) == {"abcdefghi", "«otter»"}


def test_a_match_far_down_a_long_section_is_found(find):
    text = "The lake is wide. " * 5000 + "One otter dam. " + "The lake is wide. " * 5000
    assert len(text) > 40 * BLOCK
    assert "One «otter» «dam»." in find("otter dam lake", section(0, "H", text)).snippet


def test_of_stretches_that_say_as_much_the_first_is_quoted(find):
    text = "The otter sleeps. " + "The lake is wide. " * 1000 + "The otter wakes."
    assert find("otter", section(0, "H", text)).snippet.startswith("The «otter» sleeps.")


@pytest.mark.parametrize(
    "text",
    [
        "x" * 1_000_000 + " otter",
        "otter " * 170_000,
        "é" * 1_000_000,
        "東京都" * 330_000,
        "parseHeaderMap" * 70_000,
        " " * 1_000_000,
        "«otter» " * 100_000,
    ],
    ids=["one word", "all matches", "accents", "dense", "humps", "blank", "marks"],
)
def test_a_line_of_a_million_characters_gives_a_short_snippet(find, text):
    found = find("otter 東京 header é", section(0, "H", text))
    assert len(found.snippet) < 4 * WIDTH


def test_no_word_is_read_beyond_the_best_block(analyzer):
    read = []

    class Counting:
        def tokens(self, text):
            read.append(len(text))
            return analyzer.tokens(text)

        def stems(self, text, readings):
            return analyzer.stems(text, readings)

    finder = PassageFinder(parse_question("otter"), Counting())
    assert "«otter»" in finder.find([section(0, "H", "word " * 200_000 + "otter")]).snippet
    assert sum(read) <= BLOCK
