"""Every shipped round file, booked: players get what the settlement says, and all sums to zero."""

from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.citation import Cited
from pitboss.ledger import GamingDay, Transfer, accounts, post
from pitboss.ledger.accounts import reversal
from pitboss.ledger.book import EMPTY
from pitboss.ledger.rounds import Booking, adjustment_transfer, settlement_transfers, settles
from pitboss.reason import UNTOLD
from pitboss.records import FileFailed, FileFault, PlayedRound, play, read_round_file
from pitboss.round.events import RoundSettled, SettlementAdjusted
from pitboss.settlement import JackpotMoves, Line, Payout, Settlement
from pitboss.sheets import rounds_folder, sheet_ids
from tests.ledger.whole import Whole

DAY = GamingDay(date(2025, 3, 10), "day")
LATER = GamingDay(date(2025, 3, 11), "night")
SHEET = "rws-three-card-v3"
METER = accounts.link_meter("grand")


def booking(sheet: str = SHEET, day: GamingDay = DAY, number: int = 1) -> Booking:
    return Booking(round=f"T1/{number}", table="T1", operator="rws", sheet=sheet, day=day)


def seeded() -> Whole:
    """A meter that holds more than any shipped round pays."""
    cents = Fraction(10**12)
    seed = Transfer(
        id="seed",
        source=accounts.seed_funding("rws"),
        target=METER,
        amount=cents,
        cited=Cited(SHEET, ("1.15",)),
        day=DAY.date,
        shift="day",
        reason=UNTOLD,
    )
    return posted(Whole(), (seed,))


def posted(ledger: Whole, drafts: tuple[Transfer, ...]) -> Whole:
    for event in post(ledger.books.get("table/T1", EMPTY), drafts):
        ledger.take("table/T1", event)
    assert sum(ledger.balances.values()) == 0
    return ledger


def players(ledger: Whole) -> dict[str, Fraction]:
    return {
        name.partition(":")[2]: cents
        for name, cents in ledger.balances.items()
        if accounts.kind_of(name) == "player" and cents
    }


def standing(ledger: Whole, name: str) -> list[Transfer]:
    """The entries of a round's settlement that no other has reversed."""
    back = {entry.reverses for entry in ledger.posted.values()}
    return [entry for entry in ledger.posted.values() if settles(entry, name) and entry.id not in back]


@pytest.mark.parametrize("sheet", sheet_ids())
def test_every_shipped_settlement_is_booked_to_the_cent(sheet: str) -> None:
    booked = [
        _book_rounds(sheet, rounds)
        for path in sorted(rounds_folder(sheet).glob("*.toml"))
        if (rounds := _played(path))
    ]
    assert len(booked) > 80
    assert sum(booked), "no shipped file replaces a settlement"


def _played(path: Path) -> tuple[PlayedRound, ...]:
    """The rounds of a file; none of one that proves a refusal or a fault and never ends."""
    try:
        return play(read_round_file(path))
    except (FileFailed, FileFault):
        return ()


def _book_rounds(sheet: str, rounds: tuple[PlayedRound, ...]) -> int:
    """Book the rounds of one file and count the settlements that others replaced."""
    ledger, expected, replaced = seeded(), dict[str, int](), 0
    for number, played in enumerate(rounds, 1):
        settlements = [event.settlement for event in played.events if isinstance(event, RoundSettled)]
        for revision, settlement in enumerate(settlements):
            where = booking(sheet, number=number)
            back = tuple(reversal(entry, where.day) for entry in standing(ledger, where.round))
            ledger = posted(ledger, (*back, *settlement_transfers(where, settlement, revision)))
        replaced += len(settlements) - 1
        for name, net in played.settlement.players().items():
            expected[name] = expected.get(name, 0) + net
        for won in played.settlement.shares_won():
            expected[won.player] -= won.amount
    assert players(ledger) == {name: net for name, net in expected.items() if net}
    return replaced


def line(bet: str, result: str, net: int, stake: int = 500) -> Line:
    return Line(
        box=1,
        player="ann",
        bet=bet,
        stake=stake,
        result=result,  # type: ignore[arg-type]
        net=net,
        clauses=("4.4",),
        reason=UNTOLD,
    )


def settled(*lines: Line, payouts: tuple[Payout, ...] = ()) -> Settlement:
    return Settlement("settled", lines, JackpotMoves(Fraction(0), Fraction(0), payouts, Fraction(0)))


def test_every_bet_is_paid_from_its_account() -> None:
    settlement = settled(
        line("ante", "win", 2500, 2500),
        line("ante_bonus", "win", 12_500, 0),
        line("pair_plus", "lose", -1000, 1000),
        line("play", "push", 0, 2500),
        line("envy", "win", 25_000, 0),
        line("jackpot", "win", 1_499_500),
        payouts=(Payout(box=1, player="ann", hand="top hand", amount=1_500_000, percent=100),),
    )
    ledger = posted(seeded(), settlement_transfers(booking(), settlement))
    assert ledger.balance(accounts.table_float("T1")) == -2500 - 12_500 + 1000
    assert ledger.balance(accounts.house("rws")) == -25_000 + 500
    assert ledger.balance(METER) == 10**12, "the link pays by its slip"
    assert players(ledger) == {"ann": settlement.players()["ann"] - 1_500_000}


def test_a_fixed_jackpot_pay_comes_from_the_house_and_leaves_the_meter_alone() -> None:
    settlement = settled(
        line("jackpot", "win", 124_500),
        payouts=(Payout(box=1, player="ann", hand="straight flush", amount=125_000),),
    )
    transfers = settlement_transfers(booking(), settlement)
    assert {t.source for t in transfers} == {accounts.house("rws"), accounts.player("ann")}
    assert posted(seeded(), transfers).balance(METER) == 10**12


def test_a_replaced_settlement_is_reversed_and_never_edited() -> None:
    ledger = posted(seeded(), settlement_transfers(booking(), settled(line("ante", "win", 2500))))
    back = tuple(reversal(entry, LATER) for entry in standing(ledger, "T1/1"))
    fresh = settlement_transfers(booking(day=LATER), settled(line("ante", "lose", -2500)), 1)
    ledger = posted(ledger, (*back, *fresh))
    assert players(ledger) == {"ann": -2500}
    assert [(entry.id, entry.reverses, entry.day) for entry in ledger.posted.values()][1:] == [
        ("T1/1/settled-0/2", None, DAY.date),
        ("T1/1/settled-0/2/reversed/3", "T1/1/settled-0/2", LATER.date),
        ("T1/1/settled-1/4", None, LATER.date),
    ]


@pytest.mark.parametrize("amount", [5000, -5000])
def test_an_adjustment_is_booked_beside_the_settlement(amount: int) -> None:
    adjusted = SettlementAdjusted(
        box=1,
        player="ann",
        bet="play",
        amount=amount,
        by="shift_manager",
        reason="camera checked",
        clauses=("5.23", "5.19"),
    )
    entry = adjustment_transfer(booking(day=LATER), adjusted)
    ledger = posted(seeded(), (entry,))
    assert players(ledger) == {"ann": amount}
    assert entry.cited.clauses == ("5.23", "5.19")


def test_a_void_round_moves_nothing() -> None:
    assert settlement_transfers(booking(), settled(line("ante", "returned", 0))) == ()
