"""What a table refuses before its round is asked: who runs it, who sits where, and a look too many. Pure."""

from typing import Final

from pitboss.access.refusals import refuse
from pitboss.access.roles import Actor
from pitboss.access.sign_on import dealer_refusal
from pitboss.floor.seats import bet_refusal
from pitboss.floor.table import TableState
from pitboss.round import Refusal, Round
from pitboss.round import commands as cmd
from pitboss.sheets.game import Game

RUNNING: Final = (
    *(cmd.CloseBets, cmd.BurnCard, cmd.DealCards, cmd.DiscardCard),
    *(cmd.ShowCards, cmd.Reveal, cmd.SettleRound),
)
"""The acts of whoever runs a table."""


def crew_refusal(game: Game, table: TableState, by: Actor) -> Refusal | None:
    """Why somebody may not run a table that is run by those who are signed on, if he may not.

    A device sends cards while a Dealer is.
    """
    if not table.crewed or by.role in ("system", "player"):
        return None
    if by.role == "machine" and table.crew.dealer:
        return None
    if by.role == "machine":
        return refuse("not_signed_on", f"no Dealer is signed on to table {table.id}: its shoe waits")
    return dealer_refusal(game, table.id, table.crew, by)


def table_refusal(game: Game, table: TableState, command: cmd.Command, by: Actor) -> Refusal | None:
    """Why a table does not take a command, whatever its round would say."""
    state = table.round
    assert state is not None, "a round has begun"
    # A supervisor may report and rule where nobody is signed on; a Dealer does so at his own table only.
    if (isinstance(command, RUNNING) or by.role == "dealer") and (refusal := crew_refusal(game, table, by)):
        return refusal
    if by.role != "player":
        return None
    if isinstance(command, cmd.PlaceBet):
        return bet_refusal(game, table.seats, state, command)
    if isinstance(command, cmd.ExamineHand) and table.automatic:
        return _second_look(game, state, command.box)
    return None


def _second_look(game: Game, state: Round, number: int) -> Refusal | None:
    """Software shows nobody a hand too many; at a table of people it happens, and is judged (RWS 5.18)."""
    if not 1 <= number <= len(state.boxes) or state.box(number).examined:
        return None
    player = state.box(number).player or ""
    looked = [box.number for box in state.player_boxes(player) if box.examined]
    if len(looked) < game.sheet.seats.hands_examined:
        return None
    judged = (c for c, p in game.sheet.irregularities.items() if p.effect in _LOOKS)
    message = f"{player} has looked at box {looked[0]}, and plays box {number} without looking"
    return Refusal("look_not_allowed", message, (*judged, *game.sheet.seats.clauses))


_LOOKS: Final = ("judge_second_look", "wagered_in_error")
"""The clauses on a hand too many."""
