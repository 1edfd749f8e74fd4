"""The best four of five cards against the best four of six, by the engine and by published figures."""

from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from pitboss.analysis.model import AnalysisFault, AnalysisQuestion, DecisionSpot
from pitboss.analysis.protocol import analyse, family_of
from pitboss.cards import DECK, Card, parse_card
from pitboss.settlement import Box, Facts, Table, Wager, settle
from pitboss.sheets import Game, read_folder

ACES_UP = Fraction(-12643, 324870)
MAIN = Fraction(-8840827253, 317119576410)


@cache
def four_card() -> Game:
    return read_folder(Path(__file__).parents[2] / "examples" / "sheets" / "four-card-v1")


def quiet(what: str, done: int, of: int) -> None:
    pass


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(card) for card in text.split())


def wager(bet: str, amount: int) -> Wager:
    return Wager(bet=bet, player="ann", amount=amount)


def net(own: tuple[Card, ...], dealer: tuple[Card, ...], size: int) -> int:
    """The cents that a hand gains with an Ante of one cent, by the engine's settlement."""
    bets = (wager("ante", 1), *([wager("play", size)] if size else []))
    box = Box(number=1, wagers=bets, cards=own, folded=() if size else ("3.3",))
    facts = Facts(table=Table(sheet="four-card-v1"), boxes=(box,), dealer=dealer, community=(), display=None)
    return sum(line.net for line in settle(four_card(), facts).lines)


@pytest.mark.parametrize(
    ("hand", "up", "live"),
    [
        ("9h 9c As 3d 2h", "9s", "9d Kc Qh 4d 2c Jd Ts 7s"),
        ("7s 6s 5s 4s 3d", "8d", "8s 8h 8c Js Jh Jd Jc 9s"),
        ("8s 8h 8d Kd 2h", "2c", "2d 2s Kc Ks 5c 6c 7c Ac"),
        ("Kh Jd 9c 6d 3s", "Qs", "Kc Jh 9d 6c 3h Ah Td 2d"),
    ],
)
def test_a_hand_is_worth_what_the_engine_pays(hand: str, up: str, live: str) -> None:
    own, shown = cards(hand), parse_card(up)
    dead = tuple(card for card in DECK if card not in (*own, shown, *cards(live)))
    spot = DecisionSpot(hand=own, up=shown, dead=dead)
    advice = analyse(four_card(), quiet).advise(spot, AnalysisQuestion())
    dealers = [(*others, shown) for others in combinations(cards(live), 5)]
    for action, size in (("fold", 0), ("play x 1", 1), ("play x 2", 2), ("play x 3", 3)):
        paid = Fraction(sum(net(own, dealer, size) for dealer in dealers), len(dealers))
        assert advice.actions[action] == paid, action
    assert advice.actions[advice.best] == max(advice.actions.values())


def test_aces_up_has_its_published_edge() -> None:
    odds = analyse(four_card(), quiet).side_bet("aces_up", None)
    assert odds.figures.ev == ACES_UP
    assert f"{float(odds.figures.house_edge):.2%}" == "3.89%"


def test_the_face_up_card_is_asked_for() -> None:
    spot = DecisionSpot(hand=cards("9h 9c As 3d 2h"))
    with pytest.raises(AnalysisFault, match="name it: --up Kd"):
        analyse(four_card(), quiet).advise(spot, AnalysisQuestion())


def test_its_family_is_known_by_its_hands() -> None:
    assert family_of(four_card()) == "best_four"


@pytest.mark.long
def test_the_main_game_has_its_published_edge() -> None:
    from pitboss.analysis.best_four.main_game import DEALS

    found = analyse(four_card(), quiet)
    odds = found.main()
    assert odds.figures.ev == MAIN
    assert f"{float(odds.figures.house_edge):.2%}" == "2.79%"
    assert sum(row.combinations for row in odds.table.rows) == odds.table.total == DEALS
    assert found.strategy().sentence.endswith(
        "fold 47.19%, play x 1 22.09%, play x 2 0.00%, play x 3 30.71%."
    )
