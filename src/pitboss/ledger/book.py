"""The book: which transfers are accepted, and the balances that follow from them.

The balances and the ids of open gaming days are all there is. A closed day forgets its ids and takes
no further entries, so the state does not grow with the years and nothing can be posted twice.
"""

from collections.abc import Iterable
from datetime import date
from fractions import Fraction

from msgspec import Struct, structs

from pitboss.invariant import InvariantBroken
from pitboss.ledger.accounts import LINK_KINDS, Account, kind_of
from pitboss.ledger.transfer import Transfer
from pitboss.money import format_exact
from pitboss.refusal import Refusal, refuse


class LedgerUnbalanced(InvariantBroken):
    """The accounts do not sum to zero."""


class Ledger(Struct, frozen=True):
    """Balances in exact cents, and what was posted in the gaming days that are still open."""

    balances: dict[Account, Fraction] = {}
    posted: dict[str, Transfer] = {}
    closed_through: date | None = None
    """The last gaming day that takes no more entries."""

    def balance(self, name: Account) -> Fraction:
        """What an account holds; one never used holds nothing."""
        return self.balances.get(name, Fraction(0))


class PostTransfers(Struct, frozen=True, tag=True):
    """Post these transfers together or not at all."""

    transfers: tuple[Transfer, ...]


class CloseDay(Struct, frozen=True, tag=True):
    """The books of a gaming day, and of all before it, are closed."""

    day: date


LedgerCommand = PostTransfers | CloseDay


class TransfersPosted(Struct, frozen=True, tag=True):
    """Transfers that count from now on."""

    transfers: tuple[Transfer, ...]


class DayClosed(Struct, frozen=True, tag=True):
    """A gaming day takes no more entries."""

    day: date


LedgerEvent = TransfersPosted | DayClosed


def decide(ledger: Ledger, command: LedgerCommand) -> tuple[LedgerEvent, ...] | Refusal:
    """What follows from a command: events, none for a repetition, or the refusal."""
    if isinstance(command, CloseDay):
        done = ledger.closed_through is not None and command.day <= ledger.closed_through
        return () if done else (DayClosed(command.day),)
    fresh: dict[str, Transfer] = {}
    for transfer in command.transfers:
        known = ledger.posted.get(transfer.id) or fresh.get(transfer.id)
        if known == transfer:
            continue
        if refusal := _fault(ledger, transfer, known):
            return refusal
        fresh[transfer.id] = transfer
    if not fresh:
        return ()
    event = TransfersPosted(tuple(fresh.values()))
    return _overdrawn(ledger, event) or (event,)


def evolve(ledger: Ledger, event: LedgerEvent) -> Ledger:
    """The ledger after an event; raises :class:`LedgerUnbalanced` unless all accounts sum to zero."""
    if isinstance(event, DayClosed):
        kept = {name: entry for name, entry in ledger.posted.items() if entry.day > event.day}
        return Ledger(ledger.balances, kept, event.day)
    balances = _booked(ledger, event)
    if total := sum(balances.values()):
        raise LedgerUnbalanced(f"all accounts sum to {format_exact(Fraction(total))} and not to zero")
    posted = ledger.posted | {transfer.id: transfer for transfer in event.transfers}
    return structs.replace(ledger, balances=balances, posted=posted)


def fold(events: Iterable[LedgerEvent]) -> Ledger:
    """The ledger after all of these events, from an empty one."""
    ledger = Ledger()
    for event in events:
        ledger = evolve(ledger, event)
    return ledger


def _booked(ledger: Ledger, event: TransfersPosted) -> dict[Account, Fraction]:
    balances = dict(ledger.balances)
    for transfer in event.transfers:
        balances[transfer.source] = balances.get(transfer.source, Fraction(0)) - transfer.amount
        balances[transfer.target] = balances.get(transfer.target, Fraction(0)) + transfer.amount
    return balances


def _fault(ledger: Ledger, transfer: Transfer, known: Transfer | None) -> Refusal | None:
    cited = transfer.cited.clauses
    if known:
        message = f"transfer {transfer.id} is posted with another content: reverse it and post a new one"
        return refuse("transfer_changed", message, cited)
    if transfer.amount <= 0:
        message = f"transfer {transfer.id} must move more than nothing; turn it round to move money back"
        return refuse("amount_not_positive", message, cited)
    if transfer.source == transfer.target:
        return refuse("same_account", f"transfer {transfer.id} stays in {transfer.source}", cited)
    if ledger.closed_through is not None and transfer.day <= ledger.closed_through:
        message = f"the books are closed through {ledger.closed_through}: post in an open gaming day"
        return refuse("day_closed", message, cited)
    return None


def _overdrawn(ledger: Ledger, event: TransfersPosted) -> Refusal | None:
    """A link pays only what it holds; everybody else may owe the house, or the house them."""
    balances = _booked(ledger, event)
    for transfer in event.transfers:
        if kind_of(transfer.source) in LINK_KINDS and balances[transfer.source] < 0:
            message = f"{transfer.source} does not hold what transfer {transfer.id} would take out"
            return refuse("account_overdrawn", message, transfer.cited.clauses)
    return None
