"""What an act would do, held against what it then does."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.api import acts
from pitboss.api.views import RoundNow, WagerNow
from pitboss.client import Client, Refused, calls
from pitboss.floor.dealer import Pace
from tests.api.served import SLOW, Served, serving
from tests.api.test_tables import wait_for_round, wait_until_asked

TABLE = "ML3-1"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(str(tmp_path / "floor.db"), str(tmp_path), SLOW) as found:
        yield found


def settled(client: Client, table: str) -> RoundNow:
    for now in client.follow_table(table):
        if now.round and now.round.settlement:
            return now.round
    raise AssertionError("the stream ended")


def test_a_preview_of_a_void_returns_every_bet_and_changes_nothing(served: Served) -> None:
    with served.player("ann") as ann, served.client("shift_manager") as shift:
        wait_for_round(ann, TABLE)
        ann.send(calls.act(TABLE, acts.Bet(box=1, bet="ante", amount="25.00")))
        ann.send(calls.act(TABLE, acts.Bet(box=1, bet="pair_plus", amount="25.00")))
        shift.send(calls.act(TABLE, acts.Close()))
        wait_until_asked(ann, TABLE)
        before = ann.send(calls.table(TABLE))
        report = acts.Report(clause="5.8.1")
        would = shift.send(calls.preview(TABLE, report))
        (box,) = would.boxes
        assert set(box.returned) == {WagerNow("ante", "ann", "25.00"), WagerNow("pair_plus", "ann", "25.00")}
        assert "5.8.1" in would.void
        assert "5.8.1" in box.clauses
        assert any("void" in text for text in would.follows)
        after = ann.send(calls.table(TABLE))
        assert (after.version, after.round) == (before.version, before.round)
        shift.send(calls.act(TABLE, report))
        assert {line.result for line in settled(ann, TABLE).settlement.lines} == {"returned"}  # type: ignore[union-attr]


def test_a_preview_of_options_names_who_must_choose(served: Served) -> None:
    with served.player("ann") as ann, served.player("bob") as bob, served.client("pit_supervisor") as pit:
        wait_for_round(ann, TABLE)
        ann.send(calls.act(TABLE, acts.Bet(box=1, bet="ante", amount="25.00")))
        bob.send(calls.act(TABLE, acts.Bet(box=2, bet="ante", amount="25.00")))
        pit.send(calls.act(TABLE, acts.Close()))
        wait_until_asked(ann, TABLE)
        ann.send(calls.act(TABLE, acts.Look(box=1)))
        report = acts.Report(clause="5.15", boxes=(1,), reconstructed=False, count=2)
        would = {effect.box: effect for effect in pit.send(calls.preview(TABLE, report)).boxes}
        assert would[1].out
        assert would[1].returned == (WagerNow("ante", "ann", "25.00"),)
        assert would[2].must_choose
        assert not would[2].returned
        assert "5.10.3" in would[2].clauses


@pytest.mark.parametrize("table", ["3CP-1", "ML3-1", "MSS-1"])
def test_the_lines_that_would_be_paid_are_those_that_are_paid(tmp_path: Path, table: str) -> None:
    by_hand = Pace(betting=600, decision=600, dealing=600, pause=600)
    with (
        serving(str(tmp_path / "floor.db"), str(tmp_path), by_hand) as served,
        served.player("ann") as ann,
        served.client("dealer") as dealer,
    ):
        dealer.send(calls.begin(table))
        ann.send(calls.act(table, acts.Bet(box=1, bet="ante", amount="25.00")))
        with pytest.raises(Refused) as early:
            dealer.send(calls.preview(table, acts.Settle()))
        assert early.value.code == "bets_not_closed"
        dealer.send(calls.act(table, acts.Close()))
        while (due := dealer.send(calls.legal(table)).due) and due.act != "ask":
            dealer.send(calls.deal(table))
        bet = next(act for act in ann.send(calls.legal(table)).acts if act["act"] == "bet")
        body = {"id": calls.new_id(), "act": bet}
        call: calls.Call[object] = calls.Call("POST", f"/api/tables/{table}/acts", object, body)
        ann.send(call)
        with pytest.raises(Refused) as hidden:
            dealer.send(calls.preview(table, acts.Settle()))
        assert hidden.value.code == "reveal_still_due"
        dealer.send(calls.act(table, acts.Reveal()))
        with pytest.raises(Refused) as players:
            ann.send(calls.preview(table, acts.Settle()))
        assert players.value.status == 403
        would = dealer.send(calls.preview(table, acts.Settle()))
        assert would.settlement is not None
        assert would.settlement.outcome == "settled"
        assert not dealer.send(calls.table(table)).round.settlement  # type: ignore[union-attr]
        dealer.send(calls.act(table, acts.Settle()))
        assert settled(ann, table).settlement == would.settlement


def test_a_dealer_sees_what_a_supervisor_is_about_to_confirm(served: Served) -> None:
    with served.player("ann") as ann, served.client("dealer") as dealer:
        wait_for_round(ann, TABLE)
        ann.send(calls.act(TABLE, acts.Bet(box=1, bet="ante", amount="25.00")))
        report = acts.Report(clause="5.23", action="void", reason="the lights went out")
        would = dealer.send(calls.preview(TABLE, report))
        assert (would.role, bool(would.void)) == ("shift_manager", True)
        with pytest.raises(Refused) as refused:
            dealer.send(calls.act(TABLE, report))
        assert refused.value.code == "role_too_low"


def test_no_preview_tells_whether_a_card_is_out(served: Served) -> None:
    with served.player("ann") as ann, served.client("shift_manager") as shift:
        wait_for_round(ann, TABLE)
        ann.send(calls.act(TABLE, acts.Bet(box=1, bet="ante", amount="25.00")))
        shift.send(calls.act(TABLE, acts.Close()))
        wait_until_asked(ann, TABLE)
        state = served.site.floor.table(TABLE)
        assert state is not None
        assert state.round is not None
        dealt = state.round.boxes[0].cards[0]
        spare = next(str(card) for card in state.round.dealer)
        for act in (
            lambda card: acts.Deal(to="dealer", cards=(card,)),
            lambda card: acts.Burn(card=card),
            lambda card: acts.Report(clause="5.14", order=(card, "?")),
            lambda card: acts.CorrectCard(at=1, recorded=card, card="2c", reason="a slip"),
            lambda card: acts.Show(at=1, cards=(card,)),
        ):
            answers = [_answer(shift, act(card)) for card in (dealt, spare, "2c", "3d")]
            assert len(set(map(str, answers))) == 1, answers


def _answer(client: Client, act: acts.AnyAct) -> object:
    try:
        return client.send(calls.preview(TABLE, act))
    except Refused as refused:
        return refused.code, str(refused)
