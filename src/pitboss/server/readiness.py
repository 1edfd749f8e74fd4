"""Whether this server is ready: a thread that does nothing else looks at the journal every second.

A request only reads what was found, so it is answered at once whatever hangs. A look that does not come to an
end is a finding too: what was found last is believed for a few seconds.
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
"""What was found longer ago is not believed."""
_PATIENCE: Final = 0.25
"""Seconds that a request waits for a look that it has asked for."""
GONE: Final = "the journal is gone: this server stops"
FULL: Final = "the journal cannot be written"
SILENT: Final = "the journal does not answer"


class ProbeResult(Struct, frozen=True, kw_only=True):
    """What a look at the journal has found."""

    at: float
    """When it began, by the monotonic clock."""
    position: int = 0
    """The newest event."""
    waiting: tuple[str, ...] = ()
    """Proposals of the floor's file that two people have not decided yet."""
    why_not: tuple[str, ...] = ()
    """What keeps this server from being ready, in words for anybody: no path, no database."""


class Readiness:
    """Looks at the journal, and tells what it has found."""

    def __init__(
        self,
        journal: Journal,
        waiting: Callable[[], tuple[str, ...]],
        write: Callable[[], None],
        beside: Callable[[], tuple[str, ...]],
    ) -> None:
        """``write`` records something small, to find out whether a journal that failed takes it again.

        ``beside`` looks at what else may keep this server from being ready.
        """
        self._beside = beside
        self._journal = journal
        self._write = write
        self._waiting = waiting
        self.found = ProbeResult(at=float("-inf"), why_not=(SILENT,))
        """By the newest look that has come to its end."""
        self.gone: Gone | None = None
        """The journal was taken away: there is nothing to wait for any more."""
        self._askers: list[tuple[asyncio.AbstractEventLoop, asyncio.Future[None]]] = []
        self._asked = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="readiness", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """Look no more; a look that hangs is left."""
        self._stopping.set()
        self._asked.set()
        if self._thread.is_alive():
            self._thread.join(1)

    async def fresh(self) -> tuple[str, ...]:
        """What keeps this server from being ready, by a look of this moment if that does not take long."""
        if self._thread.ident is None:
            # An application without a server around it: nobody looks but whoever asks.
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
        """What keeps this server from being ready, by what is known."""
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
            self._journal.check_place()
            position, waiting = self._journal.last_position(), self._waiting()
            why_not = (*self._beside(), *((FULL,) if self._fails() else ()))
        except Gone as gone:
            self.gone = gone
            return ProbeResult(at=began, why_not=(GONE,))
        except JournalError as error:
            LOG.warning("not ready: %s", error)
            return ProbeResult(at=began, why_not=("the journal cannot be read",))
        return ProbeResult(at=began, position=position, waiting=waiting, why_not=why_not)

    def _fails(self) -> bool:
        """Whether commands fail: the newest append did, and one more does too."""
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
