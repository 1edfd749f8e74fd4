"""Bets on the player's own hand: counted without a family, and refused alone where nothing counts them."""

import json
from collections import Counter
from copy import deepcopy
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from pitboss.analysis.answers_json import odds_json
from pitboss.analysis.families import analyse
from pitboss.analysis.levels import hand_levels, hands_by_level
from pitboss.analysis.model import AnalysisFault, AnalysisQuestion, DecisionSpot
from pitboss.analysis.odds import HouseEdge, odds, silent
from pitboss.cards import DECK, Card
from pitboss.cli.main import run
from pitboss.sheets import load
from pitboss.sheets.game import Game
from pitboss.sheets.loader import make_game
from pitboss.sheets.settings import changed
from pitboss.words import say
from tests.sheets.shipped import source_of

pytestmark = pytest.mark.pure

STUD = "mbs-megalink-stud-v9"
HOLDEM = "rws-multilink-holdem-v2"
NO_FAMILY = "hands.shows_down=own_and_community"


def with_bonus(sheet_id: str, *, lost: bool) -> Game:
    """A shipped sheet with one more side bet on the own hand, which a fold loses or not."""
    source, clauses = source_of(sheet_id)
    sheet: dict[str, Any] = deepcopy(source)
    cited = {"clauses": sheet["bets"]["ante"]["clauses"]}
    sheet["bets"]["bonus"] = {"title": "Bonus", "placed": "before_deal", "needs_ante": True, **cited}
    lines = dict.fromkeys(
        sheet["ranking"]["order"][: -2 if "royal_flush" in sheet["ranking"]["order"] else -1]
    )
    sheet["pays"]["bonus"] = {"hands": dict.fromkeys(lines, "3 to 1"), **cited}
    sheet["amounts"]["orphan_bonus"] = cited["clauses"]
    sheet["refusals"]["other"] = cited["clauses"]
    if lost:
        sheet["fold"]["loses"] = [*sheet["fold"]["loses"], "bonus"]
    return make_game(sheet, clauses)


@pytest.mark.parametrize(
    ("size", "cards", "hands"), [(3, 3, 22_100), (5, 5, 2_598_960), (5, 6, 20_358_520), (5, 7, 133_784_560)]
)
def test_every_hand_has_a_level(size: int, cards: int, hands: int) -> None:
    order = load("rws-three-card-v3" if size == 3 else STUD).ranking.order
    assert sum(hands_by_level(size, order, cards)) == hands


def test_hands_of_four_cards_of_which_three_count() -> None:
    game = load("rws-three-card-v3")
    levels = hand_levels(3, game.ranking.order)
    found = Counter(game.ranking.rank(hand).strength for hand in combinations(DECK, 4))
    counted = hands_by_level(3, game.ranking.order, 4)
    assert {
        rank.strength: number for rank, number in zip(levels.ranks, counted, strict=True) if number
    } == found


def test_a_side_bet_of_the_stud_game() -> None:
    answer = odds(with_bonus(STUD, lost=False), AnalysisQuestion())
    assert answer.bets["ante"] == odds(load(STUD), AnalysisQuestion()).bets["ante"]
    hit = answer.bets["bonus"].figures.hit_frequency
    assert hit == Fraction(2_598_960 - 1_098_240 - 1_302_540, 2_598_960)
    assert answer.bets["bonus"].played_by == "alone"


def test_a_side_bet_that_a_fold_loses_is_played_by_the_strategy() -> None:
    answer = odds(with_bonus(STUD, lost=True), AnalysisQuestion())
    bonus = answer.bets["bonus"]
    # Best play never folds two pairs or better, so the fold costs the bet nothing.
    assert bonus.figures.hit_frequency == Fraction(2_598_960 - 1_098_240 - 1_302_540, 2_598_960)
    assert bonus.played_by == "main"
    assert {row.name: row.combinations for row in bonus.table.rows}["fold"] == 122_151_120 - 63_794_004


@pytest.mark.parametrize("lost", [False, True])
def test_a_side_bet_of_stud_is_part_of_its_joint_play(lost: bool) -> None:
    """No hand that the bet is paid on folds, so that joint play is the main game's."""
    stakes = {"ante": 100, "bonus": 500}
    answer = odds(with_bonus(STUD, lost=lost), AnalysisQuestion(bets=stakes))
    assert answer.joint is not None
    assert answer.joint.values["bonus"] == 500 * answer.bets["bonus"].figures.ev
    assert answer.joint.values["ante"] == 100 * answer.bets["ante"].figures.ev
    hand, up = tuple(map(Card, ["As", "Kd", "7c", "4h", "2s"])), Card("Kh")
    spot = DecisionSpot(hand=hand, up=up)
    analysis = analyse(with_bonus(STUD, lost=lost), silent)
    alone = analysis.advise(spot, AnalysisQuestion(bets={"ante": 100})).actions
    both = analysis.advise(spot, AnalysisQuestion(bets=stakes)).actions
    assert {action: worth - 5 for action, worth in alone.items()} == both


