"""Players at many tables of a running floor: seven at each, with one watcher that times events.

Run as ``python -m benchmarks.load PLAN``: the plan says where, who and for how long. Prints one JSON object.
"""

import asyncio
import gc
import itertools
import random
import sys
import time
from collections.abc import Coroutine
from pathlib import Path

import msgspec
from msgspec import Struct

from benchmarks.bare import cpu_of
from benchmarks.wire import Wire, stream


class LoadSeat(Struct):
    """A player, their box and their token."""

    player: str
    box: int
    token: str


class LoadTable(Struct):
    """A table with its seven players, and the port of the server that each uses."""

    table: str
    seats: list[LoadSeat]
    acts_at: int
    watches_at: int
    watcher: str = ""
    """The token of the watcher; None for a spectator."""


class Plan(Struct):
    """What is to be played."""

    places: list[LoadTable]
    seconds: float
    warm_up: float
    thinking: float
    """Players bet and decide after a random time of up to so many seconds; 0 as fast as they can."""
    spread: float
    """The tables begin one after the other within so many seconds: a floor does not deal in step."""
    servers: list[int]
    """The processes of the servers."""


class LoadResult(Struct):
    """What was seen."""

    sent: int
    refused: int
    latencies: list[float]
    """From the sending of a command to its effect on the stream, in milliseconds."""
    messages: int
    rounds: int
    cpu: float
    """Seconds of processor time that this process took."""
    servers: float
    """The figures of the servers."""


class WagerNow(Struct):
    bet: str


class BoxNow(Struct):
    number: int
    player: str | None
    wagers: list[WagerNow]
    examined: bool
    decided: list[str]
    folded: bool
    to_decide: bool


class RoundNow(Struct):
    number: int
    phase: str
    boxes: list[BoxNow]


class LimitsNow(Struct):
    least: str


class TableNow(Struct):
    """As much of a table as a simple player looks at."""

    sheet: str
    version: int
    limits: dict[str, LimitsNow]
    jackpot_bet: str | None
    round: RoundNow | None


_TABLE = msgspec.json.Decoder(TableNow)
_CONTINUES = {"mbs-megalink-stud-v9": ("bet", 2), "rws-multilink-holdem-v2": ("flop", 2)}
"""The bet that a player goes on with, in Antes; elsewhere it is Play, one Ante."""


class Driver:
    """The players of one table."""

    def __init__(self, place: LoadTable, plan: Plan, ids: "itertools.count[int]", result: LoadResult) -> None:
        self.place, self.plan, self.result = place, plan, result
        self.wire = Wire(place.acts_at)
        self.ids = ids
        self.waiting: dict[tuple[int, str, int], float] = {}
        self.bet_in = 0
        self.asked: set[tuple[int, int, str]] = set()
        self.tasks: set[asyncio.Task[None]] = set()
        self.begun = 0.0

    async def play(self, begun: float) -> None:
        self.begun = begun
        await asyncio.sleep(random.random() * self.plan.spread)
        path = f"/api/tables/{self.place.table}/stream"
        async for data in stream(self.place.watches_at, path, self.place.watcher):
            now = time.perf_counter()
            self.result.messages += now >= self.begun
            self._seen(_TABLE.decode(data), now)

    def _seen(self, table: TableNow, now: float) -> None:
        current = table.round
        if current is None:
            return
        for key in [key for key in self.waiting if key[0] <= current.number and _shows(current, key)]:
            sent = self.waiting.pop(key)
            if sent >= self.begun:
                self.result.latencies.append((now - sent) * 1000)
        if current.phase == "betting" and self.bet_in != current.number:
            self.bet_in = current.number
            self.result.rounds += now >= self.begun
            for seat in self.place.seats:
                self._soon(self._bet(seat, table, current.number))
        elif current.phase == "playing":
            for seat in self.place.seats:
                box = current.boxes[seat.box - 1]
                if box.to_decide and box.player == seat.player:
                    step = (current.number, seat.box, f"{box.examined}{len(box.decided)}")
                    if step not in self.asked:
                        self.asked.add(step)
                        self._soon(self._decide(seat, table, current.number, box))

    def _soon(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _bet(self, seat: LoadSeat, table: TableNow, number: int) -> None:
        await self._think(1.0)
        ante = {"act": "bet", "box": seat.box, "bet": "ante", "amount": table.limits["ante"].least}
        await self._send(seat, ante, (number, "ante", seat.box))
        if table.jackpot_bet:
            jackpot = {"act": "bet", "box": seat.box, "bet": "jackpot", "amount": table.jackpot_bet}
            await self._send(seat, jackpot, (number, "jackpot", seat.box))

    async def _decide(self, seat: LoadSeat, table: TableNow, number: int, box: BoxNow) -> None:
        await self._think(0.1)
        if not box.examined:
            await self._send(seat, {"act": "look", "box": seat.box}, (number, "look", seat.box))
            return
        act: dict[str, object] = {"act": "check", "box": seat.box}
        if not box.decided:
            bet, times = _CONTINUES.get(table.sheet, ("play", 1))
            amount = f"{int(float(table.limits['ante'].least)) * times}"
            act = {"act": "bet", "box": seat.box, "bet": bet, "amount": amount}
        await self._send(seat, act, (number, f"decided{len(box.decided) + 1}", seat.box))

    async def _think(self, share: float) -> None:
        if self.plan.thinking:
            await asyncio.sleep(random.random() * self.plan.thinking * share)

    async def _send(self, seat: LoadSeat, act: dict[str, object], key: tuple[int, str, int]) -> None:
        body = msgspec.json.encode({"id": f"load-{next(self.ids)}", "act": act})
        sent = time.perf_counter()
        self.waiting[key] = sent
        status, _ = await self.wire.post(f"/api/tables/{self.place.table}/acts", seat.token, body)
        if status >= 300:
            self.waiting.pop(key, None)
        if sent >= self.begun:
            self.result.sent += 1
            self.result.refused += status >= 300


def _shows(current: RoundNow, key: tuple[int, str, int]) -> bool:
    number, what, box_number = key
    if number < current.number:
        return True
    box = current.boxes[box_number - 1]
    if what == "look":
        return box.examined
    if what.startswith("decided"):
        return box.folded or len(box.decided) >= int(what[7:])
    return any(wager.bet == what for wager in box.wagers)


async def main(plan: Plan) -> LoadResult:
    gc.disable()  # A garbage collection here would be measured as a pause of the server.
    result = LoadResult(0, 0, [], 0, 0, 0.0, 0.0)
    ids = itertools.count(random.randrange(1 << 40) << 20)
    begun = time.perf_counter() + plan.warm_up
    drivers = [Driver(place, plan, ids, result) for place in plan.places]
    tasks = [asyncio.create_task(driver.play(begun)) for driver in drivers]
    await asyncio.sleep(plan.warm_up)
    cpu, servers = time.process_time(), sum(map(cpu_of, plan.servers))
    await asyncio.sleep(plan.seconds)
    result.cpu = time.process_time() - cpu
    result.servers = sum(map(cpu_of, plan.servers)) - servers
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return result


if __name__ == "__main__":
    given = msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=Plan)
    print(msgspec.json.encode(asyncio.run(main(given))).decode())
