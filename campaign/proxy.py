"""A TCP proxy that passes on, cuts, refuses, holds, delays, tears and half-closes what goes through it."""

import asyncio
import random
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from types import TracebackType
from typing import Final, Literal, Self

Mode = Literal["pass", "refuse", "hold", "delay", "tear", "half-close"]
MODES: Final[tuple[Mode, ...]] = ("refuse", "hold", "delay", "tear", "half-close")
_CHUNK: Final = 65536
_DELAY: Final = 0.15
"""Seconds that each piece is late in ``delay``."""
_TORN: Final = 0.2
"""The share of pieces in ``tear`` of which only a part arrives before the connection is cut."""
StreamPair = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Proxy:
    """Listens on a port of its own, and goes on to wherever ``connect`` leads, in a thread of its own.

    ``mode`` may be changed at any time, for connections that are open too.
    """

    def __init__(self, connect: Callable[[], Awaitable[StreamPair]]) -> None:
        self._connect = connect
        self._rng = random.Random(16)
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.mode: Mode = "pass"
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="proxy", daemon=True)
        self._server: asyncio.Server | None = None
        self.port = 0

    def __enter__(self) -> Self:
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result(10)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    def cut(self) -> None:
        """Reset every connection at once."""
        self._loop.call_soon_threadsafe(self._cut)

    def _cut(self) -> None:
        for writer in self._writers:
            writer.transport.abort()

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._accepted, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _close(self) -> None:
        assert self._server is not None
        self._server.close()
        self._cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accepted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            await self._joined(reader, writer)
        finally:
            self._tasks.discard(task)

    async def _joined(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.mode == "refuse":
            writer.transport.abort()
            return
        try:
            there, back = await self._connect()
        except OSError:
            writer.transport.abort()
            return
        pair = {writer, back}
        self._writers |= pair
        try:
            await asyncio.gather(self._passed(reader, back, pair), self._passed(there, writer, pair))
        finally:
            self._writers -= pair
            for each in pair:
                each.transport.abort()

    async def _passed(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, pair: set[asyncio.StreamWriter]
    ) -> None:
        """Pass on until one side ends."""
        with suppress(OSError):
            while data := await source.read(_CHUNK):
                while self.mode == "hold":
                    await asyncio.sleep(0.02)
                if self.mode == "delay":
                    await asyncio.sleep(_DELAY)
                if self.mode == "half-close" and self._rng.random() < _TORN:
                    break
                if self.mode == "tear" and self._rng.random() < _TORN:
                    target.write(data[: self._rng.randrange(len(data))])
                    for each in pair:
                        each.close()
                    return
                target.write(data)
                await target.drain()
            # What is still on its way in the other direction may arrive.
            target.write_eof()


def to_port(port: int) -> Callable[[], Awaitable[StreamPair]]:
    """Where a server listens on this machine."""
    return lambda: asyncio.open_connection("127.0.0.1", port)


def to_socket(path: str) -> Callable[[], Awaitable[StreamPair]]:
    """Where a database listens on a socket in the file system."""
    return lambda: asyncio.open_unix_connection(path)
