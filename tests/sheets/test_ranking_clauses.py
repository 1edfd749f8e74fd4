"""The clauses that decide between two hands are data of the sheet; texts older than they are still load."""

from copy import deepcopy

import pytest

from pitboss.cards import parse_card
from pitboss.hands import Rank, compare
from pitboss.sheets import Game, load
from pitboss.sheets.checks import SheetFault
from pitboss.sheets.loader import make_game
from tests.sheets.shipped import source_of

STUD = "mbs-megalink-stud-v9"


def rank(game: Game, cards: str) -> Rank:
    return game.ranking.rank([parse_card(card) for card in cards.split()])


@pytest.mark.parametrize(
    ("own", "dealer", "clauses"),
    [
        ("3s 3h 4d 4c 5h", "Ad Ah 9s 6d 2h", ("3.11", "3.11.8")),
        ("Ad Ah 9s 6d 2h", "3s 3h 4d 4c 5h", ("3.11", "3.11.8")),
        ("Qd Qc 8d 7c 2s", "Qs Qh 9s 5h 4d", ("3.12", "3.3.1.1", "3.12.3")),
        ("6d 5c 4s 3c 2s", "5d 4c 3d 2d As", ("3.12", "3.3.1.1", "3.12.4", "3.3.1.2")),
        ("7d 6c 5s 4c 3s", "6d 5c 4s 3c 2s", ("3.12", "3.3.1.1")),
        ("5h 4h 3h 2s Ac", "5d 4c 3d 2d As", ("3.3.1.3", "3.12.6")),
        ("Ac Kd 9c 6s 2d", "Ad Kh 9s 6d 2h", ("3.3.1.3",)),
    ],
)
def test_the_ranking_clause_follows_from_what_decides(
    own: str, dealer: str, clauses: tuple[str, ...]
) -> None:
    game = load(STUD)
    assert game.deciding_clauses(compare(game.ranking, rank(game, own), rank(game, dealer))) == clauses


def test_a_text_without_them_loads_and_cites_none() -> None:
    source, register = deepcopy(source_of(STUD))
    for entry in ("kinds", "cards", "equal", "low_run"):
        del source["ranking"][entry]
    game = make_game(source, register)
    hands = rank(game, "3s 3h 4d 4c 5h"), rank(game, "Ad Ah 9s 6d 2h")
    assert game.deciding_clauses(compare(game.ranking, *hands)) == ()


def test_clauses_of_a_hand_that_is_not_ranked_are_refused() -> None:
    source, register = deepcopy(source_of(STUD))
    source["ranking"]["cards"]["of"]["three_odd_cards"] = ["3.12"]
    with pytest.raises(SheetFault, match=r"ranking\.cards\.of\.three_odd_cards"):
        make_game(source, register)
