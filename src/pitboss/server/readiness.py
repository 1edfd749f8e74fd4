"""Readiness of a server: a thread of its own probes the journal every second.

A request only reads the newest result, so it is answered at once whatever hangs. A probe that hangs is a
finding too: a result expires after a few seconds.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from msgspec import Struct

from pitboss.store import Journal
from pitboss.store.errors import Gone, JournalError, VersionConflict

LOG: Final = logging.getLogger("pitboss.site")
LOOK_SECONDS: Final = 1.0
STALE_SECONDS: Final = 3.0
"""Age above which a result has expired."""
_PATIENCE: Final = 0.25
"""Seconds that a request waits for a probe that it has triggered."""
GONE: Final = "the journal is gone: this server stops"
FULL: Final = "the journal cannot be written"
SILENT: Final = "the journal does not answer"


class ProbeResult(Struct, frozen=True, kw_only=True):
    """The result of probing the journal."""

    at: float
    """When the probe began, by the monotonic clock."""
    position: int = 0
    """Position of the newest event."""
    waiting: tuple[str, ...] = ()
    """Open proposals from the floor's file."""
    why_not: tuple[str, ...] = ()
    """Why this server is not ready, in public words: no path, no database."""


class Readiness:
    """Probes the journal and publishes the result."""

    def __init__(
        self,
        journal: Journal,
        waiting: Callable[[], tuple[str, ...]],
        write: Callable[[], None],
        beside: Callable[[], tuple[str, ...]],
    ) -> None:
        """``write`` records something small, to find out whether a journal that failed works again.

        ``beside`` returns other reasons why this server is not ready.
        """
        self._beside = beside
        self.seen: Callable[[int], None] = lambda position: None
        """Told the newest position by each probe; what it raises as ``Gone`` stops the server."""
        self._journal = journal
        self._write = write
        self._waiting = waiting
        self.found = ProbeResult(at=float("-inf"), why_not=(SILENT,))
        """Result of the newest complete probe."""
        self.gone: Gone | None = None
        """Set when the journal was removed: the server must stop."""
        self._askers: list[tuple[asyncio.AbstractEventLoop, asyncio.Future[None]]] = []
        self._asked = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="readiness", daemon=True)

    def start(self) -> None:
        """Start probing."""
        self._thread.start()

    def stop(self) -> None:
        """Stop probing; a probe that hangs is abandoned."""
        self._stopping.set()
        self._asked.set()
        if self._thread.is_alive():
            self._thread.join(1)

    async def fresh(self) -> tuple[str, ...]:
        """Why this server is not ready, by a new probe if it finishes in time."""
        if self._thread.ident is None:
            # An application without a running server has no probing thread: probe now.
            self.found = await asyncio.to_thread(self._look, time.monotonic())
            return self.why_not()
        loop = asyncio.get_running_loop()
        looked = loop.create_future()
        self._askers.append((loop, looked))
        self._asked.set()
        with suppress(TimeoutError):
            await asyncio.wait_for(looked, _PATIENCE)
        return self.why_not()

    def why_not(self) -> tuple[str, ...]:
        """Why this server is not ready, by the newest result."""
        found = self.found
        return found.why_not if time.monotonic() - found.at < STALE_SECONDS else (SILENT,)

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._asked.clear()
            askers, self._askers = self._askers, []
            try:
                self.found = self._look(time.monotonic())
            except Exception:
                LOG.exception("the journal could not be looked at")
            for loop, looked in askers:
                # The loop may have closed meanwhile.
                with suppress(RuntimeError):
                    loop.call_soon_threadsafe(_settle, looked)
            self._asked.wait(LOOK_SECONDS)

    def _look(self, began: float) -> ProbeResult:
        try:
            self._journal.check_usable()
            position = self._journal.last_position()
            self.seen(position)
            waiting = self._waiting()
            why_not = (*self._beside(), *((FULL,) if self._fails() else ()))
        except Gone as gone:
            self.gone = gone
            return ProbeResult(at=began, why_not=(GONE,))
        except JournalError as error:
            LOG.warning("not ready: %s", error)
            return ProbeResult(at=began, why_not=("the journal cannot be read",))
        return ProbeResult(at=began, position=position, waiting=waiting, why_not=why_not)

    def _fails(self) -> bool:
        """Whether appends fail: the newest one did, and so does a new one."""
        if not self._journal.fault():
            return False
        try:
            self._write()
        except VersionConflict:
            return False
        except Gone:
            raise
        except JournalError as error:
            LOG.warning("not ready: %s", error)
            return True
        return False


def _settle(looked: "asyncio.Future[None]") -> None:
    if not looked.done():
        looked.set_result(None)
