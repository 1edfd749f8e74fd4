"""Bots fill the tables through the public API; the record of what they played is sound."""

import asyncio
from pathlib import Path

import pytest

from pitboss.audit.audit import audit
from pitboss.cli.bots import _play
from pitboss.floor.dealer.turns import Pace
from pitboss.store.open import open_journal
from tests.api.served import serving

PACE = Pace(betting=1.0, decision=20.0, dealing=0.0, pause=0.05)


def test_bots_play_every_game_and_the_record_is_sound(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(tmp_path, PACE) as served:
        assert asyncio.run(_play(served.url, 5, 2)) == 0
        numbers = [served.site.floor.table(name) for name in served.site.floor.table_names()]
        assert all(table and table.number >= 2 for table in numbers)
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "5 bots play 2 rounds each. Ctrl-C stops."
    assert sum(line.endswith("box 1: round 1 of 2") for line in said) == 5, "each round is told as it ends"
    with open_journal(tmp_path / "floor.db", read_only=True) as journal:
        report = audit(journal)
        assert report.fault is None, report.fault
        assert report.settlements >= 10
