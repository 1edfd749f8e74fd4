"""Scripted floors that show every kind of event which tables and links can be made to record."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct, structs

from pitboss.card_sets import commands as sc
from pitboss.floor import Actor, floor_registry
from pitboss.floor import proposed as pa
from pitboss.jackpots import OtherLink, Revenue
from pitboss.jackpots import commands as lc
from pitboss.jackpots.queue import shown
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.settlement import Limits
from pitboss.store import Journal
from tests.floor.house import DEALER, House, plate
from tests.jackpots.floor import APPROVED, CONFIG, GAMES, HOLDEM, MANAGER, SHIFT, SUPERVISOR, THREE_CARD
from tests.jackpots.floor import DEALER as DEALER_AT_LINK

BETS = ("bet 1 ann ante 25", "bet 1 ann jackpot 5", "bet 2 bob ante 25", "bet 2 bob jackpot 5")
NOTHING = ("deal 1 2h 4d 9c", "deal 2 3s 5c 8h", "deal dealer Kh 8d 5s", "deal community Js Ts")
ROYAL = ("deal 1 As Ks Qs", "deal 2 3s 5c 8h", "deal dealer Kh 8d 5s", "deal community Js Ts")
FOLDED = ("fold 1", "fold 2", "reveal")
SET_IN_USE = (
    sc.OpenSet("S1", "red lattice", DEALER_AT_LINK, SUPERVISOR),
    sc.CountSet(set="S1", count=52, by=DEALER_AT_LINK, witness=SUPERVISOR),
    sc.PutInUse("S1", "shuffler", True, DEALER_AT_LINK),
)
NOON = 1_741_579_200_000_000
"""2025-03-10 12:00 in Singapore, in microseconds since 1970."""

JOINS = pa.TableChange(
    table="H2",
    sheet=HOLDEM,
    link="silver",
    cards="outside",
    automatic=False,
    device="shoe",
    boxes=7,
    limits={"ante": Limits(2500, 100_000)},
    denominations=(100, 500),
    away_seconds=60,
)
"""A table joins a link as two people open it."""


def play_everything(journal: Journal) -> None:
    """A night that has nearly everything: wins, returns, failures, changes, money moved, links closed."""
    house = House(journal, clock=lambda: NOON)
    small = structs.replace(CONFIG, cap=CONFIG.reset + 200, alarm_above=200)
    house.open({"T1": THREE_CARD, "T2": THREE_CARD}).open({"H1": HOLDEM}, link="silver", config=small)
    _wins(house)
    _returns_and_rulings(house)
    _cards(house)
    _failure(house)
    _links(house)


def recorded(journal: Journal) -> Iterator[Struct]:
    """All of a journal's events, as they read."""
    decode = floor_registry().decode
    for event in journal.read_all(0, 100_000):
        yield decode(event)


def _wins(house: House) -> None:
    """T1's royal is seen first, T2's was dealt first; a third is denied and a slip reversed."""
    house.begin("T2", *BETS, "close")
    house.begin("T1", *BETS, "close", *ROYAL)
    house.play("T2", *ROYAL)
    house.play("T1", *FOLDED, "settle")
    (first,) = house.state_of().claims
    house.verify(first)
    house.pay(first)
    house.play("T1", "settle")
    house.link(lc.CloseClaim(first, SUPERVISOR))
    house.play("T2", *FOLDED, "settle")
    (second,) = house.state_of().claims
    house.verify(second)
    house.pay(second)
    house.play("T2", "settle", "report 5.8.7 count=4 reconstructed=no reason=found by a count")
    house.ok(house.step("T2", "settle", approval=APPROVED))
    house.link(lc.CloseClaim(second, SUPERVISOR))
    house.begin("T2", *BETS, "close", *ROYAL, *FOLDED, "settle")
    (third,) = house.state_of().claims
    house.link(lc.RuleOrder((third,), SHIFT, "the camera shows the deal"))
    house.link(lc.DenyClaim(third, APPROVED))
    house.play("T2", "report 5.8.1 reason=a strange card", "settle")


def _returns_and_rulings(house: House) -> None:
    house.begin("T1", *BETS, "close", *NOTHING, "report 5.8.1 reason=a strange card", "settle")
    house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
    ruling = cmd.AdjustSettlement(
        box=1, player="ann", bet="ante", amount=2500, by="shift_manager", reason="the camera shows a push"
    )
    house.ok(house.floor.adjust("T1", 1, ruling, Actor("Shaw", "shift_manager"), house.id()))
    house.ok(house.floor.close_table("T1", DEALER, house.id()))
    house.ok(house.floor.open_table("T1", plate(THREE_CARD), house.id(), link="grand"))


def _cards(house: House) -> None:
    """A set of real cards from its seal to its end, and a shoe that reads them."""
    for command in SET_IN_USE:
        house.cards("T1", command)
    house.begin("T1", *BETS, "close")
    number = house.number("T1")
    for sequence, card in enumerate(("2h", "4d", "9c", "3s"), 1):
        house.ok(house.read("T1", number, sequence, card))
    assert isinstance(house.read("T1", number, 5, "2h"), Refusal)
    house.play("T1", "deal 2 3s 5c 8h", *NOTHING[2:], *FOLDED, "settle")
    house.ok(house.floor.dispute("T1", number, "the player saw another card", DEALER, house.id()))
    house.cards("T1", sc.RetainSet("S1", "dispute", f"T1/{number}", SUPERVISOR))
    house.cards("T1", sc.ReleaseSet("S1", "dispute", f"T1/{number}", APPROVED))
    house.cards("T1", sc.CountSet(set="S1", count=52, by=DEALER_AT_LINK, witness=SUPERVISOR))
    house.cards("T1", sc.PutInUse("S1", "shuffler", True, DEALER_AT_LINK))
    house.cards("T1", sc.TakeOut("S1", DEALER_AT_LINK))
    house.cards("T1", sc.DestroySet("S1", SUPERVISOR, MANAGER))


def _failure(house: House) -> None:
    house.link(lc.FailSystem(DEALER_AT_LINK, "signs dark"))
    house.link(lc.RestoreSystem(MANAGER, shown(GAMES, house.state_of())))


def _links(house: House) -> None:
    """The display of silver is at its cap; then its parameters change and it is closed."""
    house.link(lc.CorrectDisplay(Fraction(500), APPROVED), "silver")
    house.begin("H1", *BETS, "close", "report 5.8.1 reason=a strange card", "settle")
    house.link(lc.MoveMoney("display", Fraction(100, 3), OtherLink("silver"), APPROVED))
    house.ok(house.floor.two_people(JOINS, APPROVED, house.id()))
    house.ok(house.floor.close_table("H2", DEALER, house.id()))
    house.link(lc.RemoveTable("H2", APPROVED), "silver")
    house.link(lc.ProposeChange(structs.replace(CONFIG, reset=2_000_000), APPROVED), "silver")
    left = house.state_of("silver").pool
    house.link(lc.MoveMoney("display", left, Revenue(), APPROVED), "silver")
    house.link(lc.CloseLink(OtherLink("grand"), APPROVED), "silver")
