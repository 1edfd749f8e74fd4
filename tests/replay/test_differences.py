"""The first difference between two events, by the names of its fields."""

from fractions import Fraction

from msgspec import structs

from pitboss.reason import because
from pitboss.replay.differences import FieldDifference, difference
from pitboss.round.events import BetPlaced, BetsClosed, JackpotRegistered, RoundSettled
from pitboss.settlement import Line, Settlement

LINE = Line(
    box=2,
    player="mei",
    bet="ante",
    stake=2500,
    result="win",
    net=2500,
    clauses=("3.13",),
    reason=because("line.folded", bet="Ante"),
)


def settled(*lines: Line) -> RoundSettled:
    return RoundSettled(Settlement("settled", lines, None))


def test_a_line_of_a_settlement_is_named_by_its_bet_and_its_field() -> None:
    other = structs.replace(LINE, box=3)
    found = difference(settled(other, structs.replace(LINE, net=2600)), settled(other, LINE))
    assert found == FieldDifference("settlement.lines[box 2, mei, ante].net", "2600", "2500")
    why = difference(settled(structs.replace(LINE, reason=because("line.no_flop"))), settled(LINE))
    assert why
    assert why.path == "settlement.lines[box 2, mei, ante].reason.code"


def test_missing_and_additional_lines_are_told() -> None:
    assert difference(settled(), settled(LINE)) == FieldDifference(
        "settlement.lines[0]",
        "missing",
        '{"box":2,"player":"mei","bet":"ante","stake":2500,"result":"win","net":2500,"clauses":["3.13"],'
        '"reason":{"code":"line.folded","params":{"bet":"Ante"}}}',
    )
    found = difference(settled(LINE, LINE), settled(LINE))
    assert found
    assert (found.path, found.should) == ("settlement.lines[1]", "nothing")


def test_other_kinds_and_fractions_are_told() -> None:
    bet = BetPlaced(box=1, player="mei", bet="ante", amount=2500)
    assert difference(bet, bet) is None
    assert difference(bet, BetsClosed()) == FieldDifference("", "BetPlaced", "BetsClosed")
    one, other = JackpotRegistered(Fraction(7, 2)), JackpotRegistered(Fraction(4))
    assert difference(one, other) == FieldDifference("value", "7/2", "4/1")
