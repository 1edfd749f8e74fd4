"""The Dealer's next act, by the dealing procedure of the sheet.

The engine records any deal; this module guides the dealer: a person, the practice table or the software
Dealer.
"""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from pitboss.cards import Card
from pitboss.citation import Clause
from pitboss.invariant import InvariantBroken
from pitboss.round import commands as cmd
from pitboss.round.commands import Place
from pitboss.round.queries import boxes_to_decide, hands_turned_over, needs, reveal_needed
from pitboss.round.state import Round
from pitboss.sheets.game import Game
from pitboss.sheets.script import BurnStep, DealStep, DecisionStep, DiscardStep, RevealStep, Script


class NextAct(Struct, frozen=True, kw_only=True):
    """The Dealer's next act."""

    act: Literal["burn", "deal", "discard", "ask", "reveal", "settle"]
    clause: Clause
    to: Place | None = None
    cards: int = 0
    boxes: tuple[int, ...] = ()
    """The boxes that must decide, clockwise, when the act is to ask."""


def next_act(game: Game, state: Round, script: Script) -> NextAct:
    """The next act in a round whose Bets are closed and whose cards were dealt by the script."""
    boxes = state.boxes_in_play()
    reveals = 0
    burnt, discarded = len(state.burnt), len(state.discarded)
    held: dict[Place, int] = {box.number: len(box.cards) for box in state.boxes}
    held["dealer"], held["community"] = len(state.dealer), len(state.community)
    for step in script.steps:
        if isinstance(step, BurnStep | DiscardStep | DealStep) and hands_turned_over(state):
            continue
        if isinstance(step, BurnStep):
            if not burnt:
                return NextAct(act="burn", clause=step.clause, cards=1)
            burnt -= 1
        elif isinstance(step, DiscardStep):
            if not discarded:
                return NextAct(act="discard", clause=step.clause, cards=1)
            discarded -= 1
        elif isinstance(step, DealStep):
            for place in _places(step, boxes):
                if held[place] < step.cards:
                    return NextAct(act="deal", clause=step.clause, to=place, cards=step.cards)
                held[place] -= step.cards
        elif isinstance(step, DecisionStep):
            if reveals < state.reveals:
                continue
            if waiting := boxes_to_decide(game, state, step.number):
                return NextAct(act="ask", clause=step.clause, boxes=waiting)
            if not (boxes_to_decide(game, state) or reveal_needed(state, needs(game, state))):
                break
        elif isinstance(step, RevealStep):
            reveals += 1
            if reveals > state.reveals:
                if not reveal_needed(state, needs(game, state)):
                    break
                return NextAct(act="reveal", clause=step.clause)
    return NextAct(act="settle", clause=script.steps[-1].clause)


def dealers_command(act: NextAct, cards: tuple[Card, ...] = ()) -> cmd.Command:
    """The Dealer's next act as a command; ``cards`` are the ``act.cards`` that it takes."""
    match act.act:
        case "burn":
            return cmd.BurnCard(cards[0])
        case "discard":
            return cmd.DiscardCard(cards[0])
        case "deal" if act.to is not None:
            return cmd.DealCards(act.to, cards)
        case "reveal":
            return cmd.Reveal()
        case "settle":
            return cmd.SettleRound()
        case other:
            raise InvariantBroken(f"{other} is no act that the Dealer does alone")


def _places(step: DealStep, boxes: tuple[int, ...]) -> Iterator[Place]:
    """The places that receive cards, clockwise, as often as the step says."""
    for _ in range(step.times):
        for place in step.to:
            if place == "boxes":
                yield from boxes
            else:
                yield place
