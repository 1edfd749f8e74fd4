"""Reconcile a gaming day: tables against links, links against their slips, all against the ledger.

Each stream is folded through the day, and every figure that two records hold is taken from both and compared.
A difference is an alarm.
"""

from datetime import date
from fractions import Fraction
from typing import Final

from msgspec import Struct

from pitboss.floor import Floor
from pitboss.floor.tables.events import BetsReturned
from pitboss.floor.tables.money import ChipsBought, ChipsCashed, SlipMade
from pitboss.invariant import SENSELESS
from pitboss.jackpots import Link
from pitboss.jackpots import events as le
from pitboss.jackpots.commands import BetToAccept
from pitboss.jackpots.state import round_key
from pitboss.ledger import Transfer, accounts
from pitboss.ledger.accounts import kind_of
from pitboss.ledger.book import Balances, TransfersPosted, book
from pitboss.ledger.days import GamingDayClosed, GamingDaySignedOff
from pitboss.reason import Reason, because
from pitboss.reconcile.agreement import (
    accepted_faults,
    amounts,
    link_faults,
    settled_faults,
    share_faults,
    table_faults,
    tray_faults,
)
from pitboss.reconcile.figures import (
    ClosedBy,
    DayFigures,
    LinkDay,
    Movements,
    ShiftFigures,
    SignedOffBy,
    TableDay,
    TrayDay,
)
from pitboss.reconcile.gaming_days import (
    DatedEntries,
    DayRecord,
    Span,
    parts_of_day,
    recorded_days,
    recorded_span,
)
from pitboss.reconcile.table_day import Closed, LinkFold, RoundSettlement, TableFold, count, idle_links
from pitboss.replay.differences import difference
from pitboss.replay.entries import ScanProgress
from pitboss.store import Journal
from pitboss.store.errors import BadEvent
from pitboss.store.snapshots import Snapshots


def reconcile(
    journal: Journal,
    day: date,
    progress: ScanProgress | None = None,
    *,
    snapshots: Snapshots | None = None,
    span: Span | None = None,
) -> DayFigures:
    """The figures of a gaming day, with an alarm for every difference.

    Trusted snapshots save folding everything before the day. ``span`` is where the day is known to stand.
    """
    scan, records = _DayScan(journal, day, snapshots), recorded_days(journal)
    try:
        for part in parts_of_day(journal, day, progress, span or recorded_span(records, day)):
            scan.take(part)
    except BadEvent as fault:
        scan.found.alarm(because("place.journal"), because("differs.unreadable", given=str(fault)))
    scan.finish()
    _compare_with_closing(records, scan.found)
    return scan.found


def _compare_with_closing(records: list[DayRecord], found: DayFigures) -> None:
    """Compare a closed day's totals with those recorded at its closing."""
    for head, event in records:
        if isinstance(event, GamingDayClosed) and event.totals.day == found.day:
            second = event.second.name if event.second else ""
            found.closed = ClosedBy(head.by.name, head.at, event.reason, second)
            if event.second:
                found.accept_order()
            if wrong := difference(found.totals(), event.totals):
                path, should, has = wrong.path, wrong.should, wrong.found
                why = because("differs.closed", figure=path, should=should, found=has)
                found.alarm(because("place.day"), why)
        elif isinstance(event, GamingDaySignedOff) and event.day == found.day:
            found.signed = SignedOffBy(event.by, event.second, head.at, event.note)


def _place(kind: str, name: str) -> Reason:
    return because("place.stream", kind=kind, name=name)


_LEDGER: Final = because("place.ledger")


