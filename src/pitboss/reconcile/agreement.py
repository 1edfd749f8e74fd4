"""Comparisons of figures that two records hold; each yields the differences."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from pitboss.jackpots import Link
from pitboss.jackpots import events as le
from pitboss.jackpots.commands import BetToAccept
from pitboss.jackpots.sign import slips_of
from pitboss.jackpots.state import round_key
from pitboss.ledger.rounds import JACKPOT
from pitboss.money import format_short
from pitboss.reason import Reason, because
from pitboss.reconcile.figures import LinkDay, TableDay
from pitboss.settlement import Settlement

BoxAmounts = dict[tuple[int, str], int]
"""Cents by box and player."""


def table_faults(table: TableDay) -> Iterator[Reason]:
    """A table's settlements and rulings against its entries in the ledger."""
    for shift, figures in table.shifts.items():
        for account, by_rounds, by_ledger in (
            ("float", figures.float_win, figures.float_movement),
            ("house", figures.house_win, figures.house_movement),
        ):
            if by_rounds != by_ledger:
                yield because(
                    "differs.table",
                    shift=shift,
                    account=account,
                    ours=format_short(by_rounds),
                    theirs=format_short(by_ledger),
                )


def tray_faults(table: TableDay) -> Iterator[Reason]:
    """The win by chips against the win by settlements, where the day holds whole sessions."""
    if not table.tray.comparable:
        return
    day = table.tray.together(table.total())
    by_chips, tray, drop = day.win_by_chips, day.tray_difference, day.drop_difference
    if by_chips is not None and by_chips != day.win:
        yield because("differs.tray", ours=by_chips, theirs=day.win, tray=tray or 0, drop=drop)


def link_faults(link: LinkDay) -> Iterator[Reason]:
    """A link's identities, and its meters against slips, tables and ledger."""
    meters, opening, closing, moved = link.meters, link.opening, link.closing, link.moved
    reserve = opening.reserve + meters.reserve_in - meters.reserve_out + link.other_days.reserve
    overflow = opening.overflow + meters.overflowed - meters.overflow_out + link.other_days.overflow
    paid = sum(slip.amount for slip in link.slips)
    if meters.hits != len(link.slips):
        yield because("differs.hits", hits=meters.hits, slips=len(link.slips))
    for code, ours, theirs in (
        ("differs.pool_closing", closing.pool, link.expected_closing),
        ("differs.reserve_closing", closing.reserve, reserve),
        ("differs.overflow_closing", closing.overflow, overflow),
        ("differs.pool_moved", moved.pool, link.ledger.pool),
        ("differs.reserve_moved", moved.reserve, link.ledger.reserve),
        ("differs.overflow_moved", moved.overflow, link.ledger.overflow),
        ("differs.paid", meters.paid, paid),
        ("differs.wagers", meters.wagers_in, link.table_bets),
        ("differs.contributions", meters.contributions, link.table_contributions),
    ):
        if ours != theirs:
            yield because(code, ours=format_short(ours), theirs=format_short(theirs))


def share_faults(link: Link, event: Struct) -> Iterator[Reason]:
    """Shares of accepted bets against the rates, and of returned bets against what they added."""
    match event:
        case le.BetsAccepted():
            for bet in event.bets:
                ours = (bet.display + bet.overflow, bet.reserve)
                rates = (bet.amount * link.config.contribution_rate, bet.amount * link.config.reserve_rate)
                if ours != rates:
                    shares = (tuple(map(format_short, ours)), tuple(map(format_short, rates)))
                    key = round_key(event.table, event.round)
                    yield because("differs.share", box=bet.box, round=key, ours=shares[0], theirs=shares[1])
        case le.ContributionReturned():
            booked = link.rounds[round_key(event.table, event.round)]
            bets = [bet for bet in booked.bets if (bet.box, bet.player) == (event.box, event.player)]
            share = (
                sum((bet.display + bet.overflow + bet.reserve) / bet.amount for bet in bets) * event.amount
            )
            back = event.display + event.overflow + event.reserve + event.house
            if back != share:
                yield because(
                    "differs.returned",
                    box=event.box,
                    round=round_key(event.table, event.round),
                    ours=format_short(share),
                    theirs=format_short(back),
                )


def accepted_faults(bets: Iterable[BetToAccept], event: le.BetsAccepted) -> Iterator[Reason]:
    """A link's booked jackpot bets against those on the table's layout at "No more Bets"."""
    lay = {(bet.box, bet.player): bet.amount for bet in bets}
    booked = {(bet.box, bet.player): bet.amount for bet in event.bets}
    if lay != booked:
        key = round_key(event.table, event.round)
        yield because("differs.booked", round=key, ours=amounts(booked), theirs=amounts(lay))


def settled_faults(link: Link, table: str, name: str, settlement: Settlement) -> Iterator[Reason]:
    """Jackpot bets and awards of a settlement against what the link booked and paid."""
    key = round_key(table, name)
    kept = [line for line in settlement.lines if line.bet == JACKPOT and line.result != "returned"]
    stands = {(line.box, line.player): line.stake for line in kept if line.stake}
    booked = {(bet.box, bet.player): bet.amount for bet in link.rounds[key].bets}
    if stands != booked:
        yield because("differs.settled", round=key, ours=amounts(booked), theirs=amounts(stands))
    won = {(won.box, won.player): won.amount for won in settlement.shares_won()}
    paid = {(slip.box, slip.player): slip.amount for slip in slips_of(link, table, name)}
    if won != paid:
        yield because("differs.awards", round=key, ours=amounts(won), theirs=amounts(paid))


def amounts(found: BoxAmounts) -> tuple[Reason, ...]:
    """Amounts by box, as a param."""
    return tuple(
        because("differs.on_box", amount=cents, box=box, player=player)
        for (box, player), cents in found.items()
    )
