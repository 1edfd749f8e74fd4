"""A cluster finds what one thread finds, also when a worker is killed; what is no cluster gets a sentence."""

import os
import signal
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import distributed
import numpy as np
import pytest

from pitboss.analysis.odds import silent
from pitboss.citation import Clause
from pitboss.cli.main import run
from pitboss.forecast.link_file import StartMeters
from pitboss.forecast.lives import simulate_lives
from pitboss.simulation import cluster as module
from pitboss.simulation.cluster import Cluster, ClusterFault, check_workers, cluster
from pitboss.simulation.engine import Engine
from pitboss.simulation.executors import threads
from pitboss.simulation.plans import plan_of
from pitboss.simulation.run import CHUNK, Tally, simulate
from tests.forecast.test_lives import TERMS, day
from tests.simulation.test_runs import game_of, ignore

DASK: Any = distributed
NOWHERE = "tcp://127.0.0.1:9"
ADDRESSES = {
    "http://127.0.0.1:8786": "dask: 'http://127.0.0.1:8786' is not the address of a cluster: write tcp://HOST:PORT",
    "tcp://127.0.0.1": "dask: 'tcp://127.0.0.1' is not the address of a cluster",
    "127.0.0.1:8786": "dask: '127.0.0.1:8786' is not the address of a cluster",
    " ": "dask: ' ' is not the address of a cluster",
    "tcp://127.0.0.1:99999": "dask: 99999 is not a port from 1 to 65535",
    "tls://127.0.0.1:9": "dask: tls://127.0.0.1:9 needs certificates",
    NOWHERE: f"dask: no scheduler answers at {NOWHERE}; dask scheduler starts one",
}


@pytest.fixture(scope="module")
def processes() -> Iterator[Cluster]:
    """Two real processes."""
    with cluster("local", 2) as found:
        yield found


def same(one: Tally, other: Tally) -> bool:
    """Whether two runs have counted the same, batch by batch."""
    return (
        (one.rounds, one.products, one.envy, one.batches)
        == (other.rounds, other.products, other.envy, other.batches)
        and bool((one.cells == other.cells).all())
        and bool((one.house == other.house).all())
    )


def test_a_worker_killed_in_a_run_changes_no_figure(processes: Cluster) -> None:
    plan = plan_of(game_of("P3CP"), 2, "simple", silent)
    rounds = 12 * CHUNK + 77
    killed: list[int] = []

    def kill(done: int) -> None:
        """Kill a worker at the first result: it has jobs to do, or results that nobody has fetched yet."""
        if not killed:
            held = [processes.client.processing(), processes.client.has_what()]
            worker = max(held[0], key=lambda each: sum(len(by.get(each, ())) for by in held))
            ((_, process),) = processes.client.run(os.getpid, workers=[worker]).items()
            os.kill(process, signal.SIGKILL)
            killed.append(process)

    found = simulate(plan, rounds=rounds, seed=11, executor=processes, done=kill)
    assert killed
    assert found.rounds == rounds
    for workers in (1, 2):
        assert same(found, simulate(plan, rounds=rounds, seed=11, workers=workers, done=ignore))


def test_lives_and_engine_rounds_are_the_same_on_a_cluster(processes: Cluster) -> None:
    lived = [
        simulate_lives(
            day(0.01, 0.02),
            TERMS,
            StartMeters(1_000),
            years=1,
            lives=450,
            seed=5,
            progress=silent,
            executor=executor,
        )
        for executor in (threads(1), threads(2), processes)
    ]
    for other in lived[1:]:
        for name in ("noted", "displays", "gaps"):
            assert np.array_equal(getattr(lived[0], name), getattr(other, name))
    engine, rates = Engine(game_of("3CP"), 2, "simple", silent), {Clause("5.8.3"): Fraction(1, 50)}
    one, two = (
        engine.run(rounds=1_100, seed=3, rates=rates, executor=executor, done=ignore)
        for executor in (None, processes)
    )
    assert same(one.tally, two.tally)
    assert one.irregular == two.irregular
    assert one.plan.cells == two.plan.cells


