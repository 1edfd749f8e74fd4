"""A player's own strategy as the mathematics asks it: from an information set to a decision, and back."""

from collections.abc import Callable
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Final, Literal

from pitboss.cards import UNKNOWN
from pitboss.toolkit.decisions import Choice, Decision

if TYPE_CHECKING:
    from pitboss.analysis.decisions import Chooser, InformationSet, SheetDecision
    from pitboss.sheets import Game

Strategy = Callable[[Decision], str | Choice]
"""From a decision to one of its choices, or to the word of one."""
GivenStrategy = Strategy | Literal["simple", "blind"] | None
"""A function, or one of two strategies by name."""
PLAYER: Final = "player"
_ANTE: Final = Decimal(1)


def asks(game: "Game", strategy: Strategy) -> "Chooser":
    """The strategy as the mathematics asks it, on a box with an Ante of 1."""
    hands = game.sheet.hands

    def choose(asked: "InformationSet") -> str:
        choices, action_of = _choices(asked.decision)
        up = () if asked.up is None else (asked.up,)
        decision = Decision(
            box=1,
            player=PLAYER,
            cards=asked.own,
            dealer=(*(UNKNOWN,) * (hands.dealer - len(up)), *up),
            community=(*asked.board, *(UNKNOWN,) * (hands.community - len(asked.board))),
            ante=_ANTE,
            decided=asked.decided,
            choices=choices,
        )
        answer = strategy(decision)
        if answer in action_of:
            return action_of[answer]
        if not isinstance(answer, str):
            raise ValueError(f"{answer} is not one of the choices {', '.join(map(str, choices))}")
        return action_of[decision.choice(answer)]

    return choose


def chooser_named(game: "Game", strategy: Strategy | str) -> "tuple[Chooser, str]":
    """A strategy as the mathematics asks it, and what it is called."""
    from pitboss.analysis.decisions import blind, simple

    if strategy == "simple":
        return simple(game), strategy
    if strategy == "blind":
        return blind, strategy
    if not callable(strategy):
        raise TypeError(f"a strategy is a function, 'simple' or 'blind', not {strategy!r}")
    return asks(game, strategy), getattr(strategy, "__name__", type(strategy).__name__)


@cache
def _choices(decision: "SheetDecision") -> tuple[tuple[Choice, ...], dict[str | Choice, str]]:
    """The choices of a decision, the bets first, and the action of each choice and of its word."""
    from pitboss.analysis.decisions import action_name

    ways: dict[str | Choice, str]
    if decision.takes_back:
        ways = {Choice(word=f"withdraw {decision.bet}"): action_name(decision, 0)}
    else:
        ways = {
            Choice(word=decision.bet, amount=_ANTE * size): action_name(decision, size)
            for size in decision.sizes
        }
    ways[Choice(word=decision.otherwise)] = action_name(decision, None)
    return tuple(way for way in ways if isinstance(way, Choice)), {
        **ways,
        **{action: action for action in ways.values()},
    }
