"""Reconciling each gaming day of a journal of 100 thousand events."""

import os
import tempfile
import time
from datetime import date, timedelta
from pathlib import Path

from tests.floor.house import House
from tests.floor.scripts import BETS, FOLDED, NOTHING
from tests.jackpots.floor import THREE_CARD
from tests.reconcile.day import Clock

from pitboss.reconcile.reconcile import reconcile
from pitboss.store import Journal
from pitboss.store.open import open_journal

EVENTS = int(os.environ.get("PITBOSS_RECONCILED_EVENTS", "100000"))
_TABLES = ("T1", "T2", "T3", "T4")
_ROUND_SECONDS = 240
_RUNS = 3


def fill(journal: Journal, clock: Clock) -> None:
    """Four linked tables, a round every four minutes, from noon of 10 March 2025 on."""
    clock.set(10, 12)
    house = House(journal, clock=clock).open(dict.fromkeys(_TABLES, THREE_CARD))
    while journal.last_position() < EVENTS:
        for table in _TABLES:
            house.begin(table, *BETS, "close", *NOTHING, *FOLDED, "settle")
            clock.now += 1
        clock.now += _ROUND_SECONDS * 1_000_000


def main() -> None:
    """The best of three runs for each day."""
    with tempfile.TemporaryDirectory() as folder:
        clock = Clock()
        with open_journal(Path(folder) / "journal.db", clock=clock) as journal:
            fill(journal, clock)
            print(f"\nReconciling, {journal.last_position()} events in the journal")
            day = date(2025, 3, 10)
            while (found := reconcile(journal, day)).entries:
                assert not found.alarms
                seconds = min(_seconds(journal, day) for _ in range(_RUNS))
                rate = found.entries / seconds
                print(f"  {day}: {found.entries:7} entries in {seconds:6.2f} s  {rate:9.0f} entries/s")
                day += timedelta(days=1)
            nothing = min(_seconds(journal, day) for _ in range(_RUNS))
            print(f"  {day}: nothing found in {nothing:6.2f} s")


def _seconds(journal: Journal, day: date) -> float:
    began = time.perf_counter()
    reconcile(journal, day)
    return time.perf_counter() - began