def test_an_interrupted_run_keeps_the_first_rounds(processes: Cluster) -> None:
    plan = plan_of(game_of("3CP"), 1, "simple", silent)

    def interrupt(done: int) -> None:
        raise KeyboardInterrupt

    # More rounds than can be handed out before the first result is taken, however fast the workers are.
    rounds = 10 * processes.workers * processes.grain * CHUNK
    found = simulate(plan, rounds=rounds, seed=3, executor=processes, done=interrupt)
    assert CHUNK <= found.rounds < rounds
    assert same(found, simulate(plan, rounds=found.rounds, seed=3, workers=1, done=ignore))


def test_a_worker_of_another_build_is_refused(processes: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the start, and with the job for one that joins later."""
    monkeypatch.setattr(module, "build_hash", lambda: "0" * 64)
    with pytest.raises(ClusterFault, match=r"has another build of Pitboss \(\w{12}, not 000000000000\)"):
        check_workers(processes.client, "local")
    plan = plan_of(game_of("3CP"), 1, "simple", silent)
    with pytest.raises(ClusterFault, match="has another build of Pitboss"):
        simulate(plan, rounds=1_000, seed=3, executor=processes, done=ignore)


class OtherWorkers:
    """A client whose worker has other packages than its own."""

    def __init__(self, **packages: str | None) -> None:
        self._packages = packages

    def get_versions(self, packages: list[str]) -> dict[str, Any]:
        here = dict.fromkeys(packages, "1.0")
        return {
            "client": {"packages": here},
            "workers": {"tcp://a:1": {"packages": {**here, **self._packages}}},
        }


def test_a_worker_without_pitboss_or_with_another_library_is_refused() -> None:
    with pytest.raises(ClusterFault, match="the worker at tcp://a:1 has no Pitboss: install this build"):
        check_workers(OtherWorkers(pitboss=None), "tcp://a:2")
    with pytest.raises(ClusterFault, match=r"the worker at tcp://a:1 has numba 0.9, and here it is 1.0"):
        check_workers(OtherWorkers(numba="0.9"), "tcp://a:2")


class Deserted:
    """A client whose workers have all gone."""

    def nthreads(self) -> dict[str, int]:
        return {}


def test_a_run_is_given_up_when_no_worker_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Cluster(Deserted(), "tcp://a:2")
    found.check_alive()
    monkeypatch.setattr(module, "_ALONE", -1.0)
    with pytest.raises(ClusterFault, match="tcp://a:2: the cluster has had no worker for"):
        found.check_alive()


@pytest.mark.parametrize("address", ADDRESSES)
def test_rejects_an_address_without_a_cluster(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_CONNECT", 0.2)
    assert run(["simulate", "3CP", "--rounds", "1e5", f"--dask={address}"]) == 2
    out, err = capsys.readouterr()
    assert ADDRESSES[address] in err
    assert (out, err.count("\n")) == ("", 1)


def test_a_cluster_at_an_address(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_WORKERS_WITHIN", 0.2)
    with DASK.LocalCluster(
        n_workers=0, processes=False, protocol="tcp", dashboard_address="127.0.0.1:0"
    ) as started:
        command = ["simulate", "3CP", "--rounds", "1e5", "--seed", "4", "--json"]
        at = f"--dask={started.scheduler_address}"
        assert run([*command, at]) == 2
        assert f"the cluster at {started.scheduler_address} has no worker" in capsys.readouterr().out
        assert run([*command, at, "--workers", "2"]) == 2
        assert "--workers belongs to --dask local" in capsys.readouterr().out
        monkeypatch.setattr(module, "_WORKERS_WITHIN", 30.0)
        started.scale(1)
        found = []
        for options in ([at], []):
            assert run([*command, *options]) == 0
            found.append(capsys.readouterr().out.partition('"run"')[0])
        assert found[0] == found[1]
        assert '"verdict"' in found[0]
