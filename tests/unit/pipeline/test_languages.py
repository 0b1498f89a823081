"""Wikis in other languages than English are found as their speakers would expect."""

import pytest

ENGLISH = {
    "en/war.md": "# The long war\nThis is a page about the war that they had in the north.\n",
    "en/process.md": "# Processes\nWhat to do when the processes die and the queue is full.\n",
    "en/queue.md": "# Queues\nThe queue is where all of the jobs wait for a worker to take them.\n",
    "en/it.md": "# Office\nThe department for IT is on the second floor, and it has a door.\n",
}
GERMAN = {
    "de/einstellungen.md": "# Optionen\nDie Einstellungen findest du im Menü, das oben ist.\n",
    "de/haus.md": "# Wohnen\nDie alten Häuser in der Straße sind nicht mehr zu sehen.\n",
    "de/konflikt.md": "# Streit\nWenn zwei Geräte eine Datei ändern, ist das ein Konflikt.\n",
    "de/queue.md": "# Aufträge\nWas nicht sofort geht, kommt in die Queue und wird dann getan.\n",
}
FRENCH = {
    "fr/parametres.md": "# Options\nLes paramètres sont dans le menu, mais pas ici.\n",
    "fr/chevaux.md": "# Animaux\nIl y a des pages sur les fenêtres ouvertes et pour les portes.\n",
    "fr/synchro.md": "# Copies\nLes fichiers sont synchronisés avec vos autres appareils.\n",
}


@pytest.fixture(scope="module")
def pages(shared_wiki):
    shared_wiki.write(ENGLISH | GERMAN | FRENCH)
    shared_wiki.write(GERMAN, "deutsch")
    shared_wiki.write(FRENCH, "francais")
    return shared_wiki


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("Einstellung", "de/einstellungen.md"),
        ("eine Einstellung im Menü", "de/einstellungen.md"),
        ("Haus", "de/haus.md"),
        ("Häuser", "de/haus.md"),
        ("hauser", "de/haus.md"),
        ("Strasse", "de/haus.md"),
        ("Straßen", "de/haus.md"),
        ("alte Häuser", "de/haus.md"),
        ('"alte Häuser"', "de/haus.md"),
        ("+Geräts", "de/konflikt.md"),
        ("Konflikte zwischen Geräten und Dateien", "de/konflikt.md"),
        ("Einstellung*", "de/einstellungen.md"),
        ("Einst*", "de/einstellungen.md"),
        ("title:Auftrag", "de/queue.md"),
        ("Einstelungen", "de/einstellungen.md"),
    ],
)
def test_german_is_found_in_any_form(pages, typed, wanted):
    assert pages.paths(typed, project="deutsch")[0] == wanted
    assert pages.paths(typed)[0] == wanted


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("paramètre", "fr/parametres.md"),
        ("parametres", "fr/parametres.md"),
        ("fenêtre ouverte", "fr/chevaux.md"),
        ("synchroniser un fichier", "fr/synchro.md"),
        ("où sont les paramètres", "fr/parametres.md"),
    ],
)
def test_french_is_found_in_any_form(pages, typed, wanted):
    assert pages.paths(typed, project="francais")[0] == wanted
    assert pages.paths(typed)[0] == wanted


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("how do processes die", "en/process.md"),
        ("what was the war", "en/war.md"),
        ("war", "en/war.md"),
        ("the IT department", "en/it.md"),
    ],
)
def test_english_words_that_are_small_ones_elsewhere_still_count(pages, typed, wanted):
    assert pages.paths(typed)[0] == wanted


def test_a_word_of_two_languages_finds_the_pages_of_both(pages):
    assert set(pages.paths("queues")) == {"en/queue.md", "en/process.md", "de/queue.md"}


def test_no_page_is_the_first_for_being_the_only_one_in_its_language(wiki):
    many = {f"{n}.md": f"# Note {n}\nThe queue and the worker of job {n}.\n" for n in range(20)}
    wiki.write({**many, "full.md": "# Full\nThe queue is full of them: queue, queue.\n", **GERMAN})
    assert wiki.paths("why is the queue full")[0] == "full.md"


