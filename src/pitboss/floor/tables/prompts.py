"""What the Dealer tells players: a bet too low, how many hands they may examine, and a look too many."""

from collections.abc import Iterator

from pitboss.citation import Clause
from pitboss.floor.tables.table import TableState
from pitboss.plural import counted
from pitboss.round import Round
from pitboss.round.betting import under_minimum
from pitboss.sheets.game import Game

Prompt = tuple[str, tuple[Clause, ...]]


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
            text = f"The {title} bet on box {box.number} is under its minimum"
            yield f"{text}: it goes up or back before the close.", game.refusal_clauses("bet_below_minimum")


def _of_players(game: Game, state: Round) -> Iterator[Prompt]:
    most = game.sheet.seats.hands_examined
    only, clauses = f"may examine {counted(most, 'hand')} only", game.looking_clauses
    for player in dict.fromkeys(box.player for box in state.boxes if box.player):
        boxes = [box for box in state.player_boxes(player) if box.has("ante") and not box.out]
        looked = [str(box.number) for box in boxes if box.examined]
        if any(box.number in state.unjudged_looks for box in boxes):
            judged = game.refusal_clauses("second_look_not_judged")
            text = f"{player} has examined the hands of boxes {' and '.join(looked)}, and {only}."
            yield text, tuple(dict.fromkeys((*clauses, *judged)))
        elif len(boxes) > most:
            text = f"{player} plays boxes {' and '.join(str(box.number) for box in boxes)}, and {only}."
            yield text, clauses
