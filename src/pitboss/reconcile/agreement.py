"""Comparisons of figures that two records hold; each yields the differences as sentences."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from msgspec import Struct

from pitboss.jackpots import Link
from pitboss.jackpots import events as le
from pitboss.jackpots.commands import BetToAccept
from pitboss.jackpots.sign import slips_of
from pitboss.jackpots.state import round_key
from pitboss.ledger.rounds import JACKPOT
from pitboss.money import format_short
from pitboss.reconcile.figures import LinkDay, TableDay
from pitboss.settlement import Settlement

BoxAmounts = dict[tuple[int, str], int]
"""Cents by box and player."""


def table_faults(table: TableDay) -> Iterator[str]:
    """A table's settlements and rulings against its entries in the ledger."""
    for shift, figures in table.shifts.items():
        for account, by_rounds, by_ledger in (
            ("float", figures.float_win, figures.float_movement),
            ("house", figures.house_win, figures.house_movement),
        ):
            if by_rounds != by_ledger:
                yield (
                    f"in the {shift} shift its settlements and rulings move the {account} by "
                    f"{format_short(by_rounds)}, and the ledger by {format_short(by_ledger)}"
                )


def tray_faults(table: TableDay) -> Iterator[str]:
    """The win by chips against the win by settlements, where the day holds whole sessions."""
    if not table.tray.comparable:
        return
    day = table.tray.together(table.total())
    by_chips, tray, drop = day.win_by_chips, day.tray_difference, day.drop_difference
    if by_chips is not None and by_chips != day.win:
        yield (
            f"by its chips it won {format_short(by_chips)}, and by its settlements {format_short(day.win)}: "
            f"{format_short(tray or 0)} of the difference is in the tray, {format_short(drop)} in the drop"
        )


def link_faults(link: LinkDay) -> Iterator[str]:
    """A link's identities, and its meters against slips, tables and ledger."""
    meters, opening, closing, moved = link.meters, link.opening, link.closing, link.moved
    reserve = opening.reserve + meters.reserve_in - meters.reserve_out + link.other_days.reserve
    overflow = opening.overflow + meters.overflowed - meters.overflow_out + link.other_days.overflow
    paid = sum(slip.amount for slip in link.slips)
    if meters.hits != len(link.slips):
        yield f"it counts {meters.hits} hits, and {len(link.slips)} slips were made out"
    for words, ours, others, theirs in (
        ("the pool closes at", closing.pool, "by what went in and out at", link.expected_closing),
        ("the reserve closes at", closing.reserve, "by what went in and out at", reserve),
        ("the overflow closes at", closing.overflow, "by what went in and out at", overflow),
        ("the pool moved by", moved.pool, "in the ledger by", link.ledger.pool),
        ("the reserve moved by", moved.reserve, "in the ledger by", link.ledger.reserve),
        ("the overflow moved by", moved.overflow, "in the ledger by", link.ledger.overflow),
        ("its winners got", meters.paid, "the slips are for", paid),
        ("it took in bets of", meters.wagers_in, "on the layouts of its tables lay", link.table_bets),
        ("bets added", meters.contributions, "by the rate they add", link.table_contributions),
    ):
        if ours != theirs:
            yield f"{words} {format_short(ours)}, but {others} {format_short(theirs)}"


def share_faults(link: Link, event: Struct) -> Iterator[str]:
    """Shares of accepted bets against the rates, and of returned bets against what they added."""
    match event:
        case le.BetsAccepted():
            for bet in event.bets:
                ours = (bet.display + bet.overflow, bet.reserve)
                rates = (bet.amount * link.config.contribution_rate, bet.amount * link.config.reserve_rate)
                if ours != rates:
                    yield (
                        f"the jackpot bet on box {bet.box} of round {event.table}/{event.round} added "
                        f"{_two(ours)} to display and reserve, but by the rates it adds {_two(rates)}"
                    )
        case le.ContributionReturned():
            booked = link.rounds[round_key(event.table, event.round)]
            bets = [bet for bet in booked.bets if (bet.box, bet.player) == (event.box, event.player)]
            share = (
                sum((bet.display + bet.overflow + bet.reserve) / bet.amount for bet in bets) * event.amount
            )
            back = event.display + event.overflow + event.reserve + event.house
            if back != share:
                yield (
                    f"the returned bet on box {event.box} of round {event.table}/{event.round} had added "
                    f"{format_short(share)}, and {format_short(back)} are accounted for"
                )


def accepted_faults(bets: Iterable[BetToAccept], event: le.BetsAccepted) -> Iterator[str]:
    """A link's booked jackpot bets against those on the table's layout at "No more Bets"."""
    lay = {(bet.box, bet.player): bet.amount for bet in bets}
    booked = {(bet.box, bet.player): bet.amount for bet in event.bets}
    if lay != booked:
        key = round_key(event.table, event.round)
        yield f"it booked for round {key} {amounts(booked)}, but on the layout lay {amounts(lay)}"


def settled_faults(link: Link, table: str, name: str, settlement: Settlement) -> Iterator[str]:
    """Jackpot bets and awards of a settlement against what the link booked and paid."""
    key = round_key(table, name)
    kept = [line for line in settlement.lines if line.bet == JACKPOT and line.result != "returned"]
    stands = {(line.box, line.player): line.stake for line in kept if line.stake}
    booked = {(bet.box, bet.player): bet.amount for bet in link.rounds[key].bets}
    if stands != booked:
        yield f"of round {key} it holds {amounts(booked)}, but settled were {amounts(stands)}"
    won = {(won.box, won.player): won.amount for won in settlement.shares_won()}
    paid = {(slip.box, slip.player): slip.amount for slip in slips_of(link, table, name)}
    if won != paid:
        yield f"round {key} was settled with awards of {amounts(won)}, but its slips pay {amounts(paid)}"


def amounts(found: BoxAmounts) -> str:
    """Amounts by box, for a sentence."""
    told = (f"{format_short(cents)} on box {box} of {player}" for (box, player), cents in found.items())
    return ", ".join(told) or "nothing"


def _two(shares: tuple[Fraction, Fraction]) -> str:
    return f"{format_short(shares[0])} and {format_short(shares[1])}"
