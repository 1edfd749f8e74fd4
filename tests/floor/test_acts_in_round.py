"""Acts of one player in one round are bounded: bets placed and taken back make no round without an end."""

import pytest

from pitboss.audit.audit import audit
from pitboss.floor import SYSTEM, Actor, Done, Floor
from pitboss.floor.tables.money import BuyIn, CashOut
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.store import Journal
from tests.floor.house import DEALER, House, plate
from tests.floor.test_service import NOTHING
from tests.jackpots.floor import THREE_CARD

ANN, BOB = Actor("ann", "player"), Actor("bob", "player")
MOST = 6


@pytest.fixture
def house(journal: Journal) -> House:
    floor = Floor(journal)
    floor.acts_in_round = MOST
    house = House(floor)
    house.take_sheets()
    house.ok(house.floor.open_table("T1", plate(THREE_CARD), house.id()))
    house.ok(house.floor.open_table("T2", plate(THREE_CARD), house.id(), automatic=True))
    house.buy_in("T2", "ann", "bob")
    return house


def bet(house: House, by: Actor = ANN, box: int = 1, table: str = "T1") -> Done | Refusal:
    stake = cmd.PlaceBet(box=box, player="ann" if by == DEALER else by.name, bet="ante", amount=2500)
    return house.floor.act(table, stake, by, house.id())


def take_back(house: House, by: Actor = ANN, box: int = 1, table: str = "T1") -> Done | Refusal:
    return house.floor.act(table, cmd.WithdrawBet(box, "ante"), by, house.id())


def too_many(answer: Done | Refusal) -> Refusal:
    assert isinstance(answer, Refusal), answer
    assert answer.code == "too_many_acts"
    return answer


def tire_out(house: House, table: str = "T1") -> None:
    for _ in range(MOST // 2):
        house.ok(bet(house, table=table))
        house.ok(take_back(house, table=table))


@pytest.mark.parametrize("table", ["T1", "T2"])
def test_bets_placed_and_taken_back_come_to_an_end(house: House, table: str) -> None:
    house.begin(table)
    before = house.floor.journal.last_position()
    made = 0
    for _ in range(5 * MOST):
        if isinstance(bet(house, table=table), Done):
            made += 1
            if made % 2:
                house.ok(take_back(house, table=table))
    refused = too_many(bet(house, table=table))
    assert f"ann has acted {MOST} times at table {table} since round 1 began" in refused.message
    assert house.floor.journal.last_position() - before <= 3 * MOST
    assert audit(house.floor.journal).fault is None


def test_each_side_of_the_number(house: House) -> None:
    house.begin("T1")
    for box in range(1, MOST + 1):
        house.ok(bet(house, box=box))
    too_many(bet(house, box=MOST + 1))
    house.ok(take_back(house, box=2))
    too_many(bet(house, box=2))


def test_others_staff_and_the_next_round_are_not_refused(house: House) -> None:
    house.begin("T1")
    tire_out(house)
    too_many(bet(house))
    house.ok(bet(house, BOB, 2))
    house.ok(bet(house, DEALER))
    house.ok(take_back(house))
    house.ok(bet(house, DEALER))
    correct = cmd.CorrectBet(
        box=1, player="ann", bet="ante", amount=5000, by="pit_supervisor", reason="misheard"
    )
    house.ok(house.floor.act("T1", correct, Actor("Sue", "pit_supervisor"), house.id()))
    house.play("T1", "close", *NOTHING[:3])
    play = cmd.PlaceBet(box=1, player="ann", bet="play", amount=5000)
    house.ok(house.floor.act("T1", play, ANN, house.id()))
    house.play("T1", "fold 2", "reveal", "settle")
    house.begin("T1")
    house.ok(bet(house))
    assert audit(house.floor.journal).fault is None


def test_seats_and_chips_come_to_an_end_too(house: House) -> None:
    house.begin("T2")
    tire_out(house, "T2")
    too_many(house.floor.sit_down("T2", 3, "ann", ANN, house.id()))
    more = BuyIn(player="ann", amount=2500, by=ANN, most=10_000_000)
    too_many(house.floor.money("T2", more, ANN, house.id()))
    too_many(house.floor.money("T2", CashOut("ann", 2500, ANN), ANN, house.id()))
    house.ok(house.floor.money("T2", CashOut("ann", 1_000_000, ANN), ANN, house.id()))
    house.ok(house.floor.money("T2", BuyIn(player="ann", amount=2500, by=SYSTEM), SYSTEM, house.id()))


def test_every_server_counts_what_is_recorded(house: House) -> None:
    house.begin("T1")
    tire_out(house)
    floor = Floor(house.floor.journal)
    floor.acts_in_round = MOST
    too_many(bet(House(floor, name="other")))