def test_a_bet_on_seven_cards_stands_beside_the_one_on_hole_cards() -> None:
    source, clauses = source_of(HOLDEM)
    sheet: dict[str, Any] = deepcopy(source)
    cited = {"clauses": sheet["bets"]["ante"]["clauses"]}
    sheet["bets"]["pair_plus"] = {"title": "Trips", "placed": "before_deal", "needs_ante": True, **cited}
    lines = sheet["ranking"]["order"][:-3]
    rates = dict(zip(lines, (50, 40, 30, 8, 6, 5, 3), strict=True))
    sheet["pays"]["pair_plus"] = {"hands": {line: f"{rates[line]} to 1" for line in lines}, **cited}
    sheet["refusals"]["other"] = cited["clauses"]
    sheet["readings"]["pair_plus_after_fold"] = {"choice": "settled", "gist": "It stays.", **cited}
    answer = odds(make_game(sheet, clauses), AnalysisQuestion())
    # The usual pay table of Trips: 1.9 per cent.
    assert round(float(answer.bets["pair_plus"].figures.house_edge), 4) == 0.019
    assert answer.bets["bonus"].figures.ev == Fraction(-13873, 162435)


def test_a_game_of_no_family_answers_what_it_can(capsys: pytest.CaptureFixture[str]) -> None:
    game = changed("rws-multilink-three-card-v4", [NO_FAMILY])
    question = AnalysisQuestion(bets={"ante": 500, "jackpot": 500}, meter=Fraction(100_000))
    answer = odds_json(odds(game, question))
    assert answer["bets"]["pair_plus"]["table"]["total"] == 2_598_960
    for name in ("ante", "jackpot"):
        assert answer["bets"][name]["not_counted"].startswith(
            "hands: its dealing and decisions fit no family"
        )
    assert answer["joint"]["not_counted"] == answer["strategy"]["not_counted"]
    assert run(["odds", "ML3", "--set", NO_FAMILY]) == 0
    out = capsys.readouterr().out
    assert "main game            not counted" in out
    assert "Main game: not counted. hands: its dealing and decisions fit no family" in out
    assert run(["odds", "ML3", "--set", NO_FAMILY, "--json"]) == 0
    assert "not_counted" in json.loads(capsys.readouterr().out)["bets"]["ante"]
    assert run(["odds", "--compare", "ML3", f"ML3,{NO_FAMILY}"]) == 0
    assert run(["sweep", "ML3", "--over", "pair_plus.straight=4..5", "--set", NO_FAMILY]) == 0
    # The refusal names a command that plays such a game.
    command = "simulate --engine --strategy simple"
    assert f"pitboss {command}" in " ".join(out.split())
    assert run([*command.split(), "ML3", "--set", NO_FAMILY, "--rounds", "20", "--seed", "1"]) == 0


def test_a_side_bet_by_parts_of_a_stake_is_counted_alone() -> None:
    game = changed("rws-three-card-v3", ["pair_plus.one_pair=3 to 2"])
    answer = odds(game, AnalysisQuestion(bets={"ante": 500, "pair_plus": 500}))
    assert answer.bets["pair_plus"].figures.ev == Fraction(-308, 5525) + Fraction(3744, 2 * 22_100)
    assert answer.bets["ante"] == odds(load("rws-three-card-v3"), AnalysisQuestion()).bets["ante"]
    assert say(answer.not_counted["joint"]).startswith("pays.pair_plus: ")


def test_a_bet_that_is_not_counted_has_no_theoretical_win() -> None:
    edge = HouseEdge(changed("rws-three-card-v3", ["jackpot.hand=own_and_dealer"]), silent)
    assert edge.jackpot_win(500, 1, Fraction(0)) is None
    assert edge.win("pair_plus", 100, 1) == Fraction(30_800, 5525)


def test_a_sheet_with_nothing_to_count_is_refused() -> None:
    source, clauses = source_of("rws-multilink-three-card-v4")
    sheet: dict[str, Any] = deepcopy(source)
    sheet["hands"]["shows_down"] = "own_and_community"
    sheet["bets"]["pair_plus"]["needs_ante"] = True
    sheet["amounts"]["orphan_bonus"] = sheet["bets"]["ante"]["clauses"]
    sheet["fold"]["loses"] = [*sheet["fold"]["loses"], "pair_plus"]
    sheet["refusals"]["other"] = sheet["bets"]["ante"]["clauses"]
    with pytest.raises(AnalysisFault, match="its dealing and decisions fit no family"):
        odds(make_game(sheet, clauses), AnalysisQuestion())
