"""What sheets say in Chinese: gists, and the reasons and refusals of their own proofs."""

import re
from collections import Counter
from functools import cache

import pytest

from pitboss.reason import Reason
from pitboss.records.proof import proof_files
from pitboss.records.round_file import FileFault, parse_round_file
from pitboss.records.runner import FileFailed, play
from pitboss.sheets import load, sheet_ids
from pitboss.sheets.explanation import Explainer
from pitboss.sheets.readings import POINTS
from pitboss.web import ROOT
from pitboss.words import say
from tests.web.chinese import in_chinese
from tests.web.test_words import catalogue, entries

EVERY = 7
"""Of the proofs, one in so many is played: they are made of the same sentences."""


@cache
def gists() -> tuple[str, ...]:
    """What the shipped sheets say of their clauses and irregularities."""
    found = dict[str, None]()
    for game in map(load, sheet_ids()):
        found |= dict.fromkeys(entry.gist for entry in game.register.values())
        found |= dict.fromkeys(entry.gist for entry in game.sheet.irregularities.values())
    return tuple(found)


@cache
def told() -> tuple[Reason, ...]:
    """Reasons and refusals of the sheets' proofs."""
    found = dict[Reason, None]()
    for sheet in sheet_ids():
        for file in proof_files(sheet)[::EVERY]:
            data = {name: part for name, part in file.data.items() if name not in {"expect", "proof"}}
            try:
                rounds = play(parse_round_file(data))
            except (FileFault, FileFailed):
                continue
            for played in rounds:
                found |= dict.fromkeys(line.reason for line in played.settlement.lines)
                found |= dict.fromkeys(step.refusal.reason for step in played.refused)
    return tuple(found)


@cache
def explained() -> tuple[str, ...]:
    """What the rulebook says of every clause: policies, effects, refusals and readings."""
    found = dict[str, None]()
    for game in map(load, sheet_ids()):
        explainer = Explainer(game.sheet)
        for clause in game.register:
            for passage in explainer.passages(clause):
                found |= dict.fromkeys((passage.title, *passage.sentences))
        found |= dict.fromkeys(reading.gist for reading in game.sheet.readings.values())
    for point in POINTS.values():
        found |= dict.fromkeys((point.question, *point.options.values()))
    return tuple(found)


BEST_PLAY = {
    "Play Q-6-4 or higher, fold the rest: 14,900 of 22,100 hands are played.": (
        "Q-6-4 或更大下跟注，其余弃牌：22,100 手中玩 14,900 手。"
    ),
    "Bet one pair or higher, five odd cards by the face-up card: 63,794,004 of 122,151,120 hands with a "
    "face-up card bet.": (
        "一对或更大下加注，五张散牌视庄家明牌而定：连同明牌 122,151,120 种中下注 63,794,004 种。"
    ),
    "Fold 32o, 42o, Flop the rest (1,266 of 1,326 pairs); Turn and River where that bet alone gains.": (
        "32o, 42o 弃牌，其余下翻牌注（1,326 对中 1,266 对）；转牌注与河牌注仅在该注本身有利时下。"
    ),
}
"""How to play best."""


@pytest.fixture(scope="module")
def chinese() -> dict[str, str | None]:
    return in_chinese([*gists(), *explained(), *BEST_PLAY, "The moon is made of cheese."])


def test_every_gist_and_every_explanation_has_its_chinese(chinese: dict[str, str | None]) -> None:
    assert [text for text in (*gists(), *explained()) if not chinese[text]] == []
    assert {text: chinese[text] for text in BEST_PLAY} == BEST_PLAY
    assert chinese["The moon is made of cheese."] is None


def numbers(text: str) -> Counter[str]:
    return Counter(re.findall(r"\d+(?:[.,]\d+)*", text))


def test_numbers_amounts_and_clauses_are_the_same_in_both(chinese: dict[str, str | None]) -> None:
    other = {text: said for text in gists() if numbers(text) != numbers(said := chinese[text] or "")}
    assert other == {}
    pairs = {**{text: chinese[text] or "" for text in (*explained(), *BEST_PLAY)}, **reasons()}
    for text, said in pairs.items():
        lost = numbers(text) - numbers(said)
        assert not lost, (text, said)


def reasons() -> dict[str, str]:
    """What is told of the sheets' proofs in English, with its Chinese."""
    return {say(reason): say(reason, "zh") for reason in told()}


def test_no_english_word_is_left(chinese: dict[str, str | None]) -> None:
    names = (
        r"\b(?:ann|bob|cat|dan|eve|mega|diamond|dealer|PIN|SGD|box|action|permit|void|close|no_jackpot|"
        r"[AKQJT2-9]{2}[so])\b"
    )
    pairs = {**chinese, **reasons()}
    left = {text: said for text, said in pairs.items() if said and _words(said, names)}
    assert left == {}


def _words(said: str, names: str) -> list[str]:
    titles = "|".join(re.escape(load(sheet).sheet.identity.title) for sheet in sheet_ids())
    return re.findall(r"[A-Za-z]{3,}", re.sub(f"{titles}|{names}", "", said, flags=re.IGNORECASE))


def test_bets_have_the_titles_that_the_catalogue_translates() -> None:
    text = (ROOT / "js" / "bet-titles.js").read_text(encoding="utf-8")
    titles = {f"bet.{bet}": title for bet, title in re.findall(r'^  (\w+): "(.*)",$', text, re.M)}
    assert titles == {word: text for word, text in catalogue("en").items() if word.startswith("bet.")}


def test_a_box_has_one_name_in_chinese() -> None:
    texts = [*catalogue("zh").values(), *entries("zh", "gists").values()]
    assert [found for text in texts for found in re.findall("号位|赌位|(?<![部专])门", text)] == []
