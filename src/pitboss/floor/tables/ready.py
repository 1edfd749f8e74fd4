"""Players who are ready for the cards while the Bets are open. Pure.

When everybody at an automatic table is ready, its Dealer closes the Bets at once. Who changes a bet is not
ready any more.
"""

from pitboss.access.roles import Actor
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.table import TableState
from pitboss.people import known_as
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.round import Round
from pitboss.sheets.game import Game


def say_ready(game: Game, table: TableState, player: str, by: Actor) -> tuple[fe.PlayerReady] | Refusal:
    """A player at an automatic table has made their bets and waits for the cards."""
    state = table.round
    if by.role == "player" and known_as(by.name) != known_as(player):
        return refuse("not_ones_own", because("not_ones_own.ready", name=by.name), game.sheet.seats.clauses)
    if not table.open or not table.automatic or state is None or state.closed or state.void:
        why = because("nothing_due.bets", table=table.id)
        return refuse("nothing_due", why, game.ruling_clauses)
    if player not in players_of(table, state):
        why = because("nothing_due.player", player=player, table=table.id)
        return refuse("nothing_due", why, game.ruling_clauses)
    if player in table.ready:
        return refuse("nothing_due", because("nothing_due.ready", player=player), game.ruling_clauses)
    return (fe.PlayerReady(player),)


def all_ready(table: TableState) -> bool:
    """Whether everybody who has a bet or a seat is ready, and somebody has bet."""
    state = table.round
    return state is not None and state.has_bets and players_of(table, state) <= set(table.ready)


def players_of(table: TableState, state: Round) -> set[str]:
    """Everybody who has a bet in the round or a seat at the table."""
    bettors = {wager.player for box in state.boxes for wager in box.wagers}
    return bettors | {seat.player for seat in table.seats.values()}