def test_small_words_of_the_question_s_language_do_not_vote(pages):
    assert pages.paths("was ist das für ein Konflikt", project="deutsch") == ["de/konflikt.md"]
    assert pages.paths("die", project="deutsch") != []


def test_the_words_that_matched_are_marked_in_any_form(pages):
    hit = pages.search("Einstellung Menüs", project="deutsch").hits[0]
    assert hit.snippet == "Die «Einstellungen» findest du im «Menü», das oben ist."
    hit = pages.search("strasse", project="deutsch").hits[0]
    assert "«Straße»" in hit.snippet


def test_a_tag_in_another_form_lifts_its_page(wiki):
    text = "Die Seite ist nicht lang, und sie ist auch über Hunde: {}\n"
    wiki.write(
        {
            "a.md": "# A\n" + text.format("Katze."),
            "b.md": "---\ntags: [katzen]\n---\n# B\n" + text.format("und anderes."),
        }
    )
    answer = wiki.search("Katze", explain=True)
    assert [hit.page_path for hit in answer.hits] == ["b.md", "a.md"]
    assert answer.hits[0].explain.contributions[0].factors == (("tag", 1.5),)


def test_a_page_in_two_languages_is_found_by_the_words_of_both(wiki):
    wiki.write(
        {
            "both.md": "# Reset\nDas Gerät wird zurückgesetzt, wenn du es nicht mehr brauchst. "
            "The device is reset when you do not need it any more and it was idle.\n",
            "other.md": "# Other\nNothing of the sort is on this page, and it is in English.\n",
        }
    )
    for typed in ("Gerät", "zurückgesetzt", "devices", "idle device", "das Gerät"):
        assert wiki.paths(typed)[0] == "both.md"


def test_the_front_matter_names_the_language_of_a_short_page(wiki):
    wiki.write({"a.md": "---\nlang: de\n---\n# Häuser\n", "b.md": "# Nothing\n"})
    assert wiki.paths("Haus") == ["a.md"]


def test_a_tag_is_found_in_either_unicode_form(wiki):
    wiki.write({"a.md": "---\ntags: [cafe\u0301]\n---\n# A\n", "b.md": "# B\nText #cafe\u0301\n"})
    assert sorted(wiki.paths("tag:caf\u00e9")) == ["a.md", "b.md"]
    assert sorted(wiki.paths("tag:cafe\u0301")) == ["a.md", "b.md"]


ASIAN = {
    "ja/sync.md": "# 同期\nデバイス間でノートを同期するには、設定を開きます。\n",
    "ja/theme.md": "# テーマ\nテーマを変更すると、ウィンドウの色が変わります。\n",
    "ja/yomu.md": "# 読書\n本を読むための部屋があります。\n",
    "zh/sync.md": "# 同步\n在设备之间同步笔记需要先打开设置。\n",
    "zh/theme.md": "# 主题\n更换主题会改变窗口的颜色。\n",
    "ko/sync.md": "# 동기화\n기기 사이에서 노트를 동기화하려면 설정을 여세요.\n",
    "ko/theme.md": "# 테마\n테마를 바꾸면 창의 색이 바뀝니다.\n",
    "th/sync.md": "# ซิงค์\nเปิดการตั้งค่าเพื่อซิงค์บันทึกระหว่างอุปกรณ์\n",
    "th/theme.md": "# ธีม\nเปลี่ยนธีมแล้วสีของหน้าต่างจะเปลี่ยน\n",
}


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("ノートを同期する方法", "ja/sync.md"),
        ("デバイスの設定", "ja/sync.md"),
        ("ウィンドウの色を変える", "ja/theme.md"),
        ("よむための部屋", "ja/yomu.md"),
        ("如何同步笔记", "zh/sync.md"),
        ("窗口颜色", "zh/theme.md"),
        ("노트 동기화", "ko/sync.md"),
        ("창의 색을 바꾸기", "ko/theme.md"),
        ("ซิงค์บันทึก", "th/sync.md"),
        ("สีหน้าต่าง", "th/theme.md"),
    ],
)
def test_scripts_without_spaces_are_found_by_what_the_question_shares(wiki, typed, wanted):
    wiki.write(ASIAN | ENGLISH)
    assert wiki.paths(typed)[0] == wanted
