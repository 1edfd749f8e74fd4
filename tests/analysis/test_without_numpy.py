"""Advice without the mathematics: the counts that ship, and boards counted in plain Python."""

import random
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from msgspec import structs

from pitboss.analysis import count_cache
from pitboss.analysis.boards.course import OUTCOMES, holdem_course
from pitboss.analysis.boards.open_board import OpenBoard
from pitboss.analysis.hand_kinds import card_number
from pitboss.analysis.levels import hand_levels
from pitboss.cards import DECK
from pitboss.hands.ranking import FIVE_CARD_CATEGORIES
from pitboss.sheets import load
from tests.analysis.settled import cards
from tools import shipped_counts as shipped

SHEET = "rws-multilink-holdem-v2"
_MANY = 10**7


def test_the_shipped_figures_are_the_counted_ones() -> None:
    """The counts are made anew for every run of the tests; a change of the method changes their names."""
    shipped.count()
    keys = [path.stem for path in count_cache.SHIPPED.iterdir()]
    assert len(keys) == 2
    for key in keys:
        assert count_cache.read_entry(key) == count_cache.read_entry(key, count_cache.SHIPPED) is not None


@pytest.mark.parametrize(
    ("hand", "board", "dead"),
    [
        ("Js Ts", "9s 8h 2d", "Kc Kd Kh Ac Ad Ah 2c 2h 3c 3d 3h 4c 4d 4h 5c 5d 5h 6c 6d 6h 7c"),
        ("Js Ts", "9s 8s 2s", "Ks Qs 7s Ac Ad Ah 2c 2h 3c 3d 3h 4c 4d 4h 5c 5d 5h 6c 6d 6h 7c"),
        ("7c 7d", "7h 2d 2c", "2h Kc Kd Kh Ac Ad Ah Qc Qd 3c 3d 3h 4c 4d 4h 5c 5d 5h 6c 6d 6h"),
        ("As 2d", "3h 4s 5c Ah", ""),
        ("Kd Qd", "Ad Jd 4d Td", "9c"),
    ],
)
def test_an_open_board_is_every_hand_ranked(hand: str, board: str, dead: str) -> None:
    ranked_one_by_one(hand, board, dead)


def test_random_boards_are_every_hand_ranked() -> None:
    rng = random.Random(21)
    for number in range(8):
        drawn = rng.sample(DECK, 9)
        ranked_one_by_one(" ".join(drawn[:2]), " ".join(drawn[2:6]), " ".join(drawn[6 : 6 + number % 4]))


def ranked_one_by_one(hand: str, board: str, dead: str) -> None:
    """Every board with every pair of the Dealer's, each of seven cards ranked by itself."""
    own, shown, gone = cards(hand), cards(board), cards(dead)
    course = holdem_course(load(SHEET))
    # Each result gains a power of a number above all deals, so that the sum tells how often there is each.
    course = structs.replace(course, held=tuple(_MANY**place for place in range(len(course.held))))
    levels = hand_levels(5, course.order)
    left = [card for card in DECK if card not in {*own, *shown, *gone}]
    found, whole = 0, 0
    for coming in combinations(left, 5 - len(shown)):
        five = (*shown, *coming)
        pairs = [pair for pair in combinations(left, 2) if not {*pair} & {*coming}]
        rows = np.array([[card_number(card) for card in (*pair, *five)] for pair in (own, *pairs)])
        mine, *theirs = levels.of_cards(rows).tolist()
        won = FIVE_CARD_CATEGORIES.index(levels.ranks[mine].category) * OUTCOMES + 3
        for each in theirs:
            found += _MANY ** (won + (mine == each) + 2 * (mine < each))
        whole += len(theirs)
    assert OpenBoard(course, own, gone).prospects(shown).held == Fraction(found, whole)
