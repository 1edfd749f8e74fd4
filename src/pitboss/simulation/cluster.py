"""A dask.distributed cluster as an executor of jobs: other machines, or processes of this one.

A worker that is lost is no fault: the scheduler has the jobs that it held worked on elsewhere, and the same
part gives the same result. Every worker must have this very build, and the same versions of what it counts
with; one that joins later is asked with every job. Workers are believed: a cluster belongs to those who use
it, and whoever reaches its scheduler can run anything on it.
"""

import asyncio
import logging
import os
import pickle
import re
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, Final, Generic

import cryptography  # noqa: F401 - the certificates of a local cluster; the library says no module.
import distributed

from pitboss.build import build_hash
from pitboss.reason import at, because
from pitboss.simulation.executors import (
    OtherBuild,
    Part,
    Result,
    Submit,
    other_build,
    uninterrupted,
    unpacked,
    work_on,
    worker_build,
)
from pitboss.simulation.model import SimulationFault

LOCAL: Final = "local"
_DASK: Final[Any] = distributed
"""The library, which has no types of its own."""
_ADDRESS: Final = re.compile(r"(tcp|tls)://(\[[0-9a-fA-F:]+\]|[^\s/:@\[\]]+):(\d{1,5})", re.ASCII)
_CONNECT: Final = 5.0
"""Seconds within which a scheduler must answer."""
_WORKERS_WITHIN: Final = 10.0
"""Seconds within which a cluster must have a worker."""
_ALONE: Final = 60.0
"""Seconds without any worker after which a run is given up."""
_LOOK: Final = 2.0
"""Seconds after which a run that waits looks at the cluster."""
_GRAIN: Final = 16
_SAME: Final = ("python", "numpy", "numba", "msgspec")
"""What must have the same version on every worker."""


class ClusterFault(SimulationFault):
    """A cluster that cannot be used."""


class ClusterJob(Generic[Result]):
    """A job that a cluster works on."""

    def __init__(self, cluster: "Cluster", future: Any) -> None:
        self._cluster = cluster
        self._future = future

    def result(self) -> Result:
        """The result, once a worker has it."""
        while True:
            try:
                found: Result = self._future.result(timeout=_LOOK)
                return found
            except TimeoutError:
                self._cluster.check_alive()
            except OtherBuild as fault:
                raise ClusterFault(fault.reason) from None
            except _DASK.KilledWorker:
                raise ClusterFault(at(f"{self._cluster.address}", because("cluster.same_job"))) from None
            except CancelledError:
                raise ClusterFault(at(f"{self._cluster.address}", because("cluster.lost"))) from None
            except ModuleNotFoundError as fault:
                raise ClusterFault(
                    at(f"{self._cluster.address}", because("cluster.lacks", module=fault.name))
                ) from None

    def give_up(self) -> bool:
        """Take the job back unless its result is there."""
        if self._future.status == "finished":
            return False
        with suppress(Exception):
            self._future.cancel()
        return True


class Cluster:
    """The workers of a cluster."""

    grain: Final = _GRAIN

    def __init__(self, client: Any, address: str) -> None:
        self.client = client
        self.address: Final = address
        self._seen = time.monotonic()
        self._looked = 0.0
        self._workers = 1
        self._look()

    @property
    def workers(self) -> int:
        """The threads of all workers, which may become more or fewer."""
        if time.monotonic() - self._looked > _LOOK:
            self._look()
        return self._workers

    def check_alive(self) -> None:
        """Raise :class:`ClusterFault` if there has been no worker for a while."""
        self._look()
        if time.monotonic() - self._seen > _ALONE:
            raise ClusterFault(at(f"{self.address}", because("cluster.no_workers", seconds=int(_ALONE))))

    def _look(self) -> None:
        self._looked = time.monotonic()
        try:
            threads = sum(self.client.nthreads().values())
        except (OSError, TimeoutError):
            return
        if threads:
            self._seen, self._workers = self._looked, threads

    @contextmanager
    def opened(self, work: Callable[[Part], Result]) -> Iterator[Submit[Part, Result]]:
        """Send a work to the workers once; the scheduler keeps it for those who come later."""
        client, build = self.client, build_hash()
        shared = client.submit(unpacked, pickle.dumps(work), build, pure=False)

        def submit(part: Part) -> ClusterJob[Result]:
            return ClusterJob(self, client.submit(work_on, shared, part, build, pure=False))

        yield submit


