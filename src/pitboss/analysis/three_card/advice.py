"""The values of playing, folding and withdrawing an unseen hand."""

from fractions import Fraction

import numpy as np

from pitboss.analysis import best_play, payoffs
from pitboss.analysis.model import Advice, AnalysisQuestion, DecisionSpot
from pitboss.analysis.three_card.box import BoxValues
from pitboss.analysis.three_card.joint import best_value
from pitboss.sheets.game import Game


def value_of_actions(game: Game, at: BoxValues, spot: DecisionSpot, question: AnalysisQuestion) -> Advice:
    """Advice for a spot whose possible hands are the rows of the box."""
    bet, meter = payoffs.decision_bet(game), question.meter or Fraction(0)
    every = np.ones(len(at.hands.size), dtype=np.bool_)
    worth = {"fold": at.total(~every, meter) / at.ante, bet: at.total(every, meter) / at.ante}
    return best_play.choice(worth, bet, spot, best_value(at, meter) / at.ante)
