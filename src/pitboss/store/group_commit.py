"""Appends that wait for one writer, and are recorded together: the disk is waited for once.

Group commit: threads queue up behind the one that writes, and the next of them to get its turn writes for
all. An event loop leaves its appends to a writer thread. That waits some milliseconds between two groups, the
longer the more appends the last one had: under load more of them share a transaction and its fsync, while a
lone append never waits.
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

from pitboss.store.errors import CommandIdReused, JournalError, StorageFailed, VersionConflict
from pitboss.store.journal import Appended, AppendOutcome, CommandIdentity, ToStream

LOG: Final = logging.getLogger("pitboss.store")
MOST_TOGETHER: Final = 64
"""Appends of one group."""
GROUP_SECONDS: Final = 0.004
"""Between the beginnings of two groups of the writer thread at least, for each append of the first."""
LONGEST_GROUP: Final = 0.016
"""So many seconds at most."""


class PendingAppend:
    """An append that waits for its turn, and then for the disk."""

    __slots__ = ("batch", "command", "outcome", "then")

    def __init__(
        self,
        batch: Sequence[ToStream],
        command: CommandIdentity | None,
        then: Callable[[AppendOutcome], None] | None,
    ) -> None:
        self.batch = batch
        self.command = command
        self.then = then
        self.outcome: AppendOutcome | None = None

    def settle(self, outcome: AppendOutcome) -> None:
        """It is known what became of it."""
        self.outcome = outcome
        if self.then:
            try:
                self.then(outcome)
            except Exception:
                # The others in the group are not concerned.
                LOG.exception("whoever asked for an append could not be told of it")


def bare(fault: JournalError) -> JournalError:
    """A fault that holds nothing of where it was raised; with its outcome that is a cycle of garbage."""
    fault.__traceback__ = fault.__cause__ = fault.__context__ = None
    return fault


class GroupCommit:
    """The queue before one writer. ``record`` gives the outcome of each append, or fails for all of them."""

    def __init__(self, url: str, record: Callable[[list[PendingAppend]], Sequence[AppendOutcome]]) -> None:
        self._url = url
        self.turn = threading.Lock()
        """Whoever has it may write."""
        self._record = record
        self.waiting: deque[PendingAppend] = deque()
        self._called: SimpleQueue[None] = SimpleQueue()
        """Wakes the writer thread, if it sleeps."""
        self._asleep = False
        self._starting = threading.Lock()
        self._writing: threading.Thread | None = None
        self._closed = False
        self.fault = ""
        """What the newest append failed by, if it did."""

    def append(self, batch: Sequence[ToStream], command: CommandIdentity | None) -> Appended:
        """Record a batch, together with all that wait at this moment."""
        asked = PendingAppend(batch, command, None)
        self.waiting.append(asked)
        with self.turn:
            while asked.outcome is None:
                self._record_next()
        outcome = asked.outcome
        assert outcome is not None, "whoever writes settles what he was given"
        if isinstance(outcome, Exception):
            # A fault that is held where it is raised would keep all it has seen alive, as garbage in a cycle.
            try:
                raise outcome
            finally:
                del outcome, asked
        return outcome

    def soon(
        self,
        batch: Sequence[ToStream],
        command: CommandIdentity | None,
        then: Callable[[AppendOutcome], None],
    ) -> None:
        """Have a batch recorded by the writing thread, which says what became of it."""
        self.waiting.append(PendingAppend(batch, command, then))
        if self._writing is None:
            self._start()
        if self._asleep:
            self._called.put(None)

    def close(self) -> None:
        """End the writing thread, when all is recorded that was asked for."""
        self._closed = True
        self._called.put(None)
        if self._writing is not None:
            self._writing.join()
            self._writing = None

    def _start(self) -> None:
        with self._starting:
            if self._writing is None:
                self._closed = False
                self._writing = threading.Thread(target=self._write, name="writing", daemon=True)
                self._writing.start()

    def _write(self) -> None:
        begun, size = float("-inf"), 0
        while not self._closed or self.waiting:
            # Whoever appends looks whether this thread sleeps after that; so one of the two sees the other.
            self._asleep = True
            if not self.waiting and not self._closed:
                self._called.get()
            self._asleep = False
            if not self.waiting:
                continue
            early = begun + min(GROUP_SECONDS * size, LONGEST_GROUP) - time.monotonic()
            if early > 0 and not self._closed:
                time.sleep(early)
            begun = time.monotonic()
            try:
                with self.turn:
                    size = self._record_next()
            except Exception:
                LOG.exception("appends were broken off")

    def _note(self, outcome: AppendOutcome) -> None:
        """Remember whether the journal takes what it is given."""
        if isinstance(outcome, Appended):
            self.fault = self.fault if outcome.repeated else ""
        elif not isinstance(outcome, VersionConflict | CommandIdReused):
            self.fault = str(outcome)

    def _record_next(self) -> int:
        """Record what waits; how many appends that were."""
        group = [self.waiting.popleft() for _ in range(min(len(self.waiting), MOST_TOGETHER))]
        if not group:
            return 0
        outcomes: Sequence[AppendOutcome] = ()
        fault: JournalError = StorageFailed(
            f"Recording in {self._url} was broken off: send the command again with the same id."
        )
        try:
            outcomes = self._record(group)
        except JournalError as error:
            fault = error
        finally:
            # Nobody may wait for ever, whatever has happened to the one who wrote for him.
            for asked, known in zip_longest(group, outcomes):
                outcome = known or copy(fault)
                self._note(outcome)
                asked.settle(outcome)
            # A fault that is held where it was caught would keep all it has seen alive.
            del fault
        return len(group)
