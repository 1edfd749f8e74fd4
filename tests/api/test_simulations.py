"""Simulated rounds from the lab: those of the command line, one run for each person."""

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from pitboss.cli.main import run
from pitboss.client import Refused, calls
from tests.api.served import SLOW, Served, served_floor
from tests.api.waiting import count_ended
from tests.waiting import until

SHEET = "rws-three-card-v3"
LONG = {"sheet": SHEET, "rounds": "1e8", "boxes": "7"}
"""It goes on for longer than any of these tests."""

served = served_floor(SLOW)


@pytest.fixture(scope="module")
def lab(served: Served) -> Iterator[httpx.Client]:
    headers = {"Authorization": f"Bearer {served.token('player')}"}
    with httpx.Client(base_url=served.url, headers=headers, timeout=120) as client:
        yield client


def ended(lab: httpx.Client, begun: httpx.Response) -> dict[str, Any]:
    """A run when it is over."""
    assert begun.status_code == 202, begun.text
    return count_ended(lab, begun.headers["Location"])


def test_a_run_is_that_of_the_command_line(lab: httpx.Client, capsys: pytest.CaptureFixture[str]) -> None:
    asked = {"sheet": "3CP", "rounds": "100,000", "boxes": "2", "seed": "7"}
    job = ended(lab, lab.post("/api/simulations", json=asked))
    assert job["state"] == "done", job
    assert run(["simulate", "3CP", "--rounds", "1e5", "--boxes", "2", "--seed", "7", "--json"]) == 0
    typed = json.loads(capsys.readouterr().out)
    for part in ("rounds", "seed", "results", "verdict", "hashes"):
        assert job["result"][part] == typed[part], part
    assert job["result"]["verdict"]["agrees"] is True
    newest = lab.get("/api/simulations/newest").json()
    assert (newest["id"], newest["state"]) == (job["id"], "done")


def test_a_question_beyond_the_sheet_is_refused_with_its_field(lab: httpx.Client) -> None:
    for field, text in (("boxes", "8"), ("strategy", "hopeful"), ("seed", "-1")):
        job = ended(lab, lab.post("/api/simulations", json={"sheet": SHEET, field: text}))
        assert job["state"] == "wrong"
        assert job["message"].startswith(f"{field}: "), job["message"]


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("rounds", "0"),
        ("rounds", "1e9"),
        ("rounds", "many"),
        ("rounds", "1e999"),
        ("boxes", "1.5"),
        ("boxes", "two"),
        ("seed", "?"),
    ],
)
def test_numbers_that_are_none_are_refused_at_once(lab: httpx.Client, field: str, text: str) -> None:
    answer = lab.post("/api/simulations", json={"sheet": SHEET, field: text})
    assert answer.status_code == 400, answer.text
    assert answer.json()["error"]["path"] == field


def test_one_run_at_a_time_and_advice_does_not_wait_for_it(served: Served, lab: httpx.Client) -> None:
    first = lab.post("/api/simulations", json=LONG)
    assert first.status_code == 202, first.text
    again = lab.post("/api/simulations", json=LONG)
    assert again.status_code == 429
    assert "one at a time" in again.json()["error"]["message"]
    assert "Retry-After" in again.headers
    others = {"Authorization": f"Bearer {served.token('dealer')}"}
    second = httpx.post(f"{served.url}/api/simulations", json=LONG, headers=others)
    assert second.status_code == 202
    advice = lab.get(f"/api/lab/{SHEET}/advise?hand=Qs+6h+4d")
    assert advice.status_code == 202 or advice.json()["best"] == "play"
    until(lambda: lab.get(first.headers["Location"]).json()["done"], "the first run has played a round")
    waits = httpx.get(f"{served.url}{second.headers['Location']}", headers=others).json()
    assert waits["state"] == "waiting", "one run is played at a time on a server"
    assert httpx.get(f"{served.url}{first.headers['Location']}", headers=others).status_code == 404
    for path, headers in ((second.headers["Location"], others), (first.headers["Location"], lab.headers)):
        assert httpx.delete(f"{served.url}{path}", headers=dict(headers)).status_code == 204
    assert ended(lab, first)["state"] == "cancelled"


def test_the_client_begins_a_run(served: Served) -> None:
    with served.client("pit_manager") as manager:
        assert manager.send(calls.newest_simulation()) is None
        with pytest.raises(Refused) as refused:
            manager.send(calls.simulate("none"))
        assert refused.value.code == "not_found"
