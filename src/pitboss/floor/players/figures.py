"""A player's play over all tables: the session, the gaming day, time and result. Pure.

The time played is the time covered by stretches of play, however many tables they were at: an hour at two
tables at once is one hour. A round in which the player has bets counts until it is settled, and the pause
after a stretch counts up to five minutes. A session continues past the end of a gaming day, until the player
has not played anywhere for half an hour.
"""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Final

from msgspec import Struct

from pitboss.floor.tables.money.chips import unsettled
from pitboss.floor.tables.play import MINUTE, PAUSE, PlayRecord, PlayStretch
from pitboss.floor.tables.table import TableState
from pitboss.people import known_as

SESSION_BREAK: Final = 30 * MINUTE
"""A session is over after this time without play, in microseconds."""


class PlayAt(Struct, frozen=True, kw_only=True):
    """A stretch of play with its table, as it is known at an instant."""

    table: str
    stretch: PlayStretch
    last: int
    """The last moment of play."""
    end: int
    """The same with the pause that counts as play."""


class PlaySums(Struct, frozen=True, kw_only=True):
    """Play added up. Money in cents; gains of the player are positive."""

    rounds: int = 0
    staked: int = 0
    net: int = 0
    time: int = 0
    """Played, in microseconds."""
    at_risk: int = 0
    """In bets that are not settled."""


class PlaySession(Struct, frozen=True, kw_only=True):
    """A player's session: play without a long break, over tables and gaming days."""

    began: int
    sums: PlaySums
    tables: dict[str, PlaySums]
    """By table."""


def day_of_play(tables: Iterable[TableState], player: str, day: date, now: int) -> PlaySums:
    """A player's play in a gaming day, as it is known at an instant."""
    tables = _played(tables, player)
    parts = [part for part in _parts(tables, player, now) if part.stretch.day == day]
    return _sums(parts, sum(at_risk(table, player) for table in tables))


def paid_in(tables: Iterable[TableState], player: str, day: date) -> int:
    """What a player has paid for chips in a gaming day, less what they have cashed; never below 0."""
    found = (_record(table, player) for table in _played(tables, player))
    return max(0, sum(record.paid_in for record in found if record.day == day))


def session_of(tables: Iterable[TableState], player: str, now: int) -> PlaySession | None:
    """The session in which a player is at an instant; None if they have not played of late."""
    tables = _played(tables, player)
    parts = sorted(_parts(tables, player, now), key=lambda part: part.last, reverse=True)
    began, found = now, []
    for part in parts:
        if began - part.last >= SESSION_BREAK:
            break
        began = min(began, part.stretch.first)
        found.append(part)
    if not found:
        return None
    risks = {table.id: at_risk(table, player) for table in tables}
    by_table: dict[str, list[PlayAt]] = {}
    for part in sorted(found, key=lambda part: part.stretch.first):
        by_table.setdefault(part.table, []).append(part)
    return PlaySession(
        began=began,
        sums=_sums(found, sum(risks.values())),
        tables={name: _sums(parts, risks[name]) for name, parts in by_table.items()},
    )


def played_since(tables: Iterable[TableState], player: str, since: int, now: int) -> int:
    """How long a player has played from an instant on, in microseconds."""
    parts = _parts(_played(tables, player), player, now)
    return _covered((max(part.stretch.first, since), part.end) for part in parts)


def at_risk(table: TableState, player: str) -> int:
    """A player's money in unsettled bets at a table, in cents."""
    name = known_as(player)
    return sum(wager.amount for wager in unsettled(table) if known_as(wager.player) == name)


def in_round(table: TableState, player: str) -> bool:
    """Whether a player has bets in the round of a table that is not settled."""
    return at_risk(table, player) > 0


def _played(tables: Iterable[TableState], player: str) -> list[TableState]:
    """The tables that remember play of a player: of hundreds, the few over which figures are summed."""
    name = known_as(player)
    return [table for table in tables if name in table.play]


def _record(table: TableState, player: str) -> PlayRecord:
    return table.play[known_as(player)]


def _parts(tables: Iterable[TableState], player: str, now: int) -> Iterator[PlayAt]:
    for table in tables:
        stretches = _record(table, player).stretches
        for number, stretch in enumerate(stretches, 1):
            on = number == len(stretches) and in_round(table, player)
            last = max(now, stretch.last) if on else stretch.last
            end = last + min(PAUSE, max(0, now - last))
            yield PlayAt(table=table.id, stretch=stretch, last=last, end=end)


def _sums(parts: Iterable[PlayAt], risk: int) -> PlaySums:
    parts = tuple(parts)
    return PlaySums(
        rounds=sum(part.stretch.rounds for part in parts),
        staked=sum(part.stretch.staked for part in parts),
        net=sum(part.stretch.net for part in parts),
        time=_covered((part.stretch.first, part.end) for part in parts),
        at_risk=risk,
    )


def _covered(spans: Iterable[tuple[int, int]]) -> int:
    """The time that spans cover together, each moment counted once."""
    covered, until = 0, 0
    for first, end in sorted(spans):
        covered += max(0, end - max(first, until))
        until = max(until, end)
    return covered
