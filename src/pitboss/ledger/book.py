"""Books: every stream that moves money keeps one, and together they are the ledger.

A book numbers its entries without a gap, so none is posted twice; each entry moves money between two
accounts, so each book sums to zero. Books hold all players as one account: what each has is part of the
table's state.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from msgspec import Struct, structs

from pitboss.invariant import InvariantBroken
from pitboss.ledger.accounts import PLAYERS, LedgerAccount, Transfer, kind_of
from pitboss.money import format_exact

Balances = dict[LedgerAccount, Fraction]
_NOTHING: Final = Fraction(0)


class LedgerUnbalanced(InvariantBroken):
    """The accounts of a book do not sum to zero."""


class EntryBroken(InvariantBroken):
    """An impossible entry of the ledger."""


class TransfersPosted(Struct, frozen=True, tag=True):
    """Entries were posted to a book."""

    transfers: tuple[Transfer, ...]


class Book(Struct, frozen=True):
    """How many entries a stream has posted, and the balance of each account."""

    entries: int = 0
    balances: Balances = {}

    def balance(self, account: LedgerAccount) -> Fraction:
        """The balance of an account; 0 if it was never used."""
        return self.balances.get(account, _NOTHING)


EMPTY: Final = Book()


def post(before: Book, drafts: Iterable[Transfer]) -> tuple[TransfersPosted, ...]:
    """The event that posts drafts, numbered after the book's last entry; nothing for no drafts.

    Raises :class:`EntryBroken` and :class:`LedgerUnbalanced` before anything is recorded.
    """
    numbered = tuple(
        structs.replace(draft, id=f"{draft.id}/{number}")
        for number, draft in enumerate(drafts, before.entries + 1)
    )
    if not numbered:
        return ()
    event = TransfersPosted(numbered)
    evolve(before, event)
    return (event,)


def evolve(before: Book, event: TransfersPosted) -> Book:
    """The book after a posting. Raises :class:`EntryBroken` and :class:`LedgerUnbalanced`."""
    entries = before.entries
    for transfer in event.transfers:
        entries += 1
        if transfer.id.rpartition("/")[2] != str(entries):
            raise EntryBroken(f"transfer {transfer.id} stands where entry {entries} of its book must stand")
    balances = dict(before.balances)
    book(balances, event.transfers, named=False)
    if total := sum(balances.values(), _NOTHING):
        raise LedgerUnbalanced(f"the accounts of a book sum to {format_exact(total)} and not to zero")
    return Book(entries, balances)


def book(balances: Balances, transfers: Iterable[Transfer], *, named: bool = True) -> None:
    """Add transfers to balances; unless ``named``, all players share one account.

    Whole cents, which most transfers move, are summed as integers: adding fractions takes ten times as long.
    """
    cents: dict[LedgerAccount, int] = {}
    for transfer in transfers:
        _check(transfer)
        source, target, amount = transfer.source, transfer.target, transfer.amount
        if not named:
            source, target = _together(source), _together(target)
        if amount.denominator == 1:
            cents[source] = cents.get(source, 0) - amount.numerator
            cents[target] = cents.get(target, 0) + amount.numerator
        else:
            balances[source] = balances.get(source, _NOTHING) - amount
            balances[target] = balances.get(target, _NOTHING) + amount
    for account, moved in cents.items():
        balances[account] = balances.get(account, _NOTHING) + moved


def _together(account: LedgerAccount) -> LedgerAccount:
    return PLAYERS if kind_of(account) == "player" else account


def _check(transfer: Transfer) -> None:
    if transfer.amount.numerator <= 0:
        amount = format_exact(transfer.amount)
        raise EntryBroken(f"transfer {transfer.id} moves {amount}, and an entry moves more than nothing")
    if transfer.source == transfer.target:
        raise EntryBroken(f"transfer {transfer.id} moves money to where it is, {transfer.source}")
