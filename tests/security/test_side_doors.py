"""Somebody with an account who looks for a way to the floor, or to secrets, through what is beside it.

Holds: the account of a player or a Dealer, and a place on the network. Tries: the training for Dealers as a
way to real tables or to the next shuffle; questions and sets that there are not; the length of
zipped answers beside secrets; a page within a frame, and addresses that lead elsewhere. Expected: training
knows no floor, no answer with a secret is zipped, and pages can neither be framed nor send anybody away.
"""

import inspect
import uuid

import httpx
import pytest

from pitboss.access.roles import ROLES
from pitboss.api.routes import train
from pitboss.training import coached
from pitboss.training import rounds as training_rounds
from pitboss.training import situations as training
from tests.api.served import SLOW, Served, served_floor
from tests.programs import python

SHEET = "rws-three-card-v3"


served = served_floor(SLOW)


@pytest.fixture(scope="module")
def player(served: Served) -> dict[str, str]:
    served.player("ann").close()
    return {"Authorization": f"Bearer {served.sign_in('ann')}"}


def test_training_knows_no_floor() -> None:
    """What it is made of imports neither tables nor journals nor the shuffle of real decks."""
    rooms = (training, training_rounds, coached)
    modules = f"import {', '.join(room.__name__ for room in rooms)}, sys; print(*sys.modules)"
    loaded = python(modules)
    for part in ("pitboss.floor", "pitboss.store.journal", "pitboss.shoe", "pitboss.shuffle", "secrets"):
        assert part not in loaded.split(), part
    for handler in (
        train.TrainingRoutes.clauses,
        train.TrainingRoutes.ask,
        train.TrainingRoutes.answer,
    ):
        assert "site" not in inspect.signature(handler.fn).parameters


def test_training_answers_record_nothing(served: Served, player: dict[str, str]) -> None:
    before = {event.position for event in served.site.journal.read_all(0, 100_000)}
    address = f"{served.url}/api/train/{SHEET}"
    asked = httpx.post(address, json={"seed": 7}, headers=player).json()
    assert httpx.post(f"{address}/{asked['id']}", json={}, headers=player).status_code == 200
    laid = {"act": "bet", "box": 4, "bet": "ante", "amount": "25.00"}
    hand = {"number": 7, "acts": [laid, {"act": "go_on"}, {"act": "look", "box": 4}]}
    coached = httpx.post(f"{served.url}/api/coach/{SHEET}", json=hand, headers=player)
    assert coached.status_code == 200
    assert coached.json()["round"]["boxes"][3]["examined"]
    later = [event for event in served.site.journal.read_all(0, 100_000) if event.position not in before]
    assert not [event for event in later if b"ann" in event.data]


@pytest.mark.parametrize(
    "name", [f"settle.{'9' * 5000}.1", "settle.٣.1", "settle.-1.1", "%2e%2e", "report.1"]
)
def test_a_question_that_was_not_asked_is_not_found(
    served: Served, player: dict[str, str], name: str
) -> None:
    answer = httpx.post(f"{served.url}/api/train/{SHEET}/{name}", json={}, headers=player)
    assert answer.status_code in (400, 404)


@pytest.mark.parametrize(
    ("name", "value"), [("seed", -1), ("seed", 10**30), ("number", 0), ("number", 10**30)]
)
def test_a_set_is_asked_for_within_its_bounds(
    served: Served, player: dict[str, str], name: str, value: int
) -> None:
    answer = httpx.post(f"{served.url}/api/train/{SHEET}", json={name: value}, headers=player)
    assert answer.status_code == 400


def test_no_answer_with_a_secret_is_zipped(served: Served) -> None:
    """Beside a text that somebody else has chosen, its length would tell how alike the two are."""
    for role in ROLES:
        name, password = served.secret(role)
        entered = httpx.post(f"{served.url}/api/session", json={"name": name, "password": password})
        assert entered.status_code == 201
        headers = {"Authorization": f"Bearer {served.token(role)}"}
        for answer in (entered, httpx.get(f"{served.url}/api/session", headers=headers)):
            assert "content-encoding" not in answer.headers
    enrolled = {"act": {"act": "enrol", "name": "dealer"}, "reason": "é" * 500, "id": uuid.uuid4().hex}
    headers = {"Authorization": f"Bearer {served.token('administrator')}"}
    answer = httpx.post(f"{served.url}/api/proposals", json=enrolled, headers=headers)
    assert answer.json()["shown"]
    assert len(answer.content) > 1500
    assert "content-encoding" not in answer.headers


@pytest.mark.parametrize(
    "path", ["/", "/tables/3CP-1", "/console", "/nowhere", "//example.org/x", "/web/x/y"]
)
def test_every_page_forbids_frames_and_foreign_scripts(served: Served, path: str) -> None:
    answer = httpx.get(served.url + path, headers={"Accept": "text/html"})
    assert "location" not in answer.headers
    policy = answer.headers["content-security-policy"]
    for part in ("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"):
        assert part in policy.split("; ")
    assert "unsafe" not in policy


def test_no_address_sends_anybody_elsewhere(served: Served) -> None:
    """No answer redirects, so none can be made to lead to another site."""
    for path in (
        "/api",
        "/api/tables/",
        "//example.org",
        "/\\example.org",
        "/%2f%2fexample.org",
        "/web/..%2f",
    ):
        for headers in ({}, {"Accept": "text/html"}, {"Host": "example.org"}):
            answer = httpx.get(served.url + path, headers=headers)
            assert not answer.is_redirect, path
            assert "example.org" not in answer.headers.get("location", "")
