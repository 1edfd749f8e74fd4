"""Hold'em with one bet of the player's: against the engine's settlement, and the published figures."""

from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from pitboss.analysis.boards.course import STREETS, one_raise_course
from pitboss.analysis.boards.open_board import OpenBoard
from pitboss.analysis.families import analyse, family_of
from pitboss.analysis.model import AnalysisFault, AnalysisQuestion, DecisionSpot
from pitboss.analysis.odds import odds, silent
from pitboss.cards import DECK
from pitboss.sheets import read_folder
from pitboss.sheets.game import Game
from tests.analysis.settled import cards, net

pytestmark = pytest.mark.pure

EXAMPLES = Path(__file__).parents[2] / "examples" / "sheets"
ULTIMATE, CASINO = "ultimate-holdem-v1", "casino-holdem-v1"


@cache
def example(name: str) -> Game:
    return read_folder(EXAMPLES / name)


def advised(name: str, hand: str, board: str) -> dict[str, Fraction]:
    spot = DecisionSpot(hand=cards(hand), board=cards(board))
    return analyse(example(name), silent).advise(spot, AnalysisQuestion()).actions


def settled(name: str, hand: str, board: str, stakes: dict[str, int], *, folded: bool = False) -> Fraction:
    """What stakes gain on average over every pair of the Dealer's, by the engine; in Antes of $2."""
    own, shown = cards(hand), cards(board)
    pairs = list(combinations([card for card in DECK if card not in (*own, *shown)], 2))
    game = example(name)
    gained = sum(sum(net(game, own, pair, stakes, community=shown, folded=folded).values()) for pair in pairs)
    return Fraction(gained, 200 * len(pairs))


@pytest.mark.parametrize(
    ("hand", "board"),
    [
        ("As 7h", "Ks 9d 6c 4h 2s"),  # odd cards, which would not qualify
        ("Ts 9s", "8s 7s 2s Kd Kc"),  # a flush, which the Blind pays 3 to 2
    ],
)
def test_the_river_is_what_the_engine_pays(hand: str, board: str) -> None:
    found = advised(ULTIMATE, hand, board)
    staked = {"ante": 200, "blind": 200}
    assert found["play"] == settled(ULTIMATE, hand, board, {**staked, "play": 200})
    assert found["fold"] == -2 == settled(ULTIMATE, hand, board, staked, folded=True)


def test_a_qualifier_by_hand_and_an_ante_paid_by_hand() -> None:
    """Casino Hold'em decides on the flop; on the turn of a changed script, every river is walked through."""
    course = one_raise_course(example(CASINO))
    assert [course.choices(street) for street in STREETS] == [(0,), (1, 2), (0,), (0,)]
    assert course.unit == 1
    assert 0 < course.lowest < len(course.lines)
    staked = {"ante": 200, "call": 400}
    hand, board = "3s 3h", "Ks 9d 6c 4h 2s"
    found = OpenBoard(course, cards(hand)).prospects(cards(board))
    assert found.held + 2 * found.raised["call"] == settled(CASINO, hand, board, staked)


def test_the_turn_is_the_mean_of_its_rivers() -> None:
    hand, shown = cards("Qs Jh"), cards("Td 9c 3s 2h")
    board = OpenBoard(one_raise_course(example(ULTIMATE)), hand)
    on_turn = board.prospects(shown)
    rivers = [board.prospects((*shown, river)) for river in DECK if river not in (*hand, *shown)]
    assert len(rivers) == 46
    assert 46 * on_turn.held == sum(each.held for each in rivers)
    assert 46 * on_turn.raised["play"] == sum(each.raised["play"] for each in rivers)
    assert 46 * on_turn.waiting == sum(max(each.held + each.raised["play"], Fraction(-2)) for each in rivers)


def test_questions_beyond_the_mathematics_are_refused() -> None:
    family = analyse(example(ULTIMATE), silent)
    assert family_of(example(ULTIMATE)) == family_of(example(CASINO)) == "one_raise"
    for spot, why in (
        (DecisionSpot(hand=None), "hand that is seen"),
        (DecisionSpot(hand=cards("As Kd"), dead=cards("2c")), r"^dead: "),
    ):
        with pytest.raises(AnalysisFault, match=why):
            family.advise(spot, AnalysisQuestion())


@pytest.mark.long
def test_ultimate_holdem_has_its_published_edge() -> None:
    answer = odds(example(ULTIMATE), AnalysisQuestion())
    main = answer.bets["ante"]
    assert main.figures.ev == Fraction(-50643648973, 2317817502000)
    assert main.figures.ev == sum(gain * chance for gain, chance in main.distribution.outcomes)
    assert round(float(main.figures.element_of_risk), 5) == 0.00526
    assert answer.bets["trips"].figures.ev == Fraction(-48987, 2572780)


@pytest.mark.long
def test_casino_holdem_has_its_published_edge() -> None:
    main = odds(example(CASINO), AnalysisQuestion()).bets["ante"]
    assert main.figures.ev == Fraction(-1363917077, 63213204600)
    assert main.figures.ev == sum(gain * chance for gain, chance in main.distribution.outcomes)


def test_rows_of_one_name_are_told_apart_by_their_hands() -> None:
    rows = [row.name for row in analyse(example(CASINO), silent).main().table.rows]
    assert len(rows) == len(set(rows))
    assert any(name.endswith("higher than the Dealer, flush") for name in rows)
