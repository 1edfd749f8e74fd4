"""One table through a gaming day: its rounds folded, its settlements counted.

One link through a gaming day, from its opening to its closing state.
"""

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import takewhile
from typing import Any, Final

from msgspec import Struct

from pitboss.floor import Floor
from pitboss.floor.aggregates import floor_registry
from pitboss.floor.archiving import WHEN_ARCHIVED
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.past_rounds import ROUND_EVENTS, archived_versions, round_events
from pitboss.jackpots import Link, Meters
from pitboss.jackpots import events as le
from pitboss.jackpots import evolve as evolve_link
from pitboss.jackpots.commands import BetToAccept
from pitboss.jackpots.from_round import accepted_bets
from pitboss.jackpots.queue import shown, units
from pitboss.ledger.book import TransfersPosted
from pitboss.ledger.rounds import JACKPOT
from pitboss.reason import because
from pitboss.reconcile.figures import OF_THE_HOUSE, Holding, LinkDay, Movements, ShiftFigures, UnpaidClaim
from pitboss.round import Round, evolve
from pitboss.round import events as re
from pitboss.settlement import Settlement
from pitboss.settlement.jackpot import ENVY
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
            self.state = evolve_link(self.state, event)

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


_STEP: Final = 200
_BEGAN: Final = fe.RoundBegan.__name__


class Closed(Struct, frozen=True):
    """ "No more Bets" at a linked table, with the jackpot bets on the layout."""

    round: str
    bets: tuple[BetToAccept, ...]


class RoundSettlement(Struct, frozen=True):
    """A settlement of a round, or a new one."""

    round: str
    settlement: Settlement


class TableFold:
    """A table at a version, then folded on."""

    def __init__(self, floor: Floor, name: str, version: int) -> None:
        journal = floor.journal
        self._games = floor.rulebook.by_hash
        self._number = 0
        self._round: Round | None = None
        stream = f"table/{name}"
        archived = archived_versions(journal, stream)
        events = _since_the_last_round(journal, stream, archived, version)
        self._beginning_archived = bool(archived) and not events
        if self._beginning_archived:
            events = self._from_where_it_was_archived(floor, name, version)
        for event in events:
            self.follow(event, None)

    def _from_where_it_was_archived(self, floor: Floor, name: str, version: int) -> list[Struct]:
        """The events since the table's archiving, if its trusted snapshot exists."""
        kept = floor.tables.kept(name, WHEN_ARCHIVED)
        if kept.state is None:
            return []
        self._number, self._round, self._beginning_archived = kept.state.number, kept.state.round, False
        since = floor.journal.read_stream(f"table/{name}", kept.version)
        decode = floor_registry().decode
        return [decode(event) for event in takewhile(lambda event: event.version <= version, since)]

    def follow(self, event: Struct, figures: ShiftFigures | None) -> Closed | RoundSettlement | None:
        """Fold one more event, counted if it belongs to the day."""
        if isinstance(event, fe.RoundBegan):
            self._number, self._round, self._beginning_archived = event.number, None, False
            if figures:
                figures.rounds += 1
        elif isinstance(event, fe.PastRoundAdjusted):
            _adjusted(figures, event.adjusted)
        elif self._beginning_archived:
            # Of a round whose beginning is archived, the settlement tells what it moved.
            _count(figures, event.settlement if isinstance(event, re.RoundSettled) else None, 1)
        elif type(event) in ROUND_EVENTS:
            return self._of_round(event, figures)
        return None

    @property
    def sheet(self) -> str | None:
        """The sheet of the round."""
        return self._round.table.sheet if self._round else None

    def _of_round(self, event: Struct, figures: ShiftFigures | None) -> Closed | RoundSettlement | None:
        before = self._round.settlement if self._round else None
        for told in round_events(iter([event])):
            self._round = evolve(self._round, told)
        assert self._round is not None, "a round begins with RoundOpened"
        match event:
            case re.BetsClosed() if self._round.display:
                bets = accepted_bets(self._games[self._round.hashes.sheet], self._round)
                return Closed(str(self._number), bets) if bets else None
            case re.SettlementReopened():
                _count(figures, before, -1)
            case re.RoundSettled():
                _count(figures, before, -1)
                _count(figures, event.settlement, 1)
                return RoundSettlement(str(self._number), event.settlement)
            case re.SettlementAdjusted():
                _adjusted(figures, event)
            case re.CardCorrected() | re.BetCorrected() if figures:
                figures.corrections += 1
        return None


def _since_the_last_round(journal: Journal, stream: str, archived: int, version: int) -> list[Struct]:
    """The events of the round in play, or of the last one, at a version."""
    after = version
    while after > archived:
        after = max(archived, after - _STEP)
        events = list(takewhile(lambda event: event.version <= version, journal.read_stream(stream, after)))
        began = [place for place, event in enumerate(events) if event.kind == _BEGAN]
        if began:
            return [floor_registry().decode(event) for event in events[began[-1] :]]
    return []


def _count(figures: ShiftFigures | None, settlement: Settlement | None, sign: int) -> None:
    """Count a settlement or, when it is replaced, subtract it."""
    if figures is None or settlement is None:
        return
    figures.void_rounds += sign * (settlement.outcome == "void")
    by_link = {(won.box, won.player): won.amount for won in settlement.shares_won()}
    for line in settlement.lines:
        win = -line.net
        if line.bet == JACKPOT:
            win += by_link.get((line.box, line.player), 0)
        elif line.bet == ENVY:
            figures.envy_pays += sign * line.net
        stands = 0 if line.result == "returned" else line.stake
        figures.wagers[line.bet] = figures.wagers.get(line.bet, 0) + sign * stands
        figures.win[line.bet] = figures.win.get(line.bet, 0) + sign * win
    for paid in settlement.jackpot.payouts if settlement.jackpot else ():
        if paid.percent:
            figures.link_pays += sign * paid.amount
        else:
            figures.fixed_jackpot_pays += sign * paid.amount


def _adjusted(figures: ShiftFigures | None, ruling: re.SettlementAdjusted) -> None:
    if figures is None:
        return
    figures.rulings += 1
    figures.adjustments -= ruling.amount
    if ruling.bet in OF_THE_HOUSE:
        figures.house_adjustments -= ruling.amount
