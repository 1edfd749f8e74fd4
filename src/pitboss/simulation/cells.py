"""The ways for a box to end: by its hand and the outcome, and by the jackpot line of its hand."""

from fractions import Fraction
from typing import Final

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from pitboss.analysis import payoffs
from pitboss.analysis.levels import HandLevels
from pitboss.cards import SUITS, Card
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


def lines_of_levels(game: Game, levels: HandLevels) -> NDArray[np.int8]:
    """By suit, or none, and level: the place of the line in the sheet's table; one past the last for none."""
    found = np.full((len(SUITS) + 1, len(levels.ranks)), len(game.jackpot_pays), dtype=np.int8)
    for level, rank in enumerate(levels.ranks):
        for place, suit in enumerate((*SUITS, "")):
            found[place, level] = line_of_rank(game, structs.replace(rank, suit=suit))
    return found


def line_of_rank(game: Game, rank: Rank) -> int:
    """The place of the line that a jackpot hand reaches; one past the last for none."""
    line = game.jackpot_line(rank)
    return len(game.jackpot_pays) if line is None else game.jackpot_pays.index(line)


def line_of_cards(game: Game, cards: tuple[Card, ...]) -> int:
    """The place of the line that cards reach; one past the last for none."""
    return line_of_rank(game, game.jackpot_ranking.rank(cards))
