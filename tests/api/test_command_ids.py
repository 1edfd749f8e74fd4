"""Command ids against a real server: one id for many commands at once, and the ids of the software itself."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss.audit.audit import audit
from pitboss.client import Client, calls
from pitboss.client.failover import headers
from pitboss.client.route import Call
from pitboss.floor.dealer.dealers import SENDER
from pitboss.floor.dealer.turns import Pace
from pitboss.floor.tables.money import BuyIn
from pitboss.messages import acts
from pitboss.refusal import Refusal
from pitboss.store.open import open_journal
from tests.access.entrance import register_player
from tests.api.served import PASSWORD, SLOW, Served, served_floor, serving
from tests.api.test_operations import parse
from tests.api.test_tables import wait_for_round
from tests.floor.desk import Desk as Floor
from tests.floor.desk import desk
from tests.loops import on_a_loop
from tests.waiting import until

TABLE = "MSS-1"


served = served_floor(SLOW, databases=True)


def newcomer(served: Served, name: str) -> str:
    """The session of a new player without chips."""
    assert not isinstance(register_player(served.site.doors, name, PASSWORD, f"test-{name}"), Refusal)
    return served.sign_in(name)


def at_once(token: str, calls_: Sequence[tuple[str, Call[Any]]]) -> list[tuple[int, Any]]:
    """Send calls to the servers beside them, all together; the status and content of each answer."""

    async def send(http: httpx.AsyncClient, url: str, call: Call[Any]) -> tuple[int, Any]:
        answer = await http.request(
            call.method, url + call.path, content=call.content(), headers=headers(call)
        )
        return answer.status_code, answer.json()

    async def all_together() -> list[tuple[int, Any]]:
        async with httpx.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=60) as http:
            return list(await asyncio.gather(*(send(http, url, call) for url, call in calls_)))

    return on_a_loop(all_together)


def one_is_recorded(answers: list[tuple[int, Any]], name: str) -> None:
    """One answer is that of a command that was recorded, and to all others the id was used already."""
    done = [content for status, content in answers if status == 201]
    assert [content["repeated"] for content in done] == [False], answers
    message = f"the id {name} was used for something else before: send this command with a new id"
    reason = {"code": "command_id_reused", "params": {"id": name}}
    fault = {"code": "command_id_reused", "message": message, "clauses": [], "path": "", "reason": reason}
    for status, content in answers:
        assert status == 201 or (status, content) == (409, {"error": fault})


def remembers_what_is_recorded(*servers: Served) -> None:
    """What each server holds of the table is the fold of the journal up to there."""
    for served in servers:
        held = served.site.floor.tables.get(TABLE)
        assert Floor(served.site.journal).tables.at(TABLE, held.version).state == held.state


MANY: dict[str, Callable[[int, str], Call[Any]]] = {
    "chips": lambda n, name: calls.buy_in(TABLE, "5.00" if n == 0 else f"{1000 + 5 * n}.00", command_id=name),
    "bets": lambda n, name: calls.act(
        TABLE, acts.PlaceBet(box=1, bet="ante", amount=f"{25 + 25 * n}.00"), command_id=name
    ),
    "seats": lambda n, name: calls.sit_down(TABLE, 1 + n % 5, command_id=name),
}


@pytest.mark.parametrize("kind", MANY)
def test_ten_commands_at_once_under_one_id(served: Served, kind: str) -> None:
    """A player who sends another amount or box with each: one is done, and nothing is made of the others."""
    token = newcomer(served, "ann")
    with Client(served.url, token=token) as ann:
        wait_for_round(ann, TABLE)
        if kind != "chips":
            ann.send(calls.buy_in(TABLE, "10000.00"))
        for turn in range(3):
            name = f"one-and-the-same-{turn}"
            count = 5 if kind == "seats" else 10
            answers = at_once(token, [(served.url, MANY[kind](n, name)) for n in range(count)])
            one_is_recorded(answers, name)
            remembers_what_is_recorded(served)
            if kind == "bets":
                ann.send(calls.act(TABLE, acts.WithdrawBet(box=1, bet="ante")))
            elif kind == "seats":
                (seat,) = (box for box, held in taken_seats(served).items() if held == "ann")
                ann.send(calls.stand_up(TABLE, seat))
    assert audit(served.site.journal).sound


def taken_seats(served: Served) -> dict[int, str]:
    state = served.site.floor.tables.get(TABLE).state
    assert state is not None
    return {box: seat.player for box, seat in state.seats.items()}


def test_one_command_sent_ten_times_at_once_is_done_once(served: Served) -> None:
    token = newcomer(served, "ann")
    call = calls.buy_in(TABLE, "500.00")
    answers = at_once(token, [(served.url, call)] * 10)
    assert {status for status, _ in answers} == {201}
    assert sorted(content["repeated"] for _, content in answers) == [False, *[True] * 9]
    assert len({content["first"] for _, content in answers}) == 1
    state = served.site.floor.table(TABLE)
    assert state is not None
    assert state.money.chips == {"ann": 50_000}
    remembers_what_is_recorded(served)


def test_a_stranger_gets_no_answer_that_was_another_s(served: Served) -> None:
    with served.player("ann") as ann, served.player("bob") as bob:
        wait_for_round(ann, "3CP-1")
        bet = calls.act("3CP-1", acts.PlaceBet(box=1, bet="ante", amount="25.00"))
        ann.send(bet)
        assert ann.send(bet).repeated
        (status, content), *_ = at_once(token_of(bob), [(served.url, bet)])
        assert (status, content["error"]["code"]) == (409, "bet_on_anothers_box")


def token_of(client: Client) -> str:
    return str(client._http.headers["Authorization"]).removeprefix("Bearer ")


def test_two_servers_on_one_file_remember_one_bet(tmp_path: Path) -> None:
    """Each is sent another bet under the same id at the same moment."""
    url = f"sqlite:///{tmp_path}/floor.db"
    with serving(tmp_path, SLOW, url=url) as one, serving(tmp_path, SLOW, url=url) as two:
        with one.player("ann") as ann:
            wait_for_round(ann, TABLE)
            token = token_of(ann)
            for turn in range(4):
                name = f"one-and-the-same-{turn}"
                bets = [MANY["bets"](n, name) for n in range(8)]
                answers = at_once(token, [((one, two)[n % 2].url, bet) for n, bet in enumerate(bets)])
                one_is_recorded(answers, name)
                remembers_what_is_recorded(one, two)
                ann.send(calls.act(TABLE, acts.WithdrawBet(box=1, bet="ante")))
        with open_journal(url, read_only=True) as journal:
            assert audit(journal).sound


def test_a_player_cannot_stop_a_table_with_the_ids_of_the_software(tmp_path: Path) -> None:
    """Chips bought at another table, under every id that the dealer of this one might use next."""
    pace = Pace(betting=0.2, decision=0.2, dealing=0.0, pause=0.1)
    with (
        serving(tmp_path, pace) as served,
        served.player("ann") as ann,
    ):
        mallory = newcomer(served, "mallory")
        now = wait_for_round(ann, TABLE)
        ids = [f"dealer/{TABLE}/1/{now.version + n}" for n in range(15)]
        squats = [(served.url, calls.buy_in("3CP-1", "5.00", command_id=name)) for name in ids]
        assert {status for status, _ in at_once(mallory, squats)} == {201}
        ann.send(calls.act(TABLE, acts.PlaceBet(box=1, bet="ante", amount="25.00")))
        until(
            lambda: (found := served.site.floor.table(TABLE)) is not None and found.number > 1,
            "the next round is there",
        )
        assert audit(served.site.journal).sound


def test_another_command_under_the_dealers_id_is_an_alarm_and_no_standstill(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """By a defect, say: no client can send it."""
    pace = Pace(betting=0.1, decision=0.2, dealing=0.0, pause=0.1)
    with (
        serving(tmp_path, pace) as served,
        served.player("ann") as ann,
        caplog.at_level(logging.ERROR, "pitboss.dealing"),
    ):
        now, floor = wait_for_round(ann, TABLE), served.site.floor
        ids = [f"{TABLE}/1/{now.version + n}" for n in range(1, 4)]
        for name in ids:
            answer = desk(floor).money("3CP-1", BuyIn(player="eve", amount=500, by=SENDER), SENDER, name)
            assert not isinstance(answer, Refusal), answer
        ann.send(calls.act(TABLE, acts.PlaceBet(box=1, bet="ante", amount="25.00")))
        until(
            lambda: (found := floor.table(TABLE)) is not None and found.number > 1, "the next round is there"
        )
        said = [record.__dict__["pitboss"] for record in caplog.records]
        assert {(found["table"], found["sender"]) for found in said} == {(TABLE, "system/dealer")}
        assert {found["command"] for found in said} <= set(ids)
        assert metric(served, "pitboss_dealer_acts_total", 'outcome="id_taken"') == len(said) > 0


def test_a_table_that_stands_still_raises_an_alarm(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """An append of its dealer that never returns; in the log, in the metrics and when asked whether ready."""
    pace = Pace(betting=0.1, decision=0.2, dealing=0.0, pause=0.1)
    with serving(tmp_path, pace) as served:
        site, held = served.site, list[Callable[[], None]]()
        site.watchdog.margin = 0.3
        append = site.journal.append_soon

        def keep(batch: Any, command: Any, then: Any) -> None:
            if command.sender == "system/dealer":
                held.append(lambda: append(batch, command, then))
            else:
                append(batch, command, then)

        site.journal.append_soon = keep  # type: ignore[method-assign]
        with served.player("ann") as ann, caplog.at_level(logging.WARNING, "pitboss.site"):
            wait_for_round(ann, TABLE)
            assert ann.send(calls.ready()).stalled == ()
            ann.send(calls.act(TABLE, acts.PlaceBet(box=1, bet="ante", amount="25.00")))
            until(lambda: ann.send(calls.ready()).stalled == (TABLE,), "the table is said to stand still")
            assert metric(served, "pitboss_tables_stalled") == 1
            assert metric(served, "pitboss_dealer_lag_seconds") > 0.3
            said = [record for record in caplog.records if "stands still" in record.message]
            assert [record.levelname for record in said] == ["ERROR"]
            found = said[0].__dict__["pitboss"]
            assert (found["table"], found["act"], found["round"]) == (TABLE, "close", 1)
            site.journal.append_soon = append  # type: ignore[method-assign]
            for send in held:
                send()
            until(lambda: ann.send(calls.ready()).stalled == (), "no table stands still")
            assert metric(served, "pitboss_tables_stalled") == 0
            assert "moves again" in caplog.records[-1].message


def metric(served: Served, name: str, labels: str = "") -> float:
    administrator = {"Authorization": f"Bearer {served.token('administrator')}"}
    found = parse(httpx.get(f"{served.url}/metrics", headers=administrator).text)
    return found[name][labels]
