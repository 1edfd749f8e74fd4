"""What proves a shuffle, from the server to ``pitboss check-shuffle``: for a player, and for a regulator."""

import json
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli.main import run
from pitboss.client import Client, calls
from pitboss.floor.dealer.turns import Pace
from pitboss.messages import acts
from pitboss.messages.tables import TableNow
from tests.api.served import serving

PACE = Pace(betting=0.3, decision=0.5, dealing=0.0, pause=3.0)
Capture = pytest.CaptureFixture[str]


def played(client: Client, table: str) -> tuple[str, TableNow]:
    """Note the commitment before the bet, play a round, and what was to be seen at its end."""
    noted = ""
    for now in client.follow_table(table):
        if now.round is None:
            continue
        if now.round.phase == "betting" and not noted:
            noted = now.round.commitment or ""
            client.send(calls.act(table, acts.PlaceBet(box=1, bet="ante", amount="25.00")))
        if now.round.boxes[0].to_decide and not now.round.boxes[0].examined:
            client.send(calls.act(table, acts.ExamineHand(box=1)))
        if now.round.settlement and noted:
            return noted, now
    raise AssertionError("the stream ended")


def checked(capsys: Capture, *arguments: str) -> tuple[int, dict[str, Any]]:
    status = run(["check-shuffle", "--json", *arguments])
    data: dict[str, Any] = json.loads(capsys.readouterr().out)
    return status, data


@pytest.mark.parametrize("table", ["3CP-1", "MSS-1", "MLTH-1"])
def test_a_shuffle_is_proved_to_a_player_and_to_a_regulator(
    tmp_path: Path, capsys: Capture, table: str
) -> None:
    url, file = f"sqlite:///{tmp_path}/j.db", tmp_path / "openings.json"
    with serving(tmp_path, PACE, url=url) as served:
        with served.player("ann") as ann:
            noted, now = played(ann, table)
            assert now.round is not None
            mine = bytes(ann.send(calls.openings(table, now.round.number)))
        with served.client("dealer") as dealer:
            other = bytes(dealer.send(calls.openings(table, now.round.number)))
        with served.client("regulator") as regulator:
            whole = bytes(regulator.send(calls.openings(table, now.round.number)))
    file.write_bytes(mine)
    status, data = checked(capsys, str(file), "--commitment", noted)
    assert status == 0
    seen = [*now.round.dealer, *now.round.community, *now.round.boxes[0].cards]
    assert sorted(data["fixed"].values()) == sorted(card for card in seen if card != "?")
    assert data["published"]
    file.write_bytes(other)
    status, found = checked(capsys, str(file), "--commitment", noted)
    assert set(found["fixed"].values()) <= set(data["fixed"].values())
    file.write_bytes(whole)
    status, data = checked(capsys, str(file), "--commitment", noted)
    assert (status, data["whole_deck"], len(data["fixed"])) == (0, True, 52)
    status, _ = checked(capsys, str(file), "--commitment", "0" * 64)
    assert status == 1


def test_while_a_round_is_played_nobody_gets_more_than_he_sees(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/j.db"
    with (
        serving(tmp_path, PACE, url=url) as served,
        served.player("ann") as ann,
        served.client("regulator") as regulator,
    ):
        for now in ann.follow_table("3CP-1"):
            if now.round and now.round.phase == "betting":
                ann.send(calls.act("3CP-1", acts.PlaceBet(box=1, bet="ante", amount="25.00")))
                break
        file = json.loads(bytes(regulator.send(calls.openings("3CP-1", 1))))
        for now in ann.follow_table("3CP-1"):
            if now.round and now.round.phase != "betting":
                break
    assert file["openings"] == []
