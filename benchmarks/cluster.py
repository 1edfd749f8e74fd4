"""Where more workers pay: simulations, forecasts, and the readers of a long journal, one worker beside two.

Every row has the time of one worker, that of two or as many as are asked for, and their ratio. The processes
of a local cluster are the workers, as those of another machine would be. Time by the clock needs a machine
that nobody else uses; the ratio by the processor's own time compares the whole work with the longest share of
it, and needs none.

Audit and export have no ``--dask``: their rows are what a split by tables would give. An auditor's worker
verifies and folds the whole record, because any table may need any link, and decides the commands of its own
tables again. An exporter's worker writes the files of its own tables, which nobody has joined yet.
"""

import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import nullcontext
from datetime import date
from functools import partial
from pathlib import Path
from typing import Annotated

from benchmarks.audit import EVENTS, fill
from benchmarks.command import command_of
from benchmarks.forecast import FILE, LIVES
from benchmarks.peers import game_of
from benchmarks.timing import Runs, seconds
from pitboss.analysis.odds import silent
from pitboss.audit.appends import RecordedAppend
from pitboss.audit.auditor import Auditor
from pitboss.cli.rerun_question import RerunQuestion
from pitboss.cli.rerun_shares import Tables, record_at, settle_share, shares_of
from pitboss.export.export import ExportRange, export
from pitboss.forecast.days import day_of, terms_of
from pitboss.forecast.hits import hits_of
from pitboss.forecast.link_file import read_link_file
from pitboss.forecast.lives import simulate_lives
from pitboss.simulation.cluster import cluster
from pitboss.simulation.engine import Engine
from pitboss.simulation.executors import JobExecutor, run_jobs, threads
from pitboss.simulation.plans import plan_of
from pitboss.simulation.run import simulate
from pitboss.store.fault import RecordFault
from pitboss.store.open import open_journal
from pitboss.store.verify import verify

ROUNDS = {"3CP": 200_000_000, "MSS": 100_000_000, "MLTH": 40_000_000}
ENGINE_ROUNDS = 16_384

Timed = tuple[float, list[float]]
"""Seconds by the clock, and by the processor for each job."""


Pairs = dict[str, tuple[JobExecutor, JobExecutor]]
"""One worker and several, by what the workers are."""


def main(
    *,
    sheets: Annotated[tuple[str, ...], "sheets that are simulated"] = tuple(ROUNDS),
    share: Annotated[float, "share of the rounds and lives; less than one for a first look"] = 1.0,
    events: Annotated[int, "events of the journal"] = EVENTS,
    workers: Annotated[int, "how many work beside one"] = 2,
    runs: Runs = 3,
) -> None:
    """All of them."""
    print(f"\nWorkers: one beside {workers}, best of {runs}, in turn")
    with cluster("local", 1) as one, cluster("local", workers) if workers > 1 else nullcontext(one) as more:
        pairs: Pairs = {"threads": (threads(1), threads(workers)), "processes": (one, more)}
        simulations(pairs, sheets, share, runs)
        forecasts(pairs, share, runs)
        journals(one, more, workers, events, runs)


def smallest() -> None:
    main(sheets=("3CP",), share=1e-9, events=1, workers=1, runs=1)


def simulations(pairs: Pairs, sheets: tuple[str, ...], share: float, runs: int) -> None:
    for name in sheets:
        plan, rounds = plan_of(game_of(name), 1, "exact", silent), max(2, int(ROUNDS[name] * share))
        for kind, pair in pairs.items():
            play = partial(simulate, plan, rounds=rounds, seed=1, done=ignore)
            told(f"simulate {name}, {kind}", pair, lambda by, play=play: play(executor=by), runs)  # type: ignore[misc]
    engine, rounds = Engine(game_of("3CP"), 1, "exact", silent), max(2, int(ENGINE_ROUNDS * share))
    deal = partial(engine.run, rounds=rounds, seed=1, done=ignore)
    told("simulate --engine 3CP", pairs["processes"], lambda by: deal(executor=by), runs)


