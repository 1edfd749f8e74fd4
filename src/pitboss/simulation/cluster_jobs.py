"""What a worker of a cluster does. A worker of another build refuses."""

import pickle
from collections.abc import Callable
from typing import Any, TypeVar

from pitboss.build import build_hash

Part = TypeVar("Part")
Result = TypeVar("Result")


class OtherBuild(Exception):
    """A worker has another build of Pitboss than those who asked it."""

    def __init__(self, worker: str, wanted: str, there: str) -> None:
        super().__init__(worker, wanted, there)
        self._worker, self._wanted, self._there = worker, wanted, there

    def __str__(self) -> str:
        return (
            f"dask: the worker at {self._worker} has another build of Pitboss ({self._there[:12]}, not "
            f"{self._wanted[:12]}): install this build there"
        )


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

        raise OtherBuild(get_worker().address, wanted, build_hash())
