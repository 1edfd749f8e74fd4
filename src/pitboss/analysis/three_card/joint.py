"""Best play for all bets on a box together, as a function of the displayed jackpot."""

from collections import defaultdict
from fractions import Fraction
from itertools import pairwise

import numpy as np

from pitboss.analysis import payoffs
from pitboss.analysis.model import Breakpoint, Joint, Question
from pitboss.analysis.three_card.box import Box
from pitboss.analysis.three_card.strategy import hand_in_cards, play_or_fold
from pitboss.sheets.game import Game


def joint(game: Game, with_all: Box, without_jackpot: Box, question: Question) -> Joint:
    """The joint strategy at the displayed value, where it changes, and where it breaks even."""
    meter = question.meter or Fraction(0)
    strategy, played = play_or_fold(game, with_all, meter)
    values = {}
    for bet in with_all.parts:
        fixed, slope = with_all.value(bet, played)
        values[bet] = fixed + slope * meter
    alone = _best_value(without_jackpot, Fraction(0))
    return Joint(
        strategy=strategy,
        values=values,
        breakpoints=_breakpoints(game, with_all),
        break_even=_reaches(with_all, Fraction(0)) if "jackpot" in with_all.parts else None,
        jackpot_break_even=_reaches(with_all, alone) if "jackpot" in with_all.parts else None,
    )


def _breakpoints(game: Game, box: Box) -> tuple[Breakpoint, ...]:
    """The displayed values at which hands begin to be played, lowest first."""
    fixed, slope = box.difference()
    rows = defaultdict(list)
    for row in np.flatnonzero((slope > 0) & (fixed < 0)).tolist():
        rows[Fraction(-int(fixed[row]), int(slope[row]))].append(row)
    bet = payoffs.decision_bet(game)
    return tuple(
        Breakpoint(
            meter,
            bet,
            tuple(hand_in_cards(int(box.hands.hands[row])) for row in there),
            int(box.hands.size[there].sum()),
        )
        for meter, there in sorted(rows.items())
    )


def _reaches(box: Box, target: Fraction) -> Fraction | None:
    """The least displayed value at which best play is worth ``target`` cents, if it ever is.

    What best play is worth never falls as the display grows and is straight between the values at
    which it changes.
    """
    if _best_value(box, Fraction(0)) >= target:
        return Fraction(0)
    fixed, slope = box.difference()
    turns = {Fraction(-int(f), int(s)) for f, s in zip(fixed, slope, strict=True) if s > 0 and f < 0}
    marks = [Fraction(0), *sorted(turns)]
    values = [_best_value(box, mark) for mark in marks]
    for (low, high), (at_low, at_high) in zip(pairwise(marks), pairwise(values), strict=True):
        if at_high >= target:
            return low + (target - at_low) * (high - low) / (at_high - at_low)
    last = marks[-1] + 1
    rise = _best_value(box, last) - values[-1]
    return marks[-1] + (target - values[-1]) / rise if rise else None


def _best_value(box: Box, meter: Fraction) -> Fraction:
    """What best play is worth at a displayed value, in cents."""
    played = np.array(box.gain(meter) > 0, dtype=np.bool_)
    total = Fraction(0)
    for bet in box.parts:
        fixed, slope = box.value(bet, played)
        total += fixed + slope * meter
    return total
