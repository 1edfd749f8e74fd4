"""Stay or fold as a function of the display: breakpoints, and where a box breaks even."""

from fractions import Fraction

from pitboss.analysis.best_play import HandGroup, LinearGain, box_of
from pitboss.analysis.model import Breakpoint, DecisionSpot


def line(fixed: int, slope: Fraction = Fraction(0)) -> LinearGain:
    return LinearGain(Fraction(fixed), slope)


ONE_IN_100 = Fraction(1, 100)
STRONG = HandGroup(
    "strong", 1, {"ante": line(100), "jackpot": line(-50)}, {"ante": line(-100), "jackpot": line(-50)}
)
WEAK = HandGroup(
    "weak",
    3,
    {"ante": line(-300), "jackpot": line(-50, ONE_IN_100)},
    {"ante": line(-100), "jackpot": line(-50)},
)


def test_a_hand_turns_where_staying_is_worth_as_much_as_folding() -> None:
    (found,) = box_of([STRONG, WEAK]).breakpoints("play")
    assert found == Breakpoint(Fraction(20_000), "play", ("weak",), 3)


def test_at_the_breakpoint_itself_the_hand_folds() -> None:
    at = box_of([WEAK]).values(Fraction(20_000))
    assert at == {"ante": -100, "jackpot": -50}
    above = box_of([WEAK]).values(Fraction(20_001))
    assert above == {"ante": -300, "jackpot": -50 + 20_001 * ONE_IN_100}


def test_break_even_lies_on_the_line_after_the_last_breakpoint() -> None:
    even = box_of([STRONG, WEAK]).break_even()
    assert even is not None
    assert sum(box_of([STRONG, WEAK]).values(even).values()) == 0
    assert even == Fraction(1000, 3 * ONE_IN_100)


def test_break_even_before_a_breakpoint_and_at_nothing() -> None:
    paid = HandGroup(
        "paid",
        1,
        {"ante": line(-50), "jackpot": line(-5, ONE_IN_100)},
        {"ante": line(-100), "jackpot": line(-5)},
    )
    late = HandGroup(
        "late",
        1,
        {"ante": line(-9_000), "jackpot": line(-5, ONE_IN_100)},
        {"ante": line(5), "jackpot": line(-5)},
    )
    even = box_of([paid, late]).break_even()
    assert even == Fraction(55, ONE_IN_100)
    assert box_of([STRONG]).break_even() == 0
    assert box_of([paid]).jackpot_break_even() == Fraction(5, ONE_IN_100)


def test_no_break_even_without_a_jackpot_bet_or_a_share_of_it() -> None:
    plain = HandGroup("plain", 1, {"ante": line(-50)}, {"ante": line(-100)})
    fixed = HandGroup(
        "fixed", 1, {"ante": line(-50), "jackpot": line(-5)}, {"ante": line(-100), "jackpot": line(-5)}
    )
    assert box_of([plain]).break_even() is None
    assert box_of([plain]).jackpot_break_even() is None
    assert box_of([fixed]).break_even() is None


def test_actions_of_a_hand_that_may_be_any_of_several() -> None:
    spot = DecisionSpot(hand=None)
    found = box_of([STRONG, WEAK]).advice("play", spot, Fraction(0), 100)
    assert found.actions == {"fold": Fraction(-3, 2), "play": Fraction(-5, 2)}
    assert found.best == "fold"
    option = box_of([STRONG, WEAK]).advice("play", DecisionSpot(hand=None, option=True), Fraction(0), 100)
    assert option.actions == {"continue": Fraction(50 - 3 * 150, 400), "withdraw": 0}
    blind = DecisionSpot(hand=None, option=True, blind=True)
    assert box_of([STRONG]).advice("play", blind, Fraction(0), 100).best == "continue"
