"""Group commit: appends queue for one writer and share one transaction and one fsync.

Blocking callers queue behind the thread that holds the write lock; the next one to get the lock writes the
whole queue. Async callers leave their appends to a writer thread. It pauses some milliseconds between two
groups, the longer the larger the last group was: under load more appends share an fsync, while a lone append
never waits.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from copy import copy
from itertools import zip_longest
from queue import SimpleQueue
from typing import Final

from pitboss.reason import because
from pitboss.store.errors import (
    CommandIdReused,
    JournalError,
    StorageFailed,
    VersionConflict,
    WriterEnded,
)
from pitboss.store.journal import (
    Appended,
    AppendOutcome,
    CommandIdentity,
    OnAppend,
    ToStream,
    check_batch,
    check_command,
)

LOG: Final = logging.getLogger("pitboss.store")
MOST_IN_GROUP: Final = 64
"""Largest number of appends in one group."""
GROUP_SECONDS: Final = 0.004
"""Least time between the starts of two groups of the writer thread, for each append of the first."""
LONGEST_GROUP: Final = 0.016
"""Upper bound of that time, in seconds."""


class PendingAppend:
    """An append in the queue: its batch, and its outcome once it is durable or refused."""

    __slots__ = ("batch", "command", "outcome", "then")

    def __init__(
        self, batch: Sequence[ToStream], command: CommandIdentity | None, then: OnAppend | None
    ) -> None:
        """Raises :class:`ValueError` for a batch or a command that no journal can record."""
        check_batch(batch)
        check_command(command)
        self.batch = batch
        self.command = command
        self.then = then
        self.outcome: AppendOutcome | None = None

    def settle(self, outcome: AppendOutcome) -> None:
        """Set the outcome and call the callback of an async caller."""
        self.outcome = outcome
        if self.then:
            try:
                self.then(outcome)
            except Exception:
                # A failing callback must not fail the other appends of the group.
                LOG.exception("the callback of an append failed")


def bare(fault: JournalError) -> JournalError:
    """An exception without its traceback and context, which would form a reference cycle with the outcome."""
    fault.__traceback__ = fault.__cause__ = fault.__context__ = None
    return fault


class GroupCommit:
    """The queue of one writer. ``record`` returns one outcome per append, or raises for the whole group."""

    def __init__(self, url: str, record: Callable[[list[PendingAppend]], Sequence[AppendOutcome]]) -> None:
        self._url = url
        self.write_lock = threading.Lock()
        """Held by the thread that writes."""
        self._record = record
        self.waiting: deque[PendingAppend] = deque()
        self._called: SimpleQueue[None] = SimpleQueue()
        """Wakes the writer thread."""
        self._asleep = False
        self._starting = threading.Lock()
        self._writing: threading.Thread | None = None
        self._closed = False
        self.fault = ""
        """The error of the newest append; empty if it succeeded."""

    def append(self, batch: Sequence[ToStream], command: CommandIdentity | None) -> Appended:
        """Record a batch, together with every append that is in the queue; blocks until it is durable."""
        pending = PendingAppend(batch, command, None)
        self.waiting.append(pending)
        # Another thread may have written this append by the time the lock is free.
        with self.write_lock:
            while (outcome := pending.outcome) is None:
                self._record_next()
        if isinstance(outcome, Exception):
            # Without the del, exception and frame reference each other and wait for the garbage collector.
            try:
                raise outcome
            finally:
                del outcome, pending
        return outcome

    def append_soon(self, batch: Sequence[ToStream], command: CommandIdentity | None, then: OnAppend) -> None:
        """Queue a batch for the writer thread, which calls ``then`` with the outcome."""
        self.waiting.append(PendingAppend(batch, command, then))
        if self._writing is None:
            self._start()
        if self._asleep:
            self._called.put(None)

    def close(self) -> None:
        """Stop the writer thread after it has recorded the whole queue."""
        self._closed = True
        self._called.put(None)
        if self._writing is not None:
            self._writing.join()
            self._writing = None

    def check_alive(self) -> None:
        """Raise :class:`WriterEnded` if the writer thread has ended: nothing queued would be recorded."""
        writing = self._writing
        if writing is not None and not writing.is_alive() and not self._closed:
            raise WriterEnded(because("journal.writer_ended", journal=self._url))

    def _start(self) -> None:
        with self._starting:
            if self._writing is None:
                self._closed = False
                writing = threading.Thread(target=self._write, name="writing", daemon=True)
                writing.start()
                # Not before: until it has started it is not alive, and would be taken for one that has ended.
                self._writing = writing

    def _write(self) -> None:
        begun, size = float("-inf"), 0
        while not self._closed or self.waiting:
            # Set the flag before looking at the queue: a caller queues first and reads the flag second, so
            # at least one of the two sees the other and no wake-up is lost.
            self._asleep = True
            if not self.waiting and not self._closed:
                self._called.get()
            self._asleep = False
            if not self.waiting:
                continue
            try:
                early = begun + min(GROUP_SECONDS * size, LONGEST_GROUP) - time.monotonic()
                if early > 0 and not self._closed:
                    time.sleep(early)
                begun = time.monotonic()
                with self.write_lock:
                    size = self._record_next()
            except Exception:
                LOG.exception("appends were broken off")

    def _note(self, outcome: AppendOutcome) -> None:
        """Remember whether the journal accepts appends; conflicts do not count as errors."""
        if isinstance(outcome, Appended):
            self.fault = self.fault if outcome.repeated else ""
        elif not isinstance(outcome, VersionConflict | CommandIdReused):
            self.fault = str(outcome)

    def _record_next(self) -> int:
        """Record the next group; return its size."""
        group = [self.waiting.popleft() for _ in range(min(len(self.waiting), MOST_IN_GROUP))]
        if not group:
            return 0
        outcomes: Sequence[AppendOutcome] = ()
        fault: JournalError = StorageFailed(because("journal.broken_off", journal=self._url))
        try:
            outcomes = self._record(group)
        except JournalError as error:
            fault = error
        finally:
            # Every append gets an outcome, whatever has happened: its caller blocks until it has one.
            for pending, known in zip_longest(group, outcomes):
                outcome = known or copy(fault)
                self._note(outcome)
                pending.settle(outcome)
            # Break the reference cycle of exception and frame.
            del fault
        return len(group)
