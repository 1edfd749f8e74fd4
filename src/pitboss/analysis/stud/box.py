"""The bets of a box in the stud game, as hands that stay or fold."""

from collections.abc import Mapping
from fractions import Fraction

import numpy as np

from pitboss.analysis.arrays import Bools, Ints
from pitboss.analysis.best_play import JACKPOT, HandGroup, LinearGain
from pitboss.analysis.stud.main_game import StudMainGame
from pitboss.analysis.stud.spot import jackpot_by_suits
from pitboss.hands.ranking import FIVE_CARD_CATEGORIES
from pitboss.sheets.game import Game


def staying(main: StudMainGame, ante: int, category: int, more: Fraction) -> Bools:
    """Mark the rows of a category that bet, where staying gains ``more`` cents outside the main game."""
    found: Bools = main.advantage[main.meetings.rows[category]] > -more * main.meetings.number // ante
    return found


def hands_of_box(game: Game, main: StudMainGame, stakes: Mapping[str, int]) -> list[HandGroup]:
    """All hands with a face-up card, grouped where they stay or fold alike at any display."""
    found = []
    for place, category in enumerate(FIVE_CARD_CATEGORIES):
        rows = np.arange(len(main.advantage))[main.meetings.rows[place]]
        for share, stay, fold in jackpot_by_suits(game, stakes, category):
            at_no_display = staying(main, stakes["ante"], place, stay.fixed - fold.fixed)
            others = rows[~at_no_display]
            alone = stay.slope > fold.slope and len(others) > 0
            for part in (rows[at_no_display], *(np.split(others, len(others)) if alone else [others])):
                if len(part):
                    found.append(_hand(main, stakes, part, share, (stay, fold)))
    return found


def _hand(
    main: StudMainGame,
    stakes: Mapping[str, int],
    rows: Ints,
    share: Fraction,
    jackpot: tuple[LinearGain, LinearGain],
) -> HandGroup:
    """Rows of one category as one group."""
    meetings, category = main.meetings, int(main.meetings.category[rows[0]])
    size = int(meetings.size[rows].sum())
    met = (meetings.size[rows] @ meetings.dealers[rows]).tolist()
    gained = sum(gain * times for gain, times in zip(main.gains[category].tolist(), met, strict=True))
    stay = {"ante": LinearGain(stakes["ante"] * Fraction(gained, size * meetings.number))}
    fold = {"ante": LinearGain(Fraction(stakes["ante"] * int(main.folded[category])))}
    if JACKPOT in stakes:
        stay[JACKPOT], fold[JACKPOT] = jackpot
    return HandGroup(meetings.name(int(rows[0])), int(size * share), stay, fold)
