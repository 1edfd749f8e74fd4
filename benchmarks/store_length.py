"""The journal as it grows: how long it takes to open a floor, and how fast it is read and verified."""

import itertools
import time
from collections.abc import Callable
from statistics import median
from typing import Annotated, Any

from benchmarks.command import command_of
from benchmarks.databases import STORES, TITLES, Databases, Store
from benchmarks.store import Commands, round_as_events
from pitboss.floor.aggregates import floor_registry
from pitboss.store import Journal, Snapshot, ToStream
from pitboss.store.open import open_journal
from pitboss.store.verify import verify


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
            Snapshot(stream=head.stream, version=max(1, head.version - 20), schema=1, data=b"{}" * 500)
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


def opening(store: Store, lengths: tuple[int, int], urls: tuple[str, str], runs: int) -> None:
    """One line: how long a floor takes to open, with a short and with a long journal."""
    times = [[open_floor(url) for url in urls] for _ in range(runs)]
    short, long = (1000 * median(found) for found in zip(*times, strict=True))
    print(
        f"  {TITLES[store]:11} open 10 tables: {short:6.1f} ms with {lengths[0]:,} events, "
        f"{long:6.1f} ms with {lengths[1]:,}   {long / short:.2f} x"
    )


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


def main(
    *,
    short: Annotated[int, "events of the short journal"] = 10_000,
    long: Annotated[int, "events of the long journal"] = 1_000_000,
    runs: Annotated[int, "runs, whose median counts"] = 51,
) -> None:
    """A short and a long journal in each database."""
    print("\nJournal: opening a floor from snapshots, and replay")
    commands = round_as_events(1)
    with Databases() as databases:
        for store in STORES:
            urls = databases.new(store), databases.new(store)
            for url, events in zip(urls, (short, long), strict=True):
                with open_journal(url) as journal:
                    fill(journal, events, commands)
            opening(store, (short, long), urls, runs)
            with open_journal(urls[1]) as journal:
                print(f"  {TITLES[store]:11} replay: {replay_rate(journal):9,.0f} events/s read, ", end="")
                print(f"{decode_rate(journal):9,.0f} read and decoded, {verify_rate(journal):9,.0f} verified")


def smallest() -> None:
    main(short=20, long=4000, runs=1)


if __name__ == "__main__":
    command_of(__file__)
