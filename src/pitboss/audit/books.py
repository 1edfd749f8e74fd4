"""The ledger of a whole journal: balances alone, so that it does not grow with the transfers."""

from fractions import Fraction

from pitboss.jackpots import Link
from pitboss.jackpots.transfers import books
from pitboss.ledger import Transfer
from pitboss.ledger.accounts import LINK_KINDS, Account, kind_of
from pitboss.ledger.book import TransfersPosted

Wrong = tuple[str, str]
"""What is wrong, and what it should be."""


class Books:
    """Who holds what, in exact cents."""

    def __init__(self) -> None:
        self.balances: dict[Account, Fraction | int] = {}
        self.transfers = 0

    def post(self, event: TransfersPosted) -> Wrong | None:
        """Book transfers; the accounts of a link never run below zero."""
        for transfer in event.transfers:
            if fault := _impossible(transfer):
                return fault
            amount = transfer.amount
            exact = amount.numerator if amount.denominator == 1 else amount
            self.balances[transfer.source] = self.balances.get(transfer.source, 0) - exact
            self.balances[transfer.target] = self.balances.get(transfer.target, 0) + exact
            self.transfers += 1
        for transfer in event.transfers:
            if kind_of(transfer.source) in LINK_KINDS and self.balances[transfer.source] < 0:
                return (
                    f"takes more out of {transfer.source} than it holds",
                    f"at most what {transfer.source} holds",
                )
        return None

    def differ_from(self, link: Link) -> Wrong | None:
        """What a link's accounts hold is what its meters say, after every append."""
        to = books(link.id, link.operator)
        for account, meter in (
            (to.meter, link.pool),
            (to.reserve, link.reserve),
            (to.overflow, link.overflow),
        ):
            held = self.balances.get(account, 0)
            if held != meter:
                return f"leaves {held} cents in {account}", f"{meter} cents, as the link's own meters say"
        return None


def _impossible(transfer: Transfer) -> Wrong | None:
    if transfer.amount <= 0:
        return f"moves {transfer.amount} cents by transfer {transfer.id}", "more than nothing"
    if transfer.source == transfer.target:
        return f"moves money by transfer {transfer.id} to where it is", "another account"
    return None
