"""Reads of the record: one at a time of each account, in few threads, and paid for by what they have cost."""

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from pitboss.access.principal import Principal
from pitboss.access.rate_limit import Buckets
from pitboss.api import record_reads
from pitboss.api.authentication import Who
from pitboss.api.record_reads import RecordReads, Share
from pitboss.floor.thread_pools import RECORD
from pitboss.server.load import TooMany
from tests.waiting import PATIENCE, async_until


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Desk:
    """Reads in a pool of its own, with clocks that a test moves."""

    def __init__(self, seconds: int = 5) -> None:
        self.clock, self.work = Clock(), Clock()
        self.pool = ThreadPoolExecutor(RECORD)
        self.staff_pool = ThreadPoolExecutor(RECORD)
        players, staff = (
            Share(pool, Buckets(seconds * 1000, 0.01, clock=self.clock))
            for pool in (self.pool, self.staff_pool)
        )
        self.reads = RecordReads(players, staff, self.work)
        self.at_once = self.most = 0
        self._lock = threading.Lock()

    def cost(self, seconds: float) -> str:
        self.work.now += seconds
        return "read"

    def counted(self, gate: threading.Event) -> None:
        with self._lock:
            self.at_once += 1
            self.most = max(self.most, self.at_once)
        assert gate.wait(PATIENCE), "until the test lets it go on"
        with self._lock:
            self.at_once -= 1


@pytest.fixture
def desk() -> Iterator[Desk]:
    made = Desk()
    yield made
    made.pool.shutdown()
    made.staff_pool.shutdown()


def player(name: str) -> Who:
    return Who(Principal(name=name, roles=("player",), session="1", means="password"))


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def test_the_cost_of_a_read_is_owed_and_paid_off_by_time(desk: Desk) -> None:
    async def work() -> None:
        ann, bob = player("ann"), player("bob")
        assert await desk.reads.read(ann, desk.cost, 4.9) == "read"
        assert await desk.reads.read(ann, desk.cost, 2.1) == "read", "something is left"
        with pytest.raises(TooMany) as refused:
            await desk.reads.read(ann, desk.cost, 0.0)
        assert refused.value.seconds == 20, "two seconds too many, at a tenth of the time"
        assert await desk.reads.read(bob, desk.cost, 0.0) == "read", "another account's is its own"
        desk.clock.now += 19.9
        with pytest.raises(TooMany):
            await desk.reads.read(ann, desk.cost, 0.0)
        desk.clock.now += 0.2
        assert await desk.reads.read(ann, desk.cost, 0.0) == "read"

    run(work())


def test_a_read_that_ends_in_a_refusal_is_charged_too(desk: Desk) -> None:
    def missing() -> None:
        desk.cost(6.0)
        raise LookupError("no such round")

    async def work() -> None:
        with pytest.raises(LookupError):
            await desk.reads.read(player("ann"), missing)
        with pytest.raises(TooMany):
            await desk.reads.read(player("ann"), desk.cost, 0.0)

    run(work())


def test_reads_of_one_account_come_one_after_the_other(desk: Desk) -> None:
    async def work() -> None:
        gate = threading.Event()
        reads = [
            asyncio.create_task(desk.reads.read(player("ann"), desk.counted, gate))
            for _ in range(record_reads.ASKED)
        ]
        await asyncio.sleep(0)
        with pytest.raises(TooMany):
            await desk.reads.read(player("ann"), desk.cost, 0.0)
        assert await desk.reads.read(player("bob"), desk.cost, 0.0) == "read", "there is a thread left"
        gate.set()
        await asyncio.gather(*reads)
        assert desk.most == record_reads.AT_ONCE
        assert await desk.reads.read(player("ann"), desk.cost, 0.0) == "read"
        await asyncio.sleep(0.01)
        assert (dict(desk.reads._asked), desk.reads._turns) == ({}, {})

    run(work())


def test_staff_do_not_wait_for_any_number_of_reading_players(desk: Desk) -> None:
    async def work() -> None:
        gate = threading.Event()
        reads = [
            asyncio.create_task(desk.reads.read(player(f"p{number}"), desk.counted, gate))
            for number in range(3 * RECORD)
        ]
        await asyncio.sleep(0)
        sue = Who(Principal(name="sue", roles=("pit_supervisor",), session="1", means="password"))
        assert await desk.reads.read(sue, desk.cost, 0.0) == "read"
        assert not any(one.done() for one in reads)
        gate.set()
        await asyncio.gather(*reads)
        assert desk.most == RECORD

    run(work())


def test_a_client_that_goes_away_keeps_its_turn_until_the_thread_is_done(desk: Desk) -> None:
    async def work() -> None:
        gate = threading.Event()
        first = asyncio.create_task(desk.reads.read(player("ann"), desk.counted, gate))
        await async_until(lambda: desk.at_once, "the first read has begun")
        second = asyncio.create_task(desk.reads.read(player("ann"), desk.counted, gate))
        waiting = asyncio.create_task(desk.reads.read(player("ann"), desk.cost, 0.0))
        await asyncio.sleep(0)
        for gone in (first, second):
            gone.cancel()
        await asyncio.gather(first, second, return_exceptions=True)
        await asyncio.sleep(0.01)
        assert (desk.at_once, waiting.done()) == (1, False)
        gate.set()
        assert await waiting == "read"
        assert desk.most == 1

    run(work())


def test_the_debt_of_a_reader_is_looked_at_again_when_the_turn_comes(desk: Desk) -> None:
    async def work() -> None:
        reads = [desk.reads.read(player("ann"), desk.cost, 3.0) for _ in range(4)]
        found = await asyncio.gather(*reads, return_exceptions=True)
        assert [isinstance(one, TooMany) for one in found] == [False, False, True, True]

    run(work())


@pytest.mark.parametrize("tokens", [0.0, 2.0, 2.5, 7.0])
def test_a_bucket_is_charged_afterwards_and_may_be_in_debt(tokens: float) -> None:
    clock = Clock()
    buckets = Buckets(2, 10.0, clock=clock)
    buckets.charge("a", tokens)
    assert buckets.owed("a") == max(0.0, (tokens - 2) * 10)
    assert buckets.owed("b") == 0
    clock.now += max(0.0, (tokens - 2) * 10)
    assert buckets.owed("a") == 0
