"""What playing, folding and withdrawing are worth for one hand, or for a hand not looked at."""

from fractions import Fraction

import numpy as np

from pitboss.analysis import payoffs
from pitboss.analysis.model import Advice, Question, Spot
from pitboss.analysis.three_card.box import Box
from pitboss.analysis.three_card.deals import Bools
from pitboss.sheets.game import Game


def value_of_actions(game: Game, at: Box, spot: Spot, question: Question) -> Advice:
    """The actions of a spot whose possible hands are the rows of the box."""
    bet = payoffs.decision_bet(game)
    meter = question.meter or Fraction(0)
    size = len(at.hands.size)
    played, best = np.ones(size, dtype=np.bool_), np.array(at.gain(meter) > 0, dtype=np.bool_)
    worth = {
        "fold": _worth(at, ~played, meter),
        bet: _worth(at, played, meter),
    }
    if not spot.option:
        return Advice(worth, bet if worth[bet] > worth["fold"] else "fold")
    looks = spot.hand is not None or not spot.blind
    going_on = _worth(at, best, meter) if looks else max(worth.values())
    return Advice({"continue": going_on, "withdraw": Fraction(0)}, "continue" if going_on > 0 else "withdraw")


def _worth(at: Box, played: Bools, meter: Fraction) -> Fraction:
    total = Fraction(0)
    for bet in at.parts:
        fixed, slope = at.value(bet, played)
        total += fixed + slope * meter
    return total / at.ante
