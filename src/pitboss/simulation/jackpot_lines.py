"""The jackpot line of every level of hand, in each suit."""

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from pitboss.analysis.levels import HandLevels
from pitboss.cards import SUITS, Card
from pitboss.hands import Rank
from pitboss.sheets.game import Game

SEVERAL_SUITS = len(SUITS)
"""The row of hands that are not of one suit."""


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
