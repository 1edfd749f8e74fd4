"""From a settled round to transfers: which account pays whom for each settlement line.

The table's float collects and pays bets against the Dealer or a pay table, and the Ante Bonus. The house pays
what does not lower a display: fixed amounts, "for 1" pays and the Envy Bonus. A link pays a share of its
display by slip, so it is not posted here. A lost jackpot bet goes to the house, which has already contributed
its share.
"""

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from pitboss.citation import Cited, Clause, some_clauses
from pitboss.invariant import InvariantBroken
from pitboss.ledger import accounts
from pitboss.ledger.accounts import LedgerAccount, Transfer
from pitboss.ledger.days import GamingDay
from pitboss.reason import Reason, because
from pitboss.round.events import SettlementAdjusted
from pitboss.settlement import Line, Payout, Settlement
from pitboss.settlement.jackpot import ENVY

JACKPOT = "jackpot"


class Booking(Struct, frozen=True, kw_only=True):
    """Where and when a round is booked."""

    round: str
    """An id unique to the operator."""
    table: str
    operator: str
    sheet: str
    day: GamingDay


def settlement_transfers(booking: Booking, settlement: Settlement, revision: int = 0) -> tuple[Transfer, ...]:
    """Drafts of transfers for every line; with the slips, players get exactly what the lines say.

    ``revision`` counts the round's earlier settlements.
    """
    payouts = {(p.box, p.player): p for p in (settlement.jackpot.payouts if settlement.jackpot else ())}
    return tuple(
        _transfer(booking, f"settled-{revision}", *movement)
        for line in settlement.lines
        for movement in _movements(booking, line, payouts.get((line.box, line.player)))
    )


def adjustment_transfer(booking: Booking, adjusted: SettlementAdjusted) -> Transfer:
    """The draft of a ruling on a past round, booked beside its settlement."""
    bank = _bank(booking, adjusted.bet)
    gambler = accounts.player(adjusted.player)
    source, target = (bank, gambler) if adjusted.amount > 0 else (gambler, bank)
    why = because("transfer.adjusted", box=adjusted.box, bet=adjusted.bet, given=adjusted.reason)
    return _transfer(booking, "adjusted", source, target, abs(adjusted.amount), adjusted.clauses, why)


def settles(transfer: Transfer, name: str) -> bool:
    """Whether a transfer was posted by a settlement of the round with this id."""
    return transfer.id.startswith(f"{name}/settled-") and transfer.reverses is None


_Movement = tuple[LedgerAccount, LedgerAccount, int, tuple[Clause, ...], Reason]


def _movements(booking: Booking, line: Line, payout: Payout | None) -> Iterator[_Movement]:
    gambler, bank = accounts.player(line.player), _bank(booking, line.bet)
    why, net = because("transfer.settled", box=line.box, bet=line.bet), line.net
    if line.bet == JACKPOT and line.result == "win":
        if payout is None:
            raise InvariantBroken(f"round {booking.round}: box {line.box} wins a jackpot without a payout")
        if payout.amount and not payout.percent:
            yield bank, gambler, payout.amount, line.clauses, why
        net -= payout.amount
    if net > 0:
        yield bank, gambler, net, line.clauses, why
    elif net < 0:
        yield gambler, bank, -net, line.clauses, why


def _bank(booking: Booking, bet: str) -> LedgerAccount:
    """The account against the player on this bet."""
    if bet in (JACKPOT, ENVY):
        return accounts.house(booking.operator)
    return accounts.table_float(booking.table)


def _transfer(
    booking: Booking,
    what: str,
    source: LedgerAccount,
    target: LedgerAccount,
    amount: int,
    clauses: tuple[Clause, ...],
    why: Reason,
) -> Transfer:
    cited, day = Cited(booking.sheet, some_clauses(clauses)), booking.day
    return Transfer(
        id=f"{booking.round}/{what}",
        source=source,
        target=target,
        amount=Fraction(amount),
        cited=cited,
        day=day.date,
        shift=day.shift,
        reason=why,
    )
