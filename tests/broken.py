"""Invariants broken on purpose, each in its own way: all must raise their error, under ``python -O`` too."""

from collections.abc import Callable
from datetime import datetime
from fractions import Fraction
from typing import Any, Final, cast
from unittest.mock import patch

from msgspec import Struct, structs

from pitboss.access import events as ae
from pitboss.access.account import evolve_account
from pitboss.access.proposals import evolve_proposals, propose
from pitboss.access.roles import SYSTEM
from pitboss.access.warrant import Warrant
from pitboss.card_sets import events as se
from pitboss.card_sets.state import CardSet, CardSetBroken, CardSets, Status
from pitboss.card_sets.state import evolve as evolve_sets
from pitboss.cards import parse_card
from pitboss.citation import Cited
from pitboss.floor.service import DEFAULT_HOURS
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.money.events import SlipMade
from pitboss.floor.tables.money.state import Session, TableMoney, evolve_money, posted
from pitboss.floor.tables.table import TableState, evolve_table
from pitboss.invariant import InvariantBroken, OutOfOrder, RecordBroken
from pitboss.jackpots import Link, evolve, fold
from pitboss.jackpots import events as le
from pitboss.jackpots.parts import Seed, Slip
from pitboss.jackpots.state import LinkUnbalanced, check
from pitboss.ledger import Book, Transfer, accounts, gaming_day
from pitboss.ledger import evolve as booked
from pitboss.ledger.book import EntryBroken, LedgerUnbalanced, TransfersPosted
from pitboss.ledger.days import Days, GamingDayEnded, evolve_days
from pitboss.ledger.rounds import Booking, settlement_transfers
from pitboss.reason import UNTOLD
from pitboss.replay.dispute.document import Record, signed_page
from pitboss.replay.log_proofs import Proof
from pitboss.round import commands as rc
from pitboss.round import events as re
from pitboss.round import evolve as evolve_round
from pitboss.round import fold as fold_round
from pitboss.round import open_round
from pitboss.round.views import open_view
from pitboss.settlement import Box, Facts, Line, Settlement, Table, Wager, settle
from pitboss.sheets.rates import ForOne
from pitboss.shoe import CardsDrawn, ShoeInUse, commit, draw, fresh_shoe
from pitboss.shoe.dealing import ShoeBroken
from pitboss.shoe.dealing import evolve as evolve_shoe
from pitboss.store import Recorded
from pitboss.store.codec import Aggregate, registry_of
from pitboss.store.streams import StreamCache, StreamState
from tests.audit.evening import KEY
from tests.jackpots.floor import APPROVED, CONFIG, DAY, DEALER, GAMES, RWS, SUPERVISOR, THREE_CARD

GAME: Final = GAMES[THREE_CARD]
CITED: Final = Cited(THREE_CARD, ("5.21",))
OPENED: Final = le.LinkOpened(
    link="grand",
    operator=RWS,
    config=CONFIG,
    seed=Seed(house=Fraction(CONFIG.reset)),
    approval=APPROVED,
    cited=CITED,
)
LINK: Final = evolve(None, OPENED)
SLIP: Final = Slip(
    number=1,
    claim="grand/1",
    table="T1",
    round="1",
    box=1,
    player="ann",
    hand="royal flush",
    percent=100,
    value=Fraction(700),
    amount=700,
    means="attendant",
    prepared_by=SUPERVISOR,
    signatures=(),
    cited=CITED,
)
SHOE: Final = ShoeInUse(commit(fresh_shoe("T1/1")), drawn=2)
PLATE: Final = Table(sheet=THREE_CARD, jackpot_bet=500)
TABLE: Final = TableState(
    id="T1",
    operator=RWS,
    plate=PLATE,
    link=None,
    cards="outside",
    denominations=(1,),
    automatic=False,
    away_seconds=60,
    number=7,
)
MONEY: Final = TableMoney(slips=4, session=Session(number=1, found=None))


class Noted(Struct, frozen=True, tag=True):
    """An event of a stream that folds to nothing but itself."""


def _metered(**changes: Any) -> Callable[[], object]:
    """A link whose meters say otherwise than its money, or than its slips."""
    meters = structs.replace(LINK.meters, **changes)
    return lambda: check(structs.replace(LINK, meters=meters))


def _paid_otherwise() -> object:
    return evolve(
        LINK,
        le.ClaimsPaid(
            slips=(SLIP,),
            value=Fraction(1000),
            after=Fraction(301),
            seed=Seed(),
            surplus=Fraction(0),
            frozen_at=0,
            left=Fraction(1),
            cited=CITED,
        ),
    )


def _slip(number: int, money: TableMoney) -> object:
    made = SlipMade(
        number=number,
        kind="fill",
        count=(),
        warrant=Warrant(SYSTEM, "counted"),
        day=DAY.date,
        shift="day",
    )
    return evolve_money(money, made)


def _transfer(amount: Fraction) -> Transfer:
    return Transfer(
        id="T1/1/settled-0/1",
        source=accounts.table_float("T1"),
        target=accounts.player("ann"),
        amount=amount,
        cited=CITED,
        day=DAY.date,
        shift="day",
        reason=UNTOLD,
    )


