"""The rules of a hold'em game with one bet of the player's, read from its sheet for the kernels."""

from math import lcm
from typing import Final

import numpy as np
from msgspec import Struct

from pitboss.analysis.arrays import Bools, Ints
from pitboss.analysis.decisions import SheetDecision, decisions_of, first_stakes
from pitboss.analysis.hand_kinds import check_orders
from pitboss.analysis.levels import five_cards
from pitboss.analysis.model import AnalysisFault
from pitboss.analysis.payoffs import check_bonus, met_gains, qualifying
from pitboss.reason import at, because
from pitboss.sheets.game import Game

STREETS: Final = (0, 3, 4, 5)
"""The numbers of open community cards at which the bet may be made."""
_LARGEST: Final = 40_000
"""Sums over all rivers fit 32 bits up to this gain in parts of an Ante."""
_MOST_LINES: Final = 1 << 12


class OneRaiseRules(Struct, frozen=True, eq=False, kw_only=True):
    """All that the counts of a game depend on."""

    order: tuple[str, ...]
    bet: str
    unit: int
    """Gains are whole numbers of this part of an Ante."""
    stakes: dict[str, int]
    """The bets on the layout before the deal, in Antes."""
    fold: int
    """The gain of a fold, in parts."""
    qualifies: Bools
    """By level: whether the Dealer qualifies with such a hand."""
    lines: Ints
    """By level: its line, which is one for all hands that are paid alike."""
    above: Bools
    """By line: whether such a hand would qualify."""
    gains: Ints
    """By line, without the bet and for each Ante of it, and by outcome: the gain in parts."""
    sizes: dict[int, tuple[int, ...]]
    """By street: 1 if the other choice is a fold, or 0; then the sizes of the bet in Antes."""


def rules_of(game: Game) -> OneRaiseRules:
    """The rules of a sheet; raises :class:`AnalysisFault` for those that the counts do not cover."""
    check_orders(game)
    decisions, stakes = decisions_of(game), first_stakes(game)
    bet = decisions[0].bet
    check_bonus(game)
    ranks = five_cards(game.ranking.order).ranks
    qualifies = qualifying(game, ranks)
    exact = [met_gains(game, stakes, bet, rank) for rank in ranks]
    unit = lcm(*(gain.denominator for kinds in set(exact) for each in kinds for gain in each))
    kinds = list(dict.fromkeys(zip(exact, qualifies, strict=True)))
    number = {kind: place for place, kind in enumerate(kinds)}
    gains = np.array([[[int(gain * unit) for gain in part] for part in kind] for kind, _ in kinds])
    if np.abs(gains).max() > _LARGEST or len(kinds) > _MOST_LINES:
        raise AnalysisFault(at("pays", because("count.parts", most=_LARGEST)))
    return OneRaiseRules(
        order=game.ranking.order,
        bet=bet,
        unit=unit,
        stakes=stakes,
        fold=-unit * sum(stakes.values()),
        qualifies=np.array(qualifies, dtype=np.bool_),
        lines=np.array([number[kind] for kind in zip(exact, qualifies, strict=True)], dtype=np.int64),
        above=np.array([above for _, above in kinds], dtype=np.bool_),
        gains=gains,
        sizes={street: _sizes(decisions, street) for street in STREETS},
    )


def _sizes(decisions: tuple[SheetDecision, ...], street: int) -> tuple[int, ...]:
    for decision in decisions:
        if decision.open == street:
            return (int(decision.otherwise == "fold"), *decision.sizes)
    return (0,)
