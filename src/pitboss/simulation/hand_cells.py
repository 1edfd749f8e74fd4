"""The ways for a box to end in the games whose hand alone meets the Dealer's: by its hand and the outcome."""

from fractions import Fraction
from typing import Final

from pitboss.analysis import payoffs
from pitboss.hands import Rank
from pitboss.sheets.game import Game
from pitboss.simulation.model import FOLDED, Cell

NO_QUALIFYING_HAND, HIGHER, LOWER, SAME, FOLD = range(5)
"""The outcomes of a box, as ``payoffs.OUTCOMES`` has them, and a fold."""
OUTCOMES: Final = 5


def hand_cell(game: Game, rank: Rank, outcome: int) -> Cell:
    """How a box with a hand ends: the rows and the gains of the main game and of the side bets."""
    folded, hand = outcome == FOLD, payoffs.listed(game, rank)
    rows = [FOLDED if folded else f"{payoffs.RESULTS[payoffs.OUTCOMES[outcome]]}, {hand}"]
    gains = [
        Fraction(payoffs.gain_of_fold(game, rank) if folded else payoffs.gains_of_bet(game, rank)[outcome])
    ]
    for bet in payoffs.side_bets(game):
        lost = folded and payoffs.lost_by_a_fold(game, bet)
        rows.append(FOLDED if lost else payoffs.paid_hand(game, rank, bet))
        gains.append(Fraction(-1) if lost else payoffs.by_hand_exactly(game, bet, rank))
    return Cell(tuple(rows), tuple(gains), folded)
