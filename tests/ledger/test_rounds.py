"""Every shipped round file, booked: players get what the settlement says, and all sums to zero."""

from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.ledger import Cited, GamingDay, Ledger, Transfer, accounts, decide, evolve
from pitboss.ledger.book import PostTransfers
from pitboss.ledger.rounds import (
    Booking,
    adjustment_transfer,
    replacement_transfers,
    settlement_transfers,
)
from pitboss.records import FileFailed, FileFault, PlayedRound, play, read_round_file
from pitboss.round import Refusal
from pitboss.round.events import RoundSettled, SettlementAdjusted
from pitboss.settlement import JackpotMoves, Line, Payout, Settlement
from pitboss.sheets import rounds_folder, sheet_ids

DAY = GamingDay(date(2025, 3, 10), "day")
LATER = GamingDay(date(2025, 3, 11), "night")
SHEET = "rws-three-card-v3"
METER = accounts.link_meter("grand")


def booking(sheet: str = SHEET, day: GamingDay = DAY, number: int = 1) -> Booking:
    return Booking(round=f"T1/{number}", table="T1", operator="rws", sheet=sheet, day=day)


def seeded() -> Ledger:
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
        why="Seed.",
    )
    return posted(Ledger(), (seed,))


def posted(ledger: Ledger, transfers: tuple[Transfer, ...]) -> Ledger:
    answer = decide(ledger, PostTransfers(transfers))
    assert not isinstance(answer, Refusal), answer
    for event in answer:
        ledger = evolve(ledger, event)
    assert sum(ledger.balances.values()) == 0
    return ledger


def players(ledger: Ledger) -> dict[str, Fraction]:
    return {
        name.partition(":")[2]: cents
        for name, cents in ledger.balances.items()
        if accounts.kind_of(name) == "player" and cents
    }


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
        before: tuple[Transfer, ...] = ()
        for revision, settlement in enumerate(settlements):
            where = booking(sheet, number=number)
            fresh = replacement_transfers(where, before, settlement, revision)
            ledger = posted(posted(ledger, fresh), fresh)
            before = settlement_transfers(where, settlement, revision)
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
        why="Why.",
    )


def settled(*lines: Line, payouts: tuple[Payout, ...] = ()) -> Settlement:
    return Settlement("settled", lines, JackpotMoves(Fraction(0), Fraction(0), payouts, Fraction(0)))


def test_who_pays_what() -> None:
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
    first = settlement_transfers(booking(), settled(line("ante", "win", 2500)))
    ledger = posted(seeded(), first)
    again = replacement_transfers(booking(day=LATER), first, settled(line("ante", "lose", -2500)), 1)
    ledger = posted(ledger, again)
    assert players(ledger) == {"ann": -2500}
    assert all(entry in ledger.posted.values() for entry in (*first, *again))
    assert [(entry.reverses, entry.day) for entry in again] == [
        ("T1/1/settled-0/1", LATER.date),
        (None, LATER.date),
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
    entry = adjustment_transfer(booking(day=LATER), adjusted, 1)
    ledger = posted(seeded(), (entry,))
    assert players(ledger) == {"ann": amount}
    assert entry.cited.clauses == ("5.23", "5.19")


def test_a_void_round_moves_nothing() -> None:
    assert settlement_transfers(booking(), settled(line("ante", "returned", 0))) == ()