@contextmanager
def cluster(address: str, workers: int | None = None) -> Iterator[Cluster]:
    """The cluster at an address, or one of so many processes of this machine, while the block runs.

    Raises :class:`ClusterFault` for a cluster that is not there or has other workers than it must.
    """
    if address != LOCAL:
        _check_address(address, workers)
    _be_quiet()
    with ExitStack() as opened:
        with uninterrupted():
            if address == LOCAL:
                client = opened.enter_context(_local(workers or os.cpu_count() or 1))
            else:
                client = opened.enter_context(_connected(address))
        _wait_for_workers(client, address)
        check_workers(client, address)
        yield Cluster(client, "dask" if address == LOCAL else address)


def _check_address(address: str, workers: int | None) -> None:
    found = _ADDRESS.fullmatch(address)
    if not found:
        raise ClusterFault(at("dask", because("cluster.address", given=repr(address[:60]))))
    if not 0 < int(found[3]) < 1 << 16:
        raise ClusterFault(at("dask", because("cluster.port", port=found[3])))
    if workers is not None:
        raise ClusterFault(at("workers", because("cluster.own_workers")))


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    try:
        # The client of the library may hang where something else than a scheduler answers.
        found = asyncio.run(asyncio.wait_for(_identity(address), _CONNECT))
    except TypeError:
        raise ClusterFault(at("dask", because("cluster.certificates", address=address))) from None
    except (OSError, ValueError, RuntimeError, TimeoutError):
        raise ClusterFault(at("dask", because("cluster.no_scheduler", address=address))) from None
    if found.get("type") != "Scheduler":
        raise ClusterFault(at("dask", because("cluster.worker", address=address)))
    client = _DASK.Client(address, timeout=_CONNECT, set_as_default=False)
    try:
        yield client
    finally:
        with uninterrupted():
            client.close()


async def _identity(address: str) -> dict[str, Any]:
    """What a server of a cluster says that it is."""
    certificates = _DASK.Security().get_connection_args("client")
    async with _DASK.rpc(address, connection_args=certificates, timeout=_CONNECT) as asked:
        found: dict[str, Any] = await asked.identity()
    return found


@contextmanager
def _local(workers: int) -> Iterator[Any]:
    """Processes of this machine, which talk over TLS with certificates of their own.

    They do not hear Ctrl-C, which the terminal sends to all: the run ends them.
    """
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        started = _DASK.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            memory_limit=0,
            security=_DASK.Security.temporary(),
            silence_logs=logging.CRITICAL,
        )
    finally:
        signal.signal(signal.SIGINT, before)
    try:
        with _DASK.Client(started, set_as_default=False) as client:
            yield client
    finally:
        with uninterrupted():
            started.close()


def _wait_for_workers(client: Any, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=_WORKERS_WITHIN)
    except TimeoutError:
        raise ClusterFault(at("dask", because("cluster.no_worker", address=address))) from None


def check_workers(client: Any, address: str) -> None:
    """Refuse a worker without Pitboss, with another build of it, or with other versions of what it needs."""
    asked = client.get_versions(packages=["pitboss", *_SAME])
    here = asked["client"]["packages"]
    for worker, told in sorted(asked["workers"].items()):
        there = told["packages"]
        if not there.get("pitboss"):
            raise ClusterFault(at("dask", because("cluster.no_pitboss", worker=worker)))
        for name in _SAME:
            if here.get(name) != there.get(name):
                other = {"worker": worker, "what": name, "here": str(here.get(name))}
                raise ClusterFault(
                    at(
                        "dask",
                        because("cluster.versions", there=there[name], **other)
                        if there.get(name)
                        else because("cluster.missing", **other),
                    )
                )
    for worker, build in sorted(client.run(worker_build, on_error="return").items()):
        if not isinstance(build, OSError) and build != build_hash():
            there = build if isinstance(build, str) else "older"
            raise ClusterFault(other_build(worker, build_hash(), there))


def _be_quiet() -> None:
    """Keep the library's log from the terminal: what goes wrong is told in a sentence."""
    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
