"""Answers for everybody are made once per change; what somebody in particular sees is never among them."""

import asyncio
from typing import Any

import httpx
import pytest

from pitboss.access.devices import DEVICE_COOKIE, SESSION_COOKIE
from pitboss.api.middleware.admission import _token
from pitboss.api.middleware.cached_answers import FRESH, PublicAnswers
from pitboss.client import calls
from pitboss.messages import acts
from tests.api.served import SLOW, Served, served_floor
from tests.api.test_tables import wait_for_round, wait_until_asked
from tests.waiting import within

TABLE = "3CP-1"


class Made:
    """An application that counts what it makes."""

    def __init__(self, status: int = 200, headers: tuple[tuple[bytes, bytes], ...] = ()) -> None:
        self.count = 0
        self.status, self.headers = status, headers
        self.slow: asyncio.Event | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.count += 1
        body = b"answer %d" % self.count
        if self.slow:
            await within(self.slow.wait(), "the test lets the answer go")
        headers = [(b"content-type", b"application/json"), *self.headers]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})


class Kept:
    """The answers that are kept of it."""

    def __init__(self, app: Made) -> None:
        self.app = app
        self.change, self.now = 1, 100.0
        self.answers = PublicAnswers(app, lambda: self.change, lambda: self.now)

    async def ask(
        self, path: str = "/api/tables", *, zipped: bool = False, crowd: bool = False, tag: bytes = b""
    ) -> tuple[int, bytes, dict[bytes, bytes]]:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        headers = [(b"if-none-match", tag)] if tag else []
        scope = {"method": "GET", "path": path, "query_string": b"", "headers": headers}
        await self.answers.answer(scope, None, send, zipped=zipped, crowd=crowd)  # type: ignore[arg-type]
        return sent[0]["status"], sent[1]["body"], dict(sent[0]["headers"])


def test_an_answer_is_made_once_per_change() -> None:
    async def work() -> None:
        kept = Kept(Made())
        first = await kept.ask()
        assert [await kept.ask() for _ in range(5)] == [first] * 5
        assert kept.app.count == 1
        kept.change = 2
        assert (await kept.ask())[1] == b"answer 2"
        assert (await kept.ask("/api/floor"))[1] == b"answer 3"
        assert (await kept.ask(zipped=True))[1] == b"answer 4", "zipped once, and plain once"

    asyncio.run(work())


def test_a_clock_in_it_is_never_old() -> None:
    async def work() -> None:
        kept = Kept(Made())
        await kept.ask()
        kept.now += FRESH
        assert (await kept.ask())[1] == b"answer 1"
        kept.now += 0.01
        assert (await kept.ask())[1] == b"answer 2"

    asyncio.run(work())


def test_a_crowd_is_shown_what_was_made_for_its_first() -> None:
    async def work() -> None:
        kept = Kept(Made())
        await kept.ask()
        kept.change = 2
        assert (await kept.ask(crowd=True))[1] == b"answer 1"
        kept.now += FRESH + 0.01
        assert (await kept.ask(crowd=True))[1] == b"answer 2", "and not for longer than any other"

    asyncio.run(work())


def test_those_who_ask_while_it_is_made_wait_for_it() -> None:
    async def work() -> None:
        kept = Kept(Made())
        kept.app.slow = asyncio.Event()
        asked = [asyncio.create_task(kept.ask()) for _ in range(5)]
        await asyncio.sleep(0)
        kept.change = 2
        kept.app.slow.set()
        assert {(await one)[1] for one in asked} == {b"answer 1"}
        assert kept.app.count == 1

    asyncio.run(work())


def test_a_client_with_the_current_answer_is_told_so() -> None:
    async def work() -> None:
        kept = Kept(Made())
        _, _, headers = await kept.ask()
        status, body, same = await kept.ask(tag=b'"other", ' + headers[b"etag"])
        assert (status, body, same[b"etag"]) == (304, b"", headers[b"etag"])
        status, _, _ = await kept.ask(tag=b'"other"')
        assert status == 200

    asyncio.run(work())


