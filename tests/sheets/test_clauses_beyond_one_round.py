"""Tests named after the clauses that no round of one table can show."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from pitboss.records.steps import parse_step
from pitboss.refusal import Refusal
from pitboss.round import apply, decide, open_round
from pitboss.round.commands import Hashes, OpenRound, PlaceBet
from pitboss.round.views import view
from pitboss.settlement import Table
from pitboss.settlement.awards import LinkedWin, full_hand_at, in_turn, order_of_payment
from pitboss.sheets import Game, load, sheet_ids
from pitboss.sheets.model import Device

DEALT_FIRST = LinkedWin(table="table 1", box=3, percent=100, complete_at=10, entered_at=25)
ENTERED_FIRST = LinkedWin(table="table 2", box=1, percent=100, complete_at=12, entered_at=20)


def paid(sheet: str) -> list[tuple[str, int]]:
    """Two tables take all of one display of 150,000, whose reset value is 100,000."""
    game = load(sheet)
    order = order_of_payment(game, [ENTERED_FIRST, DEALT_FIRST])
    amounts, after = in_turn(Fraction(15_000_000), 10_000_000, [win.percent for win in order], game.readings)
    assert after == 10_000_000
    return [(win.table, amount) for win, amount in zip(order, amounts, strict=True)]


@pytest.mark.parametrize(
    "sheet",
    [
        pytest.param("rws-three-card-v3", id="test_3cp_4_9_1"),
        pytest.param("rws-progressive-three-card-v5", id="test_p3cp_4_9_1"),
        pytest.param("rws-multilink-three-card-v4", id="test_ml3_4_7_2"),
        pytest.param("rws-multilink-holdem-v2", id="test_mlth_4_5_2"),
    ],
)
def test_rws_pays_the_hand_dealt_first_across_tables(sheet: str) -> None:
    assert paid(sheet) == [("table 1", 15_000_000), ("table 2", 10_000_000)]


def test_mss_3_14_pays_the_hand_entered_first_across_tables() -> None:
    assert paid("mbs-megalink-stud-v9") == [("table 2", 15_000_000), ("table 1", 10_000_000)]


@pytest.mark.parametrize("sheet", sheet_ids())
def test_3_2_no_bet_before_place_your_bets(sheet: str) -> None:
    game = load(sheet)
    answer = decide(game, None, PlaceBet(box=1, player="ann", bet="ante", amount=2500))
    assert isinstance(answer, Refusal)
    assert answer.clauses == (("3.2",) if game.sheet.identity.house == "RWS" else ("3.1",))


@pytest.mark.parametrize("device", ["shuffler", "shoe"])
def test_mss_the_dealers_last_card_is_exposed(device: Device) -> None:
    game = load("mbs-megalink-stud-v9")
    state = open_round(OpenRound(Table(sheet=game.sheet.id, device=device), None, Hashes("", "", "")))
    for step in ("bet 1 ann ante 20", "close", "deal 1 Jc Tc 9c 8c 6c", "deal dealer Ad Kh 9s 6d 2h"):
        answer = apply(game, state, parse_step(step)[0])
        assert not isinstance(answer, Refusal)
        state = answer[0]
    for reader in (None, "ann"):
        assert view(game, state, reader).dealer == ("?", "?", "?", "?", "2h")


@pytest.mark.parametrize(("choice", "moment"), [("own_cards", 10), ("with_community", 16)])
def test_the_moment_of_a_full_hand_is_a_reading(choice: str, moment: int) -> None:
    game = load("rws-multilink-three-card-v4")
    read = Game(game.sheet, replace(game.readings, full_hand=choice), game.register, game.hashes)
    assert full_hand_at(read, own_cards_at=10, community_at=16) == moment
