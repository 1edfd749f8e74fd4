"""What an act would do, held against what it then does."""

from pathlib import Path

import pytest

from pitboss.cards import DECK
from pitboss.client import Client, Refused, calls
from pitboss.messages import acts
from pitboss.messages.tables import RoundNow, WagerNow
from tests.api.manual import ManualTable, manual_floor, with_own_shoes
from tests.api.served import SLOW, Served, served_floor, serving
from tests.api.test_tables import wait_for_round, wait_until_asked
from tests.browser.evening import Evening, manual_at
from tests.browser.seats import known_decks

TABLE = "ML3-1"


served = served_floor(SLOW, scope="function")


def settled(client: Client, table: str) -> RoundNow:
    for now in client.follow_table(table):
        if now.round and now.round.settlement:
            return now.round
    raise AssertionError("the stream ended")


def test_a_preview_of_a_void_returns_every_bet_and_changes_nothing(served: Served) -> None:
    with served.player("ann") as ann, served.client("shift_manager") as shift:
        wait_for_round(ann, TABLE)
        ann.send(calls.act(TABLE, acts.PlaceBet(box=1, bet="ante", amount="25.00")))
        ann.send(calls.act(TABLE, acts.PlaceBet(box=1, bet="pair_plus", amount="25.00")))
        served.close(TABLE)
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


def test_a_preview_of_options_names_who_must_choose(tmp_path: Path) -> None:
    with (
        serving(tmp_path, floor=manual_floor()) as served,
        served.client("dealer") as dealer,
        served.client("pit_supervisor") as pit,
    ):
        table = ManualTable(served, TABLE, dealer)
        table.sign_on()
        table.begin((1, "ann", "ante", "25.00"), (2, "bob", "ante", "25.00"))
        table.act(acts.DealCards(to=1, cards=("2h", "4d")), acts.DealCards(to=2, cards=("3h", "5d", "9s")))
        table.act(acts.DealCards(to="dealer", cards=("Kh", "8d", "6s")), acts.ExamineHand(box=2))
        report = acts.Report(clause="5.15", boxes=(1,), reconstructed=False)
        would = {effect.box: effect for effect in pit.send(calls.preview(TABLE, report)).boxes}
        assert would[1].out
        assert would[1].returned == (WagerNow("ante", "ann", "25.00"),)
        assert would[2].must_choose
        assert not would[2].returned
        assert "5.10.3" in would[2].clauses


@pytest.mark.parametrize("name", ["3CP-1", "ML3-1", "MSS-1"])
def test_the_lines_that_would_be_paid_are_those_that_are_paid(tmp_path: Path, name: str) -> None:
    with (
        serving(tmp_path, floor=manual_floor()) as served,
        served.player("ann") as ann,
        served.client("dealer") as dealer,
    ):
        table = ManualTable(served, name, dealer)
        table.sign_on()
        table.begin((1, "ann", "ante", "25.00"))
        table.play_on(map(str, DECK), until="reveal")
        with pytest.raises(Refused) as hidden:
            dealer.send(calls.preview(name, acts.SettleRound()))
        assert hidden.value.code == "reveal_still_due"
        table.act(acts.Reveal())
        with pytest.raises(Refused) as players:
            ann.send(calls.preview(name, acts.SettleRound()))
        assert players.value.status == 403
        would = dealer.send(calls.preview(name, acts.SettleRound()))
        assert would.settlement is not None
        assert would.settlement.outcome == "settled"
        assert not table.now.settlement
        assert table.settle().settlement == would.settlement


