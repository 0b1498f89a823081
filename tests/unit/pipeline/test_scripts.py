"""Scripts without spaces between words are found by any part, and mixed ones at the seam."""

import pytest

PAGES = {
    "zh.md": "# 说明\n我们在云工开物领取优惠券,然后玩成语接龙。\n",
    "zh-part.md": "# 视频\n用BBDown下载视频很方便。\n",
    "ja.md": "# あそび\n子どもたちはしりとりで遊んだ。東京都庁の佐々木さん。\n",
    "ko.md": "# 놀이\n아이들은끝말잇기를좋아한다.\n",
    "th.md": "# เกม\nเด็กๆชอบเล่นเกมต่อคำทุกวัน\n",
    "mixed.md": "# 任务\n重跑gen-itgc后再看结果。\n",
    "kata.md": "# カタカナ\nサーバーを再起動する。\n",
    "plain.md": "# Plain\nNothing of the sort.\n",
}


@pytest.fixture(scope="module")
def pages(shared_wiki):
    shared_wiki.write(PAGES)
    return shared_wiki


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("优惠券", "zh.md"),
        ("成语接龙", "zh.md"),
        ("接龙", "zh.md"),
        ("领取", "zh.md"),
        ("券", "zh.md"),
        ("しりとり", "ja.md"),
        ("とり", "ja.md"),
        ("遊", "ja.md"),
        ("東京都", "ja.md"),
        ("京都庁", "ja.md"),
        ("佐々木", "ja.md"),
        ("々木", "ja.md"),
        ("サーバー", "kata.md"),
        ("ｻｰﾊﾞｰ", "kata.md"),
        ("끝말잇기", "ko.md"),
        ("말잇", "ko.md"),
        ("좋아", "ko.md"),
        ("ต่อคำ", "th.md"),
        ("เกมต่อคำ", "th.md"),
        ("itgc", "mixed.md"),
        ("gen-itgc", "mixed.md"),
        ("重跑gen-itgc后", "mixed.md"),
        ("跑gen", "mixed.md"),
        ("ｉｔｇｃ", "mixed.md"),
        ("bbdown", "zh-part.md"),
    ],
)
def test_the_page_that_holds_it_comes_first(pages, typed, wanted):
    assert pages.paths(typed)[0] == wanted


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [("云工开物 不存在", "zh.md"), ("BBDown 视频下载", "zh-part.md"), ("优惠券大全", "zh.md")],
)
def test_a_part_that_is_nowhere_does_not_empty_the_answer(pages, typed, wanted):
    assert pages.paths(typed)[0] == wanted


def test_a_page_with_the_whole_run_stands_above_one_with_a_pair_of_it(wiki):
    wiki.write({"part.md": "# 甲\n东京的天气。\n", "whole.md": "# 乙\n在东京塔下见。\n"})
    assert wiki.paths("东京塔") == ["whole.md", "part.md"]


def test_a_phrase_in_quotes_must_stand_whole(wiki):
    wiki.write({"part.md": "# 甲\n东京的塔。\n", "whole.md": "# 乙\n在东京塔下见。\n"})
    assert wiki.paths('"东京塔"') == ["whole.md"]


def test_operators_count_beside_scripts_without_capitals(wiki):
    wiki.write({"a.md": "# 甲\n东京。\n", "b.md": "# 乙\n东京和大阪。\n"})
    assert wiki.paths("东京 NOT 大阪") == ["a.md"]
    assert wiki.paths("东京 AND 大阪") == ["b.md"]


def test_an_excluded_run_bans_the_whole_and_not_its_pairs(wiki):
    wiki.write({"a.md": "# 甲\n天气:东京。\n", "b.md": "# 乙\n天气:东京塔。\n"})
    assert wiki.paths("天气 -东京塔") == ["a.md"]
