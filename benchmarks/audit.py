"""Audit and export of a floor of all five sheets: events per second, beside the chain of hashes alone."""

import os
import random
import tempfile
import time
import uuid
from collections.abc import Callable
from pathlib import Path

from tests.audit.evening import open_floor
from tests.audit.tamper import lines_of, write_anew
from tests.floor.players import play_round
from tests.store.quick import quick_journal
from tests.store.server import new_schema, running_server

from pitboss.audit.audit import audit
from pitboss.export.export import export
from pitboss.store import Journal
from pitboss.store.open import open_journal
from pitboss.store.verify import verify

EVENTS = int(os.environ.get("PITBOSS_AUDITED_EVENTS", "50000"))
RUNS = 3


def fill(path: Path) -> None:
    """Seven players at five tables, one of each sheet."""
    with quick_journal(path) as journal:
        house = open_floor(journal)
        rng = random.Random(1)
        while journal.last_position() < EVENTS:
            for table in ("T1", "H1", "P1", "Q1", "M1"):
                play_round(house, table, rng)


def rate(events: int, work: Callable[[], object]) -> tuple[float, float]:
    """Events per second, by the clock and by the processor's own time: the best of some runs."""
    clock, processor = [], []
    for _ in range(RUNS):
        began, used = time.perf_counter(), time.process_time()
        work()
        clock.append(time.perf_counter() - began)
        processor.append(time.process_time() - used)
    return events / min(clock), events / min(processor)


def sound(journal: Journal) -> None:
    found = audit(journal)
    assert found.sound, found.fault


def measure(name: str, journal: Journal, folder: Path) -> None:
    events = journal.last_position()
    fresh = (folder / f"{name}-{number}" for number in range(2 * RUNS))
    for what, work in {
        "chain alone": lambda: verify(journal),
        "whole audit": lambda: sound(journal),
        "export to Parquet": lambda: export(journal, next(fresh), "parquet"),
        "export to CSV": lambda: export(journal, next(fresh), "csv"),
    }.items():
        by_clock, by_processor = rate(events, work)
        print(
            f"  {name:11} {what:18} {by_clock:9,.0f} events/s   {by_processor:9,.0f} per second of processor"
        )


def main() -> None:
    """Both databases."""
    with tempfile.TemporaryDirectory() as name, running_server(uuid.uuid4().hex[:8]) as server:
        folder = Path(name)
        fill(folder / "journal.db")
        with open_journal(folder / "journal.db", read_only=True) as journal:
            print(f"\nAudit: {journal.last_position():,} events of five tables, one core, best of {RUNS}")
            measure("SQLite", journal, folder)
        url = new_schema(server)
        write_anew(lines_of(str(folder / "journal.db")), url)
        with open_journal(url, read_only=True) as journal:
            measure("PostgreSQL", journal, folder)
