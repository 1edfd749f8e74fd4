"""What the Dealer tells players of several boxes: how many hands they may examine, and a look too many."""

from collections.abc import Iterator

from pitboss.citation import Clause
from pitboss.floor.tables.table import TableState
from pitboss.plural import counted
from pitboss.round import Round
from pitboss.sheets.game import Game

Prompt = tuple[str, tuple[Clause, ...]]


def prompts(game: Game, table: TableState) -> tuple[Prompt, ...]:
    """The prompts of the round in play, each with its clauses (RWS 3.7, MBS 1.1.3 and 3.4.1)."""
    state = table.round
    if state is None or state.settled or state.void or state.dealer_up:
        return ()
    return tuple(_of_players(game, state))


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
