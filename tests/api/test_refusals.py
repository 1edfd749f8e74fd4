"""A server answers each kind of refusal with the status of the list, and cites where the list says so."""

from typing import Any

import httpx
import pytest

from pitboss.access.devices import SESSION_COOKIE
from pitboss.refusal_list import ENTRIES, NEEDS_CLAUSE
from tests.api.served import PASSWORD, SLOW, Served, served_floor

ID = "0123456789abcdef"
ANN = {"name": "ann", "password": PASSWORD}
BEGIN = {"id": ID}
FOLD = {"id": ID, "act": {"act": "fold", "box": 1}}
ELSEWHERE = {"Origin": "http://elsewhere.example.com"}
JSON = {"Content-Type": "application/json"}


served = served_floor(SLOW, then=lambda served: served.player("ann").close())


def headers_of(served: Served, who: str) -> dict[str, str]:
    if not who:
        return {}
    token = served.sign_in("ann") if who == "ann" else served.token(who)  # type: ignore[arg-type]
    return {"Authorization": f"Bearer {token}"}


@pytest.mark.parametrize(
    ("who", "request_", "code"),
    [
        ("", ("GET", "/api/session", {}), "not_signed_in"),
        ("", ("GET", "/api/tables/X", {}), "not_found"),
        ("", ("GET", "/api/session", {"headers": {"Host": "elsewhere.example.com"}}), "wrong_host"),
        ("", ("PUT", "/api/session", {"json": {}}), "method_not_allowed"),
        ("", ("POST", "/api/session", {"content": b"{", "headers": JSON}), "bad_request"),
        ("", ("POST", "/api/session", {"content": b"{}"}), "unsupported_media_type"),
        (
            "",
            ("POST", "/api/session", {"json": {}, "headers": ELSEWHERE}),
            "wrong_origin",
        ),
        ("", ("POST", "/api/session", {"content": b" " * 2_000_000, "headers": JSON}), "too_large"),
        ("", ("POST", "/api/session", {"json": {**ANN, "password": "not that"}}), "sign_in_refused"),
        ("", ("POST", "/api/players", {"json": ANN}), "account_known"),
        ("", ("POST", "/api/players", {"json": {"name": "bob", "password": "abc"}}), "secret_weak"),
        ("ann", ("POST", "/api/tables/3CP-1/rounds", {"json": BEGIN}), "role_too_low"),
        ("dealer", ("POST", "/api/tables/X/rounds", {"json": BEGIN}), "no_such_table"),
        ("dealer", ("POST", "/api/tables/3CP-1/rounds", {"json": BEGIN}), "software_deals"),
        ("shift_manager", ("POST", "/api/tables/3CP-1/open", {"json": BEGIN}), "table_known"),
    ],
)
def test_each_kind_is_answered_as_listed(
    served: Served, who: str, request_: tuple[str, str, dict[str, Any]], code: str
) -> None:
    method, path, sent = request_
    sent = {**sent, "headers": headers_of(served, who) | sent.get("headers", {})}
    answer = httpx.request(method, served.url + path, **sent)
    error = answer.json()["error"]
    assert (error["code"], answer.status_code) == (code, ENTRIES[code].status), error
    assert bool(error["clauses"]) or code not in NEEDS_CLAUSE
    assert error["message"]


def test_a_change_by_cookie_without_the_page_s_token_has_the_other_status_of_its_code(served: Served) -> None:
    cookie = {"Cookie": f"{SESSION_COOKIE}={served.sign_in('ann')}"}
    answer = httpx.post(f"{served.url}/api/tables/3CP-1/acts", json=FOLD, headers=cookie)
    assert answer.json()["error"]["code"] == "not_signed_in"
    assert (answer.status_code,) == ENTRIES["not_signed_in"].also


def test_the_headers_that_are_too_large_have_the_other_status_of_their_code(served: Served) -> None:
    answer = httpx.get(f"{served.url}/api/tables", headers={"X-Long": "x" * 100_000})
    assert answer.json()["error"]["code"] == "too_large"
    assert answer.status_code in (ENTRIES["too_large"].status, *ENTRIES["too_large"].also)
