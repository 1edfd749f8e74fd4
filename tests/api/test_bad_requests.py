"""Requests that are malformed, too large, too many or stale, at every endpoint or one of each kind."""

import re
from pathlib import Path

import httpx
import pytest

from pitboss.api.middleware import rate_limit as often
from pitboss.client import Refused, calls
from pitboss.messages import acts
from tests.api.served import Served, served_floor, serving
from tests.api.test_rounds import BY_HAND, play_round

NAMES = {"table": "3CP-1", "link": "mega", "number": "1", "sheet": "rws-three-card-v3", "name": "ann"}


served = served_floor(BY_HAND)


@pytest.fixture(scope="module")
def regulator(served: Served) -> dict[str, str]:
    return {"Authorization": f"Bearer {served.token('regulator')}"}


@pytest.fixture(scope="module")
def manager(served: Served) -> dict[str, str]:
    token = served.token("shift_manager")
    return {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}


def posts(served: Served) -> list[str]:
    """Every endpoint that takes a body."""
    paths = httpx.get(f"{served.url}/schema/openapi.json").json()["paths"]
    with_body = [path for path, methods in paths.items() if "requestBody" in methods.get("post", {})]
    return [re.sub(r"\{(\w+)\}", lambda found: NAMES.get(found[1], "1"), path) for path in with_body]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "bad_request"),
        (b"{", 400, "bad_request"),
        (b"[]", 400, "bad_request"),
        (b'{"id": "abcdefgh", "nobody_knows_this": 1}', 400, "bad_request"),
        (b'{"x": "' + b"x" * 100_000 + b'"}', 413, "too_large"),
    ],
)
def test_every_body_that_cannot_be_taken_is_answered_with_the_envelope(
    served: Served, manager: dict[str, str], body: bytes, status: int, code: str
) -> None:
    found = posts(served)
    assert len(found) > 10
    for path in found:
        answer = httpx.post(served.url + path, content=body, headers=manager)
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), path
        assert answer.json()["error"]["message"], path


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("limit=0", "query.limit"),
        ("limit=101", "query.limit"),
        ("limit=x", "query.limit"),
        ("cursor=0", "query.cursor"),
        ("payout=x", "query.payout"),
        ("payout=", "query.payout"),
        ("card=zz", "query.card"),
        ("irregularity=x", "query.irregularity"),
        ("void=maybe", "query.void"),
        ("day=yesterday", "query.day"),
        ("player=%20", "query.player"),
    ],
)
def test_a_query_out_of_its_bounds_names_the_part(
    served: Served, regulator: dict[str, str], query: str, path: str
) -> None:
    answer = httpx.get(f"{served.url}/api/rounds?{query}", headers=regulator)
    assert (answer.status_code, answer.json()["error"]["path"]) == (400, path), answer.text


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("seed", 1000000001),
        ("seed", 10**30),
        ("seed", -1),
        ("number", 0),
        ("number", 1000),
        ("clause", "9" * 500),
        ("level", "hardest"),
    ],
)
def test_a_question_out_of_its_bounds_names_the_part(
    served: Served, regulator: dict[str, str], part: str, value: object
) -> None:
    address = f"{served.url}/api/train/{NAMES['sheet']}"
    answer = httpx.post(address, json={part: value}, headers=regulator)
    assert answer.status_code == 400
    assert answer.json()["error"]["path"].endswith(part), answer.text


@pytest.mark.parametrize("query", ["day=9999-12-31", "day=0001-01-01", "since=0001-01-01T00:00:00"])
def test_the_ends_of_the_calendar_are_days_like_others(
    served: Served, regulator: dict[str, str], query: str
) -> None:
    answer = httpx.get(f"{served.url}/api/rounds?{query}", headers=regulator)
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize(
    "headers",
    [
        {"Cookie": "a=b;" * 5_000},
        {"X-Long": "x" * 20_000},
        {f"X-{number}": "x" * 90 for number in range(200)},
    ],
    ids=["cookie", "long", "many"],
)
def test_headers_that_nobody_needs_are_not_looked_at(served: Served, headers: dict[str, str]) -> None:
    answer = httpx.get(f"{served.url}/api/tables", headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")
    assert "at most 16,384 are taken" in answer.json()["error"]["message"]


def test_a_command_for_an_earlier_round_is_refused_and_its_repetition_is_not(served: Served) -> None:
    with (
        served.player("ann") as ann,
        served.client("dealer") as dealer,
        served.client("shift_manager") as shift,
    ):
        number = play_round(served, {1: ann}, "3CP-1")
        served.begin("3CP-1")
        late = acts.PlaceBet(box=1, bet="ante", amount="25.00")
        for client, call in (
            (ann, calls.act("3CP-1", late, number=number)),
            (dealer, calls.act("3CP-1", acts.CloseBets(), number=number)),
            (dealer, calls.deal("3CP-1", number=number)),
            (dealer, calls.deal("3CP-1", number=number + 2)),
        ):
            with pytest.raises(Refused) as stale:
                client.send(call)
            assert stale.value.code == "stale_round"
            assert f"round {number + 1} is in play" in str(stale.value)
            assert stale.value.clauses
        bet = calls.act("3CP-1", late, "the-same-bet", number=number + 1)
        assert not ann.send(bet).repeated
        shift.send(calls.act("3CP-1", acts.Report(clause="5.8.1")))
        served.settle("3CP-1")
        served.begin("3CP-1")
        assert ann.send(bet).repeated, "it was done in its round"


def test_too_many_requests_are_answered_with_the_time_to_return(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(often, "ACCOUNT_AT_ONCE", 5)
    monkeypatch.setattr(often, "ACCOUNT_PER_SECOND", 0.01)
    with serving(tmp_path, BY_HAND) as served:
        headers = {"Authorization": f"Bearer {served.token('dealer')}"}
        paths = ("/api/tables", "/api/tables/3CP-1/legal", "/api/rounds", "/api/sheets", "/api/session")
        answers = [httpx.get(served.url + path, headers=headers) for path in (*paths, *paths)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert refused
        for answer in refused:
            assert answer.json()["error"]["code"] == "too_many"
            assert 1 <= int(answer.headers["retry-after"]) <= 100
        others = {"Authorization": f"Bearer {served.token('regulator')}"}
        assert httpx.get(f"{served.url}/api/tables", headers=others).status_code == 200


def test_one_place_is_limited_whoever_asks_and_probes_are_let_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(often, "PLACE_AT_ONCE", 3)
    monkeypatch.setattr(often, "PLACE_PER_SECOND", 0.01)
    with serving(tmp_path, BY_HAND) as served:
        statuses = [httpx.get(f"{served.url}/api/tables").status_code for _ in range(5)]
        assert statuses == [200, 200, 200, 429, 429]
        assert httpx.get(f"{served.url}/health").status_code == 200
