"""Signing in over HTTP: what a browser keeps and no script sees, known devices, names that tell nothing."""

import uuid
from collections.abc import Iterator
from http.cookies import Morsel, SimpleCookie
from typing import Any

import httpx
import pytest

from pitboss.access import commands as cmd
from pitboss.access.devices import DEVICE_COOKIE, SESSION_COOKIE
from pitboss.access.lockout import LOCK_AFTER, waits_until
from pitboss.access.rate_limit import Buckets
from pitboss.access.roles import SYSTEM
from pitboss.client import Client, calls
from pitboss.refusal import Refusal
from tests.access.entrance import sign_in
from tests.api.served import PASSWORD, SLOW, Served, served_floor

TABLE = "3CP-1"


def _without_limits(served: Served) -> None:
    doors, free = served.site.doors, Buckets(10**9, 1e-9)
    doors._by_place = doors._by_name = doors._newcomers = free


served = served_floor(SLOW, then=_without_limits)


@pytest.fixture
def http(served: Served) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=served.url) as client:
        yield client


def kept(answer: httpx.Response) -> dict[str, "Morsel[str]"]:
    """The cookies that an answer sets."""
    found: dict[str, Morsel[str]] = {}
    for line in answer.headers.get_list("set-cookie"):
        found |= dict(SimpleCookie(line))
    return found


@pytest.mark.parametrize("path", ["/api/players", "/api/session"])
def test_a_browser_keeps_its_session_where_no_script_sees_it(
    served: Served, http: httpx.Client, path: str
) -> None:
    name = f"ann-{path[-7:-1]}"
    if path == "/api/session":
        served.player(name).close()
    answer = http.post(path, json={"name": name, "password": PASSWORD})
    assert answer.status_code == 201
    assert answer.json()["token"] == ""
    cookies = kept(answer)
    assert set(cookies) == {SESSION_COOKIE, DEVICE_COOKIE}
    for cookie in cookies.values():
        assert cookie["httponly"]
        assert cookie["secure"]
        assert cookie["samesite"] == "strict"
        assert (cookie["path"], cookie["domain"]) == ("/", "")
        assert cookie.value not in answer.text
    assert cookies[SESSION_COOKIE]["max-age"] == "", "it goes with the browser"
    assert int(cookies[DEVICE_COOKIE]["max-age"]) == 180 * 24 * 3600
    session = {"Cookie": f"{SESSION_COOKIE}={cookies[SESSION_COOKIE].value}"}
    now = http.get("/api/session", headers=session).json()
    assert (now["name"], now["token"]) == (name, "")
    assert now["csrf"] == answer.json()["csrf"]
    device = {"Cookie": f"{DEVICE_COOKIE}={cookies[DEVICE_COOKIE].value}"}
    assert http.get("/api/session", headers=device).status_code == 401, "a device is nobody"


def test_a_program_asks_for_its_token_and_gets_no_cookie(served: Served, http: httpx.Client) -> None:
    body = {"name": "robot", "password": PASSWORD, "token": True}
    for path in ("/api/players", "/api/session"):
        answer = http.post(path, json=body)
        assert kept(answer) == {}
        with Client(served.url, token=answer.json()["token"]) as robot:
            assert robot.send(calls.who_am_i()).name == "robot"
    with served.client() as nobody:
        assert nobody.send(calls.sign_in("robot", PASSWORD)).token


def lock_out(served: Served, name: str) -> None:
    """Guess at the front door until it is closed, as somebody does who has the time."""
    doors, people = served.site.doors, served.site.people
    clock, pause, later = people.clock, doors._pause, 0
    doors._pause = lambda seconds: None
    people.clock = lambda: clock() + later
    try:
        for _ in range(LOCK_AFTER):
            account = people.account(name)
            assert account is not None
            later = max(later, waits_until(account, "password") - clock())
            assert isinstance(sign_in(doors, name, "a guess of mine", "password", "9.9.9.9"), Refusal)
    finally:
        doors._pause, people.clock = pause, clock
    account = people.account(name)
    assert account is not None
    assert account.locked == "attempts"


