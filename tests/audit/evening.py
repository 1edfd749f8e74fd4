"""An evening on a floor of all five sheets in which everything happens that an audit must understand."""

import random
from fractions import Fraction

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import structs

from pitboss.floor import Actor
from pitboss.jackpots import OtherLink, Revenue
from pitboss.jackpots import commands as lc
from pitboss.jackpots.queue import shown
from pitboss.people import Person
from pitboss.round import commands as cmd
from pitboss.store import Journal
from pitboss.store.checkpoint import Checkpoint, make_checkpoint
from tests.floor.desk import Desk as Floor
from tests.floor.house import DEALER, House, plate
from tests.floor.players import play_round
from tests.floor.scripts import BETS, FOLDED, JOINS, NOTHING, ROYAL
from tests.jackpots.floor import APPROVED, CONFIG, GAMES, HOLDEM, MANAGER, SHIFT, STUD, THREE_CARD
from tests.jackpots.floor import DEALER as DEALER_AT_LINK
from tests.sheets.shipped import shipped_texts

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
CAPPED = structs.replace(CONFIG, cap=CONFIG.reset + 100, overflow_to=Revenue())
RULER = Actor("Shaw", "shift_manager")
STRAIGHT_FLUSH = ("deal 1 9s 8s 7s", *ROYAL[1:])
PLAIN = (*BETS, "close", *NOTHING, *FOLDED, "settle")


def open_floor(journal: Journal) -> House:
    """Five games, four links and two more that come and go."""
    house = House(Floor(journal)).open({"T1": THREE_CARD, "T2": THREE_CARD, "H1": HOLDEM})
    house.open({"P1": "rws-three-card-v3"}, link="silver")
    house.open({"Q1": "rws-progressive-three-card-v5"}, link="gold", config=CAPPED)
    return house.open({"M1": STUD}, link="mega")


def evening(journal: Journal) -> tuple[House, tuple[Checkpoint, ...]]:
    """All of it, with two checkpoints on the way."""
    house = open_floor(journal)
    other = House(Floor(journal), "other")
    rng = random.Random(7)
    for table in ("T1", "H1", "P1", "Q1", "M1"):
        play_round(house, table, rng, boxes=3)
    _wins(house, other)
    first = make_checkpoint(journal, KEY)
    _put_right(house)
    _irregular(house, other)
    _link_matters(house)
    _another_version(house, other)
    for table in ("T1", "H1", "P1", "Q1", "M1"):
        play_round(other, table, rng, boxes=2)
    house.begin("T1", *BETS, "close", *NOTHING)
    return house, (first, make_checkpoint(journal, KEY))


def _wins(house: House, other: House) -> None:
    """A royal, two at a time of which the later-seen is paid first, one ruled on and one denied."""
    house.begin("T1", *BETS, "close", *ROYAL, *FOLDED)
    house.play("T1", "settle")
    (claim,) = house.state_of().claims
    house.begin("T2", *BETS, "close", *NOTHING)
    house.verify(claim)
    house.pay(claim)
    house.play("T1", "settle")
    house.link(lc.CloseClaim(claim, MANAGER))
    house.play("T2", *FOLDED, "settle")

    other.begin("T2", *BETS, "close", *ROYAL)
    house.begin("T1", *BETS, "close", *STRAIGHT_FLUSH, *FOLDED, "settle")
    (late,) = (c.id for c in house.state_of().unpaid)
    house.verify(late)
    other.play("T2", *FOLDED, "settle")
    (early,) = (c.id for c in house.state_of().unpaid if c.id != late)
    other.verify(early)
    other.pay(early)
    house.pay(late)
    house.play("T1", "settle")
    other.play("T2", "settle")

    house.begin("T2", *BETS, "close")
    house.begin("T1", *BETS, "close", *ROYAL, *FOLDED, "settle")
    (ruled,) = (c.id for c in house.state_of().unpaid)
    house.link(lc.RuleOrder((ruled,), SHIFT, "the camera shows it"))
    house.verify(ruled)
    house.pay(ruled)
    house.play("T1", "settle")
    house.play("T2", "deal 1 9s 8s 7s", *ROYAL[1:], *FOLDED, "settle")
    (denied,) = (c.id for c in house.state_of().unpaid)
    house.link(lc.DenyClaim(denied, APPROVED))
    supervisor = Actor("Sue", "pit_supervisor")
    strange = cmd.Report(clause="5.8.1", by="pit_supervisor", reason="a strange card")
    house.ok(house.floor.act("T2", strange, supervisor, house.id()))
    house.play("T2", "settle")


