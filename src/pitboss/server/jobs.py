"""Background jobs: queued per account, with progress, and cancelled by their owner.

Everything here runs on the event loop except the work itself: counts of the mathematics run in worker
processes (:mod:`pitboss.server.workers`), reads of the record in a thread.
"""

import asyncio
import logging
import secrets
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final, Literal

import msgspec

from pitboss.access.roles import Permission
from pitboss.analysis.model import AnalysisFault, CountProgress
from pitboss.extras import MissingExtra
from pitboss.messages.answers import JobNow
from pitboss.projection import project
from pitboss.reason import Reason, because, reason_of
from pitboss.server.load import TooMany
from pitboss.server.worker_process import WorkerQuestion
from pitboss.server.workers import CountStopped, Worker, WorkerFailed
from pitboss.sheets.checks import SheetFault
from pitboss.simulation.question import SimulationQuestion
from pitboss.store.errors import JournalError
from pitboss.words import say

LOG: Final = logging.getLogger("pitboss.jobs")
WORKERS: Final = 2
"""Worker processes; an account uses one at a time, so that no account takes them all."""
MOST_OF_ACCOUNT: Final = 8
"""Most queued and running jobs of one account: advice for each of seven boxes, and one more."""
MOST_QUEUED: Final = 250
"""Most queued jobs of all accounts."""
MOST_KEPT_OF_ACCOUNT: Final = 8
MOST_KEPT: Final = 100
"""Most finished jobs whose results can still be read."""
LONGEST_COUNT: Final = 300.0
"""Timeout of a count in seconds: ten times the longest count of a shipped sheet. Reads of the record, which
are for staff, have no timeout."""
_GRACE: Final = 2.0
"""Seconds between asking a count to stop and killing its process."""
_COME_BACK: Final = 5.0
JobState = Literal["waiting", "counting", "done", "wrong", "cancelled"]
Work = Callable[[CountProgress], Any]
JobKind = Literal["count", "simulation", "record"]
"""The mathematics, simulated rounds or the record: queues that do not wait for each other."""
_COUNTED: Final[tuple[JobKind, ...]] = ("count", "simulation")
"""The kinds that run in worker processes."""


class QueueFull(TooMany):
    """Back-pressure: the queue of jobs is full; a later request may find room."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason, _COME_BACK)


class Cancelled(Exception):
    """Raised to abort a job that its owner has cancelled."""


class Job:
    """A background job of an account."""

    def __init__(
        self, owner: str, permission: Permission, kind: JobKind, work: Work | WorkerQuestion
    ) -> None:
        self.id = secrets.token_urlsafe(16)
        self.owner = owner
        self.permission = permission
        """The permission that its owner needs to read the result."""
        self.kind = kind
        self.work = work
        self.worker: Worker | None = None
        self.state: JobState = "waiting"
        self.what, self.done, self.of = "", 0, 0
        self.reason: Reason | None = None
        self.result: Any = None
        self.cancelled = threading.Event()
        self.late = False
        self.ended = asyncio.Event()

    @property
    def message(self) -> str:
        """What is wrong with the question, in English."""
        return say(self.reason) if self.reason else ""

    def now(self) -> JobNow:
        """The current state of the job."""
        return project(JobNow, self)

    def heard(self, what: str, done: int, of: int) -> None:
        """Progress callback; raises :class:`Cancelled` if the job was cancelled."""
        self.what, self.done, self.of = what, done, of
        if self.cancelled.is_set() and self.worker is None:
            raise Cancelled

    def run(self) -> None:
        """Do the work, in a thread of the job's pool."""
        try:
            result = self._do()
            self.result, self.state = result, "done"
        except (AnalysisFault, SheetFault, JournalError, MissingExtra) as fault:
            self._fail(reason_of(fault))
        except (Cancelled, CountStopped, WorkerFailed) as error:
            if self.cancelled.is_set():
                self.state = "cancelled"
            elif self.late:
                self._fail(because("count.slow", seconds=f"{LONGEST_COUNT:g}"))
            else:
                self._break(error)
        except Exception as error:
            self._break(error)

    def _do(self) -> Any:
        if callable(self.work):
            return self.work(self.heard)
        assert self.worker is not None, "a count is given a process before it begins"
        return self.worker.ask(self.work, self.heard)

    def _fail(self, reason: Reason) -> None:
        self.reason, self.state = reason, "wrong"

    def _break(self, error: Exception) -> None:
        LOG.error("defect", exc_info=error)
        self._fail(because("count.defect"))


