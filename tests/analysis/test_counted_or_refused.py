"""Every key that moves money is counted or refused: variants on small decks, and what they found."""

from copy import deepcopy
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.analysis.boards.classes import CLASSES
from pitboss.analysis.boards.hole_cards import gain_of, hole_cards_odds
from pitboss.analysis.families import analyse
from pitboss.analysis.model import AnalysisFault, AnalysisQuestion, DecisionSpot
from pitboss.analysis.odds import silent
from pitboss.cards import DECK
from pitboss.sheets import load, read_folder
from pitboss.sheets.game import Game
from pitboss.sheets.loader import make_game
from pitboss.sheets.settings import changed
from tests.analysis.counted_or_refused import Count, try_variant
from tests.analysis.settled import cards
from tests.analysis.small_decks import SmallDeck
from tests.random_edits import bases

FOUR = "four-card-v1"
EXAMPLES = Path(__file__).parents[2] / "examples" / "sheets"


def test_random_variants_are_counted_or_refused() -> None:
    """The small form; ``python -m tests.analysis.counted_or_refused`` tries thousands."""
    count = Count()
    for number in range(14):
        try_variant(f"small/{number}", count, decks=1)
    assert count.compared > 8
    assert len(count.touched) > 8


@pytest.mark.parametrize(
    ("sheet", "hand", "up", "board", "side"),
    [
        (FOUR, "Ah Ad Ks 9c 4d", "7h", "", "aces_up"),
        ("ultimate-holdem-v1", "Ah Ad", None, "As 9c 4d", "trips"),
    ],
)
def test_a_side_bet_is_part_of_what_an_action_is_worth(
    sheet: str, hand: str, up: str | None, board: str, side: str
) -> None:
    """It adds the same to every action, where no fold loses it."""
    game = read_folder(EXAMPLES / sheet)
    known = {*cards(hand), *cards(board), *(cards(up) if up else ())}
    left = [card for card in DECK if card not in known][:6]
    spot = DecisionSpot(
        hand=cards(hand),
        up=cards(up)[0] if up else None,
        board=cards(board),
        dead=tuple(card for card in DECK if card not in known and card not in left),
        decided=("check",) if board else (),
    )
    main = [bet for bet in game.main_bets if game.sheet.bets[bet].placed == "before_deal"]
    deck = SmallDeck(game, spot, {**dict.fromkeys(main, 1_200), side: 2_400})
    assert analyse(game, silent).advise(spot, deck.question).actions == deck.worth()


def test_a_side_bet_that_a_fold_loses_is_refused_where_the_play_is_of_the_main_game() -> None:
    game = _losing_aces_up()
    spot = DecisionSpot(hand=cards("Ah Ad Ks 9c 4d"), up=cards("7h")[0])
    with pytest.raises(AnalysisFault, match=r"^bets\.aces_up: a fold loses it"):
        analyse(game, silent).advise(spot, AnalysisQuestion(bets={"ante": 100, "aces_up": 100}))


def _losing_aces_up() -> Game:
    sheet, clauses = next((deepcopy(sheet), register) for name, sheet, register in bases() if name == FOUR)
    sheet["fold"]["loses"].append("aces_up")
    return make_game(sheet, clauses)


def test_a_rate_in_parts_of_a_stake_is_paid_by_hole_cards() -> None:
    """Three to two was counted as three to one."""
    game = changed("rws-multilink-holdem-v2", ["bonus.low_pair=3 to 2"])
    line = next(line for line in game.pays["bonus"].hole_lines if line.title == "low pair")
    assert gain_of(game, "bonus", line, None) == gain_of(game, "bonus", line, 200) == Fraction(3, 2)
    assert gain_of(game, "bonus", line, 20_000_000) == Fraction(1, 2)
    stays = [True] * len(CLASSES)
    before, after = (
        hole_cards_odds(each, "bonus", None, stays).figures.ev
        for each in (load("rws-multilink-holdem-v2"), game)
    )
    assert before - after == Fraction(3, 2) * Fraction(9 * 6, 1326)


def test_a_bet_on_the_dealers_hand_beside_the_ante_is_counted_once() -> None:
    """The blind is part of the main game: all bets together do not count it again."""
    game = read_folder(EXAMPLES / "ultimate-holdem-v1")
    analysis = analyse(game, silent)
    joint = analysis.joint(AnalysisQuestion(bets={"ante": 100, "blind": 100, "trips": 200}))
    assert joint.values == {
        "ante": 100 * analysis.main().figures.ev,
        "trips": 200 * analysis.side_bet("trips", None).figures.ev,
    }


def test_a_list_of_other_cards_than_the_jackpots_is_refused_for_a_hand_not_seen() -> None:
    """It ended in a traceback, with cards that are dead."""
    game = changed("rws-three-card-v3", ["jackpot.hand=own_and_dealer"])
    spot = DecisionSpot(hand=None, dead=cards("As"), option=True)
    with pytest.raises(AnalysisFault, match=r"^jackpot\.hand: "):
        analyse(game, silent).advise(spot, AnalysisQuestion(bets={"ante": 500, "jackpot": 500}))


def test_a_side_bet_by_parts_of_a_stake_is_refused_for_a_hand_not_seen() -> None:
    """It was left out of what every action is worth."""
    game = changed("rws-three-card-v3", ["pair_plus.one_pair=3 to 2"])
    spot = DecisionSpot(hand=None, dead=cards("As"), option=True)
    with pytest.raises(AnalysisFault, match=r"^pays\.pair_plus: "):
        analyse(game, silent).advise(spot, AnalysisQuestion(bets={"ante": 500, "pair_plus": 500}))
