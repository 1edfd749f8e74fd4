"""Audit and export of a floor of all five sheets: events per second, beside the chain of hashes alone."""

import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from benchmarks.command import command_of
from benchmarks.databases import Databases
from benchmarks.timing import Runs
from pitboss.audit.audit import audit
from pitboss.export.export import export
from pitboss.store import Journal
from pitboss.store.open import open_journal
from pitboss.store.verify import verify
from tests.audit.evening import open_floor
from tests.audit.tamper import lines_of, write_anew
from tests.floor.players import play_round
from tests.store.quick import quick_journal

EVENTS = 50_000


def fill(path: Path, events: int = EVENTS) -> None:
    """Seven players at five tables, one of each sheet."""
    with quick_journal(path) as journal:
        house = open_floor(journal)
        rng = random.Random(1)
        while journal.last_position() < events:
            for table in ("T1", "H1", "P1", "Q1", "M1"):
                play_round(house, table, rng)


def rate(events: int, work: Callable[[], object], runs: int) -> tuple[float, float]:
    """Events per second, by the clock and by the processor's own time: the best of some runs."""
    clock, processor = [], []
    for _ in range(runs):
        began, used = time.perf_counter(), time.process_time()
        work()
        clock.append(time.perf_counter() - began)
        processor.append(time.process_time() - used)
    return events / min(clock), events / min(processor)


def sound(journal: Journal) -> None:
    found = audit(journal)
    assert found.sound, found.fault


def measure(name: str, journal: Journal, folder: Path, runs: int) -> None:
    events = journal.last_position()
    fresh = (folder / f"{name}-{number}" for number in range(2 * runs))
    for what, work in {
        "chain alone": lambda: verify(journal),
        "whole audit": lambda: sound(journal),
        "export to Parquet": lambda: export(journal, next(fresh), "parquet"),
        "export to CSV": lambda: export(journal, next(fresh), "csv"),
    }.items():
        by_clock, by_processor = rate(events, work, runs)
        print(
            f"  {name:11} {what:18} {by_clock:9,.0f} events/s   {by_processor:9,.0f} per second of processor"
        )


def main(*, events: Annotated[int, "events of the journal"] = EVENTS, runs: Runs = 3) -> None:
    """Both databases."""
    with Databases() as databases:
        folder, path = databases.folder, Path(databases.new("sqlite"))
        fill(path, events)
        with open_journal(path, read_only=True) as journal:
            print(f"\nAudit: {journal.last_position():,} events of five tables, one core, best of {runs}")
            measure("SQLite", journal, folder, runs)
        url = databases.new("postgres")
        write_anew(lines_of(str(path)), url)
        with open_journal(url, read_only=True) as journal:
            measure("PostgreSQL", journal, folder, runs)


def smallest() -> None:
    main(events=1, runs=1)


if __name__ == "__main__":
    command_of(__file__)
