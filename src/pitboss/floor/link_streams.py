"""The fold of a link's stream, in which the transfers that its events post stand too."""

from typing import Any

from pitboss.jackpots import Link, evolve
from pitboss.ledger.book import TransfersPosted


def evolve_link(link: Link | None, event: Any, position: int) -> Link | None:
    """The link after an event of its stream."""
    return link if isinstance(event, TransfersPosted) else evolve(link, event)
