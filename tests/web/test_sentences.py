"""Sentences of the API in Chinese: gists, and the reasons and refusals of the sheets' own proofs."""

import re
from collections import Counter
from functools import cache

import pytest

from pitboss.access.roles import PERMISSIONS, permission_missing
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
DONE = {
    "deals 4♥ 10♦ 2♥ to box 1": "发 4♥ 10♦ 2♥ 给 1 号框",
    "turns over the community cards J♦ 8♣ and the Dealer's 4♠ 10♥ J♠": "翻开公共牌 J♦ 8♣ 和庄家的 4♠ 10♥ J♠",
    "ann bets 50.00 on Pair Plus, box 4": "ann 在 4 号框下对子以上 50.00",
    "the round is void (5.8, 5.8.4)": "本局作废（5.8、5.8.4）",
    "ann loses at most 100.00 in a gaming day by their own limit; lost so far are 25.00, and 25.00 are in "
    "bets: bet up to 50.00, or wait for the next gaming day; the page My play has the limit": (
        "ann 自设的每博彩日亏损限额为 100.00：已输 25.00，在注 25.00；最多可下 50.00，"
        "或等下一个博彩日；限额见“我的游戏”"
    ),
    "The cards were not shuffled; the Dealer reports 5.8.5": "牌未洗；庄家登记 5.8.5",
}
"""What was done, as the pages of past rounds and the trainer tell it."""


@cache
def gists() -> tuple[str, ...]:
    """What the shipped sheets say of their clauses and irregularities."""
    found = dict[str, None]()
    for game in map(load, sheet_ids()):
        found |= dict.fromkeys(entry.gist for entry in game.register.values())
        found |= dict.fromkeys(entry.gist for entry in game.sheet.irregularities.values())
    return tuple(found)


@cache
def told() -> tuple[str, ...]:
    """Reasons and refusals of the sheets' proofs."""
    found = dict[str, None]()
    for sheet in sheet_ids():
        for file in proof_files(sheet)[::EVERY]:
            data = {name: part for name, part in file.data.items() if name not in {"expect", "proof"}}
            try:
                rounds = play(parse_round_file(data))
            except (FileFault, FileFailed):
                continue
            for played in rounds:
                found |= dict.fromkeys(line.why for line in played.settlement.lines)
                found |= dict.fromkeys(step.refusal.message for step in played.refused)
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


@cache
def refused_for_roles() -> tuple[str, ...]:
    """What somebody is told who lacks a permission, or needs a password for it."""
    missing = (permission_missing(permission).message for permission in PERMISSIONS)
    gists = (say(allowed.gist) for allowed in PERMISSIONS.values())
    return (*missing, *(f"to {gist} takes a password: sign in with it" for gist in gists))


STAFF = {
    "box 3: royal flush, 20001.50": "3 号框：皇家同花顺，20001.50",
    "round 7 waits for a supervisor": "第 7 局等待主管",
    "gaming day 2025-03-10 is over: reconcile and close it": "营业日 2025-03-10 已结束：请对账并关闭",
    "gaming day 2025-03-10 is closed: two people sign it off": "营业日 2025-03-10 已关闭：须两人签核",
    "dealer becomes the Pit Supervisor.": "dealer 成为区域主管。",
    "From its next round on, table 3CP-1 displays:": "自下一局起，赌桌 3CP-1 公示：",
    "limits of Ante 5.00 to 50.00, instead of none": "底注的限额 5.00 至 50.00，原来没有",
    "boxes 6, instead of 7": "投注框数 6，原为 7",
    "a seat is kept for 3 rounds without a bet, instead of ever": "座位保留 3 局不下注，原为一直",
    "overflow to the next seed, instead of link mega": "溢出转至下一次底金，原为联线 mega",
    "The display of link mega is lowered by 12.50.": "联线 mega 的显示数额减少 12.50。",
    "12.50 of the reserve of link mega goes to the house.": "联线 mega 的储备中 12.50 转至赌场。",
    "Link mega ends; all it holds goes to link diamond.": "联线 mega 结束；其全部款项转至联线 diamond。",
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
"""What waits, what is proposed and how to play best."""


@pytest.fixture(scope="module")
def chinese() -> dict[str, str | None]:
    texts = [
        *gists(),
        *told(),
        *explained(),
        *refused_for_roles(),
        *STAFF,
        *DONE,
        "The moon is made of cheese.",
    ]
    return in_chinese(texts, "loadGists", "loadStaff", "loadRefusals")


def test_every_gist_and_every_reason_has_its_chinese(chinese: dict[str, str | None]) -> None:
    assert [text for text in (*gists(), *told()) if not chinese[text]] == []
    assert {text: chinese[text] for text in DONE} == DONE
    assert [text for text in (*explained(), *refused_for_roles()) if not chinese[text]] == []
    assert {text: chinese[text] for text in STAFF} == STAFF
    assert chinese["The moon is made of cheese."] is None


def numbers(text: str) -> Counter[str]:
    return Counter(re.findall(r"\d+(?:[.,]\d+)*", text))


def test_numbers_amounts_and_clauses_are_the_same_in_both(chinese: dict[str, str | None]) -> None:
    other = {text: said for text in gists() if numbers(text) != numbers(said := chinese[text] or "")}
    assert other == {}
    for text in (*told(), *explained(), *STAFF):
        lost = numbers(text) - numbers(chinese[text] or "")
        assert not lost, (text, chinese[text])


def test_no_english_word_is_left(chinese: dict[str, str | None]) -> None:
    names = (
        r"\b(?:ann|bob|cat|dan|eve|mega|diamond|dealer|PIN|SGD|box|action|permit|void|close|no_jackpot|"
        r"[AKQJT2-9]{2}[so])\b"
    )
    left = {text: said for text, said in chinese.items() if said and _words(said, names)}
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
