"""Words and the stems that are stored for them."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai_memory.parse.stems import STEMMERS, readings, stemmed


@pytest.mark.parametrize(
    ("languages", "read"),
    [
        ((), ("",)),
        (("", "en", "ja"), ("",)),
        (("de",), ("de",)),
        (("fr", "", "de"), ("", "de", "fr")),
    ],
)
def test_languages_without_a_stemmer_are_read_as_english(languages, read):
    assert readings(languages) == read


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("de", "Einstellung", "Einstellungen"),
        ("de", "Häuser", "Haus"),
        ("fr", "paramètre", "paramètres"),
        ("es", "canción", "canciones"),
        ("it", "impostazione", "impostazioni"),
        ("pt", "configuração", "configurações"),
        ("nl", "instelling", "instellingen"),
        ("sv", "inställning", "inställningarna"),
        ("fi", "talo", "talossa"),
        ("pl", "ustawienie", "ustawienia"),
        ("ru", "настройка", "настройки"),
        ("tr", "ayar", "ayarlar"),
    ],
)
def test_forms_of_a_word_have_one_stem(language, one, other):
    assert stemmed(one, language) == stemmed(other, language)


def test_what_is_no_letter_stays_where_it_is():
    assert stemmed("Häuser_der-Städte 12,", "de") == "haus_der-stadt 12,"
    assert stemmed("Häuser", "") == "Häuser"
    assert stemmed("x" * 10_000, "de") == "x" * 10_000


@given(st.text(), st.sampled_from(sorted(STEMMERS)))
def test_no_word_is_lost_or_made(text, language):
    text = text.lower()
    assert len(stemmed(text, language).split()) == len(text.split())


def test_several_threads_may_stem_at_once():
    words = [f"Einstellung{ending}" for ending in ("", "en", "s")] * 200
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(lambda word: stemmed(word, "de"), words)) == {"einstell"}
