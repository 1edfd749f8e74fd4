"""The audit of what events say, append by append, while their hashes are verified.

Every append begins with its command, which is decided again on the replayed floor with the recorded inputs;
the recorded events must be exactly those that follow. A command of another build may have been decided
otherwise: then only its money is judged, and the audit says so.
"""

from collections.abc import Sequence
from datetime import date, timedelta, tzinfo
from typing import Final

from msgspec import Struct

from pitboss.audit.appends import AppendRows, Decks, RecordedAppend, first_difference
from pitboss.audit.money_checks import money_fault
from pitboss.audit.replayed_floor import NotAsRecorded, RecordView, ReplayedFloor
from pitboss.audit.snapshot_checks import SnapshotChecks
from pitboss.commands.record import Changes, CommandRecorded, Order, this_build
from pitboss.floor.aggregates import floor_registry
from pitboss.floor.commands import ActInRound, command_of
from pitboss.floor.decide import decide
from pitboss.floor.log.gap_events import GapAccepted
from pitboss.floor.sheets_in_force import KIND as SHEETS
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.dealing import Sealer
from pitboss.floor.tables.money.events import ChipsBought, ChipsCashed, SlipMade
from pitboss.floor.tables.past_rounds import DecodedEvent
from pitboss.invariant import InvariantBroken
from pitboss.ledger.book import TransfersPosted
from pitboss.ledger.days import DayTotals, GamingDayClosed
from pitboss.reason import Reason, because, reason_of
from pitboss.reconcile.gaming_days import Span
from pitboss.refusal import Refusal, refuse
from pitboss.round import events as re
from pitboss.round.commands import PlaceBet
from pitboss.sheets.house import zone_of
from pitboss.store import Journal, Recorded
from pitboss.store.codec import UNREADABLE
from pitboss.store.errors import BadEvent, JournalError
from pitboss.store.fault import FaultFound, RecordFault, fault_of
from pitboss.store.own_streams import OWN_STREAMS
from pitboss.store.snapshots import PURPOSE
from pitboss.store.streams import StreamState
from pitboss.time_zones import SINGAPORE, journal_time

_OF_DECKS: Final = (fe.ShoeReady, re.CardsShown)
_JUDGED: Final = (
    CommandRecorded,
    TransfersPosted,
    fe.RoundBegan,
    SlipMade,
    ChipsBought,
    ChipsCashed,
    fe.PastRoundAdjusted,
    re.RoundOpened,
    re.RoundSettled,
    fe.SheetTaken,
    GamingDayClosed,
    GapAccepted,
)
_DAY: Final = 24 * 3600 * 1_000_000
_OFFSET: Final = 8 * 3600 * 1_000_000
"""Singapore's offset from UTC, in microseconds."""
_EPOCH: Final = date(1970, 1, 1).toordinal()


class AppendTally(Struct):
    """A count of appends, with the position of the first."""

    count: int = 0
    first: int = 0

    def add(self, position: int) -> None:
        """Count one more append."""
        self.first = self.first or position
        self.count += 1


class _OpenAppend:
    """An append of which not all events have been read."""

    def __init__(self, head: DecodedEvent, command: CommandRecorded) -> None:
        self.head, self.command = head, command
        self.entries: list[DecodedEvent] = []

    @property
    def missing(self) -> Reason:
        """What a whole append has."""
        return because("due.events", events=self.command.events)


