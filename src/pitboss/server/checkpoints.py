"""The checkpoints of one server: signed at start and stop, by time and by count, and cosigned by witnesses.

One thread polls the journal every second, signs when due and passes checkpoints to the witnesses; it never
waits for a witness, because each has a thread of its own.
"""

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from pitboss.floor.log.keys import log_origin
from pitboss.floor.log.watch import LogState, LogWatch
from pitboss.floor.setup.config import FloorConfig
from pitboss.server.witnesses import Witnesses
from pitboss.store import Journal
from pitboss.store.checkpoint import checkpoint_covering, make_checkpoint
from pitboss.store.checkpoint_copies import add_to_file
from pitboss.store.errors import JournalError, VersionConflict
from pitboss.store.journal import Clock
from pitboss.store.keys import load_or_make_key, public_bytes

LOG: Final = logging.getLogger("pitboss.site")
LOOK_SECONDS: Final = 1.0
"""Seconds between two polls of the journal."""
_AGAIN: Final = 30.0
"""Seconds until a failed checkpoint is retried."""
STOP_SECONDS: Final = 3.0
"""Seconds that a stopping server waits for cosignatures of its last checkpoint."""


class Checkpoints:
    """Signs the journal of a floor and has it cosigned."""

    def __init__(
        self,
        config: FloorConfig,
        journal: Journal,
        clock: Clock,
        *,
        on_duty: Callable[[], bool],
        barred: Callable[[], bool],
    ) -> None:
        """``on_duty``: whether this server is the one that signs. ``barred``: its key is a wrong one."""
        self.key = load_or_make_key(Path(config.signing_key))
        """The signing key, read once: a file that is exchanged under a running server changes nothing."""
        self.overtaken = False
        """Whether the newest checkpoint is signed with another key."""
        self._config = config
        self._journal = journal
        self._clock = clock
        self._on_duty = on_duty
        self._barred = barred
        self._watch = LogWatch(journal, config.witnesses)
        self._looking = threading.Lock()
        self.witnesses = Witnesses(config, journal, clock)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="checkpoints", daemon=True)
        self._origin = ""

    def start(self) -> None:
        """Sign the journal and start the thread."""
        self.sign_if_new()
        self._thread.start()

    def stop(self, seconds: float) -> bool:
        """Stop the thread; return whether it ended within some seconds."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(seconds)
        return not self._thread.is_alive()

    def sign_last(self) -> None:
        """Sign the last appends of a stopping server, and wait a moment for the witnesses."""
        self.sign_if_new()
        try:
            state = self.look()
            self.witnesses.finish(state, STOP_SECONDS)
        except JournalError as error:
            LOG.warning("no cosignature: %s", error)

    def look(self) -> LogState:
        """Poll the log and publish its state to readers."""
        with self._looking:
            state = self._watch.look()
        self.witnesses.state = state
        self.overtaken = bool(state.newest and state.newest.key != public_bytes(self.key))
        return state

    def sign_if_new(self) -> bool:
        """Sign if there are unsigned appends; return whether the journal could be used."""
        if self._barred():
            return True
        try:
            state = self.look()
            if state.size and (state.unsigned or state.newest is None):
                self.sign()
                self.look()
        except VersionConflict:
            return True  # Another server was first, and one checkpoint is enough.
        except JournalError as error:
            LOG.warning("no checkpoint: %s", error)
            return False
        return True

    def sign_up_to(self, append: int) -> None:
        """Sign for a proof, unless a checkpoint covers the append already."""
        if not checkpoint_covering(self._journal, append):
            self.sign_if_new()

    def sign(self) -> None:
        """Record a checkpoint and append it to the witness file."""
        checkpoint = make_checkpoint(self._journal, self.key, self._origin_now())
        if self._config.witness:
            add_to_file(Path(self._config.witness), checkpoint.note)

    def _origin_now(self) -> str:
        """The log's origin, cached: it changes only while no server runs."""
        public = public_bytes(self.key)
        self._origin = self._origin or log_origin(self._journal, self._config.origin, public)
        return self._origin

    def _run(self) -> None:
        wait = 0.0
        while not self._stopping.wait(wait):
            wait = LOOK_SECONDS
            try:
                state = self.look()
                if self._barred():
                    continue
                on_duty = self._on_duty()
                if on_duty and self._is_due(state):
                    wait = LOOK_SECONDS if self.sign_if_new() else _AGAIN
                # A strict server begins no round after its start before the witnesses were asked.
                asks = on_duty or bool(self.witnesses.rounds_held())
                self.witnesses.tick(self.witnesses.state, time.monotonic(), asks=asks)
            except JournalError as error:
                LOG.warning("the checkpoints cannot be read: %s", error)
                wait = _AGAIN
            except Exception:
                LOG.exception("the checkpoints could not be looked at")
                wait = _AGAIN

    def _is_due(self, state: LogState) -> bool:
        """Whether a checkpoint is due, given the journal's newest one, whichever server signed it."""
        if not state.size or (state.newest and not state.unsigned):
            return False
        if state.newest is None or state.unsigned >= self._config.checkpoint_appends:
            return True
        return self._clock() - state.newest.time >= self._config.checkpoint_minutes * 60_000_000
