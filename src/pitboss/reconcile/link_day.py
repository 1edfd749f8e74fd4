"""One link through a gaming day, from its opening to its closing state."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any, Final

from msgspec import Struct

from pitboss.jackpots import Link, Meters, evolve
from pitboss.jackpots import events as le
from pitboss.jackpots.queue import shown, units
from pitboss.ledger.book import TransfersPosted
from pitboss.reason import because
from pitboss.reconcile.figures import Holding, LinkDay, Movements, ShiftFigures, UnpaidClaim
from pitboss.sheets.game import Games
from pitboss.store import Head, Journal
from pitboss.store.journal import kind_and_name
from pitboss.store.streams import StreamCache

_BACK: Final = 31
"""How many days back a snapshot of a day's opening state is looked for."""


class LinkFold:
    """A link at a version, then folded on."""

    def __init__(self, links: StreamCache[Link], name: str, version: int, day: date) -> None:
        self.name = name
        self.opening: Link | None = links.at(name, version, _days(day)).state
        self.state: Link | None = self.opening
        self.closing: Link | None = self.opening
        self.dated = False
        """Whether it has had an entry of the day."""
        self._others: list[tuple[Link | None, Link | None]] = []
        """The link before and after entries of other days that stand among those of the day."""

    def resume(self) -> None:
        """Go on with entries of the day, after entries of other days or none."""
        if self.state is not self.closing:
            self._others.append((self.closing, self.state))

    def follow(self, event: Any) -> None:
        """Fold one more event."""
        if not isinstance(event, TransfersPosted):
            self.state = evolve(self.state, event)

    def fill(self, found: LinkDay, games: Games) -> None:
        """Fill in the day's opening, movements and closing."""
        found.opening, found.closing = holding(games, self.opening), holding(games, self.closing)
        found.meters = _meters(self.closing).since(_meters(self.opening))
        found.unpaid = unpaid_claims(games, self.closing)
        for before, after in self._others:
            found.meters = found.meters.since(_meters(after).since(_meters(before)))
            found.other_days = _plus(found.other_days, holding(games, before), holding(games, after))


def _meters(link: Link | None) -> Meters:
    return link.meters if link else Meters()


def _plus(moved: Movements, before: Holding, after: Holding) -> Movements:
    return Movements(
        moved.pool + after.pool - before.pool,
        moved.reserve + after.reserve - before.reserve,
        moved.overflow + after.overflow - before.overflow,
    )


def holding(games: Games, link: Link | None) -> Holding:
    """A link's money; zero before it began."""
    if link is None:
        return Holding()
    return Holding(link.pool, shown(games, link), link.reserve, link.overflow)


def unpaid_claims(games: Games, link: Link | None) -> list[UnpaidClaim]:
    """The pending wins in the order of payment, at their current value."""
    return [
        UnpaidClaim(claim.id, claim.hand, amount)
        for unit in (units(games, link) if link else ())
        for claim, amount in zip(unit.claims, unit.amounts, strict=True)
    ]


def count(found: LinkDay, figures: ShiftFigures | None, event: Struct) -> None:
    """Count an event of the day for its link and, if it is about a table's bets, for the table."""
    match event:
        case le.ClaimsPaid():
            found.slips += event.slips
        case le.AwardReversed():
            found.reversed_slips.append(event.slip)
        case le.AlarmRaised():
            why = because("differs.raised", table=event.table, round=event.round, why=event.reason)
            found.raised.append(why)
        case le.BetsAccepted() if figures:
            for bet in event.bets:
                figures.jackpot_wagers_in += bet.amount
                figures.contributions += bet.display + bet.overflow
                figures.reserve_shares += bet.reserve
        case le.ContributionReturned() if figures:
            figures.jackpot_wagers_returned += event.amount
            figures.shares_taken_back += event.display + event.overflow + event.reserve


def idle_links(
    journal: Journal, links: StreamCache[Link], games: Games, position: int, known: set[str]
) -> Iterator[LinkDay]:
    """Links without events since a position, which still owe what they held."""
    for head in journal.heads("link"):
        _, name = kind_and_name(head.stream)
        if name in known:
            continue
        version = _version_before(journal, head, position)
        link = links.at(name, version).state if version else None
        if link and not link.closed:
            held = holding(games, link)
            yield LinkDay(name=name, opening=held, closing=held, unpaid=unpaid_claims(games, link))


def _version_before(journal: Journal, head: Head, position: int) -> int:
    """The newest version of a stream before a position."""
    anchors = {anchor.stream: anchor.version for anchor in journal.anchors()}
    low, high = anchors.get(head.stream, 0), head.version
    while low < high:
        middle = (low + high) // 2
        if next(journal.read_stream(head.stream, middle)).position < position:
            low = middle + 1
        else:
            high = middle
    return low


def _days(day: date) -> list[str]:
    return [str(day - timedelta(days=back)) for back in range(_BACK)]