class Auditor:
    """Takes events one by one and finds the first that is wrong."""

    def __init__(self, sources: Sequence[Journal], sealer: Sealer | None = None) -> None:
        self.known = ReplayedFloor(sources)
        self.rows = AppendRows()
        self.snapshots = SnapshotChecks(sources[-1], sealer.key_for(PURPOSE) if sealer else None)
        self.decks = Decks(sealer)
        self.transfers = 0
        self.commands = 0
        self.rounds = 0
        self.settlements = 0
        self.otherwise: dict[str, AppendTally] = {}
        """By build, the commands that this build decides otherwise."""
        self.builds: dict[str, int] = {}
        self.closings: list[tuple[Recorded, DayTotals, Span]] = []
        """The closed gaming days, with their totals and where their entries stand."""
        self._open_days: dict[date, Span] = {}
        self.gaps: list[tuple[int, GapAccepted]] = []
        """Where two people accepted a gap in the journal."""
        self.misdated = AppendTally()
        """Events recorded on another day than the gaming day they name."""
        self._open: _OpenAppend | None = None

    def take(self, recorded: Recorded) -> RecordFault | None:
        """Take the next event; an append is judged with its last one."""
        try:
            entry = decoded_event(recorded)
            self._take(entry)
            self.rows.take(entry)
        except FaultFound as found:
            return found.fault
        return None

    def read(self, recorded: Recorded) -> RecordFault | None:
        """Check only that an event can be read, in a journal whose beginning is archived."""
        try:
            self.rows.take(decoded_event(recorded))
        except FaultFound as found:
            return found.fault
        return None

    def finish(self) -> RecordFault | None:
        """Check what can only be checked at the end of the journal."""
        if self._open is None:
            return None
        last = self._open.entries[-1] if self._open.entries else self._open.head
        return fault_of(last.recorded, because("fault.last_of_append"), self._open.missing)

    def _take(self, entry: DecodedEvent) -> None:
        if self._open is None:
            if entry.recorded.stream in OWN_STREAMS:
                if fault := self.snapshots.fault(entry.recorded, entry.event, StreamState()):
                    raise FaultFound(fault)
                return
            if not isinstance(entry.event, CommandRecorded):
                raise FaultFound(
                    fault_of(entry.recorded, because("fault.behind_no_command"), because("due.command"))
                )
            if entry.event.events < 1:
                raise FaultFound(fault_of(entry.recorded, because("fault.nothing"), because("due.one_event")))
            self._open = _OpenAppend(entry, entry.event)
            return
        if isinstance(entry.event, CommandRecorded) or entry.recorded.stream in OWN_STREAMS:
            raise FaultFound(fault_of(entry.recorded, because("fault.begins"), self._open.missing))
        self._open.entries.append(entry)
        if len(self._open.entries) == self._open.command.events:
            append = RecordedAppend(self._open.head, self._open.command, tuple(self._open.entries))
            self._open = None
            self._judge(append)

    def _judge(self, append: RecordedAppend) -> None:
        """Decide the command again, compare, and fold its events."""
        self.commands += 1
        if fault := self._differs(append):
            self._judge_money(append, fault)
        for stream in {entry.recorded.stream for entry in (append.head, *append.entries)}:
            self.known.remember(stream)
        self._close((append.head, *append.entries))

    def _differs(self, append: RecordedAppend) -> RecordFault | None:
        try:
            command = command_of(append.command)
        except UNREADABLE as error:
            why = because("fault.unreadable_command", why=reason_of(error))
            return fault_of(append.head.recorded, why)
        return first_difference(append, self._again(append, command))

    def _again(self, append: RecordedAppend, command: Struct) -> Changes | Refusal:
        """The decision, or the fault: a tampered record may make the decision raise."""
        head = append.command
        order = Order(command=command, by=head.by, id=head.id, entered=head.entered, second=head.second)
        bets = isinstance(command, ActInRound) and isinstance(command.act, PlaceBet)
        stream = append.head.recorded.stream
        since = None if bets else self.known.held(stream).position
        view = RecordView(self.known, head, append.events, since, stream)
        try:
            changes = decide(view, order)
        except JournalError:
            raise
        except NotAsRecorded as missing:
            return refuse("not_as_recorded", missing.reason, ())
        except Exception as error:
            why = because("not_as_recorded.undecided", why=_why(error))
            return refuse("not_as_recorded", why, ())
        if isinstance(changes, Refusal):
            return changes
        return tuple(change for change in changes if change.events)

    def _judge_money(self, append: RecordedAppend, differs: RecordFault) -> None:
        """Judge the money alone of a command that this build decides otherwise.

        Where events and money differ at the same position, the money's fault says best what is wrong.
        """
        build = append.command.build
        try:
            fault = money_fault(self.known, append)
        except Exception:
            fault = differs
        if fault and fault.position == differs.position:
            raise FaultFound(fault)
        if fault or build == this_build():
            raise FaultFound(differs)
        self.otherwise.setdefault(build, AppendTally()).add(append.head.recorded.position)

    def _close(self, entries: Sequence[DecodedEvent]) -> None:
        """Fold an append."""
        for entry in entries:
            self._fold(entry)

    def _fold(self, entry: DecodedEvent) -> None:
        recorded, event = entry.recorded, entry.event
        if isinstance(event, _OF_DECKS) and (
            wrong := self.decks.differ(self.known.held(recorded.stream).state, event)
        ):
            raise FaultFound(fault_of(recorded, *wrong))
        try:
            self.known.fold(entry)
        except Exception as error:
            raise FaultFound(fault_of(recorded, because("fault.does_not_fit", why=_why(error)))) from error
        if fault := self.snapshots.fault(recorded, event, self.known.held(recorded.stream)):
            raise FaultFound(fault)
        if isinstance(event, _JUDGED):
            self._judge_event(recorded, event)

    def _judge_event(self, recorded: Recorded, event: Struct) -> None:
        """Check an event beyond what follows from its command."""
        match event:
            case CommandRecorded():
                self._at_its_time(recorded, event)
            case TransfersPosted():
                for transfer in event.transfers[:1]:
                    self._dated(recorded, transfer.day)
                self.transfers += len(event.transfers)
            case fe.RoundBegan() | SlipMade() | ChipsBought() | ChipsCashed() | fe.PastRoundAdjusted():
                self._dated(recorded, event.day)
            case GamingDayClosed():
                self._closed(recorded, event.totals)
            case GapAccepted():
                self.gaps.append((recorded.position, event))
            case re.RoundOpened():
                self.rounds += 1
                self.builds[event.hashes.build] = self.builds.get(event.hashes.build, 0) + 1
            case re.RoundSettled():
                self.settlements += 1
            case fe.SheetTaken():
                game = self.known.by_hash[event.hash]
                if (f"{SHEETS}/{event.sheet}", event.hash) != (recorded.stream, game.hashes.sheet):
                    why = because("fault.names_hash", hash=event.hash)
                    raise FaultFound(fault_of(recorded, why, because("due.value", value=game.hashes.sheet)))

    def _dated(self, recorded: Recorded, day: date) -> None:
        """A gaming day begins on its date and ends on the next; a clock may have been put back by one day."""
        self._open_days[day] = self._open_days.get(day, Span()).including(recorded.position)
        if self._far(recorded.recorded, day):
            self.misdated.add(recorded.position)

    def _closed(self, recorded: Recorded, totals: DayTotals) -> None:
        """Days are closed in order; their totals are compared once the whole journal is known."""
        earlier = min(self._open_days, default=totals.day)
        if earlier < totals.day:
            why = because("fault.closes_early", day=str(totals.day), earlier=str(earlier))
            raise FaultFound(fault_of(recorded, why, because("due.closed", day=str(earlier))))
        span = self._open_days.get(totals.day, Span(recorded.position, recorded.position))
        self._open_days = {day: at for day, at in self._open_days.items() if day > totals.day}
        self.closings.append((recorded, totals, span))

    def _at_its_time(self, recorded: Recorded, head: CommandRecorded) -> None:
        """A command is decided on the day on which it is recorded."""
        if abs(recorded.recorded - head.at) > _DAY or (head.day and self._far(head.at, head.day)):
            self.misdated.add(recorded.position)

    def _far(self, at: int, day: date) -> bool:
        local = at + _offset(zone_of(self.known.games.values()), at)
        return abs(local // _DAY - (day.toordinal() - _EPOCH)) > 1


def _offset(zone: tzinfo, at: int) -> int:
    """The offset of a zone from UTC at an instant, in microseconds; none for a time beyond all clocks."""
    if zone is SINGAPORE:
        return _OFFSET
    try:
        found = journal_time(at, zone).utcoffset()
    except (ValueError, OverflowError, OSError):
        found = None
    return int((found or timedelta()).total_seconds()) * 1_000_000


def decoded_event(recorded: Recorded) -> DecodedEvent:
    """The decoded event; the walk has read the log's own events already."""
    if recorded.stream in OWN_STREAMS:
        return DecodedEvent(recorded, Struct())
    try:
        return DecodedEvent(recorded, floor_registry().decode(recorded))
    except BadEvent as error:
        raise FaultFound(fault_of(recorded, because("fault.unreadable", why=reason_of(error)))) from error


def _why(error: Exception) -> Reason:
    if isinstance(error, AssertionError | InvariantBroken):
        return reason_of(error)
    return because("error.kind", kind=type(error).__name__, why=reason_of(error))
