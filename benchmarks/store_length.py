"""The journal as it grows: how long it takes to open a floor, and how fast it is read and verified."""

import itertools
import os
import tempfile
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from tests.store.server import new_schema, running_server

from benchmarks.store import Commands, round_as_events
from pitboss.floor.registry import floor_registry
from pitboss.store import Journal, Snapshot, ToStream
from pitboss.store.open import open_journal
from pitboss.store.verify import verify

SHORT = 10_000
LONG = int(os.environ.get("PITBOSS_LONG_JOURNAL", "1000000"))


def fill(journal: Journal, events: int, commands: Commands) -> None:
    """Rounds at ten tables, ten rounds to an append, with a snapshot of each table near its end."""
    rounds = tuple(event for command in commands for event in command) * 10
    tables = [f"table/{number}" for number in range(10)]
    for table in itertools.cycle(tables):
        batch = rounds[: events - journal.last_position()]
        if not batch:
            break
        journal.append([ToStream(table, None, batch)])
    for head in journal.heads():
        journal.save_snapshot(
            Snapshot(stream=head.stream, version=head.version - 20, schema=1, data=b"{}" * 500)
        )


def open_floor(url: str) -> float:
    """Seconds to open a journal and have every table's state: its snapshot and the events after it."""
    began = time.perf_counter()
    with open_journal(url) as journal:
        for head in journal.heads():
            kept = journal.load_snapshot(head.stream)
            for event in journal.read_stream(head.stream, kept.version if kept else 0):
                assert event.data
        return time.perf_counter() - began


def opening_and_replay(folder: Path, server: str, commands: Commands) -> None:
    for name, short_url, long_url in (
        ("SQLite", f"{folder}/short.db", f"{folder}/long.db"),
        ("PostgreSQL", new_schema(server), new_schema(server)),
    ):
        for url, events in ((short_url, SHORT), (long_url, LONG)):
            with open_journal(url) as journal:
                fill(journal, events, commands)
        times: dict[str, list[float]] = {short_url: [], long_url: []}
        for _ in range(51):
            for url, found in times.items():
                found.append(open_floor(url))
        short, long = (1000 * median(found) for found in times.values())
        print(
            f"  {name:11} open 10 tables: {short:6.1f} ms with {SHORT:,} events, {long:6.1f} ms with {LONG:,}"
            f"   {long / short:.2f} x"
        )
        with open_journal(long_url) as journal:
            print(f"  {name:11} replay: {replay_rate(journal):9,.0f} events/s read, ", end="")
            print(f"{decode_rate(journal):9,.0f} read and decoded, {verify_rate(journal):9,.0f} verified")


def replay_rate(journal: Journal, use: Callable[[Any], object] | None = None) -> float:
    began = time.perf_counter()
    after = 0
    while after < 200_000 and (events := journal.read_all(after, 5000)):
        after = events[-1].position
        if use:
            for event in events:
                use(event)
    return after / (time.perf_counter() - began)


def decode_rate(journal: Journal) -> float:
    return replay_rate(journal, floor_registry().decode)


def verify_rate(journal: Journal) -> float:
    began = time.perf_counter()
    report = verify(journal)
    assert report.sound, report.fault
    return report.events / (time.perf_counter() - began)


def main() -> None:
    """A short and a long journal in each database."""
    with tempfile.TemporaryDirectory() as name, running_server(uuid.uuid4().hex[:8]) as server:
        print("\nJournal: opening a floor from snapshots, and replay")
        opening_and_replay(Path(name), server, round_as_events(1))
