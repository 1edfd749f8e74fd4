"""The inputs and the outcome of a decision about a table's round."""

from collections.abc import Callable

from msgspec import Struct

from pitboss.access.roles import Actor
from pitboss.cards import Card
from pitboss.commands.record import Signed
from pitboss.floor.amounts import DEFAULT_AMOUNTS, FloorAmounts
from pitboss.floor.tables.table import TableState
from pitboss.jackpots import Link
from pitboss.jackpots import events as le
from pitboss.ledger import GamingDay
from pitboss.people import Approval
from pitboss.round import commands as cmd
from pitboss.sheets.game import Game, Games

Faces = Callable[[TableState, cmd.Place], tuple[Card, ...] | None]


def nobody_names(table: TableState, place: cmd.Place) -> None:
    """A :data:`Faces` that names no card."""
    return


class RoundContext(Struct, frozen=True, kw_only=True):
    """All inputs of a decision about a table's round."""

    games: Games
    game: Game
    table: TableState
    table_at: int
    """The position of the table's newest event."""
    link: Link | None
    """The table's link, where the command may need it."""
    link_at: int
    day: Callable[[], GamingDay]
    """The gaming day and shift, asked for only where something is booked."""
    by: Actor
    approval: Approval | None = None
    """Two people, where a paid award is taken back."""
    entered: Actor | None = None
    """The signed-in user, when another person authorised the command on that user's screen."""
    amounts: FloorAmounts = DEFAULT_AMOUNTS
    """The floor's amounts, where the command moves money."""
    second: Signed | None = None
    faces: Faces = nobody_names
    """Names the cards at a place as they are turned over."""


class RoundChanges(Struct, frozen=True):
    """Events for the table's stream and for its link's."""

    table: tuple[Struct, ...]
    link: tuple[le.JackpotEvent, ...] = ()
