"""The fold of a link's stream, which holds its events and the transfers that they post."""

from typing import Any

from msgspec import structs

from pitboss.invariant import InvariantBroken, OutOfOrder
from pitboss.jackpots import Link, evolve
from pitboss.jackpots.transfers import books
from pitboss.ledger.book import TransfersPosted
from pitboss.ledger.book import evolve as evolve_book


def evolve_link(link: Link | None, event: Any, position: int) -> Link | None:
    """The link after an event of its stream. After a posting, accounts and meters must agree."""
    if not isinstance(event, TransfersPosted):
        return evolve(link, event)
    if link is None:
        raise OutOfOrder("TransfersPosted stands before LinkOpened, with which a link begins")
    link = structs.replace(link, book=evolve_book(link.book, event))
    check_meters(link)
    return link


def check_meters(link: Link) -> None:
    """Raise :class:`InvariantBroken` unless the accounts of a link hold exactly what its meters say."""
    own = books(link.id, link.operator)
    for account, meter in (
        (own.meter, link.pool),
        (own.reserve, link.reserve),
        (own.overflow, link.overflow),
    ):
        held = link.book.balance(account)
        if held != meter:
            raise InvariantBroken(
                f"{account} holds {held} cents in the ledger, and the link's own meters say {meter}"
            )
