"""Hold'em: results that are public knowledge, and two methods of counting against each other."""

from fractions import Fraction
from functools import cache

import pytest

from pitboss.analysis.boards.advice import board_by_board
from pitboss.analysis.boards.analysis import Holdem
from pitboss.analysis.boards.classes import CLASSES, HOLE_PAIRS, class_number, pairs_of
from pitboss.analysis.boards.course import holdem_course
from pitboss.analysis.boards.main_game import DEALS_OF_A_PAIR, main_game
from pitboss.analysis.families import analyse
from pitboss.analysis.model import AnalysisFault, AnalysisQuestion, DecisionSpot
from pitboss.analysis.odds import silent
from pitboss.sheets import load
from pitboss.sheets.settings import changed
from tests.analysis.settled import cards

SHEET = "rws-multilink-holdem-v2"
DEALS = 55_627_620_048_000


@cache
def holdem(*settings: str) -> Holdem:
    return Holdem(changed(SHEET, settings), silent)


def test_the_main_game_is_the_known_one() -> None:
    main = holdem().main()
    assert main.table.total == DEALS == HOLE_PAIRS * DEALS_OF_A_PAIR
    assert sum(row.combinations for row in main.table.rows) == DEALS
    assert main.figures.ev == Fraction(-578_107_733, 28_381_438_800)
    assert round(float(main.figures.house_edge), 4) == 0.0204
    assert round(float(main.figures.element_of_risk), 4) == 0.0053
    assert holdem().strategy().contract["folded"] == ["32o", "42o", "52o", "62o", "72o"]


def test_the_bonus_is_the_known_one() -> None:
    bonus = holdem().side_bet("bonus", None)
    assert bonus.figures.ev == Fraction(-13_873, 162_435)
    assert round(float(bonus.figures.house_edge), 4) == 0.0854
    assert bonus.table.total == 1326 * 1225 == sum(row.combinations for row in bonus.table.rows)


def test_the_jackpot_hand_is_any_five_cards() -> None:
    counts = holdem().jackpot()
    assert counts.total == 10 * 2_598_960
    assert [line.combinations for line in counts.lines] == [40, 360, 6_240, 37_440, 51_080]


def test_classes_of_hole_cards() -> None:
    assert sum(kind.size for kind in CLASSES) == 1326
    assert len({kind.name for kind in CLASSES}) == 169
    for number, kind in enumerate(CLASSES):
        assert class_number(kind.cards) == number
        assert pairs_of(kind.name, frozenset()) == kind.size
    assert pairs_of("AA", frozenset(cards("As Kd"))) == 3


@pytest.mark.parametrize("hand", ["7s 2h", "As Ks", "9s 9h", "5c 4c", "Ad Tc"])
def test_a_class_is_worth_what_one_of_its_hands_is_worth(hand: str) -> None:
    """All boards grouped by kinds of boards, against every single board for one hand."""
    course = holdem_course(load(SHEET))
    stay = main_game(course, silent).stay[class_number(cards(hand))]
    assert stay == board_by_board(course, cards(hand), ())


@pytest.mark.parametrize(
    ("setting", "hand"),
    [
        ("turn.pays=2", "7s 2h"),
        ("river.pays=3", "8d 3c"),
        ("ante.pays_from=flush", "Ks Qs"),
        ("ante.pays_from=none", "2s 2h"),
    ],
)
def test_changed_rates_change_the_decisions(setting: str, hand: str) -> None:
    course = holdem_course(changed(SHEET, [setting]))
    stay = main_game(course, silent).stay[class_number(cards(hand))]
    assert stay == board_by_board(course, cards(hand), ())
    assert holdem(setting).main().figures.ev != holdem().main().figures.ev


def test_a_folded_hand_loses_its_bonus() -> None:
    """A rate so high that nobody would fold it, on a class that the main game folds."""
    lines = holdem("fold.loses=ante").side_bet("bonus", None)
    assert lines.figures.ev == holdem().side_bet("bonus", None).figures.ev
    worst = "pays.bonus.hole_cards.7.cards=22,33,44,55,66,77,88,99,TT,72o"
    kept, lost = (
        holdem(worst, f"fold.loses={loses}").side_bet("bonus", None) for loses in ("ante", "ante,bonus")
    )
    folded = {row.name: row.combinations for row in lost.table.rows}["fold"]
    assert folded == 5 * 12 * 1225
    assert kept.figures.ev - lost.figures.ev == Fraction(4 * 12, 1326)


