from ai_memory.parse.lines import Lines
from ai_memory.parse.spans import Spans


def test_a_span_covers_its_start_and_not_its_end():
    spans = Spans([(2, 4), (6, 7)])
    assert [at for at in range(9) if spans.cover(at)] == [2, 3, 6]


def test_a_span_inside_another_changes_nothing():
    assert list(Spans([(5, 6), (2, 9), (3, 4)])) == [(2, 9)]


def test_spans_that_overlap_cover_both():
    spans = Spans([(2, 5), (4, 8)])
    assert [at for at in range(10) if spans.cover(at)] == [2, 3, 4, 5, 6, 7]


def test_no_spans_cover_nothing():
    assert not Spans()
    assert not Spans().cover(0)


def test_a_line_break_belongs_to_the_line_it_ends():
    lines = Lines(b"ab\n\r\nc\rd", first=5)
    assert [lines.line_of(at) for at in range(9)] == [5, 5, 5, 6, 6, 7, 7, 7, 7]
