"""Cards from a reading shoe: each becomes part of the due act of the dealing procedure. Pure.

The shoe sends each card with its number in the round. The next number follows from the cards that are out, so
the shoe stays in step with the Dealer: a card that it could not read is typed in, and the shoe continues with
the next number. An impossible card is refused and recorded as a doubt; no answer names a card.
"""

from pitboss.floor.tables import events as fe
from pitboss.floor.tables.dealing import dealers_next
from pitboss.floor.tables.events import Read
from pitboss.floor.tables.house_rules import crew_refusal, keeper_refusal
from pitboss.floor.tables.round_context import RoundChanges, RoundContext
from pitboss.floor.tables.rounds import act
from pitboss.floor.tables.table import TableState
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.round import Round
from pitboss.round.plan import dealers_command
from pitboss.sheets.game import Game


def next_number(table: TableState) -> int:
    """The number of the next card in the round."""
    out = table.round.cards_out() if table.round else ()
    return len(out) + len(table.collected) + 1


def read_card(context: RoundContext, read: Read) -> RoundChanges | Refusal:
    """The due act once its cards are complete, a card of its packet until then, or a doubt."""
    table, game = context.table, context.game
    if table.cards != "outside":
        why = because("no_reading_shoe", table=table.id)
        return refuse("no_reading_shoe", why, game.sheet.deck.clauses)
    state = table.round
    if state is None or not table.in_play or read.round != table.number:
        why = because("no_such_round.under_way", round=read.round, table=table.id)
        return refuse("no_such_round", why, game.ruling_clauses)
    if refusal := crew_refusal(game, table, context.by) or keeper_refusal(table, context.by):
        return refusal
    if refusal := _doubt(game, state, table, read):
        doubted = fe.ReadDoubted(
            card=read.card,
            sequence=read.sequence,
            code=refusal.code,
            reason=refusal.reason,
            clauses=refusal.clauses,
            by=context.by,
        )
        return RoundChanges(() if doubted == table.doubt else (doubted,))
    due = dealers_next(game, table)
    assert due is not None, "an act is due"
    cards = (*table.collected, read.card)
    if len(cards) < due.cards:
        return RoundChanges((fe.CardRead(read.card, read.sequence, context.by),))
    return act(context, dealers_command(due, cards))


def doubt_standing(table: TableState | None, read: Read) -> Refusal | None:
    """Why the last card is doubted, until a possible one has come."""
    doubt = table.doubt if table else None
    if doubt is None or (doubt.card, doubt.sequence) != (read.card, read.sequence):
        return None
    return Refusal(doubt.code, doubt.reason, doubt.clauses)


def _doubt(game: Game, state: Round, table: TableState, read: Read) -> Refusal | None:
    deck, expected = game.sheet.deck, next_number(table)
    if read.sequence < expected:
        # Whether it is the recorded card is not said: whoever asks card by card would learn it.
        why = because("read_again", card=read.sequence, next=expected)
        return refuse("read_again", why, deck.clauses)
    if read.sequence > expected:
        why = because("read_out_of_order", next=expected, card=read.sequence)
        return refuse("read_out_of_order", why, deck.clauses)
    if read.card in (*state.cards_out(), *table.collected):
        why = because("card_out_already", card=read.sequence)
        return refuse("card_out_already", why, deck.foreign_card)
    due = dealers_next(game, table)
    if due is None or not due.cards or state.restated is not None:
        why = because("nothing_due.card", card=read.sequence)
        return refuse("nothing_due", why, (due.clause,) if due else game.ruling_clauses)
    return None
