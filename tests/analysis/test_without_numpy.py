"""Advice without the mathematics: the counts that ship, and boards counted in plain Python."""

import random

import pytest

from pitboss.analysis import count_cache
from pitboss.analysis.holdem import open_board, plain_board
from pitboss.cards import DECK
from pitboss.sheets import load
from tests.analysis import shipped
from tests.analysis.settled import cards

SHEET = "rws-multilink-holdem-v2"


def test_what_ships_is_what_is_counted() -> None:
    """The counts are made anew for every run of the tests; a change of the method changes their names."""
    shipped.count()
    keys = [path.stem for path in count_cache.SHIPPED.iterdir()]
    assert len(keys) == 2
    for key in keys:
        assert count_cache.read_entry(key) == count_cache.read_entry(key, count_cache.SHIPPED) is not None


@pytest.mark.parametrize(
    ("hand", "board", "dead"),
    [
        ("Js Ts", "9s 8h 2d", ""),
        ("Js Ts", "9s 8s 2s", "Ks Qs 7s"),
        ("7c 7d", "7h 2d 2c", "2h"),
        ("As 2d", "3h 4s 5c Ah", ""),
        ("Kd Qd", "Ad Jd 4d Td", "9c"),
    ],
)
def test_a_board_in_plain_python_and_in_arrays(hand: str, board: str, dead: str) -> None:
    same_in_both(hand, board, dead)


def test_random_boards_in_plain_python_and_in_arrays() -> None:
    rng = random.Random(21)
    for number in range(12):
        drawn = rng.sample(DECK, 9)
        size = 3 + number % 2
        same_in_both(" ".join(drawn[:2]), " ".join(drawn[2 : 2 + size]), " ".join(drawn[6 : 6 + number % 4]))


def same_in_both(hand: str, board: str, dead: str) -> None:
    asked = load(SHEET).ranking.order, cards(hand), cards(board), cards(dead)
    plain, arrays = plain_board.seen_on_board(*asked), open_board.seen_on_board(*asked)
    for here, there in (
        (plain.deals, arrays.deals),
        (plain.fours, arrays.fours),
        (plain.flops, arrays.flops),
    ):
        assert not isinstance(there, list)
        assert here == there.tolist()
