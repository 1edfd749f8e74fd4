"""How long a wager under the minimum counts (MBS 5.13), at a table that is closed and opened again."""

from pathlib import Path

import pytest

from pitboss.audit.audit import audit
from pitboss.floor import Actor
from pitboss.store import Journal
from tests.floor.house import DEALER, House, plate
from tests.sheets.shipped import shipped_texts
from tests.store.quick import quick_journal

STUD = "mbs-megalink-stud-v9"
MANAGER = Actor("max", "pit_manager")
SPANS = {
    "table_session": ["lose", "returned", "lose", "returned"],
    "gaming_day": ["lose", "returned", "returned", "lose"],
    "round": ["lose", "lose", "lose", "lose"],
}
"""One player's bet under the minimum: twice, after the table was opened again, and on the next day."""
SECOND = 1_000_000
DAY = 86_400 * SECOND


class Days:
    """A clock that goes on by days."""

    def __init__(self) -> None:
        self.now = 1_800_000_000 * SECOND

    def __call__(self) -> int:
        self.now += SECOND
        return self.now


def bet_under_the_minimum(house: House) -> str:
    house.begin("T1", "bet 1 ann ante 5 unnoticed", "close", "deal 1 4s 5s 6s 7s 8s")
    house.play("T1", "deal dealer Ad Kc 9d 7c 3h", "look 1", "fold 1", "settle")
    settlement = house.round("T1").settlement
    assert settlement is not None
    return settlement.lines[0].result


@pytest.mark.parametrize("choice", SPANS)
def test_5_13_how_long_one_time_lasts(tmp_path: Path, choice: str) -> None:
    with quick_journal(tmp_path / "floor.db") as journal:
        assert results_on(journal, choice) == SPANS[choice]
        assert audit(journal).fault is None


def results_on(journal: Journal, choice: str) -> list[str]:
    clock = Days()
    house = House(journal, clock=clock)
    sheet, clauses = shipped_texts(STUD)
    house.floor.take_sheet(sheet.replace('choice = "table_session"', f'choice = "{choice}"'), clauses)
    house.ok(house.floor.open_table("T1", plate(STUD), house.id()))
    results = [bet_under_the_minimum(house), bet_under_the_minimum(house)]
    house.ok(house.floor.close_table("T1", DEALER, house.id()))
    house.ok(house.floor.reopen_table("T1", None, MANAGER, house.id()))
    results.append(bet_under_the_minimum(house))
    clock.now += DAY
    results.append(bet_under_the_minimum(house))
    return results