def _win_without_payout() -> object:
    booking = Booking(round="T1/1", table="T1", operator=RWS, sheet=THREE_CARD, day=DAY)
    line = Line(
        box=1,
        player="ann",
        bet="jackpot",
        stake=500,
        result="win",
        net=1000,
        clauses=("3.5",),
        reason=UNTOLD,
    )
    return settlement_transfers(booking, Settlement("settled", (line,), None))


def _facts(*wagers: Wager) -> Facts:
    cards = tuple(map(parse_card, ("As", "Ad", "7c")))
    dealer = tuple(map(parse_card, ("Ks", "Qd", "2c")))
    box = Box(number=1, wagers=wagers, cards=cards, dealt=1, examined=1, decided=("play",))
    return Facts(table=PLATE, boxes=(box,), dealer=dealer, community=(), display=None)


def _paid_for_one() -> object:
    """A rate that gives no stake back, where the sheet's bets pay so many to 1."""
    wrong = structs.replace(GAME.pays["ante"], flat=ForOne(1))
    with patch.dict(GAME.pays, {"ante": wrong}):
        return settle(
            GAME,
            _facts(
                Wager(bet="ante", player="ann", amount=2500), Wager(bet="play", player="ann", amount=2500)
            ),
        )


def _sets(status: Status, event: se.CardSetEvent) -> Callable[[], object]:
    return lambda: evolve_sets(CardSets({"S1": CardSet(id="S1", backs="red", status=status)}), event)


def _noted(state: Noted | None, event: Any, position: int) -> Noted:
    return Noted()


def _breaks(state: Noted | None, event: Any, position: int) -> Noted:
    raise LinkUnbalanced("link grand: a cent is missing")


def _streams(evolve: Callable[[Noted | None, Any, int], Noted]) -> StreamCache[Noted]:
    noted = Aggregate(kind="table", state=Noted, events=(Noted,), evolve=evolve)
    return StreamCache(cast("Any", None), noted, registry_of((noted,)))


def _gap() -> object:
    def recorded(version: int) -> Recorded:
        return Recorded(
            position=version,
            append=version,
            stream="table/T1",
            version=version,
            kind="Noted",
            schema=1,
            recorded=0,
            salt=b"",
            data=b'{"type":"Noted"}',
            hash=b"",
        )

    return _streams(_noted).after(StreamState(), (recorded(1), recorded(3)))


def _two_places() -> object:
    record = Record(format="1", page="", made="", build="", key="", replay={}, proof=Proof(()))
    return signed_page("<p>no place for data</p>", record, KEY)


def _reopened(link: Link) -> object:
    return evolve(link, OPENED)