def _put_right(house: House) -> None:
    """A void round, settlements replaced, an award reversed, rulings on this round and on past ones."""
    house.begin("T1", *BETS, "close", *NOTHING, "report 5.8.1 reason=a strange card", "settle")
    house.begin("T1", *PLAIN)
    house.play("T1", "report 5.8.7 count=4 reconstructed=no reason=found by a count")
    house.begin("T1", *BETS, "close", *ROYAL, *FOLDED, "settle")
    (claim,) = (c.id for c in house.state_of().unpaid)
    house.verify(claim)
    house.pay(claim)
    house.play("T1", "settle", "report 5.8.7 count=4 reconstructed=no reason=found by a count")
    house.ok(house.step("T1", "settle", approval=APPROVED))
    house.begin("T1", *PLAIN)
    ruling = cmd.AdjustSettlement(
        box=1, player="ann", bet="ante", amount=2500, by="shift_manager", reason="the camera shows a push"
    )
    for number in (1, 5, 5, house.floor.tables.get("T1").state.number):  # type: ignore[union-attr]
        house.ok(house.floor.adjust("T1", number, ruling, RULER, house.id()))
    house.begin("M1", "bet 1 ann ante 25", "bet 1 ann jackpot 10", "bet 2 bob ante 10 unnoticed", "close")
    less = cmd.CorrectBet(
        box=1, player="ann", bet="jackpot", amount=500, by="pit_supervisor", reason="misread"
    )
    house.ok(house.floor.act("M1", less, Actor("Sue", "pit_supervisor"), house.id()))
    house.play("M1", "deal 1 2s 4d 6h 8c Td", "deal 2 3s 5d 7h 9c Jd", "deal dealer Ad Kh 9d 6c 2h")
    house.play("M1", "look 1", "fold 1", "bet 2 bob bet 20", "reveal", "settle")


def _irregular(house: House, other: House) -> None:
    """Options, a second look, people who leave, a jackpot system that fails, an interruption."""
    house.begin("T1", *BETS, "close", *NOTHING, "look 1")
    house.play(
        "T1",
        "report 5.10 box=2 reconstructed=no reason=it fell open",
        "choose 2 withdraw",
        "fold 1",
        "reveal",
        "settle",
    )
    house.begin("P1", *BETS, "close", *NOTHING[:3], "look 1", "leave 2", "bet 1 ann play 25", "reveal")
    house.play("P1", "settle")
    house.begin("H1", "bet 1 ann ante 25", "bet 1 ann jackpot 5", "close", "deal 1 As Kd")
    house.play("H1", "interrupt reason=the lights went out", "settle")
    house.begin("T2", *BETS, "close")
    house.begin("T1", *BETS, "close", *ROYAL, "look 1")
    other.link(lc.FailSystem(DEALER_AT_LINK, "signs dark"))
    house.play("T1", "report 5.17.1", *FOLDED, "settle")
    (claim,) = (c.id for c in house.state_of().unpaid)
    house.verify(claim)
    house.play("T2", *NOTHING, *FOLDED, "settle")
    house.pay(claim)
    house.play("T1", "settle")
    house.link(lc.RestoreSystem(MANAGER, shown(GAMES, house.state_of())))
    ann = Actor("ann", "player")
    house.begin("T1")
    house.ok(
        house.floor.act("T1", cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500), ann, house.id())
    )
    house.ok(house.floor.act("T1", cmd.WithdrawBet(1, "ante", "ann"), ann, house.id()))
    house.play("T1", "settle")


def _link_matters(house: House) -> None:
    """Money between links, corrections, changes, tables that join and leave, a link that ends."""
    house.link(lc.MoveMoney("display", Fraction(100, 3), OtherLink("silver"), APPROVED))
    house.link(lc.MoveMoney("reserve", Fraction(1), OtherLink("gold"), APPROVED), "silver")
    house.link(lc.CorrectDisplay(Fraction(12345, 7), APPROVED))
    house.link(lc.CorrectDisplay(Fraction(-45, 7), APPROVED))
    house.link(lc.ProposeChange(structs.replace(CONFIG, reset=9_000_000), APPROVED))
    house.link(lc.ReleaseOverflow(MANAGER), "gold")
    joins = structs.replace(JOINS, table="T3", sheet=THREE_CARD, link="grand")
    house.ok(house.floor.two_people(joins, APPROVED, house.id()))
    crew = Actor("dan", "dealer")
    house.floor.hire(Person("dan", "dealer"))
    house.ok(house.floor.sign_on("T3", "dealer", crew, house.id()))
    house.begin("T3", *PLAIN)
    house.ok(house.floor.close_table("T3", DEALER, house.id()))
    house.link(lc.RemoveTable("T3", APPROVED))
    house.ok(house.floor.open_table("T3", plate(HOLDEM), house.id()))
    house.open({"P2": "rws-three-card-v3"}, link="brief")
    house.begin("P2", *BETS, "close", *NOTHING[:3], *FOLDED, "settle")
    house.link(lc.CloseLink(OtherLink("silver"), APPROVED), "brief")
    house.begin("T1", *BETS, "close", *ROYAL, *FOLDED, "settle")
    (claim,) = (c.id for c in house.state_of().unpaid)
    house.verify(claim)
    house.pay(claim)
    house.play("T1", "settle")
    assert house.state_of().config.reset == 9_000_000, "the change waited for this"


def _another_version(house: House, other: House) -> None:
    """A sheet in other words comes into force after a settlement that is then replaced."""
    house.begin("T2", *PLAIN)
    sheet, clauses = shipped_texts(THREE_CARD)
    gist = GAMES[THREE_CARD].sheet.irregularities["5.8.7"].gist
    other.ok(other.floor.new_sheet(sheet.replace(gist, "in other words"), clauses, APPROVED))
    house.play("T2", "report 5.8.7 count=4 reconstructed=no reason=found by a count")
    house.begin("T2", *PLAIN)
    house.play("T2", "report 5.8.7 count=4 reconstructed=no reason=found by a count")
