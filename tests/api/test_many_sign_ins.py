"""Many wrong secrets at once: whoever waits for a refusal keeps neither requests nor dealers waiting."""

import asyncio
import threading
from collections.abc import Awaitable
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from pathlib import Path

import httpx
import pytest

from pitboss.access.rate_limit import Buckets
from pitboss.client import Client, Refused, calls
from pitboss.floor import Floor
from pitboss.floor.thread_pools import DEALING, HASHING, MOST_HASHING, REQUESTS, Threads
from pitboss.messages import acts
from pitboss.messages.session import Signature
from pitboss.store.errors import Busy
from tests.api.served import QUICK, Served, serving
from tests.api.test_tables import wait_for_round
from tests.waiting import until

MANY = 2 * (REQUESTS + DEALING + HASHING)
TABLE = "3CP-1"
PATIENCE = 60.0


class Held:
    """Refusals that are held back until a test lets them go."""

    def __init__(self) -> None:
        self.count = 0
        self.over = threading.Event()

    async def on_the_loop(self, seconds: float) -> None:
        self.count += 1
        while not self.over.is_set():
            await asyncio.sleep(0.01)

    def in_a_thread(self, seconds: float) -> None:
        self.count += 1
        self.over.wait(PATIENCE)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Held:
    found = Held()
    monkeypatch.setattr("pitboss.api.second_person.sleep", found.on_the_loop)
    return found


def opened(served: Served, held: Held) -> None:
    """Let everybody try as often as he likes."""
    doors, free = served.site.doors, Buckets(10**9, 1e-9)
    doors._by_place = doors._by_name = free
    doors._pause = held.in_a_thread


def round_on(client: Client) -> int:
    found = client.send(calls.table(TABLE)).round
    return found.number if found else 0


def wrong_sign_in(served: Served, number: int) -> int:
    body = {"name": f"nobody{number}", "password": "a wrong password"}
    return httpx.post(f"{served.url}/api/session", json=body, timeout=2 * PATIENCE).status_code


def wrong_confirmation(served: Served, token: str) -> int:
    with Client(served.url, http=httpx.Client(timeout=2 * PATIENCE), token=token) as dealer:
        confirm = Signature("pit-supervisor", "a wrong password")
        with pytest.raises(Refused) as refused:
            dealer.send(calls.act(TABLE, acts.Report(clause="5.8.1"), confirm=confirm))
        return refused.value.status


@pytest.mark.parametrize("where", ["sign-in", "confirm"])
def test_tables_are_answered_and_dealt_while_many_wrong_secrets_wait_for_their_refusal(
    tmp_path: Path, held: Held, where: str
) -> None:
    with serving(tmp_path, QUICK) as served, served.player("ann") as ann:
        opened(served, held)
        wait_for_round(ann, TABLE)
        token = served.token("dealer")
        with ThreadPoolExecutor(MANY) as people:
            guesses = [
                people.submit(wrong_sign_in, served, number)
                if where == "sign-in"
                else people.submit(wrong_confirmation, served, token)
                for number in range(MANY)
            ]
            try:
                until(lambda: held.count >= MANY, "every wrong secret waits for its refusal")
                number = round_on(ann)
                assert httpx.get(f"{served.url}/health", timeout=PATIENCE).status_code == 200
                assert len(ann.send(calls.tables())) == 5
                ann.send(calls.act(TABLE, acts.PlaceBet(box=1, bet="ante", amount="25.00")))
                until(lambda: round_on(ann) > number, "the next round is there")
                assert ann.send(calls.sign_in(*served.secret("dealer"))).name == "dealer", (
                    "who knows it is let in"
                )
                assert not any(guess.done() for guess in guesses), "none of them was answered yet"
            finally:
                held.over.set()
            wait(guesses, PATIENCE)
            assert {guess.result(0) for guess in guesses} == {401}


def test_rounds_go_on_while_every_thread_of_the_requests_is_taken(tmp_path: Path) -> None:
    over = threading.Event()
    with serving(tmp_path, QUICK) as served, served.player("ann") as ann:
        wait_for_round(ann, TABLE)
        floor, loop = served.site.floor, served.site.news._loop
        assert loop is not None
        for _ in range(MANY):
            loop.call_soon_threadsafe(loop.run_in_executor, None, over.wait, PATIENCE)
        try:
            for _ in range(2):
                number = _number(floor)
                served.site.people.sessions.forget("ann")
                ann.send(calls.act(TABLE, acts.PlaceBet(box=1, bet="ante", amount="25.00")))
                until(partial(_is_past, floor, number), "the next round is there")
        finally:
            over.set()


def _is_past(floor: Floor, number: int) -> bool:
    return _number(floor) > number


def _number(floor: Floor) -> int:
    table = floor.table(TABLE)
    assert table is not None
    return table.number


def test_more_secrets_than_may_wait_are_refused_before_they_are_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    threads, over = Threads(), threading.Event()

    def compare() -> bool:
        return over.wait(PATIENCE)

    async def storm() -> None:
        waiting: list[Awaitable[bool]] = [
            asyncio.ensure_future(threads.hash(compare)) for _ in range(MOST_HASHING)
        ]
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="Too many people sign in"):
            await threads.hash(compare)
        over.set()
        assert all(await asyncio.gather(*waiting))
        assert await threads.hash(compare), "there is room again"
        monkeypatch.setattr("pitboss.floor.thread_pools.LONGEST_HASHING", -1.0)
        with pytest.raises(Busy, match="Too many people sign in"):
            await threads.hash(pytest.fail)

    asyncio.run(storm())
    threads.stop()
