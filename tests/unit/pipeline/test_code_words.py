"""Names from code are found whole and in parts, however they are written."""

import pytest

PAGES = {
    "class.md": "# A\nThe `ConfigParser` reads it.\n",
    "snake.md": "# B\nCall parse_config first.\n",
    "camel.md": "# C\nIn scripts it is parseConfig here.\n",
    "version.md": "# D\nShipped as v1.2.3 last week.\n",
    "http.md": "# E\nUse getHTTPResponse2 for it.\n",
    "dashed.md": "# F\nEncode as UTF-8 always.\n",
    "joined.md": "# G\nThe utf8 codec.\n",
    "phone.md": "# H\nBought an iPhone15 case.\n",
    "rust.md": "# I\nIt is a std::vec::Vec of them.\n",
    "line.md": "# J\nFails at foo/bar.py:12 with an error.\n",
    "scope.md": "# K\nInstall @scope/pkg now.\n",
    "code.md": "# L\nerror[E0308]: mismatched types.\n",
    "tern.md": "# M\nTERN-4090 means stop.\n",
    "ssl.md": "# N\nERR_SSL_PROTOCOL_ERROR in the browser.\n",
    "hex.md": "# P\nFailed with 0x80070005 on access.\n",
    "two.md": "# Q\nSpeaks HTTP/2 by now.\n",
    "windows.md": "# R\nC:\\Users\\ada\\file.txt is there.\n",
    "dotted.md": "# S\nSet foo.bar_baz.qux to 1.\n",
    "kebab.md": "# T\nAdd my-cool-component here.\n",
    "constant.md": "# U\nMAX_RETRY_COUNT is 5.\n",
    "mail.md": "# V\nWrite to ada@example.org.\n",
    "generic.md": "# W\nHashMap<String, Thing> type.\n",
    "login.md": "# X\nLog in with OAuth2.\n",
}


@pytest.fixture(scope="module")
def pages(shared_wiki):
    shared_wiki.write(PAGES)
    return shared_wiki


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("parse config", {"class.md", "snake.md", "camel.md"}),
        ("parse_config", {"class.md", "snake.md", "camel.md"}),
        ("config parser", {"class.md", "snake.md", "camel.md"}),
        ("1.2.3", {"version.md"}),
        ("v1.2.3", {"version.md"}),
        ("1.2", {"version.md"}),
        ("HTTPResponse", {"http.md", "two.md"}),
        ("http response", {"http.md", "two.md"}),
        ("gethttpresponse2", {"http.md"}),
        ("utf8", {"dashed.md", "joined.md"}),
        ("UTF-8", {"dashed.md", "joined.md"}),
        ("iphone", {"phone.md"}),
        ("iPhone15", {"phone.md"}),
        ("iphone15", {"phone.md"}),
        ("std::vec::Vec", {"rust.md"}),
        ("vec::Vec", {"rust.md"}),
        ("foo/bar.py:12", {"line.md", "dotted.md"}),
        ("bar.py", {"line.md", "dotted.md"}),
        ("@scope/pkg", {"scope.md"}),
        ("pkg", {"scope.md"}),
        ("E0308", {"code.md"}),
        ("error[E0308]", {"code.md", "line.md", "ssl.md"}),
        ("TERN-4090", {"tern.md"}),
        ("TERN4090", {"tern.md"}),
        ("4090", {"tern.md"}),
        ("ERR_SSL_PROTOCOL_ERROR", {"ssl.md", "line.md", "code.md"}),
        ("ssl protocol", {"ssl.md"}),
        ("0x80070005", {"hex.md"}),
        ("HTTP2", {"two.md"}),
        ("file.txt", {"windows.md"}),
        ("bar_baz", {"dotted.md", "line.md"}),
        ("barBaz", {"dotted.md", "line.md"}),
        ("MyCoolComponent", {"kebab.md"}),
        ("maxRetryCount", {"constant.md"}),
        ("example.org", {"mail.md"}),
        ("HashMap", {"generic.md"}),
        ("hash map", {"generic.md"}),
        ("oauth2", {"login.md"}),
        ("oauth", {"login.md"}),
    ],
)
def test_a_name_finds_every_way_of_writing_it(pages, typed, wanted):
    assert set(pages.paths(typed)) == wanted


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("ConfigParser", "class.md"),
        ("v1.2.3", "version.md"),
        ("foo/bar.py:12", "line.md"),
        ("error[E0308]", "code.md"),
        ("ERR_SSL_PROTOCOL_ERROR", "ssl.md"),
        ("C:\\Users\\ada\\file.txt", "windows.md"),
        ("foo.bar_baz.qux", "dotted.md"),
    ],
)
def test_the_page_that_has_it_whole_comes_first(pages, typed, first):
    assert pages.paths(typed)[0] == first


def test_the_parts_that_were_asked_for_are_marked(pages):
    [hit] = pages.search("TERN4090").hits
    assert "«TERN»-«4090»" in hit.snippet
