"""The books of the ledger: every stream that moves money keeps one, and together they are the ledger.

Entries of a book are numbered without a gap, so none is posted twice; what leaves one account reaches
another, so each book sums to zero, and with them the whole ledger. The books of tables and links know players
as one account: what each of them holds is with the table, and who was paid what stands in the entries.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from msgspec import Struct, structs

from pitboss.invariant import InvariantBroken
from pitboss.ledger.accounts import PLAYERS, LedgerAccount, kind_of
from pitboss.ledger.transfer import Transfer
from pitboss.money import format_exact

Balances = dict[LedgerAccount, Fraction]
"""What accounts hold, in exact cents."""
_NOTHING: Final = Fraction(0)


class LedgerUnbalanced(InvariantBroken):
    """The accounts of a book do not sum to zero."""


class EntryBroken(InvariantBroken):
    """An entry of the ledger that cannot be."""


class TransfersPosted(Struct, frozen=True, tag=True):
    """Entries of a book that count from now on."""

    transfers: tuple[Transfer, ...]


class Book(Struct, frozen=True):
    """How many entries a stream has posted, and what they leave in each account."""

    entries: int = 0
    balances: Balances = {}

    def balance(self, account: LedgerAccount) -> Fraction:
        """What an account holds; one never used holds nothing."""
        return self.balances.get(account, _NOTHING)


EMPTY: Final = Book()


def post(before: Book, drafts: Iterable[Transfer]) -> tuple[TransfersPosted, ...]:
    """The entries of a book, numbered after its last one; nothing for no entries.

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
    """The book after entries. Raises :class:`EntryBroken` and :class:`LedgerUnbalanced`."""
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
    """Add transfers to balances; unless they are ``named``, players have one account together.

    Whole cents, which most transfers move, are summed as such: adding fractions takes ten times as long.
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
