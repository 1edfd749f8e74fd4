"""Long counts in the background: one at a time, told how far they are, to be cancelled at any part."""

import itertools
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final, Literal

from msgspec import Struct

from pitboss.analysis.model import AnalysisFault, Progress
from pitboss.sheets.checks import SheetFault

MOST_KEPT: Final = 100
State = Literal["waiting", "counting", "done", "wrong", "cancelled"]
Work = Callable[[Progress], Any]


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

    def __init__(self, name: str) -> None:
        self.id = name
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
        except (AnalysisFault, SheetFault) as fault:
            self.state, self.message = "wrong", str(fault)


class Jobs:
    """The counts of a server: one at a time, because each takes a whole core."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="counts")
        self._jobs: dict[str, Job] = {}
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()

    def start(self, work: Work, seconds: float) -> Job:
        """Begin a count and wait a little for it: most answers are there at once."""
        with self._lock:
            job = Job(str(next(self._numbers)))
            self._jobs[job.id] = job
            for old in [key for key, kept in self._jobs.items() if kept.future and kept.future.done()]:
                if len(self._jobs) > MOST_KEPT:
                    del self._jobs[old]
        job.future = self._pool.submit(job.run, work)
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
        self._pool.shutdown(wait=False, cancel_futures=True)
