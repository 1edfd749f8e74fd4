"""Every fault of a sheet at once, each with its path, its line and the words allowed."""

import ast
import copy
import random
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.sheets import SheetFault, checks, policies, sheet_ids
from pitboss.sheets.checks import SHEET_FILE
from pitboss.sheets.examination import examined
from pitboss.sheets.form import form_faults
from pitboss.sheets.loader import examine, read_texts
from pitboss.sheets.model import Sheet
from pitboss.sheets.places import line_of, lines_of
from tests.sheets.shipped import shipped_texts, source_of

THREE_CARD = "rws-three-card-v3"
SHEET, CLAUSES = shipped_texts(THREE_CARD)


def edited(*changes: tuple[str, str], text: str = SHEET) -> str:
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def test_every_fault_is_told_at_once_with_its_line() -> None:
    text = edited(
        (
            'ante = { result = "win", clauses = ["3.15.1", "4.1"] }',
            'ante = { result = "wins", clauses = ["4.1"] }',
        ),
        ("most_boxes = 7", 'most_boxes = "seven"'),
        ('effect = "return_orphan"', 'effect = "return_orphans"'),
        ('[pays.pair_plus]\nclauses = ["4.2", "3.16"]\n', "[pays.pair_plus]\n"),
        ('taken_as = "lower"', 'takn_as = "lower"'),
        ('choice = "not_paid"', 'choice = "unpaid"'),
        ('currency = "SGD"', 'currency = "dollars"'),
        ('wrong_count = ["5.8.3"]', 'wrong_count = ["5.8.33"]'),
        ('title = "three of a kind", hand', 'titel = "three of a kind", hand'),
    )
    found, game = examine(text, CLAUSES)
    assert game is None
    told = {fault.path: fault for fault in found.faults}
    assert {path: fault.message for path, fault in told.items()} == {
        "showdown.higher.ante.result": "'wins' is not one of lose, push, returned, win; did you mean win?",
        "layout.most_boxes": "'seven' is not a whole number",
        "irregularities.5.4.effect": told["irregularities.5.4.effect"].message,
        "pays.pair_plus.clauses": "this key is missing: it is a list of clause numbers",
        "decline.takn_as": "there is no such key; did you mean taken_as?",
        "decline.taken_as": "this key is missing: it is one of folded, lower",
        "readings.ante_bonus_after_fold.choice": "'unpaid' is not one of not_paid, paid",
        "identity.currency": "'dollars' is not an ISO 4217 code of a currency such as SGD",
        "deck.wrong_count": "clause 5.8.33 is not in the register",
        "jackpot.lines.3.titel": "there is no such key; did you mean title?",
        "jackpot.lines.3.title": "this key is missing: it is text",
    }
    assert told["irregularities.5.4.effect"].message.endswith("did you mean return_orphan?")
    lines = text.splitlines()
    for fault in found.faults:
        assert fault.file == SHEET_FILE
        assert fault.line is not None
        begins = fault.key if "missing" not in fault.message else ""
        assert begins in lines[fault.line - 1], fault
    assert '"three of a kind"' in lines[(told["jackpot.lines.3.title"].line or 0) - 1]


def test_one_fault_is_raised_where_one_is_enough() -> None:
    text = edited(("most_boxes = 7", "most_boxes = 99"), ("[fold]\n", "[fold]\nkeeps = []\n"))
    with pytest.raises(SheetFault, match="there is no such key") as raised:
        read_texts(text, CLAUSES)
    assert (raised.value.path, raised.value.key, raised.value.file) == ("fold.keeps", "keeps", SHEET_FILE)
    assert text.splitlines()[(raised.value.line or 0) - 1] == "keeps = []"


def test_faults_of_the_register_are_told_with_those_of_the_sheet() -> None:
    clauses = edited(('"1.3" = { kind = "defines"', '"1.3" = { kind = "hints"'), text=CLAUSES)
    found, _ = examine(edited(("cards = 52", "cards = true")), clauses)
    assert [(fault.file, fault.path) for fault in found.faults] == [
        ("sheet.toml", "deck.cards"),
        ("clauses.toml", "clauses.1.3.kind"),
    ]
    assert found.faults[1].line == 1 + next(
        n for n, line in enumerate(clauses.splitlines()) if "hints" in line
    )
    broken, _ = examine("[identity\n", '"1.1" = [\n')
    assert [fault.path for fault in broken.faults] == ["sheet.toml", "clauses.toml"]


