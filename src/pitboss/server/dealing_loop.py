"""The software Dealers of one server on its event loop: their timers and their acts."""

import asyncio
import logging
import threading
import time
from collections.abc import Iterable
from concurrent.futures import Executor
from contextlib import suppress
from typing import Final

from pitboss.commands.record import Order, sender_of
from pitboss.floor import Done, Floor
from pitboss.floor.dealer.assignment import TableAssignment
from pitboss.floor.dealer.dealers import Dealers, table_of
from pitboss.floor.thread_pools import in_pool
from pitboss.refusal import Refusal
from pitboss.server.logs import fields
from pitboss.server.metrics import Metrics
from pitboss.store.errors import JournalError
from pitboss.store.live_servers import RENEW_SECONDS

LOG: Final = logging.getLogger("pitboss.dealing")
_AGAIN: Final = 1.0
"""Least seconds between two log lines about a journal that does not answer."""


class DealingLoop:
    """Deals the tables assigned to this server, until it is stopped.

    Its queries run in a thread pool of their own: requests that fill theirs must delay neither this server's
    heartbeat nor a round.
    """

    def __init__(
        self,
        floor: Floor,
        dealers: Dealers,
        duty: TableAssignment,
        metrics: Metrics,
        pool: Executor | None = None,
    ) -> None:
        self._floor = floor
        self._dealers = dealers
        self._duty = duty
        self._metrics = metrics
        self._pool = pool
        self._loop: asyncio.AbstractEventLoop | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._due = 0.0
        self._under_way: set[asyncio.Task[None]] = set()
        self._running: asyncio.Task[None] | None = None
        self._stopping = asyncio.Event()
        self._left = threading.Event()
        self._complained = float("-inf")

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start; call it on the event loop."""
        self._loop = loop
        self._running = loop.create_task(self._run())

    def end(self) -> None:
        """Stop dealing after the acts under way; thread-safe."""
        with suppress(RuntimeError):
            if self._loop:
                self._loop.call_soon_threadsafe(self._stopping.set)

    def wait(self, seconds: float) -> None:
        """Block until this server has signed off its tables; not on the event loop."""
        if self._loop and self._loop.is_running():
            self._left.wait(seconds)

    def look(self, tables: Iterable[str]) -> None:
        """Reschedule tables that have changed."""
        now = time.monotonic()
        for table in tables:
            self._dealers.look(table, now)
        self._set_timer()

    async def _run(self) -> None:
        """Send a heartbeat every second, whatever has failed before; the timer does the dealing."""
        looked = False
        try:
            while not self._stopping.is_set():
                try:
                    if not looked:
                        await in_pool(self._pool, self._first_look)
                        looked = True
                    if await in_pool(self._pool, self._duty.renew, time.monotonic()):
                        self._dealers.take_over()
                except JournalError as error:
                    self._complain(error)
                except Exception:
                    LOG.exception("the dealers of this server were broken off")
                self._set_timer()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._stopping.wait(), RENEW_SECONDS)
        finally:
            await asyncio.gather(*self._under_way, return_exceptions=True)
            with suppress(JournalError):
                await in_pool(self._pool, self._duty.leave)
            self._left.set()

    def _first_look(self) -> None:
        """Schedule all tables after a start; the journal says since when each has waited."""
        for table in self._floor.table_names():
            self._dealers.look(table, time.monotonic())

    def _set_timer(self) -> None:
        due = self._dealers.next_due()
        if due is None or self._loop is None or (self._timer and self._due <= due):
            return
        if self._timer:
            self._timer.cancel()
        self._due = due
        self._timer = self._loop.call_later(max(0.0, due - time.monotonic()), self._deal)

    def _deal(self) -> None:
        self._timer = None
        if self._stopping.is_set() or self._loop is None:
            return
        for order in self._dealers.due(time.monotonic()):
            task = self._loop.create_task(self._carry_out(order))
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)
        self._set_timer()

    async def _carry_out(self, order: Order) -> None:
        try:
            self._dealt(order, await self._floor.execute_async(order, self._pool))
        except JournalError as error:
            self._complain(error)
        except Exception:
            LOG.exception("an automatic dealer was broken off", extra=fields(table=table_of(order)))
        finally:
            self._dealers.done(order, time.monotonic())
            self._set_timer()

    def _dealt(self, order: Order, answer: Done | Refusal) -> None:
        if self._dealers.is_taken(order, answer):
            self._metrics.dealt("id_taken")
            LOG.error(
                "another command stands under the id of an automatic dealer: it is tried again under another",
                extra=fields(table=table_of(order), sender=sender_of(order.sender), command=order.id),
            )
        elif isinstance(answer, Refusal):
            self._metrics.dealt("refused")
            # Expected for a moment when a table moves between servers; the watchdog reports one that lasts.
            LOG.info("an automatic dealer is refused", extra=fields(table=table_of(order), code=answer.code))
        else:
            self._metrics.dealt("repeated" if answer.repeated else "done")

    def _complain(self, error: JournalError) -> None:
        now = time.monotonic()
        if now - self._complained >= _AGAIN:
            self._complained = now
            LOG.warning("the dealers wait for the journal: %s", error)
