"""The options that say who does the jobs of a long run: threads of this process, or a cluster."""

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from pitboss.reason import at, because
from pitboss.simulation.executors import JobExecutor, threads
from pitboss.simulation.model import SimulationFault

_MOST_WORKERS: Final = 1024


@contextmanager
def job_executor(options: Namespace, *, one: bool = False) -> Iterator[JobExecutor]:
    """The executor in the options while the block runs; ``one`` thread is enough for what holds the lock."""
    if options.workers is not None and not 1 <= options.workers <= _MOST_WORKERS:
        raise SimulationFault(
            at("workers", because("simulation.workers", workers=options.workers, most=_MOST_WORKERS))
        )
    if options.dask is None:
        yield threads(1 if one else options.workers)
        return
    from pitboss.simulation.cluster import cluster

    with cluster(options.dask, options.workers) as found:
        yield found
