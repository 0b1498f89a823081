"""Pages whose text is strange: each is stored whole or named, and none stops the sync."""

import pytest

STRANGE = [
    '---\ntitle: "\\uD83D"\n---\nzebra',
    '---\naliases: ["a\\0b", "\\uDFFF"]\nentities: ["\\uD800 x"]\ntags: ["\\uDC00"]\n---\nzebra',
    '---\nid: "\\uD83D"\ndescription: "\\uD83D"\nother: {"\\uD83D": ["\\uD83D"]}\n---\nzebra',
    "---\nn: 1e999\nm: .nan\nbig: 123456789012345678901234567890\n---\nzebra",
    "---\ncreated: 0001-01-01\nupdated: 9999-12-31\n---\nzebra",
    "+++\nwhen = 2024-01-01T00:00:00Z\n+++\nzebra",
    "---\n" + "[" * 2000 + "\n---\nzebra",
    "---\na: &x [1]\nb: *x\n---\nzebra",
    "zebra [[\ud83d]] ".encode("utf-8", "surrogatepass"),
    "zebra [x](%ED%A0%80.md) [y](%00.md) [z](%FF%FE)",
    "zebra [[" + "x" * 100_000 + "]]",
    "zebra " + "[[a]]" * 5_000,
    "zebra " + "#tag" * 5_000,
    "zebra\n" + "#" * 10_000,
    "zebra " + "x" * 65_536,
    "zebra\n" + "\n" * 50_000,
    "zebra \u202e\u200b\ufeff\U000e0041 \U0010ffff",
    "---\nzebra",
    "---\n---\nzebra",
    "# \n\n## \n\nzebra",
]


@pytest.mark.parametrize("number", range(len(STRANGE)))
def test_a_strange_page_is_indexed_with_the_plain_one_beside_it(wiki, number):
    wiki.write({"strange.md": STRANGE[number], "plain.md": "koala"})
    report = wiki.sync()

    assert (report.added, report.refused) == (2, 0)
    assert wiki.found("zebra") == ["strange.md"]
    assert wiki.found("koala") == ["plain.md"]
    before = wiki.dump()
    assert wiki.outcome() == (0, 0, 0, 0)
    assert wiki.dump() == before
