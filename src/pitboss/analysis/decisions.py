"""The decisions of a game as its dealing procedure asks them, each with the community cards open then."""

from typing import Literal

from msgspec import Struct

from pitboss.analysis import payoffs
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
