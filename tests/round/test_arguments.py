"""The arguments of a report: what a clause does not take is refused, in every sheet and by every way in."""

from typing import Any, Final

import pytest

from pitboss.build import build_hash
from pitboss.records.steps import StepFault, format_step, parse_step
from pitboss.refusal import Refusal
from pitboss.round import Round, decide, evolve, open_round
from pitboss.round import commands as cmd
from pitboss.round.reportable import liftable, reportable
from pitboss.settlement import Table
from pitboss.sheets import load, sheet_ids
from pitboss.sheets.game import Game

GIVEN: Final[dict[str, dict[str, Any]]] = {
    "box": {"boxes": (1,)},
    "player": {"player": "ann"},
    "dealer": {"dealer": True},
    "reconstructed": {"reconstructed": False},
    "intentional": {"intentional": False},
    "order": {"order": ("As", "Ks")},
    "count": {"count": 4},
    "permit": {"permit": False},
    "action": {"action": "continue"},
    "bet": {"bet": "ante"},
    "amount": {"amount": 500},
}
"""Every argument that some clause takes, with a value."""


def begun(game: Game, *steps: str) -> Round:
    """A round of a live table after some steps."""
    hashes = cmd.Hashes(build_hash(), game.hashes.sheet, game.hashes.readings)
    table = Table(sheet=game.sheet.id, live=True)
    state = open_round(cmd.OpenRound(table, None, hashes, cmd.Memory()))
    for step in ("bet 1 ann ante 20", *steps):
        answer = decide(game, state, parse_step(step)[0])
        assert not isinstance(answer, Refusal), answer
        for event in answer:
            state = evolve(state, event)
    return state


@pytest.mark.parametrize("sheet", sheet_ids())
def test_an_argument_that_a_clause_does_not_take_is_refused_with_that_clause(sheet: str) -> None:
    game = load(sheet)
    state = begun(game, "close")
    listed = {found.clause: {need.name for need in found.needs} for found in reportable(game, state)}
    for clause, policy in game.sheet.irregularities.items():
        taken = {*policy.needs, *policy.takes}
        assert {name.replace("box", "boxes") for name in taken} | {"reason"} == listed[clause]
        for name, value in GIVEN.items():
            report = cmd.Report(clause=clause, by="shift_manager", reason="written", **value)
            answer = decide(game, state, report)
            code = answer.code if isinstance(answer, Refusal) else ""
            assert (code == "argument_not_taken") == (name not in taken), (clause, name, answer)
            if isinstance(answer, Refusal) and code == "argument_not_taken":
                assert clause in answer.clauses
                assert f"{name}=" in answer.message


@pytest.mark.parametrize(
    ("sheet", "clause", "takes"),
    [
        ("mbs-megalink-stud-v9", "5.7", {"box", "reconstructed", "count", "permit"}),
        ("mbs-megalink-stud-v9", "5.9", {"box", "player"}),
        ("mbs-megalink-stud-v9", "5.8", {"count"}),
        ("rws-multilink-three-card-v4", "5.15", {"box", "reconstructed", "count"}),
        ("rws-multilink-holdem-v2", "5.8.7", {"dealer", "reconstructed", "count"}),
        ("rws-three-card-v3", "5.8.7", {"reconstructed", "count"}),
        ("rws-three-card-v3", "5.23", {"action", "box", "player", "bet", "amount"}),
        ("rws-three-card-v3", "5.12", {"box"}),
    ],
)
def test_the_arguments_of_some_clauses(sheet: str, clause: str, takes: set[str]) -> None:
    policy = load(sheet).sheet.irregularities[clause]
    assert {*policy.needs, *policy.takes} == takes


@pytest.mark.parametrize(
    "step",
    [
        "bet 1 ann ante 20.00 by=dealer",
        "bet 1 ann ante 20.00 unnoticed by=pit_manager",
        "view 1",
        "view 1 by=shift_manager",
        "no_hand",
        "notify 2",
        "report 5.9 box=1 player=bob by=shift_manager reason=he looked over",
        "report 5.23 box=1 player=bob action=pay bet=ante amount=30.00 by=shift_manager reason=a quarrel",
        "report 6.1 box=1 action=collect bet=jackpot",
        "withdraw 1 ante",
        "withdraw 1 ante bob",
        "leave 1",
        "leave 1 bob",
        "bet 1 ann jackpot 5.00 unnoticed by=dealer seated=bob",
        "lift 5.17.2 box=2 action=block by=pit_manager reason=replaced",
        "lift 5.9 player=bob",
    ],
)
def test_a_step_is_written_as_it_is_read(step: str) -> None:
    assert format_step(parse_step(step)[0]) == step


@pytest.mark.parametrize(
    "step",
    [
        "bet 1 ann ante 20 by=anybody",
        "bet 1 ann ante 20 by=",
        "bet 1 ann ante 20 by=dealer unnoticed",
        "bet 1 ann ante 20 unnoticed by=dealer by=dealer",
        "bet 1 ann ante 20 seated=bob",
        "bet 1 ann jackpot 5 seated=",
        "report 5.23 action=pay box=1 bet=ante amount=0",
        "report 5.23 action=pay box=1 bet=ante amount=-5",
        "report 5.23 action=pay box=1 bet=ante amount=1.005",
        "report 5.23 action=pay box=1 bet= amount=1",
        "withdraw 1 ante bob cat",
        "leave 1 bob cat",
        "view",
        "view 1 by=cat",
        "view 1 cat",
        "no_hand 1",
        "notify",
        "lift",
        "lift 5.9 count=3",
        "lift 5.17.2 action=void",
        "lift 5.9 player=",
        "report 5.9 box=1 player=",
    ],
)
def test_a_step_that_cannot_be_read(step: str) -> None:
    with pytest.raises(StepFault):
        parse_step(step)


def test_at_a_live_table_a_restriction_is_lifted_with_a_reason() -> None:
    game = load("mbs-megalink-stud-v9")
    state = begun(game, "report 3.4.3 box=1")
    (found,) = liftable(game, state.memory)
    assert (found.clause, [need.name for need in found.needs]) == ("3.4.3", ["player", "reason"])
    answer = decide(game, state, cmd.LiftRestriction(clause="3.4.3", player="ann"))
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.clauses[0]) == ("argument_missing", "3.4.3")
    lifted = decide(game, state, cmd.LiftRestriction(clause="3.4.3", player="ann", reason="they asked"))
    assert not isinstance(lifted, Refusal)
    assert not list(liftable(game, evolve(state, lifted[0]).memory))
