"""The record of automatic tables: shoes committed, cards drawn in their order, plates changed."""

from pathlib import Path

import pytest
from msgspec import structs

from pitboss.audit.audit import audit
from pitboss.client import calls
from pitboss.floor.dealer.turns import AT_ONCE
from pitboss.messages import acts
from pitboss.round import commands as cmd
from pitboss.settlement import Limits
from pitboss.sheets import sheet_ids
from pitboss.store import Journal
from pitboss.store.open import open_journal
from tests.api.served import QUICK, serving
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
            table.do(cmd.PlaceBet(box=box, player=player, bet="ante", amount=2500), player)
            table.do(cmd.PlaceBet(box=box, player=player, bet="jackpot", amount=500), player)
        table.wait(0)
    report = audit(journal)
    assert report.fault is None, report.fault
    assert report.settlements == 5


def test_a_floor_behind_its_api_is_sound(url: str, tmp_path: Path) -> None:
    """Five tables that deal by themselves, people of every role, and a player who bets."""
    with serving(tmp_path, QUICK, url=url) as served, served.player("ann") as ann:
        settled = 0
        for now in ann.follow_table("3CP-1"):
            if now.round and now.round.phase == "betting" and not now.round.boxes[0].wagers:
                ann.send(calls.act("3CP-1", acts.PlaceBet(box=1, bet="ante", amount="25.00")))
            settled += bool(now.round and now.round.settlement and now.round.settlement.lines)
            if settled:
                break
    with open_journal(url, read_only=True) as journal:
        report = audit(journal)
        assert report.fault is None, report.fault
        assert report.settlements > 0
        kinds = {head.stream.partition("/")[0] for head in journal.heads()}
        assert kinds >= {"account", "table", "link", "sheet"}
