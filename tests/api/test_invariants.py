"""A broken invariant over HTTP: the act is stopped, nothing is recorded, and the log says what is broken."""

import json
import logging
import re
from fractions import Fraction
from typing import Any

import httpx
import msgspec
import pytest
from msgspec import structs

from pitboss.cards import DECK
from pitboss.client import Client, calls
from pitboss.floor.tables.table import TableState
from pitboss.invariant import InvariantBroken
from pitboss.jackpots import Link
from pitboss.jackpots.evolve_money import metered
from pitboss.messages import acts
from pitboss.server.logs import _AsJson, _AsText
from tests.api.manual import ManualTable, manual_floor
from tests.api.served import Served, served_floor
from tests.waiting import until

TABLE = "3CP-1"
BETS = (
    acts.PlaceBet(box=1, player="ann", bet="ante", amount="25"),
    acts.PlaceBet(box=1, player="ann", bet="jackpot", amount="5"),
)


served = served_floor(floor=manual_floor, scope="function")


def losing(link: Link, **added: Any) -> Link:
    """The meters of a link that lose a part of a cent of every share."""
    if added.get("contributions"):
        added["contributions"] -= Fraction(1, 30)
    return metered(link, **added)


def betting(served: Served, dealer: Client) -> None:
    """A round with a jackpot bet that waits to be closed."""
    table = ManualTable(served, TABLE, dealer)
    table.sign_on()
    dealer.send(calls.begin(TABLE))
    table.act(*BETS)


def is_closed(served: Served) -> bool:
    state = served.site.floor.tables.get(TABLE).state
    assert state is not None
    assert state.round is not None
    return state.round.closed


def close(dealer: Client, served: Served, command: str) -> httpx.Response:
    call = calls.act(TABLE, acts.CloseBets(), command_id=command)
    headers = {
        "Authorization": dealer._http.headers["Authorization"],
        "Content-Type": "application/json",
        "X-Request-ID": "the-request-7",
    }
    return httpx.post(f"{served.url}{call.path}", content=msgspec.json.encode(call.body), headers=headers)


def test_a_link_that_loses_money_stops_the_act_and_nothing_is_recorded(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    journal = served.site.journal
    with served.client("dealer") as dealer:
        betting(served, dealer)
        before = journal.last_position()
        with monkeypatch.context() as patched, caplog.at_level(logging.INFO):
            patched.setattr("pitboss.jackpots.evolve_money.metered", losing)
            answer = close(dealer, served, "close-the-bets-1")
            # A request is logged when it has been answered.
            until(
                lambda: ("the-request-7", "invariant_broken") in requests_of(caplog), "the request is logged"
            )
        assert answer.status_code == 500
        assert answer.json()["error"] == {
            "code": "invariant_broken",
            "message": "Something that must always hold does not: the act was stopped, and nothing of it was "
            "recorded. Tell the people who run this server, and name request the-request-7.",
            "clauses": [],
            "path": "",
            "reason": {
                "code": "invariant_broken",
                "params": {
                    "outcome": {"code": "outcome.stopped"},
                    "request": "the-request-7",
                },
            },
        }
        assert journal.last_position() == before
        assert not is_closed(served)
        is_logged(caplog)
        # The same command is taken once nothing is broken any more.
        assert close(dealer, served, "close-the-bets-1").status_code == 201
        assert journal.last_position() > before
        assert is_closed(served)


def is_logged(caplog: pytest.LogCaptureFixture) -> None:
    """As an error, with the request and what does not hold, and without a card."""
    (broken,) = (entry for entry in caplog.records if entry.message == "an invariant is broken")
    assert broken.levelno == logging.ERROR
    line = json.loads(_AsJson().format(broken))
    assert line["request"] == "the-request-7"
    assert line["invariant"].startswith("link spade: the display holds ")
    assert line["defect"][0] == "LinkUnbalanced"
    assert set(re.findall(r"\w+", json.dumps(line))).isdisjoint(map(str, DECK))
    assert 'request=the-request-7 invariant="link spade: ' in _AsText().format(broken)


def requests_of(caplog: pytest.LogCaptureFixture) -> list[tuple[str, str | None]]:
    """The logged requests, each with the code of its refusal."""
    requests = [entry for entry in [*caplog.records] if entry.msg == "request"]
    lines = [json.loads(_AsJson().format(entry)) for entry in requests]
    return [(line["request"], line.get("code")) for line in lines]


def test_a_failure_after_the_append_says_that_the_command_is_recorded(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table takes no other act until its record makes sense again."""

    def breaks(*_: object) -> TableState:
        raise InvariantBroken(f"table {TABLE} holds what it cannot")

    with served.client("dealer") as dealer:
        betting(served, dealer)
        with monkeypatch.context() as patched:
            tables = served.site.floor.tables
            patched.setattr(tables, "aggregate", structs.replace(tables.aggregate, evolve=breaks))
            said = close(dealer, served, "close-the-bets-1").json()["error"]["message"]
            assert "the act was recorded, and what it belongs to takes no other act" in said
            said = close(dealer, served, "close-the-bets-2").json()["error"]["message"]
            assert "nothing of it was recorded" in said
        assert close(dealer, served, "close-the-bets-1").status_code == 201
        assert is_closed(served)
