"""A link pays the winners of one table in the order in which their hands count as dealt."""

import pytest

from pitboss.floor.tables.round_link import complete_hands
from pitboss.jackpots.queue import queue
from pitboss.store import Journal
from tests.floor.desk import Desk as Floor
from tests.floor.house import House
from tests.floor.scripts import BETS
from tests.jackpots.floor import GAMES, THREE_CARD

MOVED_BACK = (
    *("deal 2 9s 8s 7s", "deal 3 As Ks Qs", "deal dealer Kh 8d 5s", "deal community Js Ts"),
    *("report 5.8.6 reconstructed=yes", "deal 1 As Ks Qs", "fold 1", "fold 2", "reveal"),
)


@pytest.fixture
def house(journal: Journal) -> House:
    return House(Floor(journal)).open({"T1": THREE_CARD})


def test_a_hand_moved_back_to_its_box_is_paid_in_its_turn(house: House) -> None:
    """ML3 4.7.1 with 1.19: the royal of box 1 comes first, though its box received cards last."""
    house.begin("T1", *BETS, "close", *MOVED_BACK)
    table = house.floor.table("T1")
    assert table is not None
    complete = complete_hands(GAMES[THREE_CARD], table)
    assert complete[1] == complete[2]
    house.step("T1", "settle")
    units = queue(GAMES, house.state_of()).units
    assert [claim.box for unit in units for claim in unit.claims] == [1, 2]
    for claim in house.state_of().unpaid:
        house.verify(claim.id)
        house.pay(claim.id)
    house.play("T1", "settle")
    settlement = house.round("T1").settlement
    assert settlement is not None
    assert settlement.jackpot is not None
    assert [(paid.box, paid.percent) for paid in settlement.jackpot.payouts] == [(1, 100), (2, 10)]
    house.check()
