"""Lanes: side by side, in turn, for a while, and for a share of the time; what does not fit is shed."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest
from msgspec import structs

from pitboss.api.middleware.lanes import HANDLING, Lane, LaneLimits, Shed

WIDTH = LaneLimits(
    name="narrow", at_once=2, waiting=3, of_one=2, seconds=60.0, share=0.25, share_behind=0.05, cost=0.01
)


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Road:
    """A lane, whoever is in it, and a clock that a test moves."""

    def __init__(self, width: LaneLimits = WIDTH, share: float = 1.0) -> None:
        self.clock = Clock()
        self.share = share
        self.lane = Lane(width, lambda _: self.share, self.clock)
        self.served: list[str] = []
        self.shed: list[str] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def come(self, *names: str) -> None:
        """Requests come, each of the place that its name begins with."""
        for name in names:
            self.tasks.append(asyncio.create_task(self._come(name)))
            await asyncio.sleep(0)

    async def _come(self, name: str) -> None:
        try:
            await self.lane.enter(name[0])
        except Shed as shed:
            self.shed.append(f"{name} {'crowded' if shed.crowded else 'late'}")
        else:
            self.served.append(name)

    async def go(self, seconds: float = 0.0) -> None:
        """One of those who are served has been, in so many seconds."""
        self.lane.leave(seconds)
        await asyncio.sleep(0)

    async def wait(self, seconds: float) -> None:
        """Let time pass, for the lane and for its timer."""
        self.clock.now += seconds
        self.lane._woken()
        await asyncio.sleep(0)


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def test_so_many_are_served_at_once_and_the_rest_in_turn() -> None:
    async def work() -> None:
        road = Road()
        await road.come("a1", "a2", "a3")
        assert (road.served, road.lane.crowd) == (["a1", "a2"], 1)
        await road.go()
        assert (road.served, road.lane.crowd) == (["a1", "a2", "a3"], 0)

    run(work())


def test_one_place_may_wait_so_often_and_all_together_so_often() -> None:
    async def work() -> None:
        road = Road()
        await road.come("x", "y", "a1", "a2", "a3")
        assert road.shed == ["a3 crowded"], "two of one place wait"
        await road.come("b1", "b2", "c1")
        assert road.shed == ["a3 crowded", "b2 late", "c1 late"], "three of all together"
        assert road.lane.crowd == 3

    run(work())


def test_places_take_turns() -> None:
    async def work() -> None:
        road = Road(structs.replace(WIDTH, waiting=10, of_one=10, at_once=1))
        await road.come("x", "a1", "a2", "a3", "b1", "c1")
        for _ in range(5):
            await road.go()
        assert road.served == ["x", "a1", "b1", "c1", "a2", "a3"]

    run(work())


def test_a_request_that_has_waited_too_long_is_shed() -> None:
    async def work() -> None:
        road = Road(structs.replace(WIDTH, seconds=0.0))
        await road.come("x", "y", "a1")
        await asyncio.gather(*road.tasks)
        assert (road.served, road.shed, road.lane.crowd) == (["x", "y"], ["a1 late"], 0)
        await road.go()
        await road.come("b1")
        assert road.served == ["x", "y", "b1"]

    run(work())


def test_a_lane_pauses_for_what_it_has_cost() -> None:
    """Ten milliseconds of service at a quarter of the time: thirty of pause."""

    async def work() -> None:
        road = Road(share=0.25)
        await road.come("a1")
        await road.go()
        await road.come("a2")
        await road.wait(0.029)
        assert road.served == ["a1"]
        await road.wait(0.002)
        assert road.served == ["a1", "a2"]
        road.share = 1.0
        await road.go()
        await road.come("a3")
        assert road.served == ["a1", "a2", "a3"], "nobody plays, and nobody waits"

    run(work())


def test_the_cost_of_a_request_is_shared_with_those_beside_it() -> None:
    async def work() -> None:
        road = Road(structs.replace(WIDTH, cost=None), share=0.5)
        await road.come("a1", "a2")
        await road.go(0.2)
        await road.come("a3")
        await road.wait(0.1 + HANDLING - 0.001)
        assert road.served == ["a1", "a2"], "half of the time of two"
        await road.wait(0.002)
        assert road.served == ["a1", "a2", "a3"]

    run(work())


def test_one_slow_request_does_not_stop_a_lane_for_long() -> None:
    async def work() -> None:
        road = Road(structs.replace(WIDTH, cost=None), share=0.05)
        await road.come("a1")
        await road.go(60.0)
        await road.come("a2")
        await road.wait(0.499)
        assert road.served == ["a1"]
        await road.wait(0.002)
        assert road.served == ["a1", "a2"]

    run(work())


def test_a_client_that_goes_away_gives_up_its_place() -> None:
    async def work() -> None:
        road = Road()
        await road.come("x", "y", "a1", "a2")
        road.tasks[2].cancel()
        await asyncio.gather(*road.tasks[:3], return_exceptions=True)
        assert road.lane.crowd == 1
        await road.go()
        assert road.served == ["x", "y", "a2"]
        await road.come("b1")
        road.lane.leave(0.0)
        road.tasks[4].cancel()
        await asyncio.gather(road.tasks[4], return_exceptions=True)
        await road.come("b2")
        assert road.served == ["x", "y", "a2", "b2"], "also one who was let in at that moment"

    run(work())


@pytest.mark.parametrize("count", [1, 50])
def test_everybody_is_let_in_in_the_end(count: int) -> None:
    async def work() -> None:
        road = Road(structs.replace(WIDTH, waiting=100, of_one=100))
        await road.come(*(f"{'abc'[number % 3]}{number}" for number in range(count)))
        for _ in range(count):
            await road.go()
        assert len(road.served) == count
        assert (road.lane.crowd, road.lane._serving, dict(road.lane._queues)) == (0, 0, {})

    run(work())
