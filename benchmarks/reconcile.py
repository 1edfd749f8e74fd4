"""Reconciling each gaming day of a journal of 100 thousand events."""

import tempfile
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import Annotated

from benchmarks.command import command_of
from benchmarks.timing import Runs, best
from pitboss.reconcile.reconcile import reconcile
from pitboss.store import Journal
from pitboss.store.open import open_journal
from tests.floor.house import House
from tests.floor.scripts import BETS, FOLDED, NOTHING
from tests.jackpots.floor import THREE_CARD
from tests.reconcile.day import Clock

_TABLES = ("T1", "T2", "T3", "T4")
_ROUND_SECONDS = 240


def fill(journal: Journal, clock: Clock, events: int) -> None:
    """Four linked tables, a round every four minutes, from noon of 10 March 2025 on."""
    clock.set(10, 12)
    house = House(journal, clock=clock).open(dict.fromkeys(_TABLES, THREE_CARD))
    while journal.last_position() < events:
        for table in _TABLES:
            house.begin(table, *BETS, "close", *NOTHING, *FOLDED, "settle")
            clock.now += 1
        clock.now += _ROUND_SECONDS * 1_000_000


def main(*, events: Annotated[int, "events of the journal"] = 100_000, runs: Runs = 3) -> None:
    """Every day that has entries, and the one after."""
    with tempfile.TemporaryDirectory() as folder:
        clock = Clock()
        with open_journal(Path(folder) / "journal.db", clock=clock) as journal:
            fill(journal, clock, events)
            print(f"\nReconciling, {journal.last_position()} events in the journal, best of {runs} runs")
            day = date(2025, 3, 10)
            while (found := reconcile(journal, day)).entries:
                assert not found.alarms
                took = best(partial(reconcile, journal, day), runs)
                rate = found.entries / took
                print(f"  {day}: {found.entries:7} entries in {took:6.2f} s  {rate:9.0f} entries/s")
                day += timedelta(days=1)
            nothing = best(partial(reconcile, journal, day), runs)
            print(f"  {day}: nothing found in {nothing:6.2f} s")


def smallest() -> None:
    main(events=1, runs=1)


if __name__ == "__main__":
    command_of(__file__)
