"""One list of refusals: the source uses every code of it and no other, and cites where a code needs it."""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
from msgspec import structs

import pitboss
from pitboss.api.errors import RESPONSES, RequestRefused, WrongStatus, accepted, not_found
from pitboss.citation import Clause, Clauses, NoClauses, clauses_or, some_clauses
from pitboss.reason import because
from pitboss.refusal import Refusal, UncitedRefusal, UnknownCode, refuse
from pitboss.refusal_codes import CitedCode, PlainCode
from pitboss.refusal_list import AREAS, ENTRIES, NEEDS_CLAUSE, OF_SHEETS
from pitboss.round.refusal import refuse as refuse_in_round
from pitboss.sheets import load, sheet_ids
from tests.programs import ran

ROOT = Path(pitboss.__file__).parent
LIST = {"refusal_codes.py", "refusal_list.py"}
MAKERS = {"Refusal": 0, "Fault": 0, "refuse": 0, "refuse_with": 0, "status_of": 0}
"""Who takes a code, and at which place; a game that comes before it moves it on by one."""
NO = because("text", text="no")
SNAKE = re.compile(r"[a-z]+(_[a-z]+)*")


@cache
def modules() -> dict[Path, ast.Module]:
    """The source of Pitboss."""
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(ROOT.rglob("*.py"))}


def texts(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def codes_made(tree: ast.AST) -> Iterator[str]:
    """Every code that is written where a refusal is made."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in MAKERS:
                first = next((arg for arg in node.args[:2] if isinstance(arg, ast.Constant)), None)
                yield from texts(first) if first else ()


def test_the_list_and_the_types_have_the_same_codes_each_once() -> None:
    cited = [code for area in AREAS for code in area.cited]
    plain = [code for area in AREAS for code in area.plain]
    assert sorted(cited) == list(get_args(CitedCode))
    assert sorted(plain) == list(get_args(PlainCode))
    assert len(ENTRIES) == len(cited) + len(plain)
    assert frozenset(cited) == NEEDS_CLAUSE
    for area in AREAS:
        assert list(area.cited) == sorted(area.cited)
        assert list(area.plain) == sorted(area.plain)


def test_every_code_has_a_sentence_and_a_status_of_the_schema() -> None:
    for code, entry in ENTRIES.items():
        assert SNAKE.fullmatch(code), code
        assert re.fullmatch(r"[A-Z].+[.)]", entry.meaning), code
        assert {entry.status, *entry.also} <= {*RESPONSES, 431, 500}, code


def test_every_code_that_the_source_makes_is_in_the_list() -> None:
    made = {code for path, tree in modules().items() if path.name not in LIST for code in codes_made(tree)}
    assert len(made) > 150
    assert made - set(ENTRIES) == set()


def test_every_code_of_the_list_is_used_by_the_source() -> None:
    used = {text for path, tree in modules().items() if path.name not in LIST for text in texts(tree)}
    assert set(ENTRIES) - used == set()


def test_nothing_but_the_list_gives_a_code_a_status() -> None:
    """The one refusal that is answered with another status of its code says so by the number of the list."""
    given = []
    for path, tree in modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Dict):
                keys = {key.value for key in node.keys if isinstance(key, ast.Constant)}
                numbers = [v.value for v in node.values if isinstance(v, ast.Constant)]
                if keys & set(ENTRIES) and any(isinstance(number, int) for number in numbers):
                    given.append(path.name)
    assert given == []


def test_a_code_that_is_not_in_the_list_makes_no_refusal() -> None:
    with pytest.raises(UnknownCode, match="bad_mood"):
        Refusal("bad_mood", NO, ("3.4",))


@pytest.mark.parametrize("code", sorted(NEEDS_CLAUSE))
def test_a_code_that_needs_a_clause_makes_no_refusal_without_one(code: str) -> None:
    with pytest.raises(UncitedRefusal, match=code):
        Refusal(code, NO, ())
    made = Refusal(code, NO, ("3.4",))
    with pytest.raises(UncitedRefusal):
        structs.replace(made, clauses=())


def test_checks_of_input_are_not_assertions() -> None:
    code = "from pitboss.refusal import refuse; refuse('table_closed', 'no', ())"
    assert "UncitedRefusal" in ran(sys.executable, "-O", "-c", code, check=False).stderr


def test_the_type_checker_sees_a_clause_that_is_missing() -> None:
    """It also reads this test: an ``ignore`` below that were not needed would be an error of its own."""
    some: tuple[Clause, ...] = ()
    assert refuse("table_closed", NO, ("3.4",)).clauses == ("3.4",)
    assert refuse("role_too_low", NO).clauses == refuse("role_too_low", NO, some).clauses == ()
    with pytest.raises(UncitedRefusal):
        refuse("table_closed", NO)  # type: ignore[call-overload]
    with pytest.raises(UncitedRefusal):
        refuse("table_closed", NO, ())  # type: ignore[call-overload]
    with pytest.raises(UncitedRefusal):
        refuse("table_closed", NO, some)  # type: ignore[call-overload]
    with pytest.raises(UnknownCode):
        refuse("bad_mood", NO, ("3.4",))  # type: ignore[call-overload]


def test_clauses_are_never_none() -> None:
    otherwise: Clauses = ("6.1",)
    none: tuple[Clause, ...] = ()
    assert clauses_or(none, otherwise) == ("6.1",)
    assert clauses_or(("3.4", "5.1"), otherwise) == ("3.4", "5.1")
    assert some_clauses(iter(("3.4", "5.1"))) == ("3.4", "5.1")
    with pytest.raises(NoClauses):
        some_clauses(none)


@pytest.mark.parametrize("code", sorted(OF_SHEETS))
def test_a_round_of_any_sheet_refuses_with_clauses_of_its_own(code: str) -> None:
    for game in map(load, sheet_ids()):
        refusal = refuse_in_round(game, code, "no")  # type: ignore[arg-type]
        assert refusal.clauses
        assert refusal.clauses == game.sheet.refusals.get(code, game.ruling_clauses)


@pytest.mark.parametrize("code", sorted(ENTRIES))
def test_the_api_answers_with_the_status_of_the_list(code: str) -> None:
    with pytest.raises(RequestRefused) as refused:
        accepted(Refusal(code, NO, ("3.4",)))
    assert refused.value.status == ENTRIES[code].status


def test_a_status_that_the_list_does_not_know_is_not_answered() -> None:
    signed_out = refuse("not_signed_in", because("not_signed_in"))
    assert RequestRefused(signed_out).status == 401
    assert RequestRefused(signed_out, 403).status == 403
    with pytest.raises(WrongStatus):
        RequestRefused(signed_out, 404)
    assert not_found(because("not_found.erased")).status == 404
