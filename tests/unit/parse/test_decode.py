import pytest

from ai_memory.parse.decode import decode


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        (b"", "", "utf-8"),
        (b"plain", "plain", "utf-8"),
        ("Malmö 東京".encode(), "Malmö 東京", "utf-8"),
        (b"\xef\xbb\xbf# Title", "# Title", "utf-8-sig"),
        (b"\xff\xfeH\x00i\x00", "Hi", "utf-16-le"),
        (b"\xfe\xff\x00H\x00i", "Hi", "utf-16-be"),
    ],
)
def test_text_in_a_known_encoding_is_read_without_its_mark(data, text, encoding):
    decoded = decode(data)
    assert (decoded.text, decoded.encoding) == (text, encoding)
    assert not decoded.binary
    assert decoded.problems == ()


def test_bytes_that_are_not_utf8_are_read_as_windows_1252_and_reported_with_their_line():
    decoded = decode(b"ok\ncaf\xe9 \x93quoted\x94")
    assert decoded.text == "ok\ncafé “quoted”"
    assert decoded.encoding == "cp1252"
    [problem] = decoded.problems
    assert (problem.code, problem.line) == ("not-utf8", 2)


def test_a_byte_that_windows_1252_leaves_undefined_becomes_the_replacement_character():
    assert decode(b"a\x81\xe9").text == "a\ufffdé"


def test_half_a_utf16_pair_is_replaced():
    assert decode(b"\xff\xfeH\x00\x00\xd8").text == "H\ufffd"


def test_nul_bytes_mean_that_the_file_is_not_text():
    decoded = decode(b"\x89PNG\r\n\x1a\n\x00\x00")
    assert decoded.binary
    assert [problem.code for problem in decoded.problems] == ["not-utf8", "binary"]
