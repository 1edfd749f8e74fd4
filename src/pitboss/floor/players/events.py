"""A player's own limits, break and reality checks, folded from their stream.

At which tables a player has sat down without a bet, folded from their stream.

A number of seats holds over all tables, and a command to one table expects the versions of others only where
the player may sit. So the first seat at each table is noted in the player's own stream: two commands at once
at new tables conflict there, and at known ones in the tables.
"""

from typing import Final, Literal

from msgspec import Struct, structs

from pitboss.access.roles import Actor

PlayLimitName = Literal["loss", "time", "bet", "buy_in"]
"""Lost in a gaming day, played in a gaming day, staked on one bet, paid in for chips in a gaming day."""
DEFAULT_CHECK: Final = 60
"""Minutes of play between two reality checks, unless the player has chosen others."""


class PlayLimitSet(Struct, frozen=True, tag=True, kw_only=True):
    """A player's own limit changed. A lower one holds at once, a higher one after the cooling period."""

    limit: PlayLimitName
    value: int | None
    """In cents, or in minutes for the time; None: no limit."""
    since: int
    """From when on it holds, in microseconds since 1970."""
    before: int | None
    """The value in force until then."""
    by: Actor
    reason: str = ""


class BreakTaken(Struct, frozen=True, tag=True, kw_only=True):
    """A player takes a break: no seat, chips or bet until its end. It cannot be shortened."""

    since: int
    until: int
    """In microseconds since 1970."""
    by: Actor
    reason: str = ""
    second: Actor | None = None
    """The second person, where staff set it for longer than a day."""


class RealityCheckSet(Struct, frozen=True, tag=True):
    """A player chose how often their play is interrupted by a reality check."""

    minutes: int
    by: Actor


class RealityCheckAnswered(Struct, frozen=True, tag=True, kw_only=True):
    """A player saw how long they had played and what they had won or lost, and plays on."""

    at: int
    minutes: int
    """The time played in the session that was shown."""
    net: int
    """The result of the session that was shown, in cents."""


class PlayedAt(Struct, frozen=True, tag=True):
    """A player with a limit over all tables bets or buys chips at a table for the first time.

    Their stream then names every table that counts, and two commands at once at new tables conflict in it.
    """

    table: str


PlayerEvent = PlayLimitSet | BreakTaken | RealityCheckSet | RealityCheckAnswered | PlayedAt


class OwnLimit(Struct, frozen=True):
    """A limit in two steps: ``value`` holds until ``since``, and ``then`` from it on."""

    value: int | None
    since: int
    then: int | None


class PlayLimits(Struct, frozen=True, kw_only=True):
    """Everything that one player has set for themselves."""

    limits: dict[PlayLimitName, OwnLimit] = {}
    break_until: int = 0
    check_minutes: int = DEFAULT_CHECK
    answered: int = 0
    """When the last reality check was answered."""
    tables: frozenset[str] = frozenset()
    """Tables at which the player has bet or bought chips since they first had a limit over all tables."""

    def limit(self, name: PlayLimitName, at: int) -> int | None:
        """The limit that holds at an instant; None if there is none."""
        found = self.limits.get(name)
        if found is None:
            return None
        return found.then if at >= found.since else found.value

    def coming(self, name: PlayLimitName, at: int) -> OwnLimit | None:
        """The limit's change that is still to come at an instant."""
        found = self.limits.get(name)
        return found if found and at < found.since else None

    def sums_needed(self, at: int) -> bool:
        """Whether a limit depends on the player's play at all tables."""
        return any(self.limit(name, at) is not None for name in _SUMMED)


_SUMMED: Final[tuple[PlayLimitName, ...]] = ("loss", "time", "buy_in")


def evolve_limits(state: PlayLimits | None, event: PlayerEvent, position: int) -> PlayLimits:
    """A player's own limits after one more event."""
    held = state or PlayLimits()
    match event:
        case PlayLimitSet(limit=name, value=value, since=since, before=before):
            return structs.replace(held, limits=held.limits | {name: OwnLimit(before, since, value)})
        case BreakTaken(until=until):
            return structs.replace(held, break_until=until)
        case RealityCheckSet(minutes=minutes):
            return structs.replace(held, check_minutes=minutes)
        case RealityCheckAnswered(at=at):
            return structs.replace(held, answered=at)
        case PlayedAt(table=table):
            return structs.replace(held, tables=held.tables | {table})


class SatAt(Struct, frozen=True, tag=True):
    """A player sits down at a table without a bet for the first time."""

    table: str


class SeatNotes(Struct, frozen=True):
    """The tables where one player has sat down without a bet."""

    tables: frozenset[str] = frozenset()


def evolve_seat_notes(state: SeatNotes | None, event: SatAt, position: int) -> SeatNotes:
    """The tables after one more."""
    return SeatNotes((state or SeatNotes()).tables | {event.table})