class _Queue:
    """The queue of one kind of jobs: round-robin over accounts, one running job per account."""

    def __init__(self, kind: JobKind, places: int) -> None:
        self.pool = ThreadPoolExecutor(places, thread_name_prefix=kind)
        self._free = places
        self._doing: dict[str, Job] = {}
        self._waiting: dict[str, deque[Job]] = {}
        """Queues by account, in round-robin order."""

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def of(self, owner: str) -> int:
        """Number of queued and running jobs of an account."""
        return len(self._waiting.get(owner, ())) + (owner in self._doing)

    def add(self, job: Job) -> None:
        """Queue a job behind those of its account."""
        self._waiting.setdefault(job.owner, deque()).append(job)

    def take(self) -> Job | None:
        """The next job to run; ``None`` if there is none or no free place."""
        owner = next((each for each in self._waiting if each not in self._doing), None)
        if owner is None or not self._free:
            return None
        line = self._waiting.pop(owner)
        job = line.popleft()
        if line:
            # Round-robin: the account moves behind all others.
            self._waiting[owner] = line
        self._free -= 1
        self._doing[owner] = job
        return job

    def leave(self, job: Job) -> None:
        """Remove a finished or cancelled job."""
        if self._doing.get(job.owner) is job:
            del self._doing[job.owner]
            self._free += 1
        elif line := self._waiting.get(job.owner):
            with suppress(ValueError):
                line.remove(job)
            if not line:
                del self._waiting[job.owner]


