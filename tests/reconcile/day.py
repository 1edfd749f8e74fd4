"""A gaming day with something of everything, small enough to be reckoned by hand."""

from datetime import datetime, timedelta, timezone
from fractions import Fraction

from msgspec import structs

from pitboss.cards import Card
from pitboss.floor import Actor
from pitboss.jackpots import OtherLink
from pitboss.jackpots import commands as lc
from pitboss.round import commands as cmd
from pitboss.store import Journal
from tests.floor.house import House
from tests.floor.scripts import BETS, FOLDED, NOTHING, ROYAL
from tests.jackpots.floor import APPROVED, CONFIG, HOLDEM, THREE_CARD

SMALL = structs.replace(
    CONFIG, reset=100_000, contribution_rate=Fraction(1, 10), reserve_rate=Fraction(1, 50), cap=100_330
)
"""A bet of 5.00 adds 50 cents to the display and 10 to the reserve; the cap is soon reached."""
STRAIGHT = ("deal 1 9h 8d 7c", "deal 2 3s 5c 8h", "deal dealer Kh 6d 5s", "deal community Js Ts")
_SINGAPORE = timezone(timedelta(hours=8))


class Clock:
    """A clock that is set by hand, in Singapore, in March 2025."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> int:
        return self.now

    def set(self, day: int, hour: int, minute: int = 0) -> None:
        moment = datetime(2025, 3, day, hour, minute, tzinfo=_SINGAPORE)
        self.now = int(moment.timestamp()) * 1_000_000


def play_the_days(journal: Journal, clock: Clock) -> House:
    """The gaming days 10, 11 and 12 March; the eleventh is the one with everything."""
    clock.set(10, 23)
    house = House(journal, clock=clock)
    house.open({"T1": THREE_CARD, "T2": THREE_CARD}, config=SMALL).open({"H1": HOLDEM}, "silver", SMALL)
    house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
    clock.set(11, 5, 58)
    house.begin("T2", *BETS, "close")
    clock.set(11, 6, 1)
    house.play("T2", *NOTHING, *FOLDED, "settle")
    clock.set(11, 10)
    _by_day(house)
    clock.set(11, 15)
    _in_the_swing_shift(house)
    clock.set(11, 23)
    house.begin("T1", *BETS, "close", *ROYAL, *FOLDED, "settle")
    clock.set(12, 6)
    house.begin("T2", *BETS, "close", *NOTHING, *FOLDED, "settle")
    (claim,) = (claim.id for claim in house.state_of().unpaid)
    house.verify(claim)
    house.pay(claim)
    house.play("T1", "settle")
    return house


def _by_day(house: House) -> None:
    """A straight is paid, a round is void, and one hand of two is returned at the cap."""
    play = ("look 1", "bet 1 ann play 25", "fold 2", "reveal", "settle")
    house.begin("T1", *BETS, "close", *STRAIGHT, *play)
    house.begin("T1", *BETS, "close", *NOTHING, "report 5.8.1 reason=a strange card", "settle")
    house.begin("T2", *BETS, "close", *NOTHING, "report 5.15 box=1 count=2 reconstructed=no reason=a count")
    house.play("T2", "choose 2 continue", "fold 2", "reveal", "settle")


def _in_the_swing_shift(house: House) -> None:
    """A settlement is replaced, a royal is paid, a day-old round adjusted; corrections and money moved."""
    house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
    house.play("T1", "report 5.8.7 count=4 reconstructed=no reason=a count")
    house.begin("T2", *BETS, "close", *ROYAL, *FOLDED, "settle")
    (claim,) = house.state_of().claims
    house.verify(claim)
    house.pay(claim)
    house.play("T2", "settle")
    ruling = cmd.AdjustSettlement(
        box=1, player="ann", bet="ante", amount=2500, by="shift_manager", reason="the camera shows a push"
    )
    house.ok(house.floor.adjust("T1", 1, ruling, Actor("Shaw", "shift_manager"), house.id()))
    house.link(lc.CorrectDisplay(Fraction(200), APPROVED))
    house.link(lc.MoveMoney("display", Fraction(100), OtherLink("silver"), APPROVED))
    house.begin("T2", *BETS, "close", *NOTHING)
    slip = cmd.CorrectCard(at=1, recorded=Card("2h"), card=Card("2d"), by="pit_supervisor", reason="misread")
    house.ok(house.floor.act("T2", slip, Actor("Sue", "pit_supervisor"), house.id()))
    house.play("T2", *FOLDED, "settle")
