"""What sheets say in Chinese: gists, explanations of clauses, and reasons and refusals of their proofs."""

import re
from collections import Counter
from functools import cache

from pitboss.reason import Reason
from pitboss.records.proof import proof_files
from pitboss.records.round_file import FileFault, parse_round_file
from pitboss.records.runner import FileFailed, play
from pitboss.sheets import load, sheet_ids
from pitboss.sheets.compare import topics
from pitboss.sheets.explanation import Explainer
from pitboss.sheets.readings import POINTS
from pitboss.web import ROOT
from pitboss.words import say
from pitboss.words.catalogue import catalogue, slug
from tests.web.test_words import entries
from tests.words.pseudo import texts_of_sheets

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
def explained() -> tuple[Reason, ...]:
    """What the rulebook says of every clause and of every topic of a sheet."""
    found = dict[Reason, None]()
    for game in map(load, sheet_ids()):
        explainer = Explainer(game.sheet)
        for clause in game.register:
            for passage in explainer.passages(clause):
                found |= dict.fromkeys((passage.heading, *passage.reasons))
        for topic in topics(game.sheet):
            named = topic.reason.code == "rule.text"
            found |= dict.fromkeys((topic.headed, topic.named, *(() if named else (topic.reason,))))
    return tuple(found)


def chinese(text: str) -> str:
    """The text of a sheet in Chinese; itself where there is none."""
    return catalogue("zh").term("gist", text)


def test_every_text_of_a_sheet_has_its_chinese() -> None:
    texts = {text for point in POINTS.values() for text in (point.question, *point.options.values())}
    texts |= {name.replace("_", " ") for point in POINTS for name in (point, *POINTS[point].options)}
    texts |= {reading.gist for game in map(load, sheet_ids()) for reading in game.sheet.readings.values()}
    assert [text for text in (*gists(), *texts) if chinese(text) == text] == []


def test_every_gist_in_chinese_is_of_a_text() -> None:
    known = {f"gist.{slug(text)}" for text in texts_of_sheets()}
    assert {*entries("zh", "gists"), *entries("zh", "irregularities")} - known == set()


def numbers(text: str) -> Counter[str]:
    return Counter(re.findall(r"\d+(?:[.,]\d+)*", text))


def test_numbers_amounts_and_clauses_are_the_same_in_both() -> None:
    assert {text: said for text in gists() if numbers(text) != numbers(said := chinese(text))} == {}
    for text, said in reasons().items():
        lost = numbers(text) - numbers(said)
        assert not lost, (text, said)


def reasons() -> dict[str, str]:
    """What is told of the sheets, their clauses and their proofs in English, with its Chinese."""
    return {say(reason): say(reason, "zh") for reason in (*told(), *explained())}


def test_no_english_word_is_left() -> None:
    names = (
        r"\b(?:ann|bob|cat|dan|eve|mega|diamond|dealer|PIN|SGD|box|action|permit|void|close|no_jackpot|"
        r"[AKQJT2-9]{2}[so])\b"
    )
    pairs = {**{text: chinese(text) for text in gists()}, **reasons()}
    left = {text: said for text, said in pairs.items() if said and _words(said, names)}
    assert left == {}


def _words(said: str, names: str) -> list[str]:
    titles = "|".join(re.escape(load(sheet).sheet.identity.title) for sheet in sheet_ids())
    return re.findall(r"[A-Za-z]{3,}", re.sub(f"{titles}|{names}", "", said, flags=re.IGNORECASE))


def test_bets_have_the_titles_that_the_catalogue_translates() -> None:
    text = (ROOT / "js" / "bet-titles.js").read_text(encoding="utf-8")
    titles = {f"bet.{bet}": title for bet, title in re.findall(r'^  (\w+): "(.*)",$', text, re.M)}
    assert titles == {word: text for word, text in entries("en", "terms").items() if word.startswith("bet.")}


RETIRED = {
    "赌台|牌桌|本台|开台|收台": "赌桌, 本桌, 开桌, 收桌",
    "规则书": "规则表; the page of the rulebook alone is 规则书",
    "见证人": "见证方; who sees a player seated is a 见证人",
    "会签": "联署",
    "号位|赌位|注格|(?<![部专])门": "投注框, 号框",
    "散列": "哈希",
    "博彩日": "营业日",
    "联网|联奖": "联线",
    "牌组(?!成)": "牌具",
    "累积奖池|累积奖金投注|头奖|彩池": "累积奖金, 累积奖金注",
    "旁家": "羡慕奖",
    "底注奖励": "底注奖",
    "合资格|够资格": "合格",
    "和局": "平局",
    "你": "您",
    "登入": "登录",
    "牌盒": "牌靴",
    "销牌": "烧牌",
    "冲销": "冲正",
    "申领": "申报",
    "派彩": "赔付, 支付",
    "荷官的?牌|荷官不": "庄家 plays by the sheet; a 荷官 signs on",
    "庄家优势": "赌场优势: the House is not the Dealer",
}
"""Words of other hands for what has a name, and the name."""
EXCEPT = {"rulebook.title", "rail.rulebook", "console.witness"}


def test_a_thing_has_one_name_in_chinese() -> None:
    found = [
        (code, word, name)
        for code, text in catalogue("zh").entries.items()
        for word, name in RETIRED.items()
        if code not in EXCEPT and re.search(word, text)
    ]
    assert found == []


def test_chinese_has_its_own_punctuation() -> None:
    half = re.compile(r"[\u4e00-\u9fff][,:;!()]|[,:;!()][\u4e00-\u9fff]")
    gap = re.compile(r"\{[^{}]*\}")
    texts = {code: gap.sub("", text) for code, text in catalogue("zh").entries.items()}
    named = {"simulation.no_loop_function", "amounts.day", "config.limits"}
    assert [text for code, text in texts.items() if half.search(text) and code not in named] == []


def test_a_clause_within_a_sentence_has_no_full_stop() -> None:
    stops = {
        code: text for code, text in reasons().items() if "。。" in text or "。：" in text or "。，" in text
    }
    assert stops == {}
    cited = next(text for reason in told() if reason.code == "line.returned" for text in [say(reason, "zh")])
    assert "。" not in cited
