"""Refusals of a table before those of its round: crew, seats, one look too many. Pure."""

from typing import Final

from pitboss.access.roles import Actor
from pitboss.access.sign_on import dealer_refusal
from pitboss.citation import clauses_or, some_clauses
from pitboss.floor.acts import ROUND_ACTS, names_cards
from pitboss.floor.tables.seats import seat_taken_refusal
from pitboss.floor.tables.table import TableState
from pitboss.people import known_as
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.round import Round
from pitboss.round import commands as cmd
from pitboss.round.queries import boxes_to_decide, script_of
from pitboss.settlement import Box
from pitboss.sheets.game import Game


def running_refusal(game: Game, table: TableState, by: Actor) -> Refusal | None:
    """Refusal unless ``by`` may begin, deal and settle rounds of this table."""
    if table.automatic and by.role != "system":
        return _software_deals(game, table)
    return crew_refusal(game, table, by)


def crew_refusal(game: Game, table: TableState, by: Actor) -> Refusal | None:
    """Refusal unless ``by`` is signed on to this crewed table. A reading shoe needs a signed-on Dealer."""
    if not table.crewed or by.role in ("system", "player"):
        return None
    if by.role == "machine" and table.crew.dealer:
        return None
    if by.role == "machine":
        return refuse("not_signed_on", because("not_signed_on.shoe", table=table.id))
    return dealer_refusal(game, table.id, table.crew, by)


def table_refusal(
    game: Game,
    table: TableState,
    command: cmd.Command,
    by: Actor,
    *,
    entered: Actor | None,
    approved: bool,
) -> Refusal | None:
    """Refusal of a command by the table, before its round decides. Looks at no card.

    ``entered`` is the signed-in user, if another person authorised the command; ``approved``: two people did.
    """
    state = table.round
    assert state is not None, "a round has begun"
    if table.cards == "shoe" and names_cards(command):
        return deck_refusal(game, table)
    if by.role == "player":
        return _of_player(game, table, state, command)
    if by.role == "system":
        return None
    if table.automatic:
        return None if approved else _at_automatic(game, table, command, by)
    # A supervisor may report and rule where nobody is signed on; a Dealer does so at their own table only.
    runs = ROUND_ACTS[type(command)].runs or by.role == "dealer"
    if runs and (refusal := crew_refusal(game, table, by)):
        return refusal
    if names_cards(command):
        return keeper_refusal(table, entered or by)
    return _early_notice(game, table, state, command)


def deck_refusal(game: Game, table: TableState) -> Refusal:
    """Refusal of named cards, or a number of them, where the software's own shoe knows them."""
    why = because("cards_from_shoe", table=table.id)
    return refuse("cards_from_shoe", why, game.sheet.deck.clauses)


def keeper_refusal(table: TableState, by: Actor) -> Refusal | None:
    """Refusal unless ``by`` handles the real cards of this crewed table, or is its reading shoe.

    Whether a named card fits can reveal where it lies, so only those who handle the cards may ask.
    """
    crew = table.crew
    if not table.crewed or by.role == "machine" or known_as(by.name) in (crew.dealer, *crew.supervisors):
        return None
    why = because("not_signed_on.cards", table=table.id)
    return refuse("not_signed_on", why)


def _at_automatic(game: Game, table: TableState, command: cmd.Command, by: Actor) -> Refusal | None:
    if isinstance(command, cmd.SettleRound) and table.unsigned:
        return None
    if not ROUND_ACTS[type(command)].at_automatic:
        return _software_deals(game, table)
    if isinstance(command, cmd.Report) and command.count is not None:
        return deck_refusal(game, table)
    if by.role != "dealer":
        return None
    why = because("role_too_low.software_deals", table=table.id)
    return refuse("role_too_low", why, game.ruling_clauses)


def _software_deals(game: Game, table: TableState) -> Refusal:
    why = because("software_deals", table=table.id)
    return refuse("software_deals", why, game.ruling_clauses)


def _of_player(game: Game, table: TableState, state: Round, command: cmd.Command) -> Refusal | None:
    if isinstance(command, cmd.PlaceBet):
        return seat_taken_refusal(game, table.seats, state, command)
    if isinstance(command, cmd.ExamineHand) and table.automatic:
        return _second_look(game, state, command.box)
    return _early_notice(game, table, state, command)


def _second_look(game: Game, state: Round, number: int) -> Refusal | None:
    """Refusal to show a player one hand too many; at a table that people deal it is judged (RWS 5.18)."""
    if not 1 <= number <= len(state.boxes) or state.box(number).examined:
        return None
    player = state.box(number).player or ""
    looked = [box.number for box in state.player_boxes(player) if box.examined]
    if len(looked) < game.sheet.seats.hands_examined:
        return None
    judged = (c for c, p in game.sheet.irregularities.items() if p.effect in _LOOKS)
    why = because("look_not_allowed.second", player=player, looked=looked[0], box=number)
    return refuse("look_not_allowed", why, some_clauses((*judged, *game.looking_clauses)))


def _early_notice(game: Game, table: TableState, state: Round, command: cmd.Command) -> Refusal | None:
    """Refusal to turn a notified hand over while a decision is to come: it would be seen before that."""
    if table.cards != "shoe" or not isinstance(command, cmd.NotifyJackpotHand) or not game.sheet.jackpot:
        return None
    later = any(step.after > state.reveals for step in script_of(game, state).decisions)
    waiting = boxes_to_decide(game, state) or (later and any(_stays_in(box) for box in state.boxes))
    if not waiting:
        return None
    why = because("decision_still_due.notified")
    clauses = clauses_or(game.sheet.jackpot.notify_clauses, game.ruling_clauses)
    return refuse("decision_still_due", why, clauses)


def _stays_in(box: Box) -> bool:
    return box.has("ante") and box.in_play and not box.folded


_LOOKS: Final = ("judge_second_look", "wagered_in_error")
"""The clauses on looking at a hand too many."""
