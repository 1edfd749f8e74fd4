"""At which tables a player has sat down without a bet, folded from their stream.

A number of seats holds over all tables, and a command to one table expects the versions of others only where
the player may sit. So the first seat at each table is noted in the player's own stream: two commands at once
at new tables conflict there, and at known ones in the tables.
"""

from msgspec import Struct


class SatAt(Struct, frozen=True, tag=True):
    """A player sits down at a table without a bet for the first time."""

    table: str


class SeatNotes(Struct, frozen=True):
    """The tables where one player has sat down without a bet."""

    tables: frozenset[str] = frozenset()


def evolve_seat_notes(state: SeatNotes | None, event: SatAt, position: int) -> SeatNotes:
    """The tables after one more."""
    return SeatNotes((state or SeatNotes()).tables | {event.table})
