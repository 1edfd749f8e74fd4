"""The card sets of a table: when they may change, and what makes them evidence. Pure."""

from collections.abc import Iterable

from msgspec import Struct

from pitboss.access.roles import Actor
from pitboss.card_sets import commands as sc
from pitboss.card_sets import decide
from pitboss.card_sets import events as se
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.table import TableState
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.sheets.game import Game


def handle_cards(game: Game, table: TableState, command: sc.CardSetCommand) -> tuple[Struct, ...] | Refusal:
    """The events of a command to the card sets of a table, or the refusal."""
    if table.cards != "outside":
        why = because("no_card_sets", table=table.id)
        return refuse("no_card_sets", why, game.sheet.deck.clauses)
    if table.in_play and isinstance(command, sc.PutInUse | sc.TakeOut):
        why = because("round_in_play.card_sets", round=table.number)
        return refuse("round_in_play", why, game.sheet.deck.clauses)
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
        return refuse("argument_missing", because("argument_missing.dispute"), game.ruling_clauses)
    disputed = fe.RoundDisputed(number, sets, reason, by)
    return disputed, *demand(game, table, "dispute", number, sets)
