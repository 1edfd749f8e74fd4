"""Bets that must be as high as the Ante, and decisions that take one of them back."""

from random import Random

import pytest

from pitboss.api.routes.preview import _effects
from pitboss.refusal import Refusal
from pitboss.round.commands import CorrectBet, WithdrawBet
from pitboss.round.decide import apply
from pitboss.round.events import BetTakenBack
from pitboss.sheets import Game
from pitboss.sheets.model import Device
from tests.round.games import TAKE_BACK, random_round, refused, so_far, told, variant
from tests.round.legal_acts import legal_acts, legal_bets

pytestmark = pytest.mark.pure

BETS = ("bet 1 ann ante 10", "bet 1 ann bonus 10")
DEALT = (*BETS, "close", "deal 1 As Kd", "deal dealer 8d 3c", "deal community Ah 7s 7c 4h 2d")


@pytest.fixture(scope="module")
def game() -> Game:
    return variant(TAKE_BACK, "flop", rules={"bonus": {"equals": "ante"}})


def test_a_bet_that_equals_the_ante_is_never_higher(game: Game) -> None:
    state = so_far(game, "bet 1 ann ante 10", "bet 1 ann bonus 4")
    answer = refused(game, state, "bet 1 ann bonus 7")
    assert answer.code == "bet_not_equal"
    assert answer.message == "the Bonus on box 1 must equal the Ante, that is 10.00"
    assert answer.clauses[0] == "3.9"
    assert refused(game, so_far(game), "bet 1 ann bonus 10").code == "bet_without_ante"


@pytest.mark.parametrize("bets", [("bet 1 ann ante 10",), ("bet 1 ann ante 10", "bet 1 ann bonus 9")])
def test_bets_are_not_closed_while_it_is_missing_or_lower(game: Game, bets: tuple[str, ...]) -> None:
    assert refused(game, so_far(game, *bets), "close").code == "bet_not_equal"


def test_only_the_missing_part_of_a_bet_may_be_added(game: Game) -> None:
    state = so_far(game, "bet 1 ann ante 10", "bet 1 ann bonus 4")
    areas = {bet.bet: (bet.least, bet.most) for bet in legal_bets(game, state, "ann") if bet.box == 1}
    assert areas["bonus"] == (600, 600)
    state = so_far(game, *BETS)
    assert "bonus" not in {bet.bet for bet in legal_bets(game, state, "ann") if bet.box == 1}


def test_a_decision_takes_a_bet_back(game: Game) -> None:
    state = so_far(game, *DEALT)
    assert WithdrawBet(1, "bonus") in legal_acts(game, state)
    assert refused(game, state, "reveal").message == "box 1 must decide first: withdraw bonus or check"
    answered = apply(game, state, WithdrawBet(1, "bonus", "ann"))
    assert not isinstance(answered, Refusal)
    assert answered[1] == (BetTakenBack(1, "bonus", ("3.12.3",)),)
    assert answered[0].box(1).decided == ("withdraw",)
    (effect,) = _effects(state, answered[0])
    assert [(wager.bet, wager.amount) for wager in effect.returned] == [("bonus", "10.00")]
    assert refused(game, answered[0], "withdraw 1 bonus").code == "decision_not_due"


def test_it_is_returned_whatever_the_cards_are(game: Game) -> None:
    rest = ("reveal", "bet 1 ann flop 20", "reveal", "settle")
    kept = told(game, *DEALT, "check 1", *rest).settlement
    back = told(game, *DEALT, "withdraw 1 bonus", *rest).settlement
    assert {line.bet: (line.result, line.net) for line in kept.lines}["bonus"] == ("win", 15000)
    line = next(line for line in back.lines if line.bet == "bonus")
    assert (line.result, line.stake, line.net, line.clauses) == ("returned", 1000, 0, ("3.12.3",))
    folded = told(game, *DEALT, "withdraw 1 bonus", "reveal", "fold 1", "settle").settlement
    assert folded.players() == {"ann": -1000}


@pytest.mark.parametrize(
    ("step", "code"),
    [
        ("withdraw 1 ante", "withdrawal_after_close"),
        ("withdraw 2 bonus", "nothing_there"),
        ("fold 1", "cannot_fold"),
        ("bet 1 ann flop 20", "decision_not_due"),
    ],
)
def test_acts_against_that_decision_are_refused(game: Game, step: str, code: str) -> None:
    assert refused(game, so_far(game, *DEALT), step).code == code


def test_at_another_moment_nothing_is_taken_back(game: Game) -> None:
    state = so_far(game, *DEALT, "check 1", "reveal")
    assert refused(game, state, "withdraw 1 bonus").code == "decision_not_due"
    assert isinstance(apply(game, so_far(game, *DEALT), WithdrawBet(1, "bonus", "bob")), Refusal)


@pytest.mark.parametrize(
    ("bets", "stood"),
    [
        (("bet 1 ann ante 10", "bet 1 ann bonus 12 unnoticed"), 1000),
        (("bet 1 ann ante 10", "bet 1 ann bonus 8 unnoticed"), 800),
    ],
)
def test_a_wrong_amount_noticed_too_late(game: Game, bets: tuple[str, ...], stood: int) -> None:
    steps = (*bets, *DEALT[2:], "check 1", "reveal", "bet 1 ann flop 20", "reveal", "settle")
    line = next(line for line in told(game, *steps).settlement.lines if line.bet == "bonus")
    assert (line.stake, line.net) == (stood, 15 * stood)


def test_a_correction_keeps_them_equal(game: Game) -> None:
    state = so_far(game, *DEALT)
    for bet in ("ante", "bonus"):
        wrong = CorrectBet(box=1, player="ann", bet=bet, amount=2000, by="pit_supervisor", reason="misread")
        answered = apply(game, state, wrong)
        assert isinstance(answered, Refusal)
        assert answered.code == "correction_not_possible"


def test_leaving_lets_the_bet_ride_or_folds(game: Game) -> None:
    state = so_far(game, *DEALT, "leave 1")
    assert state.box(1).folded, "a fold was still to come"
    assert not state.box(1).taken_back


@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_random_rounds_come_to_their_end(game: Game, device: Device) -> None:
    rng = Random(device)
    for _ in range(40):
        assert random_round(game, device, rng).settled
