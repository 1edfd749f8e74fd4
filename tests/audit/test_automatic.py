"""The record of automatic tables: shoes committed, cards drawn in their order, plates changed."""

from pathlib import Path

import pytest
from msgspec import structs

from pitboss.audit.audit import audit
from pitboss.floor.dealer import AT_ONCE
from pitboss.round import commands as cmd
from pitboss.settlement import Limits
from pitboss.sheets import sheet_ids
from pitboss.store import Journal
from tests.floor.test_dealers import Automatic
from tests.jackpots.floor import APPROVED


@pytest.mark.parametrize("sheet", sheet_ids())
def test_rounds_that_the_software_dealt_are_sound(journal: Journal, sheet: str, tmp_path: Path) -> None:
    table = Automatic(journal, sheet, AT_ONCE)
    plate = structs.replace(table.table.plate, limits={"ante": Limits(2500, 50_000)})
    table.floor.change_plate("T1", plate, (100, 500), APPROVED, "plate")
    for _ in range(5):
        table.wait(0)
        for box, player in enumerate(("ann", "bob"), 1):
            table.do(cmd.PlaceBet(box, player, "ante", 2500), player)
            table.do(cmd.PlaceBet(box, player, "jackpot", 500), player)
        table.wait(0)
    report = audit(journal)
    assert report.fault is None, report.fault
    assert report.settlements == 5
