"""Strategies: what a player does at each information set, asked in words and answered in words."""

from collections.abc import Callable
from typing import Final, Literal

from msgspec import Struct

from pitboss.analysis.decisions import SheetDecision, action_name
from pitboss.cards import Card
from pitboss.sheets.game import Game

StrategyName = Literal["exact", "simple", "blind"]
STRATEGIES: Final[dict[StrategyName, str]] = {
    "exact": "the main game's optimal play, looked up for every hand",
    "simple": "play what would be a Qualifying Hand of the Dealer's, or every hand where there is no such "
    "thing; bet later with a pair that holds an own card",
    "blind": "every bet of every decision, whatever the cards",
}
"""The strategies by name, each in words."""


class InformationSet(Struct, frozen=True, kw_only=True):
    """A decision with what its player knows."""

    number: int
    """The number of the decision, from 0."""
    decision: SheetDecision
    own: tuple[Card, ...]
    up: Card | None = None
    """The Dealer's face-up card."""
    board: tuple[Card, ...] = ()
    """The community cards turned over so far."""
    decided: tuple[str, ...] = ()


Chooser = Callable[[InformationSet], str]
"""From an information set to the word of an action: ``play``, ``fold``, ``play x 3``."""


def blind(asked: InformationSet) -> str:
    """Bet the least at every decision."""
    return least_bet(asked.decision, bets=True)


def simple(game: Game) -> Chooser:
    """Bet a whole hand that would qualify, and later with a pair that holds an own card."""
    return lambda asked: least_bet(asked.decision, bets=_simply(game, asked))


def least_bet(decision: SheetDecision, *, bets: bool) -> str:
    """The least bet, or the other choice; a bet that may be taken back is left where one bets."""
    if decision.takes_back:
        return action_name(decision, None if bets else 0)
    return action_name(decision, decision.sizes[0] if bets else None)


def _simply(game: Game, asked: InformationSet) -> bool:
    if not asked.board and len(asked.own) >= game.ranking.size:
        return game.sheet.qualifier is None or game.qualifies(game.ranking.rank(asked.own))
    if not asked.board and asked.number == 0:
        return True
    own, board = [card[0] for card in asked.own], {card[0] for card in asked.board}
    return len(set(own)) < len(own) or any(rank in board for rank in own)