def test_hands_of_our_own_shoe_do_not_show_in_a_preview(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    floor, name = with_own_shoes(manual_floor()), "3CP-1"
    with (
        known_decks(monkeypatch, **{"3CP_1": "As Ah Kd Qc 5d 2s"}),
        serving(tmp_path, floor=floor) as served,
        served.client("dealer") as dealer,
    ):
        table = ManualTable(served, name, dealer, "shoe")
        table.sign_on()
        table.begin((1, "ann", "ante", "25.00"))
        table.play_on(())
        assert dealer.send(calls.preview(name, acts.SettleRound())).settlement is None
        assert [{"act": name} for name in ("deal_next", "settle")] == [
            act for act in dealer.send(calls.legal(name)).acts if act["act"] in ("deal_next", "settle")
        ]
        assert table.settle().settlement is not None


def test_rws_5_23_a_ruling_on_one_bet_pays_what_its_preview_says(tmp_path: Path) -> None:
    with (
        serving(tmp_path, floor=manual_floor()) as served,
        served.client("dealer") as dealer,
        served.client("pit_supervisor") as pit,
        served.client("shift_manager") as shift,
    ):
        table = ManualTable(served, TABLE, dealer)
        table.sign_on()
        table.begin((1, "ann", "ante", "25.00"), (2, "bob", "ante", "25.00"))
        found = {each.clause: each for each in shift.send(calls.irregularities(TABLE))}["5.23"]
        needs = {need.name: (need.kind, need.required) for need in found.needs}
        assert (needs["bet"], needs["amount"]) == (("bet", False), ("amount", False))
        pays = acts.Report(
            clause="5.23", boxes=(1,), action="pay", bet="ante", amount="30.00", reason="a quarrel"
        )
        would = shift.send(calls.preview(TABLE, pays))
        assert would.follows == ("ann's Ante of box 1 is paid 30.00 (5.23)",)
        with pytest.raises(Refused) as low:
            pit.send(calls.act(TABLE, pays))
        assert low.value.code == "role_too_low"
        large = acts.Report(
            clause="5.23", boxes=(1,), action="pay", bet="ante", amount="5000.01", reason="a quarrel"
        )
        with pytest.raises(Refused) as above:
            shift.send(calls.act(TABLE, large))
        assert above.value.code == "amount_above_own"
        shift.send(calls.act(TABLE, pays))
        table.act(
            acts.DealCards(to=1, cards=("2h", "4d", "9c")), acts.DealCards(to=2, cards=("3h", "5d", "9s"))
        )
        table.act(acts.DealCards(to="dealer", cards=("Kh", "8d", "5s")))
        table.act(acts.DealCards(to="community", cards=("Js", "Ts")), acts.DiscardCard(card="2s"))
        table.act(acts.FoldHand(box=1), acts.FoldHand(box=2), acts.Reveal(), acts.SettleRound())
        lines = {line.player: line for line in settled(dealer, TABLE).settlement.lines}  # type: ignore[union-attr]
        assert (lines["ann"].result, lines["ann"].net, lines["ann"].clauses) == ("win", "30.00", ("5.23",))
        assert lines["bob"].result == "lose"


def test_staff_see_what_a_higher_role_is_about_to_confirm(served: Served) -> None:
    with served.player("ann") as ann, served.client("pit_supervisor") as pit:
        wait_for_round(ann, TABLE)
        ann.send(calls.act(TABLE, acts.PlaceBet(box=1, bet="ante", amount="25.00")))
        report = acts.Report(clause="5.23", action="void", reason="the lights went out")
        would = pit.send(calls.preview(TABLE, report))
        assert (would.role, bool(would.void)) == ("shift_manager", True)
        with pytest.raises(Refused) as refused:
            pit.send(calls.act(TABLE, report))
        assert refused.value.code == "role_too_low"


def test_no_preview_tells_whether_a_card_is_out(served: Served) -> None:
    with served.player("ann") as ann, served.client("shift_manager") as shift:
        wait_for_round(ann, TABLE)
        ann.send(calls.act(TABLE, acts.PlaceBet(box=1, bet="ante", amount="25.00")))
        served.close(TABLE)
        wait_until_asked(ann, TABLE)
        opened = served.opened(TABLE)
        dealt, spare = str(opened.boxes[0].cards[0]), str(opened.dealer[0])
        for act in (
            lambda card: acts.DealCards(to="dealer", cards=(card,)),
            lambda card: acts.BurnCard(card=card),
            lambda card: acts.Report(clause="5.14", order=(card, "?")),
            lambda card: acts.CorrectCard(at=1, recorded=card, card="2c", reason="a slip"),
            lambda card: acts.ShowCards(at=1, cards=(card,)),
        ):
            answers = [_answer(shift, act(card)) for card in (dealt, spare, "2c", "3d")]
            assert len(set(map(str, answers))) == 1, answers


def _answer(client: Client, act: acts.AnyAct) -> object:
    try:
        return client.send(calls.preview(TABLE, act))
    except Refused as refused:
        return refused.code, str(refused)


def test_a_jackpot_that_a_slip_has_paid_is_no_part_of_what_the_dealer_pays(tmp_path: Path) -> None:
    """Before the win is entered the preview names it; while it is verified its hand lies face up (4.6)."""
    with serving(tmp_path, floor=manual_at("3CP-1")) as served, served.client("dealer") as dealer:
        evening = Evening(served, "3CP-1", dealer)
        evening.bets()
        evening.deal()
        would = dealer.send(calls.preview("3CP-1", acts.SettleRound()))
        (win,) = would.wins
        assert (win.table, win.box, win.hand) == ("3CP-1", 1, "AKQ spades")
        assert (would.settlement, would.by_slip) == (None, ())
        assert "?" in hands(served)[0]
        dealer.send(calls.act("3CP-1", acts.SettleRound()))
        (entered,) = dealer.send(calls.sign("spade")).pending
        assert (entered.box, entered.amount) == (win.box, win.amount)
        assert hands(served) == [("As", "Ks", "Qs"), ("3s", "5c", "8h")]
        evening.verify()
        would = dealer.send(calls.preview("3CP-1", acts.SettleRound()))
        (paid,) = would.by_slip
        assert (paid.box, paid.player, paid.amount) == (1, "player1", entered.amount)


def hands(served: Served) -> list[tuple[str, ...]]:
    """The hands of the first two boxes as a stranger sees them."""
    with served.client() as stranger:
        now = stranger.send(calls.table("3CP-1")).round
    assert now is not None
    return [box.cards for box in now.boxes[:2]]
