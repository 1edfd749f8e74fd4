"""The checkpoints of one server: signed at start and stop, by time and by count, and cosigned by witnesses.

One thread looks at the journal every second, signs when it is due and hands what is new to the witnesses; it
never waits for one of them, because each is asked by a thread of its own.
"""

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from pitboss.floor.log.origin import log_origin
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
"""Until it is asked again whether there is something to sign, and whose duty it is."""
_AGAIN: Final = 30.0
"""Seconds until a checkpoint that could not be signed is tried again."""
STOP_SECONDS: Final = 3.0
"""For which the last checkpoint of a server that stops waits for its witnesses."""


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
        """``on_duty``: of several servers one signs. ``barred``: this one must not, its key is another."""
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
        self._origin: tuple[bytes, str] | None = None

    def start(self) -> None:
        """Sign what is recorded, and go on doing so."""
        self.sign_if_new()
        self._thread.start()

    def stop(self, seconds: float) -> bool:
        """End the thread; whether it has ended within some seconds."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(seconds)
        return not self._thread.is_alive()

    def sign_last(self) -> None:
        """Sign what is new when nothing more will be recorded, and wait a moment for the witnesses."""
        self.sign_if_new()
        try:
            state = self.look()
            self.witnesses.finish(state, STOP_SECONDS)
        except JournalError as error:
            LOG.warning("no cosignature: %s", error)

    def look(self) -> LogState:
        """The log as it is now; everybody who asks later is shown it."""
        with self._looking:
            state = self._watch.look()
        self.witnesses.state = state
        return state

    def sign_if_new(self) -> bool:
        """Sign what is new, for the journal and for the witnesses; whether the journal could be used."""
        if self._barred():
            return True
        try:
            state = self.look()
            if state.size and (state.unsigned or state.newest is None):
                self.sign()
                self.look()
        except VersionConflict:
            return True  # Another server was first, and one of them is enough.
        except JournalError as error:
            LOG.warning("no checkpoint: %s", error)
            return False
        return True

    def sign_up_to(self, append: int) -> None:
        """Sign what is recorded, for a proof, unless a checkpoint covers an append already."""
        if not checkpoint_covering(self._journal, append):
            self.sign_if_new()

    def sign(self) -> None:
        """Sign the journal as it is, for itself and for the witness file."""
        key = load_or_make_key(Path(self._config.signing_key))
        checkpoint = make_checkpoint(self._journal, key, self._origin_of(public_bytes(key)))
        if self._config.witness:
            add_to_file(Path(self._config.witness), checkpoint.note)

    def _origin_of(self, public: bytes) -> str:
        """The origin does not change while a server runs: gaps are accepted while none does."""
        if self._origin is None or self._origin[0] != public:
            self._origin = public, log_origin(self._journal, self._config.origin, public)
        return self._origin[1]

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
                # A strict server that has just started begins no round before somebody has asked.
                asks = on_duty or bool(self.witnesses.rounds_held())
                self.witnesses.tick(self.witnesses.state, time.monotonic(), asks=asks)
            except JournalError as error:
                LOG.warning("the checkpoints cannot be read: %s", error)
                wait = _AGAIN
            except Exception:
                LOG.exception("the checkpoints could not be looked at")
                wait = _AGAIN

    def _is_due(self, state: LogState) -> bool:
        """Whether a checkpoint is due, by the newest one of the journal, whichever server signed it."""
        if not state.size or (state.newest and not state.unsigned):
            return False
        if state.newest is None or state.unsigned >= self._config.checkpoint_appends:
            return True
        return self._clock() - state.newest.time >= self._config.checkpoint_minutes * 60_000_000
