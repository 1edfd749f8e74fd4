"""Training: every situation of the shipped round files can be asked, and only the right answer is right."""

from pathlib import Path
from typing import cast

import pytest

from pitboss.api.train import LineSaid, Said, situation_now
from pitboss.client import Refused, calls
from pitboss.money import format_cents
from pitboss.records.training import Situation, find_situation, places
from pitboss.sheets import load, sheet_ids
from tests.api.served import SLOW, serving

SHEET = "rws-three-card-v3"


def right_answer(found: Situation) -> Said:
    lines = tuple(LineSaid(line.box, line.player, line.bet, format_cents(line.net)) for line in found.lines)
    return Said(lines, found.decided_by, bool(found.after.void), found.out, found.must_choose)


@pytest.mark.parametrize("sheet", sheet_ids())
def test_every_situation_shows_what_is_asked_and_not_the_answer(sheet: str) -> None:
    found = places(sheet)
    assert {place.kind for place in found} == {"settle", "report"}
    asked = {clause for place in found if place.kind == "report" for clause in place.clauses}
    missing = set(load(sheet).sheet.irregularities) - asked
    # A jackpot bet without an Ante goes back at the settlement, so few files report it.
    effects = {load(sheet).sheet.irregularities[clause].effect for clause in missing}
    assert effects <= {"return_orphan"}, "every other irregularity can be trained"
    for place in found[::7]:
        situation = find_situation(sheet, place.id)
        assert situation is not None
        shown = situation_now(situation)
        assert shown.round.settlement is None
        assert shown.bets or shown.what


def test_an_answer_is_checked_by_the_engine_and_explained(tmp_path: Path) -> None:
    with (
        serving(str(tmp_path / "floor.db"), str(tmp_path), SLOW) as served,
        served.client("dealer") as one,
    ):
        for seed in range(6):
            kind = ("settle", "report")[seed % 2]
            asked = one.send(calls.situation(SHEET, kind=kind, seed=seed))
            assert asked == one.send(calls.situation(SHEET, kind=kind, seed=seed))
            situation = find_situation(SHEET, asked.id)
            assert situation is not None
            right = right_answer(situation)
            checked = one.send(calls.answer(SHEET, asked.id, right))
            assert checked.right, checked
            assert all(point.clauses and point.why for point in checked.points)
            wrong = Said() if kind == "report" else Said(right.lines[1:])
            assert not one.send(calls.answer(SHEET, asked.id, wrong)).right
        extra = LineSaid(7, "nobody", "ante", "1.00")
        asked = one.send(calls.situation(SHEET, kind="settle"))
        situation = find_situation(SHEET, asked.id)
        assert situation is not None
        invented = Said((*right_answer(situation).lines, extra))
        assert not one.send(calls.answer(SHEET, asked.id, invented)).right


def test_what_there_is_not_is_not_found(tmp_path: Path) -> None:
    with (
        serving(str(tmp_path / "floor.db"), str(tmp_path), SLOW) as served,
        served.client("dealer") as one,
    ):
        asked = one.send(calls.situation(SHEET, kind="report", clause="5.14"))
        assert asked.what
        for call in (
            calls.situation("none"),
            calls.situation(SHEET, clause="1.1"),
            calls.answer(SHEET, "none", Said()),
            calls.answer("none", asked.id, Said()),
        ):
            with pytest.raises(Refused) as refused:
                one.send(cast("calls.Call[object]", call))
            assert refused.value.status == 404
