"""The decisions of a game as its dealing procedure asks them, and strategies: what a player does at each."""

from collections.abc import Callable
from typing import Final, Literal

from msgspec import Struct

from pitboss.analysis import payoffs
from pitboss.cards import Card
from pitboss.sheets.game import Game
from pitboss.sheets.script import DecisionStep, RevealStep, Script


class SheetDecision(Struct, frozen=True, kw_only=True):
    """One decision on a hand."""

    bet: str
    open: int
    """The community cards turned over when it is taken."""
    sizes: tuple[int, ...]
    """How many Antes the bet may be; none where it is taken back."""
    otherwise: Literal["fold", "check"]
    takes_back: bool


def script_of(game: Game) -> Script:
    """The procedure of one device; all of them decide alike."""
    return next(scripts[0] for scripts in game.scripts.values() if scripts)


def decides_alike(game: Game) -> bool:
    """Whether every procedure decides alike, so that what one is counted by is true of all."""
    every = {_decisions_of(game, script) for scripts in game.scripts.values() for script in scripts}
    return len(every) == 1


def decisions_of(game: Game) -> tuple[SheetDecision, ...]:
    """The decisions in their order."""
    return _decisions_of(game, script_of(game))


def _decisions_of(game: Game, script: Script) -> tuple[SheetDecision, ...]:
    found, shown = [], 0
    for step in script.steps:
        if isinstance(step, RevealStep):
            shown = max(shown, step.community)
        if isinstance(step, DecisionStep):
            sizes = () if step.takes_back else step.sizes or game.sheet.bets[step.bet].sizes
            found.append(
                SheetDecision(
                    bet=step.bet,
                    open=shown,
                    sizes=sizes,
                    otherwise=step.otherwise,
                    takes_back=step.takes_back,
                )
            )
    return tuple(found)


def first_stakes(game: Game) -> dict[str, int]:
    """The bets of the main game that are on the layout before the deal, in Antes."""
    main = payoffs.main_bets(game)
    return {bet: 1 for bet in game.sheet.bets if bet in main and game.sheet.bets[bet].placed == "before_deal"}


def action_name(decision: SheetDecision, size: int | None) -> str:
    """An action in words: the bet's name, with its size where there are several; None is the other choice."""
    if size is None:
        return decision.otherwise
    if decision.takes_back:
        return f"withdraw {decision.bet}"
    return f"{decision.bet} x {size}" if len(decision.sizes) > 1 else decision.bet


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