def test_a_known_device_is_let_in_while_others_keep_the_account_locked(
    served: Served, http: httpx.Client
) -> None:
    served.player("vic").close()
    body = {"name": "vic", "password": PASSWORD}
    device = kept(http.post("/api/session", json=body))[DEVICE_COOKIE].value
    here = {"Cookie": f"{DEVICE_COOKIE}={device}"}
    http.cookies.clear()
    lock_out(served, "vic")
    elsewhere = http.post("/api/session", json=body)
    assert (elsewhere.status_code, elsewhere.json()["error"]["code"]) == (401, "sign_in_refused")
    let_in = http.post("/api/session", json=body, headers=here)
    assert let_in.status_code == 201
    assert let_in.json()["wrong_attempts"] == LOCK_AFTER
    assert kept(let_in)[DEVICE_COOKIE].value == device
    csrf = {"X-Pitboss-CSRF": let_in.json()["csrf"]}
    session = {"Cookie": f"{SESSION_COOKIE}={kept(let_in)[SESSION_COOKIE].value}"}
    assert http.get("/api/session", headers=session).json()["wrong_attempts"] == 0
    chosen = {"proof": PASSWORD, "password": "another password of mine"}
    assert http.post("/api/session/secret", json=chosen, headers=csrf | session).status_code == 204
    again = http.post("/api/session", json=body | {"password": chosen["password"]}, headers=here)
    assert (again.status_code, again.json()["wrong_attempts"]) == (201, 0)
    lock = served.site.people.act(cmd.LockAccount("vic"), SYSTEM, "for a test")
    assert not isinstance(lock, Refusal)
    refused = http.post("/api/session", json=body | {"password": chosen["password"]}, headers=here)
    assert refused.status_code == 401, "whom a person keeps out stays out"


def test_a_supervisor_confirms_on_a_screen_where_they_have_been(served: Served, http: httpx.Client) -> None:
    name, password = served.secret("pit_supervisor")
    dealer, secret = served.secret("dealer")
    signed_in = http.post("/api/session", json={"name": dealer, "password": secret})
    screen = {
        "Cookie": "; ".join(f"{name}={cookie.value}" for name, cookie in kept(signed_in).items()),
        "X-Pitboss-CSRF": signed_in.json()["csrf"],
    }

    def confirm(secret: str) -> str:
        act = {"act": "report", "clause": "9.9"}
        body = {"id": uuid.uuid4().hex, "act": act, "confirm": {"name": name, "password": secret}}
        answer = http.post(f"/api/tables/{TABLE}/acts", json=body, headers=screen)
        code: str = answer.json()["error"]["code"]
        return code

    looked_at = confirm(password)
    assert looked_at not in ("sign_in_refused", "bad_request"), "the act is refused, not who confirms it"
    lock_out(served, name)
    assert confirm(password) == looked_at, "whatever others guess elsewhere"
    assert confirm("a guess of mine") == "sign_in_refused"


@pytest.mark.parametrize("taken", ["player", "staff", "machine", "disabled"])
def test_registering_says_that_a_name_is_taken_and_not_by_whom(
    served: Served, http: httpx.Client, taken: str
) -> None:
    name = f"taken-by-{taken}"
    people = served.site.people
    kind = taken if taken in ("player", "staff", "machine") else "staff"
    people.act(cmd.MakeAccount(name, kind), SYSTEM, "for a test")  # type: ignore[arg-type]
    if taken == "disabled":
        people.act(cmd.DisableAccount(name), SYSTEM, "for a test")
    answer = http.post("/api/players", json={"name": name, "password": "a short walk by the lake"})
    assert answer.status_code == 409
    fault = answer.json()["error"]
    assert (fault["code"], fault["message"]) == ("account_known", f"the name {name} is taken: choose another")


def test_a_role_without_people_is_not_told_their_names(served: Served) -> None:
    acts: list[dict[str, Any]] = [
        {"act": "grant_role", "role": "dealer"},
        {"act": "enrol"},
        {"act": "issue_token", "token": "t", "scopes": ["send_cards"], "days": 3},
    ]
    for role in ("dealer", "accounting"):
        headers = {"Authorization": f"Bearer {served.token(role)}"}
        for act in acts:
            answers = [
                httpx.post(
                    f"{served.url}/api/proposals",
                    json={"id": uuid.uuid4().hex, "act": act | {"name": name}, "reason": "to see"},
                    headers=headers,
                )
                for name in ("shift-manager", "nobody-of-that-name")
            ]
            assert [answer.status_code for answer in answers] == [403, 403], act
            assert answers[0].json() == answers[1].json()
    headers = {"Authorization": f"Bearer {served.token('shift_manager')}"}
    body = {"id": uuid.uuid4().hex, "act": acts[0] | {"name": "nobody-of-that-name"}, "reason": "to see"}
    assert httpx.post(f"{served.url}/api/proposals", json=body, headers=headers).status_code == 404
