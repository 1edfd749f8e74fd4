"""What one may do now and why not the rest, held against the server that is then asked to do it."""

import pytest

from pitboss.client import Client, Refused, calls
from pitboss.messages import acts
from pitboss.messages.legal import IrregularityNow, LegalNow
from pitboss.money import parse_cents
from tests.api.served import SLOW, Served, served_floor
from tests.api.test_tables import wait_for_round, wait_until_asked

TABLES = ("3CP-1", "P3CP-1", "ML3-1", "MLTH-1", "MSS-1")


served = served_floor(SLOW, scope="function")


def send(client: Client, table: str, act: dict[str, str | int]) -> None:
    body = {"id": calls.new_id(), "act": act}
    call: calls.Call[object] = calls.Call("POST", f"/api/tables/{table}/acts", object, body)
    client.send(call)


def refusals(legal: LegalNow) -> dict[tuple[str, int, str], tuple[str, tuple[str, ...]]]:
    return {
        (str(r.act["act"]), int(r.act.get("box", 0)), str(r.act.get("bet", ""))): (r.code, r.clauses)
        for r in legal.refused
    }


@pytest.mark.parametrize("table", TABLES)
def test_every_bet_area_says_what_it_takes_or_why_not(served: Served, table: str) -> None:
    with served.player("ann") as ann, served.player("bob") as bob:
        now = wait_for_round(ann, table)
        bob.send(calls.act(table, acts.PlaceBet(box=2, bet="ante", amount=now.limits["ante"].least)))
        legal = ann.send(calls.legal(table))
        assert legal.round == 1
        areas = {(bet.box, bet.bet) for bet in legal.bets}
        closed = {(box, bet) for act, box, bet in refusals(legal) if act == "bet"}
        assert not areas & closed
        bets = {bet for _, bet in areas | closed}
        assert len(areas | closed) == now.boxes * len(bets)
        assert (1, "ante") in areas
        code, clauses = refusals(legal)["bet", 1, "jackpot"]
        assert code == "jackpot_without_ante"
        assert clauses
        if "play" in bets:
            assert refusals(legal)["bet", 1, "play"][0] == "decision_not_due"
            assert refusals(legal)["bet", 2, "ante"][0] == "bet_on_anothers_box"


@pytest.mark.parametrize("table", TABLES)
def test_the_least_and_the_most_are_taken_and_a_step_beyond_is_not(served: Served, table: str) -> None:
    with served.player("ann") as ann:
        wait_for_round(ann, table)
        ante = next(x for x in ann.send(calls.legal(table)).bets if (x.box, x.bet) == (1, "ante"))
        step = parse_cents(ante.step)
        assert ante.most is not None
        for amount in (parse_cents(ante.least) - step, parse_cents(ante.most) + step):
            with pytest.raises(Refused):
                ann.send(calls.act(table, acts.PlaceBet(box=1, bet="ante", amount=f"{amount / 100:.2f}")))
        ann.send(calls.act(table, acts.PlaceBet(box=1, bet="ante", amount=ante.least)))
        more = next(x for x in ann.send(calls.legal(table)).bets if (x.box, x.bet) == (1, "ante"))
        assert more.most is not None
        assert parse_cents(more.most) == parse_cents(ante.most) - parse_cents(ante.least)
        ann.send(calls.act(table, acts.PlaceBet(box=1, bet="ante", amount=more.most)))
        assert refusals(ann.send(calls.legal(table)))["bet", 1, "ante"][0] == "bet_above_maximum"


