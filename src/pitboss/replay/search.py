"""Search recorded rounds, newest first, reading a bounded number of events per answer."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, NamedTuple

from msgspec import Struct

from pitboss.floor.aggregates import floor_registry
from pitboss.floor.tables.events import RoundBegan
from pitboss.floor.tables.past_rounds import PastRound, archived_versions, read_round
from pitboss.round import events as re
from pitboss.store import Journal, Recorded

WINDOW: Final = 500
MOST_READ: Final = 20_000
"""The most events read for one answer; the next continues from there."""
_BEGAN: Final = RoundBegan.__name__
_JACKPOT: Final = "jackpot"
_ROUND: Final = 64
"""What a round counts for besides its events: the least that is read of one."""
_DAY: Final = timedelta(days=1)
_CLOCKS: Final = 3_600_000_000
"""How far servers' clocks may differ, in microseconds."""


class RoundQuery(Struct, frozen=True, kw_only=True):
    """Which rounds to find; None matches any."""

    table: str | None = None
    day: date | None = None
    shift: str | None = None
    since: int | None = None
    until: int | None = None
    """When betting opened, in microseconds since 1970."""
    player: str | None = None
    payout: int | None = None
    """Some bet gained at least this many cents."""
    irregularity: str | None = None
    void: bool | None = None
    jackpot: bool | None = None

    def fits(self, past: PastRound) -> bool:
        """Whether a round matches."""
        lines = past.round.settlement.lines if past.round.settlement else ()
        gains = [line.net for line in lines]
        won = any(line.bet == _JACKPOT and line.net > 0 for line in lines)
        return (
            (self.player is None or self.player in bettors_of(past))
            and (self.payout is None or max(gains, default=-1) >= self.payout)
            and (self.irregularity is None or self.irregularity in clauses_reported(past))
            and (self.void is None or self.void == bool(past.round.void))
            and (self.jackpot is None or self.jackpot == won)
        )


class FoundRounds(NamedTuple):
    """Matching rounds, and the cursor of the next page; None at the end of the record."""

    rounds: tuple[PastRound, ...]
    cursor: int | None


def bettors_of(past: PastRound) -> tuple[str, ...]:
    """Everybody with a bet in a round, including withdrawn ones."""
    placed = (entry.event for entry in past.entries if isinstance(entry.event, re.BetPlaced))
    return tuple(dict.fromkeys(event.player for event in placed))


def clauses_reported(past: PastRound) -> tuple[str, ...]:
    """The clauses of the irregularities of a round."""
    found: list[str] = []
    for entry in past.entries:
        match entry.event:
            case re.IrregularityReported(report):
                found.append(report.clause)
            case re.PlayInterrupted(_, clauses):
                found += clauses
    return tuple(dict.fromkeys(found))


def search(
    journal: Journal,
    question: RoundQuery,
    limit: int,
    cursor: int | None = None,
    *,
    also: Callable[[PastRound], bool] = lambda past: True,
) -> FoundRounds:
    """At most ``limit`` matching rounds, newest first; ``also`` filters those that match.

    The cursor is a version of the table's stream or, without a table, a position of the journal.
    """
    found: list[PastRound] = []
    record = _Record(journal, question.table)
    before = cursor if cursor is not None else record.end(_until(question))
    for recorded in record.back_from(before):
        began: RoundBegan = floor_registry().decode(recorded)
        if _too_old(question, recorded, began):
            return FoundRounds(tuple(found), None)
        if not _in_time(question, recorded, began):
            continue
        past = read_round(journal, recorded, later=False)
        record.read += len(past.entries) if past else 0
        if past and question.fits(past) and also(past):
            found.append(past)
            if len(found) == limit:
                return FoundRounds(tuple(found), record.place(recorded))
    return FoundRounds(tuple(found), record.left)


class _Record:
    """One table's stream by version, or the whole journal by position."""

    def __init__(self, journal: Journal, table: str | None) -> None:
        self._journal = journal
        self._table = table
        self._first = archived_versions(journal, f"table/{table}") if table else journal.archived()
        self.read = 0
        """How many events have been read, those of rounds included."""
        self.left: int | None = None
        """Where reading stopped because enough was read."""

    def place(self, recorded: Recorded) -> int:
        """The version or position of an event."""
        return recorded.version if self._table else recorded.position

    def end(self, until: int | None) -> int:
        """Just after the last event, or after the last one before a time."""
        if self._table is None:
            last = self._journal.last_position()
        else:
            head = self._journal.head(f"table/{self._table}")
            last = head.version if head else self._first
        if until is None:
            return last + 1
        low, high = self._first, last
        while low < high:
            middle = (low + high) // 2
            events = self._read(middle, 1)
            if events and events[0].recorded < until:
                low = middle + 1
            else:
                high = middle
        return low + 1

    def back_from(self, before: int) -> Iterator[Recorded]:
        """Beginnings of rounds before a place, newest first, until enough has been read."""
        while before - 1 > self._first:
            if self.read >= MOST_READ:
                self.left = before
                return
            start = max(self._first, before - 1 - WINDOW)
            events = self._read(start, before - 1 - start)
            self.read += WINDOW
            for event in reversed(events):
                if event.kind == _BEGAN:
                    self.read += _ROUND
                    yield event
            before = start + 1

    def _read(self, start: int, wanted: int) -> list[Recorded]:
        if self._table is None:
            return self._journal.read_all(start, wanted)
        stream = self._journal.read_stream(f"table/{self._table}", start, wanted)
        return [event for _, event in zip(range(wanted), stream, strict=False)]


def _until(question: RoundQuery) -> int | None:
    """A time before which every matching round began."""
    ends = [] if question.until is None else [question.until]
    if question.day is not None and question.day < date.max - 2 * _DAY:
        after = datetime.combine(question.day + 2 * _DAY, time(), UTC)
        ends.append(int(after.timestamp() * 1_000_000))
    return min(ends, default=None)


def _too_old(question: RoundQuery, recorded: Recorded, began: RoundBegan) -> bool:
    """Whether nothing earlier can match, allowing for clock skew and tables' different day ends."""
    early = question.since is not None and recorded.recorded < question.since - _CLOCKS
    return early or (question.day is not None and began.day + _DAY < question.day)


def _in_time(question: RoundQuery, recorded: Recorded, began: RoundBegan) -> bool:
    return (
        (question.until is None or recorded.recorded < question.until)
        and (question.since is None or recorded.recorded >= question.since)
        and (question.day is None or began.day == question.day)
        and (question.shift is None or began.shift == question.shift)
    )
