"""What random sheets have broken, and must not break again."""

import pytest

from pitboss.cli.chart_rounds import phases
from pitboss.cli.chart_rows import rows
from pitboss.records.steps import parse_step
from pitboss.refusal import Refusal
from pitboss.round import Round, apply, decide, open_round
from pitboss.round import commands as cmd
from pitboss.round.notes import notes
from pitboss.settlement import Limits, Table
from pitboss.settlement.stakes import stakes
from pitboss.sheets import load
from pitboss.sheets.game import Game
from pitboss.sheets.loader import make_game, with_readings
from tests.random_edits import bases

pytestmark = pytest.mark.pure

HOLDEM = "rws-multilink-holdem-v2"
MULTILINK = "rws-multilink-three-card-v4"
STUD = "mbs-megalink-stud-v9"


def after(game: Game, *steps: str, limits: dict[str, Limits] | None = None) -> Round:
    """The round after steps that must all be accepted."""
    table = Table(sheet=game.sheet.id, limits=limits or {})
    state = open_round(cmd.OpenRound(table, None, cmd.Hashes("", "", "")))
    for step in steps:
        answer = apply(game, state, parse_step(step)[0])
        assert not isinstance(answer, Refusal), f"{step}: {answer.message}"
        state = answer[0]
    return state


def test_a_hand_folded_before_it_was_dealt_gets_no_ante_bonus() -> None:
    game = with_readings(load(MULTILINK), {"ante_bonus_after_fold": "paid"})
    state = after(game, "bet 1 ann ante 5.00", "leave 1", "close", "settle")
    assert state.settlement is not None
    assert [(line.bet, line.result) for line in state.settlement.lines] == [("ante", "lose")]


def test_no_hand_is_not_announced_for_a_dealer_without_cards() -> None:
    game = load(STUD)
    state = after(game, "bet 1 ann ante 5.00", "leave 1", "close", "reveal")
    answer = decide(game, state, cmd.AnnounceNoHand())
    assert isinstance(answer, Refusal)
    assert answer.code == "card_count_dealer"


def test_a_bet_that_is_taken_back_needs_no_room_within_its_limits() -> None:
    for name, sheet, clauses in bases():
        game = make_game(sheet, clauses)
        decisions = game.script(game.device).decisions
        if any(step.takes_back for step in decisions):
            limits = {bet: Limits(500, 5000) for bet in game.sheet.bets}
            first = [f"bet 1 ann {bet} 5.00" for bet, rule in game.sheet.bets.items() if rule.equals]
            state = after(game, "bet 1 ann ante 5.00", *first, "close", limits=limits)
            assert notes(game, state) == (), name


def test_a_chart_tells_that_a_bonus_without_an_ante_is_lost() -> None:
    game = with_readings(load(HOLDEM), {"bonus_without_an_ante": "collected"})
    found = [row for row in rows(game, list(phases(game))) if "Bonus bet was placed without" in row.gist]
    assert any(cell.startswith("bet lost") for row in found for cell in row.cells)


def test_a_bonus_without_an_ante_goes_back_when_its_amount_was_put_right() -> None:
    game = load(HOLDEM)
    state = after(game, "bet 1 ann ante 5.00", "bet 2 bob bonus 5.00 unnoticed", "close")
    put_right = cmd.CorrectBet(
        box=2, player="bob", bet="bonus", amount=600, by="pit_supervisor", reason="typed wrongly"
    )
    answer = apply(game, state, put_right)
    assert not isinstance(answer, Refusal)
    (stake,) = stakes(game, answer[0].table, answer[0].box(2))
    assert stake.returned == game.sheet.amounts.orphan_bonus