def test_a_player_sees_why_he_cannot_act_yet_and_then_acts(served: Served) -> None:
    table = "MLTH-1"
    with served.player("ann") as ann, served.client("dealer"):
        wait_for_round(ann, table)
        ann.send(calls.act(table, acts.PlaceBet(box=1, bet="ante", amount="25.00")))
        early = ann.send(calls.legal(table))
        assert {"act": "withdraw", "box": 1, "bet": "ante"} in early.acts
        assert refusals(early)["look", 1, ""][0] == "no_cards_there"
        assert refusals(early)["fold", 1, ""][0] == "decision_not_due"
        assert all(r.message for r in early.refused)
        served.close(table)
        wait_until_asked(ann, table)
        legal = ann.send(calls.legal(table))
        flop: dict[str, str | int] = {
            "act": "bet",
            "box": 1,
            "bet": "flop",
            "amount": "50.00",
            "player": "ann",
        }
        assert flop in legal.acts
        (area,) = (bet for bet in legal.bets if bet.bet == "flop")
        assert (area.least, area.most) == ("50.00", "50.00")
        assert refusals(legal)["withdraw", 1, "ante"][0] == "withdrawal_after_close"
        assert refusals(legal)["check", 1, ""][0] == "cannot_check"
        send(ann, table, flop)


def test_staff_see_what_is_due_and_what_is_not(served: Served) -> None:
    table = "ML3-1"
    with served.player("ann") as ann, served.client("dealer") as dealer:
        wait_for_round(ann, table)
        ann.send(calls.act(table, acts.PlaceBet(box=1, bet="ante", amount="25.00")))
        open_ = dealer.send(calls.legal(table))
        for act in ("begin", "close", "settle", "deal_next"):
            assert refusals(open_)[act, 0, ""][0] == "software_deals"
        assert open_.due is None
        assert not open_.bets, "bets are the players' own"
        served.close(table)
        wait_until_asked(ann, table)
        asked = dealer.send(calls.legal(table))
        assert asked.due is not None
        assert (asked.due.act, asked.due.boxes) == ("ask", (1,))
        assert refusals(asked)["fold", 1, ""][0] == "software_deals"


def test_a_reader_who_only_watches_is_offered_nothing(served: Served) -> None:
    with served.client("surveillance") as watcher, served.client() as nobody:
        legal = watcher.send(calls.legal("3CP-1"))
        assert (legal.acts, legal.bets, legal.refused, legal.due) == ((), (), (), None)
        with pytest.raises(Refused) as refused:
            nobody.send(calls.legal("3CP-1"))
        assert refused.value.status == 401


def by_clause(client: Client, table: str) -> dict[str, IrregularityNow]:
    return {found.clause: found for found in client.send(calls.irregularities(table))}


def test_possible_irregularities_are_offered_with_their_arguments(served: Served) -> None:
    table = "ML3-1"
    with served.player("ann") as ann, served.client("dealer") as dealer:
        wait_for_round(ann, table)
        before = by_clause(dealer, table)
        assert not any(found.applies for found in before.values())
        ann.send(calls.act(table, acts.PlaceBet(box=1, bet="ante", amount="25.00")))
        early = by_clause(dealer, table)
        why = early["5.8.2"].why_not
        assert why is not None
        assert "not begun" in why.message
        assert early["5.8.1"].applies
        served.close(table)
        wait_until_asked(ann, table)
        unseen = by_clause(dealer, table)
        assert unseen["5.8.6"].applies
        assert not unseen["5.10"].applies
        ann.send(calls.act(table, acts.ExamineHand(box=1)))
        seen = by_clause(dealer, table)
        assert seen["5.10"].applies
        why = seen["5.8.6"].why_not
        assert why is not None
        assert "5.10" in why.clauses
        needs = {need.name: need for need in seen["5.15"].needs}
        assert needs["boxes"].required
        assert needs["boxes"].choices == (1,)
        assert needs["reconstructed"].required
        assert "permit" not in needs, "the options of 5.15 are not for the Dealer to permit"
        assert not needs["count"].required
        order = seen["5.14"]
        assert (order.role, order.may) == ("pit_supervisor", False)
        ruling = {need.name: need for need in seen["5.23"].needs}
        assert ruling["action"].choices == ("void", "continue", "return", "pay", "collect", "correct")
        assert ruling["reason"].required
        assert any(found.act == "interrupt" for found in seen.values())
        with served.client("shift_manager") as shift:
            assert all(found.may for found in by_clause(shift, table).values())


def test_irregularities_are_for_staff(served: Served) -> None:
    with served.player("ann") as ann, pytest.raises(Refused) as refused:
        ann.send(calls.irregularities("3CP-1"))
    assert refused.value.status == 403
