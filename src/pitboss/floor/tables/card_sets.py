"""The card sets of a table on its floor: when they may be changed, and what makes them evidence. Pure."""

from collections.abc import Iterable

from msgspec import Struct

from pitboss.access.roles import Actor
from pitboss.card_sets import commands as sc
from pitboss.card_sets import decide
from pitboss.card_sets import events as se
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.table import TableState
from pitboss.refusal import Refusal, refuse
from pitboss.sheets.game import Game


def handle_cards(game: Game, table: TableState, command: sc.CardSetCommand) -> tuple[Struct, ...] | Refusal:
    """What follows from a command to the card sets of a table."""
    if table.cards != "outside":
        message = f"table {table.id} is dealt from the software's own shoe: it has no card sets"
        return refuse("no_card_sets", message, game.sheet.deck.clauses)
    if table.in_play and isinstance(command, sc.PutInUse | sc.TakeOut):
        message = f"round {table.number} is under way: card sets are changed between rounds"
        return refuse("round_in_play", message, game.sheet.deck.clauses)
    return decide(game, table.sets, command)


def demand(
    game: Game, table: TableState, cause: se.RetentionCause, number: int, sets: Iterable[str]
) -> tuple[se.CardSetEvent, ...]:
    """Sets that a round was dealt from have become evidence; those that are destroyed are gone."""
    found: list[se.CardSetEvent] = []
    for name in sets:
        answer = decide(game, table.sets, sc.DemandRetention(name, cause, f"{table.id}/{number}"))
        found += [] if isinstance(answer, Refusal) else answer
    return tuple(found)


def dispute(
    game: Game, table: TableState, number: int, sets: tuple[str, ...], reason: str, by: Actor
) -> tuple[Struct, ...] | Refusal:
    """A round that was dealt from these sets is disputed; they must be retained before the next."""
    if not reason.strip():
        return refuse("argument_missing", "a dispute needs a written reason", game.ruling_clauses)
    disputed = fe.RoundDisputed(number, sets, reason, by)
    return disputed, *demand(game, table, "dispute", number, sets)