CASES: Final[dict[str, tuple[type[InvariantBroken], Callable[[], object]]]] = {
    "the display is not what went in and out": (LinkUnbalanced, _metered(contributions=Fraction(1, 30))),
    "the reserve does not add up": (LinkUnbalanced, _metered(reserve_in=Fraction(1))),
    "the overflow does not add up": (LinkUnbalanced, _metered(overflow_out=Fraction(1))),
    "a meter below nothing": (
        LinkUnbalanced,
        lambda: check(
            structs.replace(
                LINK, reserve=Fraction(-1), meters=structs.replace(LINK.meters, reserve_out=Fraction(1))
            )
        ),
    ),
    "a hit without a slip": (LinkUnbalanced, _metered(hits=1)),
    "slips that say less than was won": (LinkUnbalanced, _metered(by_device=100)),
    "a slip number that is missing": (
        LinkUnbalanced,
        lambda: check(
            structs.replace(
                LINK,
                pool=LINK.pool - 700,
                slips=(structs.replace(SLIP, number=2),),
                meters=structs.replace(LINK.meters, hits=1, by_attendant=700, paid=Fraction(700)),
            )
        ),
    ),
    "a payment that leaves what it does not say": (LinkUnbalanced, _paid_otherwise),
    "a link closed with money": (LinkUnbalanced, lambda: evolve(LINK, le.LinkClosed(APPROVED))),
    "a share borne without a registered value": (
        LinkUnbalanced,
        lambda: evolve(LINK, le.ShareBorne((), CITED)),
    ),
    "a link opened twice": (OutOfOrder, lambda: _reopened(LINK)),
    "an event before its link": (OutOfOrder, lambda: evolve(None, le.LinkClosed(APPROVED))),
    "a link of no events": (OutOfOrder, lambda: fold(())),
    "accounts that do not sum to zero": (
        LedgerUnbalanced,
        lambda: booked(Book(0, {accounts.house(RWS): Fraction(1, 30)}), TransfersPosted(())),
    ),
    "an entry posted twice": (
        EntryBroken,
        lambda: booked(Book(1), TransfersPosted((_transfer(Fraction(5)),))),
    ),
    "an entry of nothing": (
        EntryBroken,
        lambda: booked(Book(), TransfersPosted((_transfer(Fraction(0)),))),
    ),
    "a gaming day that ends again": (
        OutOfOrder,
        lambda: evolve_days(Days(DAY.date), GamingDayEnded(DAY.date, DAY.date, "day"), 1),
    ),
    "money without a clause": (InvariantBroken, lambda: Cited(THREE_CARD, ())),  # type: ignore[arg-type]
    "an account without a name": (InvariantBroken, lambda: accounts.player("")),
    "a jackpot won and not paid": (InvariantBroken, _win_without_payout),
    "an instant without an offset": (
        InvariantBroken,
        lambda: gaming_day(datetime(2025, 3, 10, 6), DEFAULT_HOURS),  # noqa: DTZ001 - it must be refused
    ),
    "a part of a cent paid at a table": (
        InvariantBroken,
        lambda: posted(MONEY, TransfersPosted((_transfer(Fraction(5, 2)),))),
    ),
    "a slip without a session": (OutOfOrder, lambda: _slip(1, TableMoney())),
    "a slip number left out": (OutOfOrder, lambda: _slip(6, MONEY)),
    "a slip number twice": (OutOfOrder, lambda: _slip(4, MONEY)),
    "an Ante paid for 1": (InvariantBroken, _paid_for_one),
    "a jackpot bet without a jackpot": (
        InvariantBroken,
        lambda: settle(
            GAME,
            _facts(
                Wager(bet="ante", player="ann", amount=2500), Wager(bet="jackpot", player="ann", amount=500)
            ),
        ),
    ),
    "a hand too small to be ranked": (InvariantBroken, lambda: GAME.ranking.rank((parse_card("As"),))),
    "an event before its round": (OutOfOrder, lambda: evolve_round(None, re.BetsClosed())),
    "a round of no events": (OutOfOrder, lambda: fold_round(())),
    "face-down cards of a round in play": (
        InvariantBroken,
        lambda: open_view(GAME, open_round(rc.OpenRound(PLATE, None, rc.Hashes("", "", "")))),
    ),
    "a card skipped": (ShoeBroken, lambda: evolve_shoe(SHOE, CardsDrawn(4, 1, "dealt"))),
    "a card dealt twice": (ShoeBroken, lambda: evolve_shoe(SHOE, CardsDrawn(2, 1, "dealt"))),
    "more cards than a shoe holds": (ShoeBroken, lambda: evolve_shoe(SHOE, CardsDrawn(3, 51, "dealt"))),
    "cards of no shoe": (ShoeBroken, lambda: evolve_shoe(None, CardsDrawn(1, 1, "burnt"))),
    "a draw of no cards": (ShoeBroken, lambda: draw(SHOE, 0, "dealt")),
    "a card set opened twice": (
        CardSetBroken,
        _sets("opened", se.SetOpened("S1", "red", DEALER, SUPERVISOR)),
    ),
    "a card set used uncounted": (
        CardSetBroken,
        _sets("opened", se.SetPutInUse("S1", "shuffler", DEALER, CITED)),
    ),
    "a card set taken out that is not in": (CardSetBroken, _sets("counted", se.SetTakenOut("S1", DEALER))),
    "a card set destroyed in use": (
        CardSetBroken,
        _sets("in_use", se.SetDestroyed("S1", SUPERVISOR, DEALER)),
    ),
    "an event before its table": (OutOfOrder, lambda: evolve_table(None, re.BetsClosed(), 1)),
    "a round number left out": (
        OutOfOrder,
        lambda: evolve_table(TABLE, fe.RoundBegan(number=9, day=DAY.date, shift="day", by=SYSTEM), 1),
    ),
    "a round number twice": (
        OutOfOrder,
        lambda: evolve_table(TABLE, fe.RoundBegan(number=7, day=DAY.date, shift="day", by=SYSTEM), 1),
    ),
    "an event before its account": (
        OutOfOrder,
        lambda: evolve_account(None, ae.AccountUnlocked(Warrant(SYSTEM, "known again"))),
    ),
    "an approval before its proposal": (
        OutOfOrder,
        lambda: evolve_proposals(None, ae.ProposalApproved(1, SYSTEM)),
    ),
    "a signature before its proposal": (
        OutOfOrder,
        lambda: evolve_proposals(None, ae.ProposalSigned(1, SYSTEM)),
    ),
    "an act for one person proposed to two": (
        InvariantBroken,
        lambda: propose(
            None, subject="floor", act="watch_table", what="{}", by=SYSTEM, reason="asked", now=0
        ),
    ),
    "a version left out": (OutOfOrder, _gap),
    "a broken record": (
        RecordBroken,
        lambda: _streams(_breaks).appended("T1", StreamState(), (Noted(),), first=1, now=0),
    ),
    "a page without a place for its data": (InvariantBroken, _two_places),
}
"""What is broken, with the error it must raise."""


def broken(case: str) -> str:
    """Break one of them; the error as it reads, or what came instead."""
    error, attempt = CASES[case]
    try:
        answer = attempt()
    except InvariantBroken as found:
        return f"{type(found).__name__}: {found}"
    except Exception as other:
        return f"it must raise {error.__name__}, and raised {type(other).__name__}: {other}"
    return f"it must raise {error.__name__}, and gave {type(answer).__name__}"
