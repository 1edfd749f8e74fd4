"""Published figures of well-known games, from shipped sheets with some numbers changed."""

from fractions import Fraction

import pytest

from pitboss.analysis.model import AnalysisQuestion
from pitboss.analysis.odds import odds
from pitboss.sheets.loader import make_game
from pitboss.sheets.settings import changed
from tests.sheets.edits import source, take_out_jackpot

pytestmark = pytest.mark.pure


def test_pair_plus_of_40_30_6_3_1() -> None:
    rates = ["pair_plus.straight=6", "pair_plus.flush=3"]
    answer = odds(changed("rws-three-card-v3", rates), AnalysisQuestion())
    assert answer.bets["pair_plus"].figures.house_edge == Fraction(402, 5525)


def test_caribbean_stud_without_a_jackpot() -> None:
    sheet, clauses = source("mbs-megalink-stud-v9")
    take_out_jackpot(sheet)
    rates = (100, 50, 20, 7, 5, 4, 3, 2, 1, 1)
    sheet["pays"]["bet"]["hands"] = {
        hand: f"{rate} to 1" for hand, rate in zip(sheet["ranking"]["order"], rates, strict=True)
    }
    answer = odds(make_game(sheet, clauses), AnalysisQuestion())
    assert answer.bets["ante"].figures.ev == Fraction(-142031221, 2718662100)
    assert answer.jackpot == ()
    assert answer.not_counted == {}