def test_the_cap_of_the_bonus() -> None:
    bonus = holdem().side_bet("bonus", 50_000)
    rows = {row.name: row.net for row in bonus.table.rows}
    assert rows["A-A in both hands"] == 200
    assert bonus.table.rows[0].pays == "1000 to 1, capped"
    assert bonus.table.rows[1].pays == "30 to 1"
    assert rows["A-A in the player's hand only"] == 30
    assert bonus.cap_binds_from["A-A in both hands"] == 10_000
    assert holdem().side_bet("bonus", 10_000).figures == holdem().side_bet("bonus", None).figures
    assert holdem().side_bet("bonus", 10_001).figures.ev < holdem().side_bet("bonus", None).figures.ev
    with_stake = holdem("bonus_cap_covers=winnings_and_stake").side_bet("bonus", 50_000)
    assert {row.name: row.net for row in with_stake.table.rows}["A-A in both hands"] == 199
    assert with_stake.cap_binds_from["A-A in both hands"] == Fraction(10_000_000, 1001)


def test_joint_play_where_a_fold_loses_the_jackpot_too() -> None:
    """Hands that are folded cannot make a straight flush with a flop, but they can make four of a kind."""
    loses = holdem("fold.loses=ante,bonus,jackpot", "jackpot.four_of_a_kind=5%")
    bets = {"ante": 2500, "bonus": 500, "jackpot": 500}
    low = loses.joint(AnalysisQuestion(bets=bets))
    assert low.strategy.contract["folded"] == ["32o", "42o", "52o", "62o", "72o"]
    turning = {point.hands: point.meter for point in low.breakpoints}
    assert set(turning) == {("32o",), ("42o",), ("52o",), ("62o",), ("72o",)}
    meter = turning["32o",]
    below, above = (loses.joint(AnalysisQuestion(bets=bets, meter=meter + more)) for more in (0, 1))
    assert set(below.strategy.contract["folded"]) - set(above.strategy.contract["folded"]) == {"32o"}  # type: ignore[arg-type]
    spot = DecisionSpot(hand=cards("3s 2h"))
    assert loses.advise(spot, AnalysisQuestion(bets=bets, meter=meter + 1)).best == "flop"
    at_it = loses.advise(spot, AnalysisQuestion(bets=bets, meter=meter))
    assert at_it.actions["fold"] == at_it.actions["flop"] == Fraction(-35, 25)
    assert at_it.best == "fold"
    even = low.break_even
    assert even is not None
    assert loses.joint(AnalysisQuestion(bets=bets, meter=even)).value == 0
    assert low.jackpot_break_even is not None
    with_it = loses.joint(AnalysisQuestion(bets=bets, meter=low.jackpot_break_even)).value
    assert with_it == loses.joint(AnalysisQuestion(bets={"ante": 2500, "bonus": 500})).value


def test_joint_values_add_up() -> None:
    question = AnalysisQuestion(bets={"ante": 2500, "bonus": 1000, "jackpot": 500}, meter=Fraction(10**7))
    joint = holdem().joint(question)
    assert joint.values["ante"] == 2500 * holdem().main().figures.ev
    assert joint.values["bonus"] == 1000 * holdem().side_bet("bonus", None).figures.ev
    assert joint.breakpoints == ()


def test_questions_beyond_the_mathematics_are_refused() -> None:
    with pytest.raises(AnalysisFault, match=r"^showdown\.same\.ante\.result: "):
        holdem("showdown.same.ante=win").main()
    with pytest.raises(AnalysisFault, match=r"^jackpot\.hand: "):
        analyse(changed(SHEET, ["jackpot.hand=own_and_community"]), silent).jackpot()
    assert holdem().envy() == 0
    assert holdem().boxes(AnalysisQuestion()) is None
