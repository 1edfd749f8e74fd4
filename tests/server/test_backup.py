"""A floor that is backed up while it is open goes on from the copy: its round, its people, its commands."""

from pathlib import Path

import pytest

from pitboss.audit.audit import audit
from pitboss.cli.main import run
from pitboss.client import Client, calls
from pitboss.messages import acts
from pitboss.store.open import open_journal
from tests.api.served import SLOW, serving
from tests.api.test_tables import wait_for_round


def test_a_floor_served_from_a_backup_goes_on(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy, bet = tmp_path / "copy.db", acts.PlaceBet(box=1, bet="ante", amount="25.00")
    command = calls.act("3CP-1", bet, "bet-before-the-copy")
    with serving(tmp_path, SLOW, url=url) as served, served.player("ann") as ann:
        wait_for_round(ann, "3CP-1")
        first = ann.send(command)
        before = ann.send(calls.table("3CP-1"))
        assert run(["backup", "--journal", url, "--private", str(copy)]) == 0
        ann.send(calls.act("3CP-1", acts.PlaceBet(box=2, bet="ante", amount="50.00")))
    assert "Every hash of it was verified." in capsys.readouterr().out
    for name in ("copy.db", "copy.private.db"):
        (tmp_path / name).chmod(0o600)
    with serving(tmp_path, SLOW, url=str(copy)) as again:
        with Client(again.url, token=again.sign_in("ann")) as ann:
            now = ann.send(calls.table("3CP-1"))
            assert now.round == before.round, "what came after the copy is not there"
            repeated = ann.send(command)
            assert (repeated.repeated, repeated.first) == (True, first.first)
            ann.send(calls.act("3CP-1", acts.PlaceBet(box=3, bet="ante", amount="25.00")))
        assert again.site.resumed[0].interrupted is False
    with open_journal(copy, read_only=True) as journal:
        assert audit(journal).fault is None


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["backup", "--journal", str(tmp_path / "none.db"), str(tmp_path / "copy.db")]) == 2
    assert "does not exist" in capsys.readouterr().err
    assert run(["backup", "--config", str(tmp_path / "none.toml"), str(tmp_path / "copy.db")]) == 2
    assert "cannot be read" in capsys.readouterr().err
    assert not (tmp_path / "copy.db").exists()
