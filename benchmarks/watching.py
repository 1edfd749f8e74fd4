"""Watchers of a sign: ``python -m benchmarks.watching PORT PATH COUNT`` tells when messages came.

They watch until the standard input ends. Times are of the machine's monotonic clock, so the process that sent
the command can compare them with its own.
"""

import asyncio
import sys
import time
from contextlib import suppress

import msgspec
from msgspec import Struct

from benchmarks.wire import stream


class SignNow(Struct):
    """As much of a sign as it takes to tell its changes apart."""

    version: int


_SIGN = msgspec.json.Decoder(SignNow)


async def main(port: int, path: str, count: int) -> list[tuple[int, float]]:
    seen: list[tuple[int, float]] = []
    connected = 0

    async def watch() -> None:
        nonlocal connected
        async for data in stream(port, path):
            now = time.perf_counter()
            version = _SIGN.decode(data).version
            seen.append((version, now))
            connected += 1
            if connected == count:
                print("ready", flush=True)

    tasks = [asyncio.create_task(watch()) for _ in range(count)]
    await asyncio.to_thread(sys.stdin.read)
    for task in tasks:
        task.cancel()
    with suppress(asyncio.CancelledError):
        await asyncio.gather(*tasks, return_exceptions=True)
    return seen


if __name__ == "__main__":
    found = asyncio.run(main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
    print(msgspec.json.encode(found).decode())