class _DayScan:
    def __init__(self, journal: Journal, day: date, snapshots: Snapshots | None) -> None:
        self.found = DayFigures(day=day)
        self._journal = journal
        self._floor = Floor(journal, snapshots=snapshots)
        self._tables: dict[str, TableFold] = {}
        self._links: dict[str, LinkFold] = {}
        self._broken: set[Reason] = set()
        self._dates: dict[Reason, date] = {}
        self._closed: dict[str, tuple[Closed, bool]] = {}
        self._settled: dict[str, RoundSettlement] = {}
        self._ledger: Balances = {}
        self._ids: set[str] = set()

    def take(self, part: DatedEntries) -> None:
        """Take the next entries, of the day or of a neighbour."""
        counted = part.day.date == self.found.day
        if counted:
            if not self.found.first and not self._dates:
                self.found.archived = self._journal.archived()
            self.found.first = self.found.first or part.position
            self.found.last = part.entries[-1].recorded.position
            self.found.entries += len(part.entries)
        stream = _place(part.kind, part.name)
        self._check_date(stream, part)
        if stream in self._broken:
            return
        try:
            if part.kind == "table":
                self._take_table(part, counted)
            elif part.kind == "link":
                self._take_link(part, counted)
        except SENSELESS as fault:
            self._broken.add(stream)
            given = str(fault) or type(fault).__name__
            why = because("differs.unfollowed", position=part.position, given=given)
            self.found.alarm(stream, why)

    def _check_date(self, stream: Reason, part: DatedEntries) -> None:
        day, last = part.day.date, self._dates.get(stream)
        if not part.dated:
            return
        if last and day < last and self.found.day in (day, last):
            why = because("differs.order", day=str(day), position=part.position, last=str(last))
            self.found.alarm(stream, why, order=True)
        self._dates[stream] = day

    def _take_table(self, part: DatedEntries, counted: bool) -> None:
        self._check_settled(part.name)
        fold = self._tables.get(part.name)
        if fold is None:
            version = part.entries[0].recorded.version - 1
            fold = self._tables[part.name] = TableFold(self._floor, part.name, version)
        table = self.found.table(part.name) if counted else TableDay(name=part.name)
        figures = table.shift(part.day.shift) if counted else None
        for entry in part.entries:
            paid = figures.link_pays if figures else 0
            happened = fold.follow(entry.event, figures)
            table.sessions.follow(entry.event)
            if isinstance(entry.event, BetsReturned):
                table.give_back(entry.event)
            table.sessions.add(link_pays=figures.link_pays - paid if figures else 0)
            if isinstance(happened, Closed):
                self._closed[round_key(part.name, happened.round)] = (happened, counted)
            elif isinstance(happened, RoundSettlement) and counted:
                self._settled[part.name] = happened
            match entry.event:
                case TransfersPosted(transfers=transfers):
                    self._post(part, transfers, table)
                case SlipMade():
                    table.tray.slips.append(entry.event)
                case ChipsBought(amount=amount):
                    table.tray.sold += amount
                case ChipsCashed(amount=amount):
                    table.tray.cashed += amount
        if fold.sheet and fold.sheet not in table.sheets:
            table.sheets.append(fold.sheet)

    def _take_link(self, part: DatedEntries, counted: bool) -> None:
        fold = self._link_of(part, counted)
        if fold and counted:
            fold.resume()
        for entry in part.entries:
            event = entry.event
            lay = self._lay(event) if isinstance(event, le.BetsAccepted) else ()
            if isinstance(event, TransfersPosted):
                self._post(part, event.transfers, None)
            elif fold:
                if counted:
                    self._count_at_link(part, fold.state, event, lay)
                fold.follow(event)
        if fold and counted:
            fold.closing = fold.state
            fold.dated = fold.dated or part.dated

    def _link_of(self, part: DatedEntries, counted: bool) -> LinkFold | None:
        """The link folded through the day so far; empty before the day."""
        fold = self._links.get(part.name)
        if fold and part.dated and part.day.date < self.found.day and not fold.dated:
            # What came between seemed to be of the day, but this entry of the day before came after it.
            del self._links[part.name]
            fold = None
        if fold is None and counted:
            version = part.entries[0].recorded.version - 1
            fold = self._links[part.name] = LinkFold(self._floor.links, part.name, version, self.found.day)
            self.found.links[part.name] = LinkDay(name=part.name)
        return fold

    def _lay(self, event: le.BetsAccepted) -> tuple[BetToAccept, ...]:
        """The jackpot bets on the table's layout when the link booked them."""
        closed, _ = self._closed.pop(round_key(event.table, event.round), (None, False))
        return closed.bets if closed else ()

    def _count_at_link(
        self, part: DatedEntries, link: Link | None, event: Struct, lay: tuple[BetToAccept, ...]
    ) -> None:
        found, where = self.found.links[part.name], _place("link", part.name)
        figures = None
        if isinstance(event, le.BetsAccepted | le.ContributionReturned):
            table = self.found.table(event.table)
            figures = table.shift(part.day.shift)
            if part.name not in table.links:
                table.links.append(part.name)
        count(found, figures, event)
        if link:
            self.found.alarms_at(where, share_faults(link, event))
        if link and isinstance(event, le.BetsAccepted):
            bets = sum(bet.amount for bet in lay)
            found.table_bets += bets
            found.table_contributions += bets * link.config.contribution_rate
            self.found.alarms_at(where, accepted_faults(lay, event))

    def _post(self, part: DatedEntries, transfers: tuple[Transfer, ...], table: TableDay | None) -> None:
        day = self.found.day
        for entry in transfers:
            if entry.day != part.day.date and day in (entry.day, part.day.date):
                own, other = str(entry.day), str(part.day.date)
                why = because("differs.transfer_day", transfer=entry.id, day=own, other=other)
                self.found.alarm(_LEDGER, why)
            if entry.day != day:
                continue
            if entry.id in self._ids:
                self.found.alarm(_LEDGER, because("differs.posted_twice", transfer=entry.id))
            self._ids.add(entry.id)
            book(self._ledger, (entry,))
            for account, amount in ((entry.source, -entry.amount), (entry.target, entry.amount)):
                if table and account == accounts.table_float(table.name):
                    table.shift(entry.shift).float_movement += amount
                    table.sessions.add(float_win=round(amount))
                elif table and kind_of(account) == "house":
                    table.shift(entry.shift).house_movement += amount
                    table.sessions.add(house_win=round(amount))

    def _check_settled(self, table: str) -> None:
        """Compare a settlement with its link, once the link's events of the same append are read."""
        settled = self._settled.pop(table, None)
        if settled is None:
            return
        key = round_key(table, settled.round)
        for fold in self._links.values():
            if fold.state and key in fold.state.rounds:
                faults = settled_faults(fold.state, table, settled.round, settled.settlement)
                self.found.alarms_at(_place("link", fold.name), faults)

    def finish(self) -> None:
        """Compare what needs the whole day."""
        for table in list(self._settled):
            self._check_settled(table)
        for key, (closed, counted) in self._closed.items():
            if counted:
                bets = amounts({(bet.box, bet.player): bet.amount for bet in closed.bets})
                why = because("differs.unbooked", round=key, bets=bets)
                self.found.alarm(_place("table", key.rpartition("/")[0]), why)
        idle = (ShiftFigures(), TrayDay())
        every = sorted(self.found.tables.items())
        self.found.tables = tables = {n: day for n, day in every if (day.total(), day.tray) != idle}
        for name, table_day in tables.items():
            self.found.alarms_at(_place("table", name), table_faults(table_day))
            self.found.alarms_at(_place("table", name), tray_faults(table_day), counted=True)
        if self.found.entries:
            self._finish_links()

    def _finish_links(self) -> None:
        games, links = self._floor.rulebook.games, self.found.links
        for name, fold in self._links.items():
            fold.fill(links[name], games)
        for idle in idle_links(self._journal, self._floor.links, games, self.found.first, set(links)):
            links[idle.name] = idle
        own = (accounts.link_meter, accounts.link_reserve, accounts.link_overflow)
        self.found.links = dict(sorted(links.items()))
        for name, link in links.items():
            link.ledger = Movements(*(self._ledger.get(account(name), Fraction(0)) for account in own))
            self.found.alarms_at(_place("link", name), link_faults(link))
