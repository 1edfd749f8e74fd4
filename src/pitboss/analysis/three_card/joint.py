"""Best play for all bets on a box together, as a function of the displayed jackpot."""

from collections import defaultdict
from fractions import Fraction

import numpy as np

from pitboss.analysis import best_play, payoffs
from pitboss.analysis.model import AnalysisQuestion, Breakpoint, Joint
from pitboss.analysis.three_card.box import BoxValues
from pitboss.analysis.three_card.strategy import hand_in_cards, play_or_fold
from pitboss.sheets.game import Game


def joint(game: Game, with_all: BoxValues, without_jackpot: BoxValues, question: AnalysisQuestion) -> Joint:
    """The joint strategy at the displayed value, its breakpoints, and where it breaks even."""
    meter = question.meter or Fraction(0)
    strategy, played = play_or_fold(game, with_all, meter)
    values = {}
    for bet in with_all.parts:
        fixed, slope = with_all.value(bet, played)
        values[bet] = fixed + slope * meter
    alone = best_value(without_jackpot, Fraction(0))
    return Joint(
        strategy=strategy,
        values=values,
        breakpoints=_breakpoints(game, with_all),
        break_even=_reaches(with_all, Fraction(0)) if "jackpot" in with_all.parts else None,
        jackpot_break_even=_reaches(with_all, alone) if "jackpot" in with_all.parts else None,
    )


def _breakpoints(game: Game, box: BoxValues) -> tuple[Breakpoint, ...]:
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


def _reaches(box: BoxValues, target: Fraction) -> Fraction | None:
    fixed, slope = box.difference()
    turns = [Fraction(-int(f), int(s)) for f, s in zip(fixed, slope, strict=True) if s > 0 and f < 0]
    return best_play.reaches(turns, lambda meter: best_value(box, meter), target)


def best_value(box: BoxValues, meter: Fraction) -> Fraction:
    """The value of best play at a displayed value, in cents."""
    return box.total(np.array(box.gain(meter) > 0, dtype=np.bool_), meter)
