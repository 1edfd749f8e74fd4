"""The course of a round follows the steps of the sheet's procedure, in whatever order they stand."""

from collections.abc import Callable
from random import Random

import pytest

from pitboss.round.commands import PlaceBet
from pitboss.round.plan import next_act
from pitboss.round.queries import decision_open
from pitboss.settlement import Line
from pitboss.sheets import Game
from pitboss.sheets.model import Device
from tests.round.games import FLOP_FIRST, RAISE_ONCE, random_round, refused, so_far, told, variant
from tests.round.legal_acts import legal_acts

pytestmark = pytest.mark.pure

DEALT = (
    "close",
    "deal 1 As Ah",
    "deal dealer Kd Qc",
    "deal community Ad 7s 7c 4h 2d",
)
SIZES = {"flop": {"times_ante": [1, 2, 3, 4]}}
TWO_IN_A_ROW = [
    *FLOP_FIRST[:3],
    ["decide flop or fold", "3.12.3"],
    ["decide turn or check", "3.12.4"],
    ["reveal community 5 and dealer", "3.12.6"],
]


def flop_first() -> Game:
    return variant(FLOP_FIRST, "flop")


def raise_once() -> Game:
    return variant(RAISE_ONCE, "flop", rules=SIZES)


def lines(found: tuple[Line, ...]) -> dict[str, tuple[str, int, int]]:
    return {line.bet: (line.result, line.stake, line.net) for line in found}


def test_nobody_decides_before_a_reveal_that_comes_first() -> None:
    game = flop_first()
    state = so_far(game, "bet 1 ann ante 10", *DEALT)
    assert next_act(game, state, game.script("shuffler")).act == "reveal"
    assert refused(game, state, "bet 1 ann flop 20").code == "decision_not_due"
    assert refused(game, state, "fold 1").code == "decision_not_due"
    assert refused(game, state, "settle").code == "reveal_still_due"


def test_after_the_flop_the_decision_is_due_and_then_all_is_turned_over() -> None:
    game = flop_first()
    state = so_far(game, "bet 1 ann ante 10", *DEALT, "reveal")
    assert (state.community_up, state.dealer_up) == (3, False)
    act = next_act(game, state, game.script("shuffler"))
    assert (act.act, act.boxes) == ("ask", (1,))
    answer = refused(game, state, "reveal")
    assert (answer.code, answer.message) == ("decision_still_due", "box 1 must decide first: flop or fold")
    played = told(
        game, "bet 1 ann ante 10", *DEALT, "reveal", "look 1", "bet 1 ann flop 20", "reveal", "settle"
    )
    assert lines(played.settlement.lines) == {"ante": ("win", 1000, 1000), "flop": ("win", 2000, 2000)}


def test_two_decisions_before_one_reveal_come_one_after_the_other() -> None:
    game = variant(TWO_IN_A_ROW, "flop", "turn")
    both = ("bet 1 ann ante 10", "bet 2 bob ante 10", *DEALT, "deal 2 Ts 9s")
    state = so_far(game, *both, "bet 1 ann flop 20")
    assert refused(game, state, "bet 2 bob turn 10").code == "decision_not_due"
    assert next_act(game, state, game.script("shuffler")).boxes == (2,)
    state = so_far(game, *both, "bet 1 ann flop 20", "check 1", "fold 2")
    assert state.box(1).decided == ("flop", "check")
    assert next_act(game, state, game.script("shuffler")).act == "reveal"


@pytest.mark.parametrize(
    ("before", "sizes"),
    [
        ((), ("30.00", "40.00")),
        (("check 1", "reveal"), ("20.00",)),
        (("check 1", "reveal", "check 1", "reveal"), ("10.00",)),
    ],
)
def test_each_moment_has_its_own_sizes(before: tuple[str, ...], sizes: tuple[str, ...]) -> None:
    game = raise_once()
    state = so_far(game, "bet 1 ann ante 10", *DEALT, *before)
    answer = refused(game, state, "bet 1 ann flop 50")
    assert answer.code == "decision_bet_size"
    assert answer.message.endswith(f"that is {' or '.join(sizes)}")
    bets = [act.amount for act in legal_acts(game, state) if isinstance(act, PlaceBet)]
    assert bets == [int(float(size) * 100) for size in sizes]


def test_a_player_who_has_raised_is_not_asked_again() -> None:
    game = raise_once()
    both = ("bet 1 ann ante 10", "bet 2 bob ante 10", *DEALT, "deal 2 Ts 9s")
    state = so_far(game, *both, "bet 1 ann flop 40", "check 2", "reveal")
    assert decision_open(game, state, state.box(1)) is None
    assert refused(game, state, "bet 1 ann flop 20").code == "decision_not_due"
    assert next_act(game, state, game.script("shuffler")).boxes == (2,)


def test_a_check_is_refused_where_only_a_fold_is_left() -> None:
    game = raise_once()
    before = ("bet 1 ann ante 10", *DEALT, "check 1", "reveal", "check 1", "reveal")
    assert refused(game, so_far(game, *before), "check 1").code == "cannot_check"
    assert refused(game, so_far(game, *before[:-2]), "fold 1").code == "cannot_fold"
    played = told(game, *before, "fold 1", "settle")
    assert lines(played.settlement.lines) == {"ante": ("lose", 1000, -1000)}


def test_leaving_is_a_fold_as_long_as_one_is_to_come() -> None:
    game = raise_once()
    state = so_far(game, "bet 1 ann ante 10", *DEALT, "check 1", "reveal", "leave 1")
    assert state.box(1).folded
    state = so_far(game, "bet 1 ann ante 10", *DEALT, "bet 1 ann flop 30", "leave 1")
    assert not state.box(1).folded


@pytest.mark.parametrize(
    ("placed", "stood", "words"),
    [
        ("50", 4000, "the 10.00 over 4 times the Ante is returned"),
        ("35", 3000, "the 5.00 over 3 times the Ante is returned"),
        ("20", 2000, "it is under 3 times the Ante and stands as placed"),
    ],
)
def test_a_wrong_size_noticed_too_late(placed: str, stood: int, words: str) -> None:
    played = told(
        raise_once(), "bet 1 ann ante 10", *DEALT, f"bet 1 ann flop {placed} unnoticed", "reveal", "reveal",
        "reveal", "settle",
    )  # fmt: skip
    line = next(line for line in played.settlement.lines if line.bet == "flop")
    assert line.stake == stood
    assert words in line.why


@pytest.mark.parametrize("make", [flop_first, raise_once])
@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_random_rounds_come_to_their_end(make: Callable[[], Game], device: Device) -> None:
    game = make()
    rng = Random(f"{device} {game.hashes.sheet}")
    for _ in range(40):
        assert random_round(game, device, rng).settled
