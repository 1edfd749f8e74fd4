"""A transfer: money moved once from one account to another, for a reason with a clause."""

from datetime import date
from fractions import Fraction

from msgspec import Struct, structs

from pitboss.citation import Cited
from pitboss.ledger.accounts import LedgerAccount
from pitboss.ledger.gaming_day import GamingDay
from pitboss.reason import Reason, because
from pitboss.words import say


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
