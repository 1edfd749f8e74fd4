"""The pseudo-language: longer than the English, with every param of it."""

import re
from pathlib import Path

import msgspec
import pytest

from pitboss.reason import because
from pitboss.words import say
from pitboss.words.catalogue import catalogue, languages
from pitboss.words.message import gaps_of, parse_message
from tests.words.pseudo import CODE, MARK, accented, make_words, pseudo, spoken


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("languages") / "words"
    make_words(made)
    return made


def test_a_folder_is_all_that_a_language_needs(folder: Path) -> None:
    with spoken(folder):
        assert [language.code for language in languages()] == ["en", CODE, "zh"]
        said = say(because("not_signed_on", name="mei", table="3CP-1"), CODE)
    assert said == f"{MARK}mei{MARK} {accented('is not signed on to table')} {MARK}3CP-1{MARK}"
    assert CODE not in [language.code for language in languages()]


def test_every_entry_has_the_params_of_the_english(folder: Path) -> None:
    with spoken(folder):
        found = catalogue(CODE).entries
    english = catalogue().entries
    assert english.keys() <= found.keys()
    wrong = [
        code
        for code, text in english.items()
        if code != "language.tag"
        if gaps_of(parse_message(found[code])) != gaps_of(parse_message(text))
    ]
    assert wrong == []


def test_texts_are_two_fifths_longer_and_cards_are_left_as_they_are() -> None:
    text = "The cards are counted, and the round is void unless there are fifty-two"
    assert 1.4 <= len(accented(text)) / len(text) <= 1.5
    assert re.search("[A-Za-z]", accented(text)) is None
    assert accented("A-K-Q") == "A-K-Q"
    assert pseudo("{count, plural, one {# box} other {# boxes}}").count("#") == 2


def test_written_parts_are_read_again(folder: Path) -> None:
    for path in (folder / CODE).glob("*.json"):
        assert msgspec.json.decode(path.read_bytes(), type=dict[str, str])
