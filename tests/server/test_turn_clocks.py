"""Clocks of automatic tables on a real server: who walks away, and a table without waits."""

from pathlib import Path

import pytest

from pitboss.client import Client, calls
from pitboss.floor.dealer.turns import AT_ONCE, Pace
from pitboss.floor.tables.past_rounds import find_round
from pitboss.messages import acts
from pitboss.messages.tables import SettlementNow
from tests.api.served import serving

SHORT = Pace(betting=0.2, decision=0.4, dealing=0.0, pause=3.0)


def settled(client: Client, table: str) -> SettlementNow:
    """Bet once and look on until the round is settled."""
    bet = False
    for now in client.follow_table(table):
        if now.round and now.round.phase == "betting" and not bet:
            client.send(calls.act(table, acts.PlaceBet(box=1, bet="ante", amount="25.00")))
            bet = True
        if bet and now.round and now.round.settlement:
            return now.round.settlement
    raise AssertionError("the stream ended")


@pytest.mark.parametrize(
    ("table", "clause", "net"),
    [("3CP-1", "5.5", "-25.00"), ("MLTH-1", "5.5", "-25.00"), ("MSS-1", "5.11", "0.00")],
)
def test_a_player_out_of_time_has_walked_away(tmp_path: Path, table: str, clause: str, net: str) -> None:
    """With the RWS he has folded, with the MBS his hand is invalid and his bets go back."""
    url = f"sqlite:///{tmp_path}/j.db"
    with serving(tmp_path, SHORT, url=url) as served, served.player("ann") as ann:
        found = settled(ann, table)
        (line,) = [line for line in found.lines if line.bet == "ante"]
    assert line.net == net
    assert clause in line.clauses


def test_a_table_that_waits_for_nothing_plays_at_once(tmp_path: Path) -> None:
    """A round is over as soon as somebody has bet, and the next is open; nobody has time to decide."""
    url = f"sqlite:///{tmp_path}/j.db"
    with serving(tmp_path, AT_ONCE, url=url) as served, served.player("ann") as ann:
        for now in ann.follow_table("3CP-1"):
            if now.round is None or now.round.phase != "betting" or now.round.boxes[0].wagers:
                continue
            if now.round.number == 4:
                break
            ann.send(calls.act("3CP-1", acts.PlaceBet(box=1, bet="ante", amount="25.00")))
        for number in (1, 2, 3):
            past = find_round(served.site.journal, "3CP-1", number)
            assert past is not None
            assert past.round.settlement is not None
            assert past.round.settlement.players()["ann"] == -2500
