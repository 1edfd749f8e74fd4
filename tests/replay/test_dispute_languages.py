"""The signed page in the languages of its readers: the words are the language's, the data is the same."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.cli.main import run
from pitboss.reason import because
from pitboss.replay.dispute.check import check_page
from pitboss.replay.dispute.document import (
    DOMAIN,
    PLACE,
    Document,
    DocumentFault,
    _block,
    parse_page,
    signed_page,
)
from pitboss.store.open import open_journal
from pitboss.words import catalogue
from tests.replay.disputed import KEY, play_evening
from tests.replay.test_dispute import HOUSE, page_of
from tests.words.pseudo import CODE, MARK, make_words, spoken

ROUNDS = ("T1/1", "T1/2")
DATA = re.compile(
    r"pitboss/[\w+/]+|(table|link)/\w+|[A-Za-z0-9]+(/[a-z0-9-]+)+|\b[0-9a-f]{8,64}\b|\{\w+\}"
    r"|\b(ann|bob|dee|dan|Sue|Max|Shaw|swing|grand|SGD)\b"
    r"|Resorts World at Sentosa Pte\. Ltd\.|the camera shows a flush|the dealer mistyped a suit"
    r"|[A-Z][a-z]+([A-Z][a-z]+)+|Revealed"
)
"""Names of people, links and shifts, what people have typed in, streams, kinds of events, hashes and gaps."""
COMMANDS = re.compile(r"pitboss (replay --check|settle)|--key")


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("evening")
    play_evening(folder / "evening.db", folder / "witness.txt", folder / "house.pem")
    return folder


@pytest.fixture(scope="module")
def chinese(evening: Path) -> dict[str, str]:
    return pages(evening, "zh")


@pytest.fixture
def languages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("languages") / "words"
    make_words(folder)
    with spoken(folder):
        yield


def pages(evening: Path, language: str) -> dict[str, str]:
    with open_journal(evening / "evening.db", read_only=True) as journal:
        return {name: page_of(journal, name, language) for name in ROUNDS}


def texts_of(page: str) -> list[str]:
    """What a reader of a page sees or hears, also once its script has run, without what is data."""
    found: list[str] = []

    class Texts(HTMLParser):
        within = ""

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.within = tag
            found.extend(value or "" for name, value in attrs if name in ("aria-label", "data-label"))

        def handle_endtag(self, tag: str) -> None:
            self.within = ""

        def handle_data(self, data: str) -> None:
            if self.within == "pre":
                found.append(" ".join(re.findall("^# (.*)", data, re.M)))
            elif self.within == "script" and "const SAYS" in data:
                found.extend(re.findall(r'": "(.*)"', data))
            elif self.within not in ("script", "style"):
                found.append(data)

    Texts().feed(page)
    return [DATA.sub("", text) for text in found]


def visible(document: Document, data: str, language: str) -> str:
    """The page around other data, signed by the house."""
    block = _block(data, KEY.sign(DOMAIN + data.encode()), document.record.key, language)
    return document.visible.replace(PLACE, block)


def test_the_texts_of_a_page_are_found(evening: Path) -> None:
    found = texts_of(pages(evening, "en")["T1/1"])
    for text in ("Settlement", "queen of spades", "Stake", "What this page shows is what was signed."):
        assert text in found
    assert any("from the journal's positions 24 to" in text for text in found if "Round" in text)


@pytest.mark.parametrize("name", ROUNDS)
def test_a_page_in_chinese_has_no_english_left(chinese: dict[str, str], name: str) -> None:
    page = chinese[name]
    assert '<html lang="zh-Hans">' in page
    left = [COMMANDS.sub("", text) for text in texts_of(page)]
    words = {word for text in left for word in re.findall("[A-Za-z]{2,}", text)}
    assert words <= {"Pitboss", "SHA", "Ed"}
    assert "底注按 1 赔 1 赔付。" in page


@pytest.mark.usefixtures("languages")
def test_a_page_in_the_pseudo_language_has_nothing_but_its_words(evening: Path) -> None:
    for page in pages(evening, CODE).values():
        assert f'<html lang="{CODE}">' in page
        left = [re.sub(f"{MARK}+[^{MARK}]*{MARK}+", "", text) for text in texts_of(page)]
        assert {word for text in left for word in re.findall("[A-Za-z]{3,}", text)} <= {"SHA"}
        assert page.count(MARK) > 200
        assert check_page(parse_page(page), HOUSE).proved


def test_a_page_in_chinese_is_proved_and_holds_the_data_of_the_english_one(
    evening: Path, chinese: dict[str, str]
) -> None:
    english = pages(evening, "en")
    for name, page in chinese.items():
        checked = check_page(parse_page(page), HOUSE)
        assert checked.proved
        assert all(finding.holds for finding in checked.findings)
        ours, other = parse_page(page).record, parse_page(english[name]).record
        assert (ours.language, other.language) == ("zh", "en")
        assert ours.proof == other.proof
        assert {**ours.replay, "round_file": None} == {**other.replay, "round_file": None}


@pytest.mark.parametrize(("old", "new"), [("赢", "输"), ("<h2>结果</h2>", "<h2>结果</h2><p>和一辆车</p>")])
def test_a_changed_page_in_chinese_does_not_hold(chinese: dict[str, str], old: str, new: str) -> None:
    checked = check_page(parse_page(chinese["T1/2"].replace(old, new, 1)), HOUSE)
    (fault,) = [finding for finding in checked.findings if finding.holds is False]
    assert fault.reason == because("page.fails", why=because("page.as_signed"))


def test_another_language_than_that_of_the_page_does_not_hold_even_with_the_key(
    chinese: dict[str, str],
) -> None:
    document = parse_page(chinese["T1/2"])
    other = signed_page(document.visible, replace(document.record, language="en"), KEY)
    checked = check_page(parse_page(other), HOUSE)
    assert [finding.text for finding in checked.findings if finding.holds is False] == [
        "This does not hold: Made again from these events, the page is the same."
    ]


def test_words_of_another_table_are_told_in_the_language_and_cannot_be_forged_at_will(
    chinese: dict[str, str],
) -> None:
    """They are data with the rest; an unknown code, or words within words without end, make no page."""
    document = parse_page(chinese["T1/1"])
    assert "已收 T2/1 的 1 个累积奖金注" in document.visible
    moments = document.record.replay["moments"]
    place = next(n for n, moment in enumerate(moments) if "said" in moment and not moment["own"])
    deep: object = {"code": "link.closed"}
    for _ in range(60):
        deep = {"code": "ranking.every", "params": {"category": deep}}
    for said in ({"code": "no.such"}, {"code": "link.money_to"}, deep, "text", None):
        forged = [*moments[:place], {**moments[place], "said": said}, *moments[place + 1 :]]
        record = replace(document.record, replay={**document.record.replay, "moments": forged})
        checked = check_page(parse_page(signed_page(document.visible, record, KEY)), HOUSE)
        assert not checked.proved
        assert because("page.not_remade") in [finding.reason for finding in checked.missing]


def test_a_page_in_an_unknown_language_is_refused(chinese: dict[str, str]) -> None:
    document = parse_page(chinese["T1/1"])
    for language in ("fr", "", "..", "zh/../en"):
        data = document.data.replace('"language":"zh"', f'"language":"{language}"')
        assert data != document.data
        with pytest.raises(DocumentFault, match="The language of the page is not known here"):
            parse_page(visible(document, data, "en"))


def test_the_command_writes_the_page_in_the_language_that_is_named(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db, key = str(evening / "evening.db"), str(evening / "house.pem")
    made = ["replay", db, "T1/2", "--dispute", str(tmp_path / "zh.html"), "--key", key]
    assert run([*made, "--language", "zh"]) == 0
    assert parse_page((tmp_path / "zh.html").read_text(encoding="utf-8")).record.language == "zh"
    capsys.readouterr()
    assert run(["replay", "--check", str(tmp_path / "zh.html"), "--key", key]) == 0
    assert "holds  Made again from these events, the page is the same." in capsys.readouterr().out
    assert run([*made, "--language", "fr"]) == 2
    assert "--language: 'fr' is not one of the languages en, zh" in capsys.readouterr().err
    assert run(["replay", db, "T1/2", "--language", "zh"]) == 2
    assert "--language is the language of the page that --dispute writes" in capsys.readouterr().err


def test_every_word_of_the_page_differs_from_the_english() -> None:
    english, chinese = catalogue("en").entries, catalogue("zh").entries
    said = [code for code, text in english.items() if code.startswith("record.") and "{" not in text]
    assert len(said) > 60
    assert [code for code in said if chinese[code] == english[code]] == []
