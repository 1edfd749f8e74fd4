"""A player's play over HTTP: what it says, who may set and see what, and what a limit refuses."""

from typing import Any

import httpx
import pytest

from pitboss.api.middleware.rate_limit import SETTINGS_AT_ONCE
from pitboss.audit.audit import audit
from pitboss.client import Client, Refused, calls
from pitboss.client.calls import Call
from pitboss.messages import acts
from pitboss.messages.acts import SetBreak
from tests.api.served import SLOW, Served, config, served_floor
from tests.api.test_tables import wait_for_round

TABLE = "3CP-1"

served = served_floor(floor=lambda: config(SLOW), databases=False)


def test_a_player_sets_limits_and_staff_see_them(served: Served) -> None:
    with (
        served.player("ann") as ann,
        served.client("shift_manager") as shift,
        served.client("regulator") as regulator,
    ):
        _set_and_seen(ann, shift, regulator)
    found = audit(served.site.journal)
    assert found.fault is None, found.fault


def test_changes_of_ones_own_limits_are_few_and_a_break_is_always_taken(served: Served) -> None:
    """Each is recorded for good: one account must not fill the record with them."""
    with served.player("zoe") as zoe:
        for number in range(SETTINGS_AT_ONCE):
            zoe.send(calls.set_reality_check(10 + number))
        header = {"Authorization": f"Bearer {served.sign_in('zoe')}"}
        with httpx.Client(base_url=served.url, headers=header) as http:
            sent = {"id": "one-more", "minutes": 60}
            assert http.post("/api/my/reality-check", json=sent).status_code == 429
            sent = {"id": "one-lower", "limit": "bet", "amount": "25.00"}
            answer = http.post("/api/my/limits", json=sent)
            assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too_many")
            assert int(answer.headers["Retry-After"]) > 1
        assert zoe.send(calls.my_play()).check.every == 10 + SETTINGS_AT_ONCE - 1
        zoe.send(calls.take_break(7))


def _set_and_seen(ann: Client, shift: Client, regulator: Client) -> None:
    before = ann.send(calls.my_play())
    assert (before.player, before.session, before.break_until) == ("ann", None, None)
    assert before.today.net == "0.00"
    assert (before.check.every, before.check.due) == (60, False)
    ann.send(calls.set_my_limit("loss", "100.00"))
    ann.send(calls.set_my_limit("loss", "250"))
    ann.send(calls.set_my_limit("time", minutes=90))
    ann.send(calls.set_my_limit("bet", "25"))
    ann.send(calls.set_reality_check(30))
    ann.send(calls.answer_reality_check())
    wait_for_round(ann, TABLE)
    with pytest.raises(Refused) as refused:
        ann.send(calls.act(TABLE, acts.PlaceBet(box=1, bet="ante", amount="30.00")))
    assert (refused.value.code, refused.value.status) == ("bet_limit", 409)
    ann.send(calls.act(TABLE, acts.PlaceBet(box=1, bet="ante", amount="25.00")))
    areas = ann.send(calls.legal(TABLE)).refused
    assert any(area.code == "bet_limit" for area in areas), "the page knows before it asks"
    now = ann.send(calls.my_play())
    assert now.session is not None
    assert (now.session.at_risk, now.session.net, now.session.tables[0].table) == ("25.00", "0.00", TABLE)
    loss, time, bet, buy_in = now.limits
    assert (loss.amount, loss.next_amount, loss.used, time.minutes) == ("100.00", "250.00", "25.00", 90)
    assert loss.changes is not None
    assert (bet.amount, bet.used, buy_in.amount, buy_in.used) == ("25.00", None, None, now.paid_in)
    seen = regulator.send(calls.play_of("Ann"))
    assert seen.play.limits == now.limits
    assert [change.what.partition(",")[0] for change in seen.changes] == [
        "limit for loss in a gaming day: none to 100.00",
        "limit for loss in a gaming day: 100.00 to 250.00",
        "limit for time in a gaming day: none to 90 minutes",
        "limit for one bet: none to 25.00",
        "a reality check after every 30 minutes of play",
    ]
    shift.send(calls.set_limit_of("ann", "loss", "50", reason="asked at the cage"))
    shift.send(calls.set_break_of("ann", 1, "asked at the cage"))
    last = regulator.send(calls.play_of("ann")).changes[-1]
    assert (last.by, last.role, last.reason) == ("shift-manager", "shift_manager", "asked at the cage")
    with pytest.raises(Refused) as on_break:
        ann.send(calls.sit_down(TABLE, 2))
    assert on_break.value.code == "on_break"
    ann.send(calls.act(TABLE, acts.WithdrawBet(box=1, bet="ante")))
    ann.send(calls.cash_out(TABLE, "25.00"))
    assert ann.send(calls.my_play()).break_until is not None


def test_two_people_set_a_player_a_break_of_more_than_a_day(served: Served) -> None:
    with (
        served.player("bea") as bea,
        served.client("shift_manager") as shift,
        served.client("administrator") as administrator,
    ):
        with pytest.raises(Refused) as alone:
            shift.send(calls.set_break_of("bea", 2, "asked at the cage"))
        assert alone.value.code == "approval_missing"
        made = shift.send(calls.propose(SetBreak(player="bea", days=30), "asked at the cage")).proposal
        assert (made.subject, made.act, made.state) == ("limits/bea", "set_break", "waiting")
        assert bea.send(calls.my_play()).break_until is None
        administrator.send(calls.approve(made))
        assert bea.send(calls.my_play()).break_until is not None
        last = administrator.send(calls.play_of("bea")).changes[-1]
        assert (last.by, last.role, last.reason) == ("shift-manager", "shift_manager", "asked at the cage")
        assert last.what.endswith("set by two: shift-manager and administrator")


def test_limits_are_read_strictly_and_are_nobody_elses(served: Served) -> None:
    players: tuple[tuple[Call[Any], str], ...] = (
        (calls.set_my_limit("time", "25.00"), "bad_request"),
        (calls.set_my_limit("loss", minutes=5), "bad_request"),
        (calls.set_my_limit("loss", "0"), "limit_not_possible"),
        (calls.take_break(0), "bad_request"),
        (calls.take_break(1831), "bad_request"),
        (calls.set_reality_check(9), "bad_request"),
        (calls.play_of("eve"), "role_too_low"),
        (calls.set_limit_of("eve", "loss", "5", reason="mine"), "role_too_low"),
    )
    _refused_all(served.player("eve"), players)
    managers: tuple[tuple[Call[Any], str], ...] = (
        (calls.my_play(), "role_too_low"),
        (calls.take_break(1), "role_too_low"),
        (calls.play_of("dealer"), "not_found"),
        (calls.play_of("nobody"), "not_found"),
        (calls.set_break_of("eve", 1), "argument_missing"),
    )
    _refused_all(served.client("shift_manager"), managers)


def _refused_all(sender: Client, asked: tuple[tuple[Call[Any], str], ...]) -> None:
    with sender:
        for call, code in asked:
            with pytest.raises(Refused) as refused:
                sender.send(call)
            assert refused.value.code == code, call
