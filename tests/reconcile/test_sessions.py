"""The sessions of a table by gaming day: each day has its own, and none is dropped when the next begins."""

from datetime import date
from pathlib import Path
from typing import Any

from pitboss.reconcile.reconcile import reconcile
from pitboss.reconcile.rows import as_data
from pitboss.store.open import open_journal
from tests.floor.test_money import BETS, DEALT, LOST, OPENED, OPENER, Pit
from tests.reconcile.day import Clock

WON = 5500
"""Two Antes and a jackpot bet are lost in a round."""


def test_every_session_of_a_day_is_told_and_only_of_that_day(tmp_path: Path) -> None:
    clock = Clock()
    clock.set(10, 20)
    with open_journal(tmp_path / "j.db", clock=clock) as journal:
        pit = Pit(journal, clock=clock).open_pit()
        for hour in (20, 21):
            clock.set(10, hour)
            pit.slip("opener", OPENER)
            pit.begin("T1", *BETS, *DEALT, *LOST)
            pit.slip("closer", {**OPENER, 500: OPENER[500] + WON // 500})
        clock.set(10, 23)
        pit.slip("opener", OPENER)
        pit.begin("T1", *BETS, *DEALT, *LOST)
        clock.set(11, 10)
        pit.begin("T1", *BETS, *DEALT, *LOST)
        pit.slip("closer", OPENER)

        def sessions(day: int) -> list[dict[str, Any]]:
            (table,) = as_data(reconcile(journal, date(2025, 3, day)))["tables"]
            found: list[dict[str, Any]] = table["sessions"]
            return found

        first, second, third = sessions(10)
        for session in (first, second):
            assert (session["opener"], session["closer"]) == (OPENED, OPENED + WON)
            assert (session["win_by_chips"], session["win_by_settlements"]) == (WON, WON)
            assert (session["difference"], session["why"]) == (0, ())
        assert [session["number"] for session in (first, second, third)] == [1, 2, 3]
        # It goes on past the end of the day: chips and settlements are compared on neither.
        assert (third["opener"], third["closer"], third["closed"]) == (OPENED, None, False)
        assert (third["win_by_settlements"], third["win_by_chips"]) == (WON, None)
        (later,) = sessions(11)
        assert (later["began"], later["opener"], later["closer"]) == (False, None, OPENED)
        assert (later["win_by_settlements"], later["win_by_chips"], later["why"]) == (WON, None, ())
