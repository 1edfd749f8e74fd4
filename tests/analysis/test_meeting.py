"""Games of one decision: the same as the families of three cards and of stud count, and published figures."""

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from pitboss.analysis.families import analyse, family_of
from pitboss.analysis.levels import hands_by_level
from pitboss.analysis.model import AnalysisFault, AnalysisQuestion, DecisionSpot
from pitboss.analysis.odds import odds, silent
from pitboss.analysis.sets.analysis import Meeting
from pitboss.sheets import load, read_folder
from pitboss.sheets.game import Game
from pitboss.sheets.settings import changed
from tests.analysis.settled import cards

pytestmark = pytest.mark.pure

EXAMPLES = Path(__file__).parents[2] / "examples" / "sheets"
THREE, STUD = "rws-three-card-v3", "mbs-megalink-stud-v9"


@cache
def four_card() -> Game:
    return read_folder(EXAMPLES / "four-card-v1")


@pytest.mark.parametrize(
    ("sheet", "hand", "up"),
    [
        (THREE, "Qs 6h 4d", None),
        (THREE, "As Ks Qs", None),
        (STUD, "As Kd 7c 4h 2s", "Kh"),
        (STUD, "9s 9d 7c 4h 2s", "2c"),
    ],
)
def test_advice_is_that_of_the_families(sheet: str, hand: str, up: str | None) -> None:
    spot = DecisionSpot(hand=cards(hand), up=cards(up)[0] if up else None)
    found = Meeting(load(sheet), silent).advise(spot, AnalysisQuestion())
    assert found == analyse(load(sheet), silent).advise(spot, AnalysisQuestion())


def test_rules_that_the_families_do_not_count_are_counted_here() -> None:
    game = changed(STUD, ["bet.flush=11 to 2"])
    assert family_of(game) == "meeting"
    spot = DecisionSpot(hand=cards("As Ks 7s 4s 2s"), up=cards("Kh")[0])
    more = Meeting(game, silent).advise(spot, AnalysisQuestion()).actions["bet"]
    assert more > Meeting(load(STUD), silent).advise(spot, AnalysisQuestion()).actions["bet"]


def test_best_of_five_cards_of_four() -> None:
    game = four_card()
    assert family_of(game) == "meeting"
    assert sum(hands_by_level(4, game.ranking.order, 4)) == 270_725
    assert sum(hands_by_level(4, game.ranking.order, 5)) == 2_598_960
    assert sum(hands_by_level(4, game.ranking.order, 6)) == 20_358_520
    spot = DecisionSpot(hand=cards("As Ah 7d 4c 2s"))
    with pytest.raises(AnalysisFault, match=r"^up: "):
        Meeting(game, silent).advise(spot, AnalysisQuestion())
    with pytest.raises(AnalysisFault, match="hand that is seen"):
        Meeting(game, silent).advise(DecisionSpot(hand=None), AnalysisQuestion())


@pytest.mark.long
def test_every_deal_is_that_of_the_families() -> None:
    for sheet in (THREE, STUD):
        found = Meeting(load(sheet), silent).main()
        counted = analyse(load(sheet), silent).main()
        assert found.distribution == counted.distribution
        assert found.figures == counted.figures


@pytest.mark.long
def test_four_card_poker_has_its_published_edges() -> None:
    answer = odds(four_card(), AnalysisQuestion())
    assert answer.bets["ante"].figures.ev == Fraction(-8840827253, 317119576410)
    assert answer.bets["aces_up"].figures.ev == Fraction(-12643, 324870)
    assert answer.bets["ante"].table.total == 2_598_960 * 47 * 1_370_754
    assert answer.strategy is not None
    assert answer.strategy.contract["play x 2"] == 0


def test_rows_of_one_name_are_told_apart_by_their_hands() -> None:
    rows = [row.name for row in odds(four_card(), AnalysisQuestion()).bets["ante"].table.rows]
    assert len(rows) == len(set(rows))
    assert "Play x 3, higher than the Dealer, flush to one pair" in rows
    assert "Play x 1, higher than the Dealer" in rows


def test_a_pair_that_is_paid_from_a_rank_on_has_rows_of_its_own() -> None:
    rows = Meeting(four_card(), silent).side_bet("aces_up", None).table.rows
    assert [row.name for row in rows][-3:] == [
        "one pair, aces or better",
        "one pair, lower",
        "four odd cards",
    ]