class Jobs:
    """The background jobs of a server."""

    mark = ""
    """What the ids of its jobs begin with, where several processes serve one port."""

    def __init__(self, workers: int = WORKERS) -> None:
        # One process for simulated rounds, so that advice never waits for them.
        self._idle = {"count": [Worker() for _ in range(workers)], "simulation": [Worker()]}
        self._beside = Worker()
        """Counts for the one job that reads the record."""
        self._workers = [self._beside, *(worker for idle in self._idle.values() for worker in idle)]
        self._queues: dict[JobKind, _Queue] = {
            "count": _Queue("count", workers),
            "simulation": _Queue("simulation", 1),
            "record": _Queue("record", 1),
        }
        self._jobs: dict[str, Job] = {}
        """Jobs that can be read, oldest first."""
        self._tasks: set[asyncio.Task[None]] = set()

    def count(self, owner: str, question: WorkerQuestion, permission: Permission = "watch_table") -> Job:
        """Queue a question of the mathematics; raises :class:`QueueFull`."""
        return self._start(Job(owner, permission, "count", question))

    def simulate(self, owner: str, question: SimulationQuestion, permission: Permission) -> Job:
        """Queue a run of simulated rounds; raises :class:`QueueFull` while the account has another."""
        if self._queues["simulation"].of(owner):
            raise QueueFull(because("too_many.simulations", name=owner))
        return self._start(Job(owner, permission, "simulation", question))

    def newest(self, owner: str, kind: JobKind) -> Job | None:
        """The newest job of a kind that an account can still read."""
        own = (job for job in reversed(self._jobs.values()) if job.owner == owner and job.kind == kind)
        return next(own, None)

    def record(self, owner: str, work: Work, permission: Permission) -> Job:
        """Queue a read of the record; raises :class:`QueueFull`."""
        return self._start(Job(owner, permission, "record", work))

    def ask_beside(self, question: WorkerQuestion, progress: CountProgress) -> msgspec.Raw:
        """An answer of the mathematics for the job that reads the record, asked from its own thread."""
        try:
            return self._beside.ask(question, progress)
        except Cancelled:
            # The count goes on in its process, which is therefore ended.
            self._beside.end()
            raise

    async def wait(self, job: Job, seconds: float) -> None:
        """Wait a moment for a job: most finish at once, and are then not kept."""
        with suppress(TimeoutError):
            await asyncio.wait_for(job.ended.wait(), seconds)
            self._jobs.pop(job.id, None)

    def get(self, name: str, owner: str) -> Job | None:
        """A job of an account; ``None`` for an unknown job or another account's."""
        job = self._jobs.get(name)
        return job if job and job.owner == owner else None

    def cancel(self, job: Job) -> None:
        """Cancel a job: dequeue it, or stop it at its next part or by killing its process."""
        job.cancelled.set()
        if job.state == "waiting":
            self._queues[job.kind].leave(job)
            job.state = "cancelled"
            job.ended.set()
        elif not job.ended.is_set():
            self._give_up(job)

    async def close(self) -> None:
        """Cancel all jobs and end the worker processes."""
        for job in list(self._jobs.values()):
            self.cancel(job)
        for worker in self._workers:
            worker.kill()
        for queue in self._queues.values():
            queue.pool.shutdown(wait=False, cancel_futures=True)
        counting = [task for task in self._tasks if task.get_name() in _COUNTED]
        if counting:
            await asyncio.wait(counting)
        for worker in self._workers:
            await asyncio.to_thread(worker.end)

    def _start(self, job: Job) -> Job:
        queue = self._queues[job.kind]
        if queue.of(job.owner) >= MOST_OF_ACCOUNT:
            raise QueueFull(because("too_many.questions", most=MOST_OF_ACCOUNT, name=job.owner))
        if len(queue) >= MOST_QUEUED:
            raise QueueFull(because("too_many.queued", most=MOST_QUEUED))
        job.id = self.mark + job.id
        self._jobs[job.id] = job
        self._forget_old()
        queue.add(job)
        self._begin(queue)
        return job

    def _begin(self, queue: _Queue) -> None:
        while job := queue.take():
            job.state = "counting"
            if job.kind in _COUNTED:
                job.worker = self._idle[job.kind].pop()
            task = asyncio.create_task(self._do(queue, job), name=job.kind)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _do(self, queue: _Queue, job: Job) -> None:
        loop = asyncio.get_running_loop()
        limit = loop.call_later(LONGEST_COUNT, self._too_long, job) if job.kind in _COUNTED else None
        try:
            await loop.run_in_executor(queue.pool, job.run)
        except RuntimeError:
            # The thread pool is shut down because the server stops.
            job.state = "cancelled"
        finally:
            if limit:
                limit.cancel()
            if job.worker:
                self._idle[job.kind].append(job.worker)
            queue.leave(job)
            job.ended.set()
            self._begin(queue)

    def _too_long(self, job: Job) -> None:
        job.late = True
        self._give_up(job)

    def _give_up(self, job: Job) -> None:
        """Stop a running count; its process is killed if it does not stop within the grace period."""
        if job.worker is None:
            return
        job.worker.stop()
        asyncio.get_running_loop().call_later(_GRACE, self._kill, job)

    def _kill(self, job: Job) -> None:
        if job.worker and not job.ended.is_set():
            job.worker.kill()

    def _forget_old(self) -> None:
        ended = [job for job in self._jobs.values() if job.ended.is_set()]
        for job in _too_many(ended):
            del self._jobs[job.id]


def _too_many(ended: list[Job]) -> Iterator[Job]:
    """The finished jobs beyond the limits, which are dropped."""
    kept: dict[str, int] = {}
    for place, job in enumerate(reversed(ended)):
        kept[job.owner] = kept.get(job.owner, 0) + 1
        if place >= MOST_KEPT or kept[job.owner] > MOST_KEPT_OF_ACCOUNT:
            yield job
