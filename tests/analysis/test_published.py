"""Published figures of well-known games, from shipped sheets with some numbers changed."""

from copy import deepcopy
from fractions import Fraction
from typing import Any

import pytest

from pitboss.analysis.model import AnalysisQuestion
from pitboss.analysis.odds import odds
from pitboss.sheets.loader import make_game, source_of
from pitboss.sheets.settings import changed

pytestmark = pytest.mark.pure


def without_jackpot(sheet_id: str) -> tuple[dict[str, Any], Any]:
    """The data of a shipped sheet without its jackpot, and its register."""
    source, clauses = source_of(sheet_id)
    sheet: dict[str, Any] = deepcopy(source)
    for part in ("jackpot", "jackpot_ranking"):
        del sheet[part]
    del sheet["bets"]["jackpot"]
    del sheet["amounts"]["orphan_jackpot"]
    sheet["fold"]["loses"] = [bet for bet in sheet["fold"]["loses"] if bet != "jackpot"]
    sheet["decline"]["loses"] = [bet for bet in sheet["decline"]["loses"] if bet != "jackpot"]
    return sheet, clauses


def test_pair_plus_of_40_30_6_3_1() -> None:
    rates = ["pair_plus.straight=6", "pair_plus.flush=3"]
    answer = odds(changed("rws-three-card-v3", rates), AnalysisQuestion())
    assert answer.bets["pair_plus"].figures.house_edge == Fraction(402, 5525)


def test_caribbean_stud_without_a_jackpot() -> None:
    sheet, clauses = without_jackpot("mbs-megalink-stud-v9")
    rates = (100, 50, 20, 7, 5, 4, 3, 2, 1, 1)
    sheet["pays"]["bet"]["hands"] = {
        hand: f"{rate} to 1" for hand, rate in zip(sheet["ranking"]["order"], rates, strict=True)
    }
    answer = odds(make_game(sheet, clauses), AnalysisQuestion())
    assert answer.bets["ante"].figures.ev == Fraction(-142031221, 2718662100)
    assert answer.jackpot == ()
    assert answer.not_counted == {}
