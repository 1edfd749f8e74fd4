"""The Dealer's prompts to players: a bet too low, hands they may examine, one look too many."""

from collections.abc import Iterator

from pitboss.citation import Clause
from pitboss.floor.tables.table import TableState
from pitboss.reason import Reason, because
from pitboss.round import Round
from pitboss.round.betting import under_minimum
from pitboss.sheets.game import Game

Prompt = tuple[Reason, tuple[Clause, ...]]


def prompts(game: Game, table: TableState) -> tuple[Prompt, ...]:
    """The prompts of the round in play, each with its clauses (RWS 3.7 and 5.2, MBS 1.1.3, 3.4 and 3.4.1)."""
    state = table.round
    if state is None or state.settled or state.void or state.dealer_up:
        return ()
    return (*(() if state.closed else _too_low(game, state)), *_of_players(game, state))


def _too_low(game: Game, state: Round) -> Iterator[Prompt]:
    for box in state.boxes:
        for bet in under_minimum(game, state, box):
            title = game.sheet.bets[bet].title
            low = because("prompt.under_minimum", bet=title, box=box.number)
            yield low, game.refusal_clauses("bet_below_minimum")


def _of_players(game: Game, state: Round) -> Iterator[Prompt]:
    most = game.sheet.seats.hands_examined
    clauses = game.looking_clauses
    for player in dict.fromkeys(box.player for box in state.boxes if box.player):
        boxes = [box for box in state.player_boxes(player) if box.has("ante") and not box.out]
        looked = tuple(box.number for box in boxes if box.examined)
        if any(box.number in state.unjudged_looks for box in boxes):
            judged = game.refusal_clauses("second_look_not_judged")
            looks = because("prompt.looked", player=player, boxes=looked, most=most)
            yield looks, tuple(dict.fromkeys((*clauses, *judged)))
        elif len(boxes) > most:
            numbers = tuple(box.number for box in boxes)
            yield because("prompt.plays", player=player, boxes=numbers, most=most), clauses
