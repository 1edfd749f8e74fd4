"""The rules of a game of the best four cards, read from its sheet for the counts."""

from fractions import Fraction
from math import lcm
from typing import Final

import numpy as np
from msgspec import Struct

from pitboss.analysis import payoffs
from pitboss.analysis.arrays import Ints
from pitboss.analysis.decisions import Decision, decisions_of, first_stakes
from pitboss.analysis.levels import HandLevels, hand_levels
from pitboss.analysis.model import AnalysisFault
from pitboss.hands import Rank
from pitboss.settlement.side_bets import ANTE_BONUS
from pitboss.sheets.game import Game
from pitboss.sheets.model import ShowdownOutcome

OUTCOMES: Final[tuple[ShowdownOutcome, ...]] = ("higher", "same", "lower")
"""The outcomes in the order of the counts."""
_LARGEST: Final = 10**6
"""Gains up to this many parts of an Ante are summed in 64 bits without overflow."""
_MOST_LINES: Final = 1 << 12


class Rules(Struct, frozen=True, eq=False, kw_only=True):
    """All that best play of a sheet depends on."""

    levels: HandLevels
    decision: Decision
    unit: int
    """Gains are whole numbers of this part of an Ante."""
    stakes: int
    """The Antes on the layout before the deal."""
    lines: Ints
    """By level: its line, which is one for all hands that are paid alike."""
    names: tuple[str, ...]
    """By line: the hands that it is of, in words."""
    gains: Ints
    """By line, without the bet and for each Ante of it, and by outcome: the gain in parts."""

    @property
    def fold(self) -> int:
        """The gain of a fold, in parts."""
        return -self.unit * self.stakes


def rules_of(game: Game) -> Rules:
    """The rules of a sheet; raises :class:`AnalysisFault` for those that the counts do not cover."""
    if ANTE_BONUS in game.pays and game.readings.ante_bonus_after_fold != "not_paid":
        raise AnalysisFault(f"pays.{ANTE_BONUS}: this family of games counts none after a fold")
    levels = hand_levels(game.ranking.size, game.ranking.order)
    (decision,) = decisions_of(game)
    stakes = first_stakes(game)
    exact = [_gains(game, stakes, decision.bet, rank) for rank in levels.ranks]
    unit = lcm(*(gain.denominator for kind in set(exact) for part in kind for gain in part))
    named = [(payoffs.listed(game, rank), kind) for rank, kind in zip(levels.ranks, exact, strict=True)]
    kinds = list(dict.fromkeys(named))
    number = {kind: place for place, kind in enumerate(kinds)}
    gains = np.array([[[int(gain * unit) for gain in part] for part in kind] for _, kind in kinds])
    if np.abs(gains).max() * max(decision.sizes) > _LARGEST or len(kinds) > _MOST_LINES:
        raise AnalysisFault(f"pays: gains beyond {_LARGEST:,} parts of an Ante are not counted")
    return Rules(
        levels=levels,
        decision=decision,
        unit=unit,
        stakes=sum(stakes.values()),
        lines=np.array([number[kind] for kind in named], dtype=np.int64),
        names=tuple(name for name, _ in kinds),
        gains=gains,
    )


Gains = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]
"""What a hand gains by outcome, without the bet and for each Ante of it."""


def _gains(game: Game, stakes: dict[str, int], bet: str, own: Rank) -> Gains:
    bonus = Fraction(0)
    if ANTE_BONUS in game.pays:
        bonus = max(payoffs.by_hand_exactly(game, ANTE_BONUS, own), Fraction(0))
    held = tuple(
        bonus
        + sum(
            (stake * payoffs.met_exactly(game, name, own, True, outcome) for name, stake in stakes.items()),
            Fraction(0),
        )
        for outcome in OUTCOMES
    )
    return held, tuple(payoffs.met_exactly(game, bet, own, True, outcome) for outcome in OUTCOMES)
