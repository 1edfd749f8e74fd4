"""Ratings: what was staked and won, counted from the table's own events, and the exact edge on it."""

from datetime import date
from fractions import Fraction

import pytest

from pitboss.analysis.odds import HouseEdge, silent
from pitboss.floor import Actor
from pitboss.floor.tables.money import BuyIn, CashOut
from pitboss.floor.tables.money.ratings import Rating, Ratings
from pitboss.jackpots.queue import shown
from pitboss.reconcile.rows import ratings_of_day
from pitboss.round import commands as cmd
from pitboss.sheets import load, sheet_ids
from pitboss.store import Journal
from tests.floor.house import DEALER, House
from tests.floor.scripts import FOLDED, NOON, NOTHING, ROYAL
from tests.jackpots.floor import GAMES, THREE_CARD

DAY = 24 * 3600 * 1_000_000
BETS = ("bet 1 ann ante 25", "bet 1 ann jackpot 5", "bet 2 bob ante 100", "close")


class Evening(House):
    """A floor whose clock is ours."""

    def __init__(self, journal: Journal) -> None:
        self.now = NOON
        super().__init__(journal, clock=lambda: self.now)
        self.open({"T1": THREE_CARD})

    @property
    def ratings(self) -> Ratings:
        table = self.floor.table("T1")
        assert table is not None
        return table.ratings

    def of(self, player: str) -> Rating:
        return self.ratings.players[player]


@pytest.fixture
def evening(journal: Journal) -> Evening:
    return Evening(journal)


def test_stakes_rounds_and_wins_of_each_player(evening: Evening) -> None:
    sign = shown(GAMES, evening.state_of())
    evening.ok(evening.floor.money("T1", BuyIn(player="ann", amount=50_000, by=DEALER), DEALER, evening.id()))
    evening.begin("T1", *BETS, *NOTHING, *FOLDED, "settle")
    evening.begin("T1", "bet 1 ann ante 50", *BETS[1:], *NOTHING, *FOLDED, "settle")
    evening.ok(evening.floor.money("T1", CashOut("ann", 10_000, DEALER), DEALER, evening.id()))
    ann, bob = evening.of("ann"), evening.of("bob")
    assert (ann.rounds, bob.rounds) == (2, 2)
    assert ann.stakes == {"ante": {2500: 1, 5000: 1}, "jackpot": {500: 2}}
    assert ann.win == 2500 + 5000 + 2 * 500
    assert bob.win == 20_000
    assert (ann.bought, ann.cashed, ann.link_pays) == (50_000, 10_000, 0)
    assert ann.displayed[500] >= 2 * sign
    assert ann.first < bob.first < bob.last < ann.last


def test_a_void_round_counts_nothing_and_a_replaced_settlement_once(evening: Evening) -> None:
    evening.begin("T1", *BETS, *NOTHING, "report 5.8.1 reason=a strange card", "settle")
    assert evening.of("ann").rounds == 0
    assert evening.of("ann").win == 0
    evening.begin(
        "T1",
        *BETS,
        *NOTHING,
        *FOLDED,
        "settle",
        "report 5.8.7 count=4 reconstructed=no reason=a count",
        "settle",
    )
    assert evening.of("bob").rounds == 0, "the second settlement returned everything"
    assert evening.of("bob").win == 0
    assert evening.of("ann").displayed == {500: 0}


def test_rulings_and_what_a_link_pays(evening: Evening) -> None:
    evening.begin("T1", *BETS, *ROYAL, *FOLDED, "settle")
    (claim,) = evening.state_of().claims
    evening.verify(claim)
    evening.pay(claim)
    evening.play("T1", "settle")
    slip = evening.state_of().slips[-1]
    ann = evening.of("ann")
    assert ann.link_pays == slip.amount
    before = ann.win
    ruling = cmd.AdjustSettlement(
        box=1, player="ann", bet="ante", amount=2500, by="shift_manager", reason="the camera shows a push"
    )
    evening.begin("T1")
    evening.ok(evening.floor.adjust("T1", 1, ruling, Actor("Shaw", "shift_manager"), evening.id()))
    assert evening.of("ann").win == before - 2500


def test_another_day_or_opener_begins_another_stretch(evening: Evening) -> None:
    evening.begin("T1", *BETS, *NOTHING, *FOLDED, "settle")
    first = evening.ratings
    evening.now += DAY
    evening.begin("T1", *BETS, *NOTHING, *FOLDED, "settle")
    second = evening.ratings
    assert (first.day, second.day) == (date(2025, 3, 10), date(2025, 3, 11))
    evening.now += DAY
    evening.begin("T1")
    journal = evening.floor.journal
    assert ratings_of_day(journal, "T1", date(2025, 3, 10)) == (first,)
    assert ratings_of_day(journal, "T1", date(2025, 3, 11)) == (second,)
    assert ratings_of_day(journal, "T1", date(2025, 3, 13)) == ()
    assert ratings_of_day(journal, "none", date(2025, 3, 11)) == ()


def test_the_edge_is_that_of_the_mathematics() -> None:
    game = load(next(sheet for sheet in sheet_ids() if load(sheet).sheet.identity.short == "3CP"))
    edge = HouseEdge(game, silent)
    main = edge.win("ante", 2500, 4)
    assert main is not None
    assert round(main / 10_000, 6) == Fraction("0.03373")
    side = edge.win("pair_plus", 2500, 2)
    assert side is not None
    assert round(side / 5000, 6) == Fraction("0.055747")
    assert edge.win("play", 2500, 1) is None, "it is in the Ante's"
    assert edge.jackpot_win(500, 2, 2 * Fraction(8_045_000)) == 0, "it breaks even at 80,450.00"
    lowest = edge.jackpot_win(500, 1, Fraction(0))
    assert lowest is not None
    assert lowest > 0
