"""A transfer: money that leaves one account and reaches another, once, for a reason with a clause."""

from datetime import date
from fractions import Fraction

from msgspec import Struct, structs

from pitboss.citation import Cited
from pitboss.ledger.accounts import LedgerAccount
from pitboss.ledger.gaming_day import GamingDay


class Transfer(Struct, frozen=True, kw_only=True):
    """One entry of the ledger. It is never edited: an error is reversed by another entry."""

    id: str
    """What it is for, and last its number in the book of its stream: ``T1/12/settled-0/57``."""
    source: LedgerAccount
    target: LedgerAccount
    amount: Fraction
    """Exact cents, above zero: shares of a jackpot bet need not be whole cents."""
    cited: Cited
    day: date
    shift: str
    why: str
    reverses: str | None = None
    """The transfer that this one takes back."""


def reversal(transfer: Transfer, day: GamingDay) -> Transfer:
    """The draft of an entry that takes a transfer back, booked in the gaming day in which that happens."""
    return structs.replace(
        transfer,
        id=f"{transfer.id}/reversed",
        source=transfer.target,
        target=transfer.source,
        day=day.date,
        shift=day.shift,
        why=f"Reverses: {transfer.why}",
        reverses=transfer.id,
    )
