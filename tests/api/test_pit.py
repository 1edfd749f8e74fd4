"""The pit and what waits for each reader: wins, calls for a supervisor, proposals of others."""

from collections.abc import Iterator

import pytest

from pitboss.client import Client, Refused, calls
from pitboss.messages.acts import SetLimits
from pitboss.messages.pit import PitTableNow
from pitboss.store.journal import wall_clock
from tests.api.served import SLOW, Served, serving
from tests.browser.evening import Evening, manual_at

TABLE = "3CP-1"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("pit"), SLOW, manual_at(TABLE)) as found:
        yield found


def from_the_pit(served: Served, role: str) -> PitTableNow:
    with served.client(role) as client:  # type: ignore[arg-type]
        return next(table for table in client.send(calls.pit()) if table.id == TABLE)


def waits_for(served: Served, role: str) -> list[tuple[str, str, tuple[str, ...]]]:
    with served.client(role) as client:  # type: ignore[arg-type]
        return [(one.kind, one.table or one.about, one.says) for one in client.send(calls.waiting())]


def test_a_win_is_seen_from_the_pit_and_waits_for_who_verifies_it(served: Served) -> None:
    assert waits_for(served, "pit_supervisor") == []
    with served.client("dealer") as dealer:
        evening = Evening(served, TABLE, dealer)
        evening.bets()
        seen = from_the_pit(served, "pit_supervisor")
        assert (seen.phase, seen.on_layout, seen.seated, seen.claims) == ("playing", "60.00", 2, 0)
        assert seen.deciding == ()
        evening.win()
        assert from_the_pit(served, "pit_supervisor").claims == 1
        kinds = {role: [one[0] for one in waits_for(served, role)] for role in ("dealer", "pit_supervisor")}
        assert kinds == {"dealer": [], "pit_supervisor": ["claim"]}
        ((_, table, says),) = waits_for(served, "pit_supervisor")
        assert (table, says[0].split(",")[0], says[1]) == (TABLE, "box 1: AKQ spades", "see to its checklist")
        with served.client("pit_supervisor") as supervisor:
            win = supervisor.send(calls.waiting())[0].win
        assert win is not None
        assert (win.box, win.hand, win.step) == (1, "AKQ spades", "check")
        assert win.amount is not None
        assert win.amount in says[0]
        evening.pay()
    assert [one[2][1] for one in waits_for(served, "pit_supervisor")] == ["file its slip"]


def test_a_proposal_waits_for_others_who_may_approve_it(served: Served) -> None:
    act = SetLimits(table="MSS-1", boxes=6)
    with served.client("pit_manager") as manager:
        manager.send(calls.propose(act, "a quiet night"))
    asked = [one for one in waits_for(served, "shift_manager") if one[0] == "proposal"]
    assert [(table, says[1:]) for _, table, says in asked] == [("MSS-1", ("boxes 6, instead of 7",))]
    for role in ("pit_manager", "dealer", "accounting"):
        assert "proposal" not in [one[0] for one in waits_for(served, role)]


def test_players_and_strangers_are_shown_no_pit(served: Served) -> None:
    with served.player("ann") as ann, served.client() as stranger:
        assert ann.send(calls.waiting()) == []
        for client in (ann, stranger):
            with pytest.raises(Refused):
                client.send(calls.pit())
    assert from_the_pit(served, "dealer").drop == "0.00"


def test_gaming_days_wait_for_who_closes_and_signs_them(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    floor = served.site.floor
    today = str(floor.day_of(floor.clock()).date)

    def days(client: Client) -> list[tuple[str, str]]:
        return [(one.kind, one.about) for one in client.send(calls.waiting()) if "day" in one.kind]

    with served.client("accounting") as accounting, served.client("shift_manager") as manager:
        assert days(accounting) == [], "a day that is running waits for nobody"
        monkeypatch.setattr(floor, "clock", lambda: wall_clock() + 24 * 3600 * 1_000_000)
        assert (days(accounting), days(manager)) == ([("close_day", today)], [])
        accounting.send(calls.close_day(today))
        assert days(accounting) == days(manager) == [("sign_off_day", today)]
