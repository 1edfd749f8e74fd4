"""Games without a Dealer's hand: best play against the engine's settlement, and the published figures."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from pitboss.analysis.families import analyse, family_of
from pitboss.analysis.model import AnalysisFault, AnalysisQuestion, DecisionSpot
from pitboss.analysis.odds import odds, silent
from pitboss.cards import DECK
from pitboss.sheets import read_folder
from pitboss.sheets.game import Game
from tests.analysis.settled import cards, net

pytestmark = pytest.mark.pure

EXAMPLES = Path(__file__).parents[2] / "examples" / "sheets"


@cache
def example(name: str) -> Game:
    return read_folder(EXAMPLES / name)


def mean(game: Game, hand: str, board: str, stakes: Mapping[str, int], *, folded: bool = False) -> Fraction:
    """What stakes gain on average over the last community card, settled by the engine; in Antes of $1."""
    own, shown = cards(hand), cards(board)
    left = [card for card in DECK if card not in (*own, *shown)]
    gained = sum(
        sum(net(game, own, (), stakes, community=(*shown, card), folded=folded).values()) for card in left
    )
    return Fraction(gained, 100 * len(left))


@pytest.mark.parametrize(
    ("hand", "board"), [("As Ks 7d", "Qs"), ("Ts 9s 8s", "7s"), ("5s 5h 2d", "Tc"), ("Th Jh Qh", "Kd")]
)
def test_the_last_choice_of_let_it_ride_is_what_the_engine_pays(hand: str, board: str) -> None:
    game = example("let-it-ride-v1")
    spot = DecisionSpot(hand=cards(hand), board=cards(board), decided=("check",))
    advice = analyse(game, silent).advise(spot, AnalysisQuestion())
    with_all = mean(game, hand, board, {"ante": 100, "first": 100, "second": 100})
    without = mean(game, hand, board, {"ante": 100, "first": 100})
    assert advice.actions == {"withdraw second": without, "check": with_all}
    assert advice.best == ("check" if with_all > without else "withdraw second")


@pytest.mark.parametrize("hand", ["As 7h", "6s 6d", "9h 8h"])
def test_the_last_choice_of_mississippi_stud_is_what_the_engine_pays(hand: str) -> None:
    game, board = example("mississippi-stud-v1"), "Ks 7d"
    spot = DecisionSpot(hand=cards(hand), board=cards(board), decided=("third x 3", "fourth"))
    actions = analyse(game, silent).advise(spot, AnalysisQuestion()).actions
    staked = {"ante": 100, "third": 300, "fourth": 100}
    assert actions["fold"] == -5 == mean(game, hand, board, staked, folded=True)
    for size in (1, 2, 3):
        assert actions[f"fifth x {size}"] == mean(game, hand, board, {**staked, "fifth": 100 * size})


def test_an_earlier_choice_is_the_mean_of_the_best_later_ones() -> None:
    game = example("mississippi-stud-v1")
    family, own, board = analyse(game, silent), cards("Js Th"), cards("9c")
    spot = DecisionSpot(hand=own, board=board, decided=("third",))
    left = [card for card in DECK if card not in (*own, *board)]
    best = sum(
        max(
            family.advise(
                DecisionSpot(hand=own, board=(*board, card), decided=("third", "fourth x 2")),
                AnalysisQuestion(),
            ).actions.values()
        )
        for card in left
    )
    assert family.advise(spot, AnalysisQuestion()).actions["fourth x 2"] == best / len(left)


def test_let_it_ride_has_its_published_edge() -> None:
    game = example("let-it-ride-v1")
    answer = odds(game, AnalysisQuestion(bets={"ante": 500}))
    main = answer.bets["ante"]
    assert family_of(game) == "own_cards"
    assert answer.not_counted == {}
    assert main.figures.ev == Fraction(-37963, 1082900)
    assert main.figures.ev == sum(net * chance for net, chance in main.distribution.outcomes)
    assert round(float(main.figures.average_wager), 4) == 1.2237
    assert main.table.total == 22_100 * 49 * 48
    assert answer.joint is not None
    assert answer.joint.value == 500 * main.figures.ev
    assert answer.strategy is not None
    assert answer.strategy.contract["hands"] == 22_100


@pytest.mark.long
def test_mississippi_stud_has_its_published_edge() -> None:
    main = analyse(example("mississippi-stud-v1"), silent).main()
    assert main.figures.ev == Fraction(-53223, 1082900)
    assert main.table.total == 1_326 * 50 * 49 * 48


def test_questions_beyond_the_mathematics_are_refused() -> None:
    family = analyse(example("let-it-ride-v1"), silent)
    with pytest.raises(AnalysisFault, match="hand that is seen"):
        family.advise(DecisionSpot(hand=None), AnalysisQuestion())
    with pytest.raises(AnalysisFault, match=r"^bets\.jackpot"):
        family.joint(AnalysisQuestion(bets={"ante": 500, "jackpot": 100}))
    with pytest.raises(AnalysisFault, match="jackpot"):
        family.jackpot()
    assert family.envy() == 0
    assert family.boxes(AnalysisQuestion()) is None