WRONG: tuple[Any, ...] = ("odd", 3, -1, 2.5, True, [], {}, ["3.1"], {"x": 1}, [[]], "", "3.1")


def spoiled(data: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """A copy of a sheet's data with one value changed, taken out or put in."""
    data = copy.deepcopy(data)
    holder: Any = data
    while True:
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        key = chance.choice(keys)
        inner = holder[key]
        if not (isinstance(inner, dict | list) and inner) or chance.random() < 0.15:
            break
        holder = inner
    act = chance.randrange(3)
    if act == 0:
        del holder[key]
    elif act == 1 and isinstance(holder, dict):
        holder["odd_key"] = chance.choice(WRONG)
    else:
        holder[key] = chance.choice(WRONG)
    return data


@pytest.mark.parametrize("sheet", sheet_ids())
def test_the_walk_finds_a_fault_where_the_decoder_does_and_nowhere_else(sheet: str) -> None:
    chance, refused = random.Random(sheet), 0
    source = source_of(sheet)[0]
    for _ in range(60):
        data = spoiled(source, chance)
        faults = list(form_faults(data, Sheet, "", SHEET_FILE))
        assert bool(faults) != decodes(data), faults
        refused += bool(faults)
    assert refused > 20


def decodes(data: dict[str, Any]) -> bool:
    try:
        msgspec.convert(data, Sheet)
    except msgspec.ValidationError:
        return False
    return True


@pytest.mark.parametrize("sheet", sheet_ids())
def test_a_spoiled_sheet_is_told_and_never_crashes(sheet: str) -> None:
    chance = random.Random(f"{sheet} twice")
    source, clauses = source_of(sheet)
    for _ in range(30):
        found = examined(spoiled(spoiled(source, chance), chance), clauses)
        assert found.faults or found.sheet


@pytest.mark.parametrize("sheet", sheet_ids())
@pytest.mark.parametrize("which", [0, 1])
def test_every_value_of_a_sheet_has_its_line(sheet: str, which: int) -> None:
    text = shipped_texts(sheet)[which]
    lines, written = lines_of(text), text.splitlines()
    paths = list(leaves(tomllib.loads(text), ""))
    assert len(paths) > 100
    for path, key, value in paths:
        line = lines[path]
        if isinstance(value, str) and '"' not in value:
            assert value in written[line - 1], path
        assert key.isdecimal() or key in written[line - 1], path


def leaves(value: Any, path: str) -> Any:
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in entries:
        where = f"{path}.{key}".lstrip(".")
        if isinstance(inner, dict | list):
            yield from leaves(inner, where)
        else:
            yield where, str(key), inner


def test_no_check_is_called_without_its_faults_being_taken() -> None:
    """A check yields its faults: called as a statement of its own it would find nothing."""
    for path in [*Path(checks.__file__).parent.glob("*checks.py"), Path(policies.__file__)]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
                assert "check" not in ast.unparse(node.value.func), f"{path.name}, line {node.lineno}"


def test_lines_of_every_way_to_write_toml() -> None:
    text = (
        '# [no]\na.b = 1 # x = 2\n"c.d" = """\ne = 5\n"""\n[t]\nlist = [\n  1, # one\n  { p = "]" },\n]\n'
        "[[many]]\nk = 'v'\n[[many]]\nk = 'w'\n[many.inner]\nz = 1979-05-27\n[t.\"5.8.1\"]\ny = true\n"
    )
    assert tomllib.loads(text)
    lines = lines_of(text)
    expected = {"a.b": 2, "c.d": 3, "t": 6, "t.list": 7, "t.list.0": 8, "t.list.1.p": 9, "many.0.k": 12}
    expected |= {"many.1.k": 14, "many.1.inner.z": 16, "t.5.8.1.y": 18}
    assert {path: lines.get(path) for path in expected} == expected
    assert line_of(lines, "t.5.8.1.none.at.all") == 17
    assert line_of(lines, "nothing") is None
