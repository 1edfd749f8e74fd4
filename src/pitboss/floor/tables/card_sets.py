"""The card sets of a table: when they may change, and what makes them evidence. Pure."""

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
    """The events of a command to the card sets of a table, or the refusal."""
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
    """The events that make a round's card sets evidence; destroyed sets are left out."""
    found: list[se.CardSetEvent] = []
    for name in sets:
        answer = decide(game, table.sets, sc.DemandRetention(name, cause, f"{table.id}/{number}"))
        found += [] if isinstance(answer, Refusal) else answer
    return tuple(found)


def dispute(
    game: Game, table: TableState, number: int, sets: tuple[str, ...], reason: str, by: Actor
) -> tuple[Struct, ...] | Refusal:
    """The events of a dispute: the round's card sets must be retained before the next round."""
    if not reason.strip():
        return refuse("argument_missing", "a dispute needs a written reason", game.ruling_clauses)
    disputed = fe.RoundDisputed(number, sets, reason, by)
    return disputed, *demand(game, table, "dispute", number, sets)
