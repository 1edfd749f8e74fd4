"""Bets given back after a look, over HTTP: a PIN alone gives no friend a free roll, and the pit is told."""

from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.client import Client, calls
from pitboss.messages import acts
from tests.api.served import SLOW, Served, serving
from tests.api.test_amounts import by_pin, refused, signed
from tests.browser.evening import manual_at

TABLE = "3CP-1"
HANDS = (("2h", "4d", "9c"), ("3s", "5c", "8h"), ("2s", "4c", "9h"))
REASON = "the lights went out"


@pytest.fixture
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("returns"), SLOW, manual_at(TABLE)) as found:
        yield found


def looked(served: Served, dealer: Client, *amounts: str) -> None:
    """A round in which a friend has bet on every box, and has looked at a bad hand."""
    dealer.send(calls.sign_on(TABLE, "dealer"))
    dealer.send(calls.begin(TABLE))
    for box, amount in enumerate(amounts, 1):
        send(dealer, acts.PlaceBet(box=box, player=f"friend{box}", bet="ante", amount=amount))
    send(dealer, acts.CloseBets())
    for box, hand in enumerate(HANDS[: len(amounts)], 1):
        send(dealer, acts.DealCards(to=box, cards=hand))
    send(dealer, acts.DealCards(to="dealer", cards=("Kh", "8d", "6s")), acts.ExamineHand(box=1))


def send(client: Client, *every: acts.AnyAct) -> None:
    for act in every:
        client.send(calls.act(TABLE, act))


def pit(served: Served) -> set[str]:
    with served.client("pit_supervisor") as client:
        return set(next(table for table in client.send(calls.pit()) if table.id == TABLE).alarms)


def waits(served: Served, role: Any) -> list[tuple[str, tuple[str, ...]]]:
    with served.client(role) as client:
        found = client.send(calls.waiting())
    return [(one.kind, one.says) for one in found if one.table == TABLE]


def test_a_supervisor_s_pin_alone_gives_no_friend_a_large_bet_back(served: Served) -> None:
    with served.client("dealer") as dealer, by_pin(served, "pit_supervisor") as supervisor:
        looked(served, dealer, "1000", "1000", "1000")
        assert refused(supervisor, calls.act(TABLE, acts.InterruptPlay())) == (409, "argument_missing")
        now = supervisor.send(calls.irregularities(TABLE))
        interruption = next(one for one in now if one.act == "interrupt")
        assert interruption.applies
        assert [(need.name, need.required) for need in interruption.needs] == [("reason", True)]
        assert supervisor.send(calls.preview(TABLE, acts.InterruptPlay())).void
        send(supervisor, acts.InterruptPlay(reason=REASON))
        assert {"return_unsigned", "bets_returned"} <= pit(served)
        asked = ("bets of 3000.00 go back once a second person signs", REASON)
        assert ("return", asked) in waits(served, "shift_manager")
        assert ("watch", ("bets went back after cards were seen",)) in waits(served, "shift_manager")
        assert "return" not in [kind for kind, _ in waits(served, "pit_supervisor")], "not one's own"
        assert refused(dealer, calls.act(TABLE, acts.SettleRound())) == (403, "amount_above_own")
        own = signed(served, "pit_supervisor")
        assert refused(dealer, calls.act(TABLE, acts.SettleRound(), second=own)) == (409, "same_person")
        pin = signed(served, "shift_manager", pin=True)
        assert refused(dealer, calls.act(TABLE, acts.SettleRound(), second=pin))[0] == 403
        dealer.send(calls.act(TABLE, acts.SettleRound(), second=signed(served, "shift_manager")))
        assert pit(served) == {"bets_returned"}
        assert waits(served, "shift_manager") == [("watch", ("bets went back after cards were seen",))]
        told = dealer.send(calls.round_then(TABLE, 1)).moments
        assert any(REASON in moment.what for moment in told)


def test_the_report_of_a_day_adds_up_what_each_gave_back_to_whom(served: Served) -> None:
    with served.client("dealer") as dealer, by_pin(served, "pit_supervisor") as supervisor:
        looked(served, dealer, "100", "25")
        send(supervisor, acts.InterruptPlay(reason=REASON))
        send(dealer, acts.SettleRound())
        name, _ = served.secret("pit_supervisor")
    with served.client("accounting") as accounting:
        day = str(served.site.floor.day_of(served.site.floor.clock()).date)
        found: Any = accounting.send(calls.day(day))
        rows: Any = accounting.send(calls.day_rows(day))
    (table,) = [one for one in found["tables"] if one["name"] == TABLE]
    by = {"name": name, "role": "pit_supervisor"}
    assert table["given_back"] == [
        {"by": by, "player": "friend1", "acts": 1, "amount": 10_000, "reasons": [REASON]},
        {"by": by, "player": "friend2", "acts": 1, "amount": 2500, "reasons": [REASON]},
    ]
    told = [list(row[4:]) for row in rows if row[4] == "bets_given_back"]
    assert told == [
        ["bets_given_back", f"{name} (pit_supervisor) to friend1", "1", "100.00", "10000"],
        ["bets_given_back", f"{name} (pit_supervisor) to friend2", "1", "25.00", "2500"],
    ]
