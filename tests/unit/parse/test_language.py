"""What language a text is in, and what it is called."""

import pytest

from ai_memory.config import LANGUAGES
from ai_memory.parse.function_words import ENGLISH_WORDS, FUNCTION_WORDS
from ai_memory.parse.language import detect_language, language_code, question_languages
from ai_memory.parse.page import parse_page
from ai_memory.parse.stems import STEMMERS

GERMAN = "Die Einstellungen findest du im Menü, wenn du nicht angemeldet bist."


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("You can find the settings in the menu when you are not signed in.", "en"),
        (GERMAN, "de"),
        ("Vous trouverez les paramètres dans le menu si vous n'êtes pas connecté.", "fr"),
        ("Los ajustes están en el menú, pero no se ven si la sesión es de otro.", "es"),
        ("Le impostazioni sono nel menu, ma non si vedono se la sessione è chiusa.", "it"),
        ("As configurações estão no menu, mas não são vistas sem uma sessão.", "pt"),
        ("De instellingen vind je in het menu, maar niet als je bent afgemeld.", "nl"),
        ("Inställningarna finns i menyn, men inte när du är utloggad från det.", "sv"),
        ("Indstillingerne findes i menuen, men ikke hvis du er logget af og ud.", "da"),
        ("Innstillingene finnes i menyen, men ikke hvis du er logget av og ut.", "no"),
        ("Asetukset ovat valikossa, mutta niitä ei näy, jos olet kirjautunut ulos.", "fi"),
        ("Ustawienia są w menu, ale nie są widoczne, jeśli nie jesteś zalogowany.", "pl"),
        ("Настройки находятся в меню, но их не видно, если вы не вошли.", "ru"),
        ("Налаштування є в меню, але їх не видно, якщо ви не увійшли.", "uk"),
        ("Ayarlar menüde, ama oturum açık değil ise bu ayarlar için bir yol yok.", "tr"),
        ("Nastavení je v nabídce, ale není vidět, pokud jste se již odhlásili.", "cs"),
        ("设置在菜单里。", "zh"),
        ("設定はメニューにあります。", "ja"),
        ("설정은 메뉴에 있습니다.", "ko"),
        ("การตั้งค่าอยู่ในเมนู", "th"),
        (GERMAN.replace("Menü", "Menu\u0308"), "de"),
        ("", ""),
        ("Reset", ""),
        ("die Einstellungen", ""),
        ("So I have to go. I also go!", "en"),
        (f"{GERMAN} You find the settings there when signed in.", ""),
    ],
)
def test_a_text_tells_its_language_where_it_is_long_enough_and_not_mixed(text, language):
    assert detect_language(text) == language


@pytest.mark.parametrize(
    ("written", "code"),
    [("de", "de"), ("DE-at", "de"), (" pt_BR ", "pt"), ("nb", "no"), ("nn-NO", "no"),
     ("rust", ""), ("german", ""), ("xx", ""), ("", "")],
)  # fmt: skip
def test_a_language_is_named_as_people_name_it(written, code):
    assert language_code(written) == code


@pytest.mark.parametrize(
    ("front_matter", "setting", "language"),
    [
        ("", "auto", "de"),
        ("", "fr", "fr"),
        ("---\nlang: sv\n---\n", "fr", "sv"),
        ("---\nLanguage: pt-BR\n---\n", "auto", "pt"),
        ("---\nlang: no\n---\n", "auto", "no"),
        ("---\nlanguage: rust\n---\n", "auto", "de"),
    ],
)
def test_a_page_names_its_language_else_the_setting_does_else_its_text(
    front_matter, setting, language
):
    assert parse_page("a.md", front_matter + GERMAN, setting).language == language


@pytest.mark.parametrize(
    ("question", "languages", "asked"),
    [
        ("how do processes die", ("", "de"), ("en",)),
        ("was ist das", ("", "de"), ("de",)),
        ("wo ist die Datei", ("de",), ("de",)),
        ("die Datei", ("de",), ("de",)),
        ("processes die", ("", "de"), ()),
        ("Datei", ("", "de"), ()),
        ("où est le fichier", ("de", "fr"), ("fr",)),
    ],
)
def test_a_question_is_in_the_language_of_most_of_its_small_words(question, languages, asked):
    assert question_languages(question.split(), languages) == asked


def test_the_lists_are_of_known_languages_and_hold_what_they_are_compared_with():
    assert {*FUNCTION_WORDS, *STEMMERS} <= set(LANGUAGES)
    assert set().union(*FUNCTION_WORDS.values()) >= ENGLISH_WORDS
    assert all(word == word.lower() for words in FUNCTION_WORDS.values() for word in words)