def forecasts(pairs: Pairs, share: float, runs: int) -> None:
    link = read_link_file(FILE)
    day, terms, lives = day_of(hits_of(link, silent)), terms_of(link), max(2, int(LIVES * share))

    def forecast(by: JobExecutor) -> None:
        simulate_lives(day, terms, link.meters, years=1, lives=lives, seed=1, progress=silent, executor=by)

    for kind, pair in pairs.items():
        told(f"forecast, {kind}", pair, forecast, runs)


def ignore(done: int) -> None:
    """Show nothing."""


def told(
    what: str, pair: tuple[JobExecutor, JobExecutor], work: Callable[[JobExecutor], object], runs: int
) -> None:
    """Print the best times of a work by one and by several workers, run in turn."""
    for by in pair:
        work(by)
    times = [[seconds(partial(work, by)) for by in pair] for _ in range(runs)]
    one, more = map(min, zip(*times, strict=True))
    print(f"  {what:28} {one:7.2f} s {more:7.2f} s   {one / more:.2f} times", flush=True)


def journals(one: JobExecutor, more: JobExecutor, workers: int, least: int, runs: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "journal.db"
        fill(path, least)
        with open_journal(path, read_only=True) as journal:
            events, tables = journal.last_position(), len(journal.heads("table"))
            shares = {number: shares_of(journal, None, number) for number in (1, workers, tables)}
            record = record_at(journal, str(path), [])
        assert record is not None
        print(f"\nA journal of {events:,} events, cut by its {tables} tables; then by processor time")
        print(f"  {'':8} {1:>8} {workers:>8} {'ratio':>6}   {workers:>6} {'one for each table':>20}")
        question = RerunQuestion(sheet=None, choices={}, table=None, days=(date.min, date.max))
        for what, work in {
            "rerun": partial(timed, partial(settle_share, question, record)),
            "audit": partial(timed, partial(audit_share, str(path))),
            "export": partial(timed, partial(export_share, str(path))),
        }.items():
            clock, processor = dict.fromkeys(shares, float("inf")), dict.fromkeys(shares, float("inf"))
            for _ in range(runs):
                for number, cut in shares.items():
                    took, spent = shared(one if number == 1 else more, work, cut)
                    clock[number] = min(clock[number], took)
                    processor[number] = min(processor[number], max(spent))
            of_more, of_each = processor[1] / processor[workers], processor[1] / processor[tables]
            print(
                f"  {what:8} {clock[1]:6.2f} s {clock[workers]:6.2f} s {clock[1] / clock[workers]:6.2f}   "
                f"{of_more:6.2f} {of_each:20.2f}"
            )


def shared(by: JobExecutor, work: Callable[[Tables], float], shares: list[Tables]) -> Timed:
    """Have every share worked on."""
    spent: list[float] = []
    began = time.perf_counter()
    run_jobs(by, work, shares, spent.append, lambda: None)
    return time.perf_counter() - began, spent


def timed(work: Callable[[Tables], object], tables: Tables) -> float:
    """The seconds of the processor that a share takes."""
    return seconds(partial(work, tables), time.process_time)


class AuditorOfTables(Auditor):
    """Decides only the commands of some tables again."""

    tables: Tables = frozenset()

    def _differs(self, append: RecordedAppend) -> RecordFault | None:
        kind, _, name = append.head.recorded.stream.partition("/")
        return super()._differs(append) if kind != "table" or name in self.tables else None


def audit_share(path: str, tables: Tables) -> None:
    """Audit a record, deciding again what some tables were told."""
    with open_journal(path, read_only=True) as journal:
        auditor = AuditorOfTables([journal])
        auditor.tables = tables
        found = verify(journal, each=auditor.take)
        assert found.fault is None, found.fault


def export_share(path: str, tables: Tables) -> None:
    """Export some tables; all of them are one export."""
    folder = Path(tempfile.mkdtemp())
    try:
        with open_journal(path, read_only=True) as journal:
            every = len(tables) == len(journal.heads("table"))
            for place, table in enumerate([None] if every else sorted(tables)):
                export(journal, folder / str(place), "parquet", wanted=ExportRange(table=table))
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    command_of(__file__)
