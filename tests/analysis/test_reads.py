"""What the mathematics reads of a sheet: a key that decides money is counted, or refused by its name."""

from typing import Any

import pytest

from pitboss.analysis.families import UNCOUNTED, analyse, check_counted, class_of, family_of
from pitboss.analysis.model import AnalysisFault, AnalysisQuestion, DecisionSpot
from pitboss.analysis.odds import odds, silent
from pitboss.sheets import load, sheet_ids
from pitboss.sheets.money_keys import MONEY, money_keys
from pitboss.sheets.settings import changed
from pitboss.simulation.model import SimulationFault
from pitboss.simulation.plans import plan_of
from pitboss.words import say
from tests.analysis.settled import cards

pytestmark = pytest.mark.pure

STUD, HOLDEM = "mbs-megalink-stud-v9", "rws-multilink-holdem-v2"


@pytest.mark.parametrize("sheet", sheet_ids())
def test_a_key_is_found_where_the_sheet_has_it(sheet: str) -> None:
    game = load(sheet)
    found = {key.path: key for key in money_keys(game.sheet)}
    assert found["jackpot.hand"].value == game.jackpot.hand
    assert found["showdown.higher.ante.result"].bet == "ante"
    assert found["fold.loses.ante"].bet == "ante"
    assert not found["jackpot.hand"].neutral
    assert found["bets.ante.times_ante"].neutral


def test_a_jackpot_on_ten_cards_is_refused_in_stud() -> None:
    """The engine pays by the best of ten; the counts of stud are of the player's five."""
    game = changed(STUD, ["jackpot.hand=own_and_dealer"])
    answer = odds(game, AnalysisQuestion(bets={"ante": 500, "jackpot": 500}))
    assert say(answer.not_counted["jackpot"]).startswith("jackpot.hand: it is own_and_dealer, ")
    assert answer.not_counted["joint"] == answer.not_counted["jackpot"]
    assert answer.bets["ante"] == odds(load(STUD), AnalysisQuestion()).bets["ante"]
    spot = DecisionSpot(hand=cards("As Kd 7c 4h 2s"), up=cards("Kh")[0])
    with pytest.raises(AnalysisFault, match=r"^jackpot\.hand: "):
        analyse(game, silent).advise(spot, AnalysisQuestion(bets={"ante": 500, "jackpot": 500}))
    with pytest.raises(SimulationFault, match=r"^jackpot\.hand: .*counts own$"):
        plan_of(game, 1, "blind", silent)


def test_a_jackpot_lost_without_a_flop_is_refused_in_holdem() -> None:
    """Whether a flop is dealt depends on the other boxes, and no figure asks for them."""
    game = changed(HOLDEM, ["readings.folded_jackpot=lost_when_all_fold"])
    with pytest.raises(AnalysisFault, match=r"^readings\.folded_jackpot: it is lost_when_all_fold, "):
        analyse(game, silent).jackpot()
    check_counted(game, ["ante", "bonus"])


@pytest.mark.parametrize("pattern", sorted(MONEY))
def test_a_key_that_a_family_does_not_read_is_refused(pattern: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever it is: the bets whose money it decides have no figure, in every sheet that sets it."""
    if MONEY[pattern] in ("display", "several_winners"):
        return
    for sheet in sheet_ids():
        game = load(sheet)
        family = class_of(game)
        of_sheet = [key for key in money_keys(game.sheet) if key.pattern == pattern and not key.neutral]
        monkeypatch.setattr(family, "reads", {k: v for k, v in family.reads.items() if k != pattern})
        bets = ["ante", *(bet for bet in game.sheet.bets if bet != "ante"), "envy"]
        refused: dict[str, Any] = {}
        for bet in bets:
            try:
                check_counted(game, [bet])
            except AnalysisFault as fault:
                refused[bet] = str(fault)
        assert bool(refused) == bool(of_sheet)
        named = tuple(f"{key.path}: " for key in of_sheet) + ("jackpot: ",) * (pattern == "jackpot.hand")
        assert all(text.startswith(named) for text in refused.values())
        monkeypatch.undo()


@pytest.mark.parametrize("steps", [("dealing.0.steps.4.0",), ("dealing.0.steps.4.0", "dealing.1.steps.5.0")])
def test_a_flop_of_two_cards_is_not_counted_as_one_of_three(steps: tuple[str, ...]) -> None:
    """In one procedure or in all; the counts of hold'em decide at none, three and four open cards."""
    game = changed(HOLDEM, [f"{step}=reveal community 2" for step in steps])
    assert family_of(game) == UNCOUNTED
