"""Long work in the background, one of each kind at a time: told how far it is, cancelled at any part."""

import itertools
import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final, Literal, get_args

from msgspec import Struct

from pitboss.access.roles import Permission
from pitboss.analysis.model import AnalysisFault, Progress
from pitboss.sheets.checks import SheetFault
from pitboss.store.errors import JournalError

LOG: Final = logging.getLogger("pitboss.jobs")
MOST_KEPT: Final = 100
State = Literal["waiting", "counting", "done", "wrong", "cancelled"]
Work = Callable[[Progress], Any]
Kind = Literal["count", "record"]
"""The mathematics, or reading the record: neither waits for the other."""


class JobNow(Struct, frozen=True):
    """A count as it stands."""

    id: str
    state: State
    what: str
    """What is being counted."""
    done: int
    of: int
    message: str
    """What is wrong with the question, if something is."""
    result: Any


class Cancelled(Exception):
    """Somebody does not want the answer any more."""


class Job:
    """One count."""

    def __init__(self, name: str, permission: Permission) -> None:
        self.id = name
        self.permission = permission
        """Whoever asks for it must have it."""
        self.state: State = "waiting"
        self.what, self.done, self.of, self.message = "", 0, 0, ""
        self.result: Any = None
        self.cancelled = threading.Event()
        self.future: Future[None] | None = None

    def now(self) -> JobNow:
        """How it stands."""
        return JobNow(self.id, self.state, self.what, self.done, self.of, self.message, self.result)

    def heard(self, what: str, done: int, of: int) -> None:
        """A part is counted; the next one is not begun if the count was cancelled."""
        self.what, self.done, self.of = what, done, of
        if self.cancelled.is_set():
            raise Cancelled

    def run(self, work: Work) -> None:
        """Count."""
        try:
            self.heard("", 0, 0)
            self.state = "counting"
            self.result = work(self.heard)
            self.state = "done"
        except Cancelled:
            self.state = "cancelled"
        except (AnalysisFault, SheetFault, JournalError) as fault:
            self.state, self.message = "wrong", str(fault)
        except Exception:
            LOG.exception("defect")
            self.state = "wrong"
            self.message = "Something is wrong on our side. It has been logged; nothing was changed."


class Jobs:
    """What a server does in the background: one at a time of a kind, because each takes a whole core."""

    def __init__(self) -> None:
        kinds: tuple[Kind, ...] = get_args(Kind)
        self._pools = {kind: ThreadPoolExecutor(1, thread_name_prefix=kind) for kind in kinds}
        self._jobs: dict[str, Job] = {}
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()

    def start(
        self, work: Work, seconds: float, permission: Permission = "watch_table", kind: Kind = "count"
    ) -> Job:
        """Begin, and wait a little for it: most answers are there at once."""
        with self._lock:
            job = Job(str(next(self._numbers)), permission)
            self._jobs[job.id] = job
            for old in [key for key, kept in self._jobs.items() if kept.future and kept.future.done()]:
                if len(self._jobs) > MOST_KEPT:
                    del self._jobs[old]
        job.future = self._pools[kind].submit(job.run, work)
        with suppress(TimeoutError):
            job.future.result(seconds)
        return job

    def get(self, name: str) -> Job | None:
        """A count that was begun, if it is still known."""
        return self._jobs.get(name)

    def close(self) -> None:
        """Cancel what is under way."""
        for job in list(self._jobs.values()):
            job.cancelled.set()
        for pool in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)
