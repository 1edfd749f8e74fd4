"""Which seats players may take for themselves: with chips, and so many without a bet over all tables.

Both are gates in front of the decision: records from before them hold such seats, so the audit decides
without them.
"""

from collections.abc import Callable, Iterable

from pitboss.commands.record import Changes, Order, StreamChange
from pitboss.floor.aggregates import SEATS
from pitboss.floor.commands import ActInRound, SitDown
from pitboss.floor.players.events import SatAt
from pitboss.floor.tables.seats import without_bet
from pitboss.floor.tables.table import TableState
from pitboss.floor.view import FloorView, View
from pitboss.people import known_as
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.round.commands import PlaceBet
from pitboss.sheets import Game


def seat_noted(view: View, command: SitDown) -> Changes:
    """The change that adds a table to those over which the player's seats are counted."""
    notes = view.seat_notes(command.player)
    if (notes and command.table in notes.tables) or not view.notes_seat(command.player):
        return ()
    return (StreamChange(SEATS.kind, known_as(command.player), (SatAt(command.table),)),)


def seats_refusal(
    view: FloorView, order: Order, tables: Callable[[str], Iterable[TableState]], most: int
) -> Refusal | None:
    """Refusal of a seat that a player takes for themselves, by sitting down or by a bet on a free box.

    A bet waits for no other table: for it, seats at those known here are counted (``tables``), and its seat
    goes if it is taken back.
    """
    command = order.command
    if order.by.role != "player" or not isinstance(command, SitDown | ActInRound):
        return None
    table = view.table(command.table).state
    if table is None:
        return None
    game = view.game_of(table)
    if isinstance(command, SitDown):
        chips = _chips_missing(game, table, command.player)
        return chips or _too_many(game, view.tables_sat(command.player), command.player, most)
    if not isinstance(command.act, PlaceBet) or table.round is None or table.round.closed:
        return None
    if command.act.box in table.seats:
        return None
    return _too_many(game, tables(command.act.player), command.act.player, most)


def _chips_missing(game: Game, table: TableState, player: str) -> Refusal | None:
    if not table.automatic or table.money.chips.get(player, 0) > 0:
        return None
    why = because("chips_short.seat", player=player, table=table.id)
    return refuse("chips_short", why, game.sheet.seats.clauses)


def _too_many(game: Game, tables: Iterable[TableState], player: str, most: int) -> Refusal | None:
    if sum(without_bet(table.seats, table.round, player) for table in tables) < most:
        return None
    why = because("too_many_seats", player=player, most=most)
    return refuse("too_many_seats", why, game.sheet.seats.clauses)
