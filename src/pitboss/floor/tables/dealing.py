"""Dealing from the software's shoe, by position and purpose; the cards stay unknown."""

from typing import Final

from msgspec import Struct

from pitboss.cards import UNKNOWN
from pitboss.floor.tables.events import ShoeReady
from pitboss.floor.tables.opening import procedure
from pitboss.floor.tables.sealing import Sealer
from pitboss.floor.tables.table import TableState
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.round import Round
from pitboss.round import commands as cmd
from pitboss.round.plan import NextAct, dealers_command, next_act
from pitboss.sheets.game import Game
from pitboss.shoe import CardsDrawn, NotEnoughCards, ShoeInUse, commit, draw, fresh_shoe


class Drawn(Struct, frozen=True):
    """The Dealer's next act as a command, with the draw from the shoe if it takes cards."""

    command: cmd.Command
    drawn: tuple[CardsDrawn, ...] = ()


_DUE: Final[dict[str, tuple[Round, NextAct]]] = {}
"""Cache: the due act of each table's round, which turn, lock and decision all need."""


def dealers_next(game: Game, table: TableState) -> NextAct | None:
    """The Dealer's next act, once the Bets are closed or the round is void and no choice is open."""
    state = table.round
    if state is None or state.settled or state.options or state.unjudged_looks:
        return None
    if state.void:
        return NextAct(act="settle", clause=state.void[0])
    if not state.closed:
        return None
    known, due = _DUE.get(table.id, (None, None))
    if known is not state:
        due = next_act(game, state, procedure(game, state.table.device, table.dealt_by)[1])
        _DUE[table.id] = state, due
    return due


def shuffled_shoe(sealer: Sealer, name: str) -> ShoeReady:
    """A deck for a new shoe: shuffled, committed to, and sealed."""
    shoe = fresh_shoe(name)
    return ShoeReady(commit(shoe), sealer.seal(shoe))


def drawn_for(table: TableState, act: NextAct) -> Drawn | Refusal:
    """The Dealer's act as a command. Cards leave the shoe by position, unread."""
    if act.act == "ask":
        return refuse("decision_still_due", because("decision_still_due.players"), (act.clause,))
    if not act.cards:
        return Drawn(dealers_command(act))
    if table.shoe is None:
        why = because("no_shoe.table", table=table.id)
        return refuse("no_shoe", why, (act.clause,))
    command = dealers_command(act, (UNKNOWN,) * act.cards)
    drawn = draw_for(table.shoe, command)
    if isinstance(drawn, NotEnoughCards):
        why = because("no_shoe.empty", left=drawn.left, wanted=drawn.wanted)
        return refuse("no_shoe", why, (act.clause,))
    return Drawn(command, drawn)


def draw_for(shoe: ShoeInUse, command: cmd.Command) -> tuple[CardsDrawn] | NotEnoughCards:
    """The draw from the shoe for a command's cards."""
    match command:
        case cmd.DealCards(to, cards):
            return draw(shoe, len(cards), "dealt", to)
        case cmd.BurnCard():
            return draw(shoe, 1, "burnt")
        case _:
            return draw(shoe, 1, "discarded")
