"""Executors of jobs: a long work is cut into parts, and this is the one place that hands them to workers.

An executor is the threads of this process (:func:`threads`) or the workers of a cluster
(:mod:`pitboss.simulation.cluster`). Results are taken in the order of the parts whoever worked on them, so a
sum of results, and how far an interrupted run has come, do not depend on the workers.
"""

import os
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from types import FrameType
from typing import Any, Final, Generic, Protocol, TypeVar

from pitboss.build import build_hash
from pitboss.reason import Fault, Reason, at, because

Part = TypeVar("Part")
Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)

_AHEAD: Final = 4
"""Jobs in the queue for each worker."""
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


class PendingJob(Protocol[Result_co]):
    """A part that was handed out."""

    def result(self) -> Result_co:
        """The result, once it is there."""

    def give_up(self) -> bool:
        """Take the job back; False where its result is there, or is waited for because it has begun."""


Submit = Callable[[Part], PendingJob[Result]]
"""Hands one part to the workers."""


class JobExecutor(Protocol):
    """Workers that take jobs."""

    @property
    def workers(self) -> int:
        """How many jobs are worked on at a time."""

    @property
    def grain(self) -> int:
        """How many of the smallest parts make a job at most: one for another process must be worth it."""

    def opened(self, work: Callable[[Part], Result]) -> AbstractContextManager[Submit[Part, Result]]:
        """Get the workers ready for a work, which processes of a cluster receive pickled."""


class ThreadJob(Generic[Result]):
    """A job of a thread of this process."""

    def __init__(self, future: "Future[Result]") -> None:
        self._future = future

    def result(self) -> Result:
        """The result, once it is there."""
        return self._future.result()

    def give_up(self) -> bool:
        """Take the job back unless it has begun: a thread cannot be ended."""
        return self._future.cancel()


class ThreadExecutor:
    """Threads of this process, for loops that hold no interpreter lock."""

    grain: Final = 1

    def __init__(self, workers: int) -> None:
        self.workers: Final = workers

    @contextmanager
    def opened(self, work: Callable[[Part], Result]) -> Iterator[Submit[Part, Result]]:
        """Threads for one work; the block ends when all of them have."""
        with ThreadPoolExecutor(self.workers) as pool:
            yield lambda part: ThreadJob(pool.submit(work, part))


def threads(workers: int | None = None) -> ThreadExecutor:
    """So many threads of this process, or one for every core."""
    return ThreadExecutor(workers or os.cpu_count() or 1)


def job_size(executor: JobExecutor, smallest: int, total: int) -> int:
    """The size of a job: some of the smallest parts, and still several jobs for each worker."""
    parts = total // smallest // (executor.workers * _AHEAD)
    return smallest * max(1, min(executor.grain, parts))


def run_jobs(
    executor: JobExecutor,
    work: Callable[[Part], Result],
    parts: Iterable[Part],
    take: Callable[[Result], None],
    done: Callable[[], None],
) -> bool:
    """Have every part worked on, and take the results in the order of the parts; False after Ctrl-C.

    ``take`` is never interrupted within, so a result counts wholly or not at all; ``done`` follows each.
    After Ctrl-C the results that are there are taken, up to the first gap.
    """
    waiting: deque[PendingJob[Result]] = deque()
    left = iter(parts)
    with executor.opened(work) as submit:
        try:
            while True:
                _hand_out(executor, submit, left, waiting)
                if not waiting:
                    return True
                _take_first(waiting, take)
                done()
        except KeyboardInterrupt:
            # The first job that is given up is a gap: nothing after it may count.
            while waiting and not waiting[0].give_up():
                _take_first(waiting, take)
            for job in waiting:
                job.give_up()
            return False


def _hand_out(
    executor: JobExecutor,
    submit: Submit[Part, Result],
    left: Iterator[Part],
    waiting: "deque[PendingJob[Result]]",
) -> None:
    for part in left:
        waiting.append(submit(part))
        if len(waiting) >= executor.workers * _AHEAD:
            return


def _take_first(waiting: "deque[PendingJob[Result]]", take: Callable[[Result], None]) -> None:
    result = waiting[0].result()
    with uninterrupted():
        waiting.popleft()
        take(result)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Hold Ctrl-C, and SIGTERM where it interrupts too, back until the block has ended."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        pressed.append(number)

    # Whoever ignores a signal goes on ignoring it.
    before = {number: handler for number in _SIGNALS if callable(handler := signal.getsignal(number))}
    for number in before:
        signal.signal(number, note)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if pressed:
        signal.raise_signal(pressed[0])


class OtherBuild(Fault):
    """A worker has another build of Pitboss than those who asked it."""


def other_build(worker: str, wanted: str, there: str) -> Reason:
    """Why a worker of another build is refused; a build before the first with a hash is not named."""
    return at("dask", because("cluster.build", worker=worker, there=there[:12], wanted=wanted[:12]))


def worker_build() -> str:
    """The build of this worker."""
    return build_hash()


def unpacked(packed: bytes, build: str) -> Any:
    """A work as it was sent, for all jobs of this worker."""
    _check(build)
    return pickle.loads(packed)


def work_on(work: Callable[[Part], Result], part: Part, build: str) -> Result:
    """Do one job."""
    _check(build)
    return work(part)


def _check(wanted: str) -> None:
    if build_hash() != wanted:
        from distributed import get_worker

        raise OtherBuild(other_build(get_worker().address, wanted, build_hash()))
