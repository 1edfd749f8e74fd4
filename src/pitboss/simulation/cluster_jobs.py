"""What a worker of a cluster does. A worker of another build refuses."""

import pickle
from collections.abc import Callable
from typing import Any

from pitboss.build import build_hash
from pitboss.reason import Fault, Reason, at, because
from pitboss.simulation.executors import Part, Result


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