@pytest.mark.parametrize(
    "app", [Made(404), Made(503), Made(200, ((b"set-cookie", b"a=b"),)), Made(200, ((b"etag", b'"own"'),))]
)
def test_refusals_and_what_is_for_one_reader_are_not_kept(app: Made) -> None:
    async def work() -> None:
        kept = Kept(app)
        first, second = await kept.ask(), await kept.ask()
        assert (first[1], second[1]) == (b"answer 1", b"answer 2")

    asyncio.run(work())


@pytest.mark.parametrize(
    ("path", "public"),
    [
        ("/api/tables", True),
        ("/api/tables/", True),
        ("/api/tables/3CP-1", True),
        ("/api/links/spade/sign", True),
        ("/api/sheets/x/clauses", True),
        ("/api/floor", True),
        ("/api/tables/3CP-1/legal", False),
        ("/api/tables/3CP-1/stream", False),
        ("/api/links/spade/stream", False),
        ("/api/session", False),
        ("/api/rounds/3CP-1/1", False),
        ("/api/tablesx", False),
    ],
)
def test_only_what_depends_on_nobody_is_public(path: str, public: bool) -> None:
    kept = Kept(Made())
    assert kept.answers.is_public({"method": "GET", "path": path}) is public
    assert not kept.answers.is_public({"method": "HEAD", "path": path})


@pytest.mark.parametrize(
    ("name", "value", "token"),
    [
        ("authorization", "Bearer pbs~abc", "pbs~abc"),
        ("authorization", "Bearer ", "?"),
        ("authorization", "Basic abc", ""),
        ("cookie", f"a=b; {SESSION_COOKIE}=pbs~abc", "pbs~abc"),
        ("cookie", f"{SESSION_COOKIE} = pbs~abc ;c=d", "pbs~abc"),
        ("cookie", f"{SESSION_COOKIE}=", "?"),
        ("cookie", f'{SESSION_COOKIE}="a%7e"', '"a%7e"'),
        ("cookie", f"{DEVICE_COOKIE}=abc", ""),
        ("cookie", "a=b", ""),
    ],
)
def test_any_token_of_a_request_is_recognised(name: str, value: str, token: str) -> None:
    assert _token([(name.encode(), value.encode())]) == token


served = served_floor(SLOW)


def test_nobody_is_shown_what_another_may_see(served: Served) -> None:
    """Neither by what they were sent before, nor by what they ask for first."""
    with served.player("ann") as ann, httpx.Client(base_url=served.url) as http:
        wait_for_round(ann, TABLE)
        ann.send(calls.act(TABLE, acts.PlaceBet(box=1, bet="ante", amount="25.00")))
        served.close(TABLE)
        wait_until_asked(ann, TABLE)
        ann.send(calls.act(TABLE, acts.ExamineHand(box=1)))
        for _ in range(3):
            own = ann.send(calls.table(TABLE)).round
            assert own is not None
            assert "?" not in own.boxes[0].cards
            for path in (f"/api/tables/{TABLE}", "/api/tables"):
                found = http.get(path).json()
                shown = found if isinstance(found, dict) else next(t for t in found if t["id"] == TABLE)
                assert set(shown["round"]["boxes"][0]["cards"]) == {"?"}


def test_a_change_is_seen_at_once(served: Served) -> None:
    with served.player("bob") as bob, httpx.Client(base_url=served.url) as http:
        wait_for_round(bob, "MSS-1")
        for amount in ("25.00", "30.00", "35.00"):
            bob.send(calls.act("MSS-1", acts.PlaceBet(box=2, bet="ante", amount="25.00")))
            wagers = http.get("/api/tables/MSS-1").json()["round"]["boxes"][1]["wagers"]
            assert sum(float(wager["amount"]) for wager in wagers) > 0, amount
            bob.send(calls.act("MSS-1", acts.WithdrawBet(box=2, bet="ante")))
            assert http.get("/api/tables/MSS-1").json()["round"]["boxes"][1]["wagers"] == []


def test_a_program_that_asks_again_is_told_that_nothing_has_changed(served: Served) -> None:
    with httpx.Client(base_url=served.url) as http:
        path = "/api/sheets/rws-three-card-v3/clauses"
        first = http.get(path)
        again = http.get(path, headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == first.headers["etag"]
        assert again.headers["cache-control"] == "no-store"
        plain = http.get(path, headers={"Accept-Encoding": "identity"})
        assert plain.json() == first.json()
        assert plain.headers["etag"] != first.headers["etag"]
