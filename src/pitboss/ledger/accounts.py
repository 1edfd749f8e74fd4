"""Accounts of the ledger, named ``kind:name``.

Money comes from the house's accounts, which may be negative: what a casino paid out beyond what it took. A
link's accounts are never negative.

A transfer: money moved once from one account to another, for a reason with a clause.
"""

from datetime import date
from fractions import Fraction
from typing import Final, Literal, NewType

from msgspec import Struct, structs

from pitboss.citation import Cited
from pitboss.invariant import InvariantBroken
from pitboss.ledger.days import GamingDay
from pitboss.reason import Reason, because
from pitboss.words import say

LedgerAccount = NewType("LedgerAccount", str)
"""``kind:name``, a string so that it can be a key in stored states."""

LedgerAccountKind = Literal[
    "player",
    "table_float",
    "house",
    "seed_funding",
    "link_meter",
    "link_reserve",
    "link_overflow",
    "table_cash",
    "between_links",
]

PLAYERS: Final = LedgerAccount("player:*")
"""All players together, in a book that does not tell them apart."""


def account(kind: LedgerAccountKind, name: str) -> LedgerAccount:
    """The account of a kind and name."""
    if not name:
        raise InvariantBroken(f"an account of kind {kind} has no name")
    return LedgerAccount(f"{kind}:{name}")


def player(name: str) -> LedgerAccount:
    """A player's chips: bought, won and lost, and not yet cashed."""
    return account("player", name)


def table_float(table: str) -> LedgerAccount:
    """A table's chips: collects losing bets and pays winning ones."""
    return account("table_float", table)


def table_cash(table: str) -> LedgerAccount:
    """What players paid for chips at a table less what they were paid back; never positive."""
    return account("table_cash", table)


def house(operator: str) -> LedgerAccount:
    """The operator: funds contributions, fixed jackpot pays and the Envy Bonus."""
    return account("house", operator)


def seed_funding(operator: str) -> LedgerAccount:
    """What the operator has put into jackpots as seed, apart from other house money."""
    return account("seed_funding", operator)


def link_meter(link: str) -> LedgerAccount:
    """The money behind a displayed jackpot."""
    return account("link_meter", link)


def link_reserve(link: str) -> LedgerAccount:
    """The hidden reserve that funds the next reset value."""
    return account("link_reserve", link)


def link_overflow(link: str) -> LedgerAccount:
    """Money above the cap that has not reached its destination."""
    return account("link_overflow", link)


def between_links(link: str) -> LedgerAccount:
    """Money in transit to a link from another; empty at the end of every append."""
    return account("between_links", link)


def kind_of(name: LedgerAccount) -> str:
    """The kind of an account."""
    return name.partition(":")[0]


def name_of(account: LedgerAccount) -> str:
    """The name in an account."""
    return account.partition(":")[2]


def account_said(account: LedgerAccount) -> Reason:
    """The owner of an account."""
    return because("account", kind=kind_of(account), name=name_of(account))


class Transfer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One entry of the ledger. Entries never change; another entry reverses an error."""

    id: str
    """Its purpose, then its number in the stream's book: ``T1/12/settled-0/57``."""
    source: LedgerAccount
    target: LedgerAccount
    amount: Fraction
    """Exact cents, positive: shares of a jackpot bet need not be whole cents."""
    cited: Cited
    day: date
    shift: str
    reason: Reason
    reverses: str | None = None
    """The id of the transfer that this one reverses."""

    @property
    def why(self) -> str:
        """The reason in English."""
        return say(self.reason)


def reversal(transfer: Transfer, day: GamingDay) -> Transfer:
    """The draft that reverses a transfer, booked in the gaming day in which that happens."""
    return structs.replace(
        transfer,
        id=f"{transfer.id}/reversed",
        source=transfer.target,
        target=transfer.source,
        day=day.date,
        shift=day.shift,
        reason=because("transfer.reverses", why=transfer.reason),
        reverses=transfer.id,
    )
