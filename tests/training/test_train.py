"""Training: any situation of the files, and any that is drawn, can be asked; only what is right is right."""

from pathlib import Path
from typing import cast

import pytest
from msgspec import structs

from pitboss.api.training_views import checked, situation_now
from pitboss.client import Refused, calls
from pitboss.messages.training import LineSaid, Said
from pitboss.money import format_cents
from pitboss.settlement.verdicts import JackpotMoves
from pitboss.sheets import load, sheet_ids
from pitboss.sheets.model import BetResult
from pitboss.training.situations import Situation, choose, find_situation, places
from tests.api.served import SLOW, serving

SHEET = "rws-three-card-v3"


def right_answer(found: Situation) -> Said:
    lines = tuple(
        LineSaid(
            box=line.box, player=line.player, bet=line.bet, result=line.result, net=format_cents(line.net)
        )
        for line in found.lines
    )
    return Said(
        lines=lines,
        role=found.decided_by,
        void=bool(found.after.void),
        out=found.out,
        must_choose=found.must_choose,
    )


def jackpot(found: Situation) -> JackpotMoves | None:
    return found.after.settlement.jackpot if found.after.settlement else None


@pytest.mark.parametrize("sheet", sheet_ids())
def test_every_situation_shows_what_is_asked_and_not_the_answer(sheet: str) -> None:
    found = places(sheet)
    assert {place.kind for place in found} == {"settle", "jackpot", "report"}
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
        assert shown.round.dealer_rank is None
        assert all(box.rank is None for box in shown.round.boxes)


@pytest.mark.parametrize("sheet", sheet_ids())
def test_a_set_is_the_same_for_everybody_and_never_asks_twice(sheet: str) -> None:
    asked = [choose(sheet, None, None, 7, number) for number in range(1, 11)]
    assert asked == [choose(sheet, None, None, 7, number) for number in range(1, 11)]
    kinds = [found.place.kind for found in asked if found]
    assert kinds == ["settle", "report", "jackpot"] * 3 + ["settle"]
    assert len({found.place.id for found in asked if found}) == 10
    reports = [choose(sheet, "report", None, 7, number) for number in range(1, 11)]
    assert len({found.place.clauses for found in reports if found}) == 10, (
        "each irregularity comes once first"
    )
    others = [choose(sheet, None, None, 8, number) for number in range(1, 11)]
    assert not {found.place.id for found in asked if found} & {found.place.id for found in others if found}


@pytest.mark.parametrize("sheet", sheet_ids())
def test_a_drawn_round_has_several_boxes_and_a_jackpot_where_one_is_wanted(sheet: str) -> None:
    bets, paid = set[str](), set[str]()
    for number in range(1, 25):
        plain = choose(sheet, "settle", None, 1, number)
        lucky = choose(sheet, "jackpot", None, 1, number)
        assert plain
        assert lucky
        for found in (plain, lucky):
            assert find_situation(sheet, found.place.id) == found
            assert sum(1 for box in found.before.boxes if box.wagers) > 1
            assert checked(found, right_answer(found)).right
            bets |= {line.bet for line in found.lines}
        won = [line for line in lucky.lines if line.bet in ("jackpot", "envy") and line.net > 0]
        assert won
        paid |= {payout.hand for payout in moves.payouts} if (moves := jackpot(lucky)) else set()
    game = load(sheet)
    assert set(game.bet_names) <= bets, "every bet of the sheet is trained"
    assert ("envy" in bets) == game.gives_envy
    assert len(paid) > 3, "jackpots of every size are trained"


def test_two_bonuses_of_one_kind_are_asked_as_one() -> None:
    several = [
        found
        for place in places(SHEET)
        if place.kind == "jackpot" and (found := find_situation(SHEET, place.id)) and found.after.settlement
        if len(found.after.settlement.lines) > len(found.lines)
    ]
    assert several
    for found in several:
        assert found.after.settlement
        assert sum(line.net for line in found.lines) == sum(line.net for line in found.after.settlement.lines)
        assert checked(found, right_answer(found)).right


def test_the_right_amount_with_a_wrong_word_is_wrong() -> None:
    found = choose(SHEET, "settle", None, 3, 1)
    assert found
    right = right_answer(found)
    for place, line in enumerate(right.lines):
        other: BetResult = "push" if line.result == "returned" else "returned"
        lines = (*right.lines[:place], structs.replace(line, result=other), *right.lines[place + 1 :])
        assert not checked(found, Said(lines=lines)).right


def test_unknown_sheets_clauses_and_questions_are_not_found(tmp_path: Path) -> None:
    with (
        serving(tmp_path, SLOW) as served,
        served.client("dealer") as one,
    ):
        asked = one.send(calls.question(SHEET, kind="report", clause="5.14"))
        assert asked.situation.what
        listed = {entry.clause: entry for entry in one.send(calls.clauses_to_train(SHEET))}
        assert listed["5.14"].gist
        assert "report" in listed["5.14"].kinds
        for call in (
            calls.question("none"),
            calls.clauses_to_train("none"),
            calls.question(SHEET, clause="1.1"),
            calls.answer(SHEET, "none", Said()),
            calls.answer("none", asked.id, Said()),
            calls.answer("mbs-megalink-stud-v9", asked.id, Said()),
        ):
            with pytest.raises(Refused) as refused:
                one.send(cast("calls.Call[object]", call))
            assert refused.value.status == 404


@pytest.mark.parametrize("number", ["9" * 5_000, "9" * 16, "٥", "-1", ""])
def test_a_number_that_no_situation_has_finds_none(number: str) -> None:
    assert find_situation(SHEET, f"settle.{number}.0") is None
    assert find_situation(SHEET, f"settle.{'9' * 12}.0") is not None
