"""Requests for cosignatures in the background, and alarms about witnesses that do not cosign.

Every witness has a thread of its own, so one that is down, slow or dishonest delays neither play nor the
others. Cosignatures are recorded in the journal, and whether there are enough is read from it: all servers of
a floor agree on that, whichever of them has asked.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from typing import Final

from msgspec import Struct

from pitboss.floor.dealer.watchdog import REMINDER
from pitboss.floor.log.watch import LogState
from pitboss.floor.log.witness_policy import NamedWitness, enough_at, is_due, is_late, pause
from pitboss.floor.log.witness_requests import GivenCosignature, WithheldCosignature, request_cosignature
from pitboss.floor.setup.config import FloorConfig
from pitboss.reason import Reason, because
from pitboss.server.logs import fields
from pitboss.store import Journal
from pitboss.store.checkpoint import Checkpoint, record_cosignatures
from pitboss.store.errors import JournalError
from pitboss.store.journal import Clock
from pitboss.witness.client import TIMEOUT
from pitboss.words import say

LOG: Final = logging.getLogger("pitboss.witnesses")
_MICROSECONDS: Final = 1_000_000
_SETTLED: Final = 1.5
"""Seconds until a witness that has cosigned is asked again."""
_LEAST: Final = 0.5
"""Least seconds that a stopping server gives a witness."""


class WitnessStatus(Struct, frozen=True, kw_only=True):
    """The state of one witness, as this server knows it."""

    withheld: WithheldCosignature | None = None
    """Why the last request got no cosignature."""
    failures: int = 0
    """Number of failed requests in a row."""
    again: float = 0.0
    """Earliest time of the next request, by the monotonic clock."""
    asked: bool = False
    """Whether it was asked since this server started."""


class Witnesses:
    """Requests cosignatures from a floor's witnesses and raises alarms."""

    def __init__(self, config: FloorConfig, journal: Journal, clock: Clock) -> None:
        self._config = config
        self._journal = journal
        self._clock = clock
        self._started = clock()
        self.state = LogState()
        """The log's state at the last poll."""
        self._standing = {witness.name: WitnessStatus() for witness in config.witnesses}
        self._under_way: dict[str, threading.Thread] = {}
        self._closed = threading.Event()
        self._alarmed: dict[str, float] = {}
        """When each alarm was last logged, by its key."""
        self._held: Reason | None = None
        self.changed: Callable[[], None] = lambda: None
        """Called when rounds are held back, or begin again."""
        if config.witnesses and config.witness_policy.holds_rounds:
            self._held = _HELD

    def tick(self, state: LogState, now: float, *, asks: bool) -> None:
        """Send due requests and raise alarms, given the log's state; not thread-safe."""
        if not self._config.witnesses:
            return
        if asks:
            self._ask(state, now, TIMEOUT)
        self._raise_alarms(now)
        held = self._why_held(state)
        if held != self._held:
            self._held = held
            told = "rounds are held back" if held else "rounds begin again"
            LOG.warning(told, extra=fields(why=held and say(held)))
            self.changed()

    def finish(self, state: LogState, seconds: float) -> None:
        """Request cosignatures of a stopping server's last checkpoint, and wait a moment for them.

        A witness that does not answer in time is asked after the next start.
        """
        end = time.monotonic() + seconds
        self._join(end)
        self._ask(state, float("inf"), max(_LEAST, end - time.monotonic()))
        self._join(end)
        self._closed.set()

    def _join(self, end: float) -> None:
        for thread in self._under_way.values():
            thread.join(max(0.0, end - time.monotonic()))

    def rounds_held(self) -> Reason | None:
        """Why rounds are held back."""
        return self._held

    def age_seconds(self) -> float | None:
        """Age of the newest sufficient set of cosignatures; ``None`` if there never was one."""
        last = enough_at(self._config.witness_policy, self.state.seen)
        return None if last is None else max(0.0, (self._clock() - last) / _MICROSECONDS)

    def is_late(self) -> bool:
        """Whether there have been too few cosignatures for too long."""
        state = self.state
        if not self._config.witnesses or state.newest is None:
            return False
        return is_late(self._config.witness_policy, state.seen, signed=state.oldest, now=self._clock())

    def warnings(self) -> tuple[str, ...]:
        """Problems of the witnesses, in public sentences: no address."""
        found = [*self._withheld()]
        return (*found, *((self._late_words(),) if self.is_late() else ()))

    def conflicts(self) -> tuple[str, ...]:
        """Sentences about witnesses that have cosigned another history than the journal's."""
        standing = self._standing.values()
        return tuple(one.withheld.sentence for one in standing if one.withheld and one.withheld.is_conflict)

    def _withheld(self) -> Iterator[str]:
        for name, one in self._standing.items():
            if one.withheld:
                yield say(because("witness.warning", witness=name, cause=one.withheld.cause))

    def _late_words(self) -> str:
        age, needed = self.age_seconds(), self._config.witness_policy.needed
        if age is None:
            return say(because("witness_late.never", needed=needed))
        return say(because("witness_late.ago", needed=needed, minutes=round(age / 60)))

    def _ask(self, state: LogState, now: float, timeout: float) -> None:
        """Start a request to each witness that is due; does not wait."""
        if state.newest is None or self._closed.is_set():
            return
        every, now_by_clock = self._config.checkpoint_minutes * 60, self._clock()
        for witness in self._config.witnesses:
            under_way, seen = self._under_way.get(witness.name), state.seen.get(witness.name)
            if (under_way and under_way.is_alive()) or now < self._standing[witness.name].again:
                continue
            # Ask once after each start, whatever was cosigned before: the journal may have been exchanged.
            unheard = seen is not None and seen.recorded < self._started
            if unheard or is_due(
                seen,
                newest=state.newest.size,
                unsigned=state.unsigned,
                now=now_by_clock,
                refresh_seconds=every,
            ):
                thread = threading.Thread(
                    target=self._ask_one,
                    args=(witness, state.newest, seen.size if seen else 0, timeout),
                    name=f"witness {witness.name}",
                    daemon=True,
                )
                self._under_way[witness.name] = thread
                thread.start()

    def _ask_one(self, witness: NamedWitness, newest: Checkpoint, old: int, timeout: float) -> None:
        try:
            found = request_cosignature(self._journal, witness, newest, old, timeout)
            if self._closed.is_set():
                return
            if isinstance(found, GivenCosignature):
                record_cosignatures(self._journal, found.size, (found.signature,))
            self._heard(witness, found)
        except JournalError as error:
            LOG.warning("a cosignature could not be recorded: %s", error, extra=fields(witness=witness.name))
        except Exception:
            LOG.exception("a witness could not be asked", extra=fields(witness=witness.name))

    def _heard(self, witness: NamedWitness, found: GivenCosignature | WithheldCosignature) -> None:
        """Note a witness's answer, and log a change of its state."""
        before = self._standing[witness.name]
        if isinstance(found, GivenCosignature):
            # By then the recorded cosignature is read from the journal.
            self._standing[witness.name] = WitnessStatus(asked=True, again=time.monotonic() + _SETTLED)
            if before.withheld:
                LOG.warning("a witness cosigns again", extra=fields(witness=witness.name, size=found.size))
            return
        failures = before.failures + 1
        again = time.monotonic() + pause(failures)
        self._standing[witness.name] = WitnessStatus(
            withheld=found, failures=failures, again=again, asked=True
        )
        if before.withheld is None or before.withheld.cause != found.cause:
            said = fields(witness=witness.name, why=found.sentence)
            LOG.warning("a witness does not cosign", extra=said)

    def _raise_alarms(self, now: float) -> None:
        """Log each alarm when it begins, again at intervals, and when it is over."""
        found = dict.fromkeys(self.conflicts(), _CONFLICT)
        # No alarm before every witness was asked since the start: they may cosign at once.
        if self.is_late() and all(one.asked for one in self._standing.values()):
            found[_LATE] = _LATE
        for key in [key for key in self._alarmed if key not in found]:
            del self._alarmed[key]
            LOG.warning("an alarm about the witnesses is over", extra=fields(alarm=key))
        for key, words in found.items():
            if now - self._alarmed.get(key, float("-inf")) >= REMINDER:
                self._alarmed[key] = now
                why = self._late_words() if key == _LATE else key
                LOG.log(logging.ERROR if key == _LATE else logging.CRITICAL, words, extra=fields(why=why))

    @property
    def alarms(self) -> int:
        """Number of current alarms."""
        return len(self._alarmed)

    def _why_held(self, state: LogState) -> Reason | None:
        """Why the policy holds rounds back.

        Too few witnesses have cosigned since the start or lately, or one has cosigned another history.
        """
        policy = self._config.witness_policy
        if not policy.holds_rounds:
            return None
        since = sum(seen.recorded >= self._started for seen in state.seen.values())
        return _HELD if since < policy.needed or self.is_late() or self.conflicts() else None


_HELD: Final = because("rounds_held")
_LATE: Final = "too few witnesses have cosigned the record lately"
_CONFLICT: Final = "a witness has cosigned another record than this journal holds"
