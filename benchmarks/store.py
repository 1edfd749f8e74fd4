"""The journal: durable appends against raw inserts of the same bytes.

A round is appended as it is played: one transaction per command, with the events that the command gave. The
raw peer inserts the same events with every column of them, the hash included, one transaction per command,
as durable and with the same settings, and nothing else: it computes no hash, and has no order without gaps,
no expected version, no command id and no index by stream. The two take short turns, so that a busy machine
or disk weighs on both alike, after both have filled their logs once: a file that grows is slower to flush.
"""

import multiprocessing
import os
import random
import sqlite3
import time
import uuid
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import psycopg
from msgspec import Struct, structs

from benchmarks.command import command_of
from benchmarks.databases import Databases
from benchmarks.engine import commands_of_a_round, opening
from pitboss.floor.aggregates import floor_registry
from pitboss.plural import counted
from pitboss.refusal import Refusal
from pitboss.round import decide, evolve, open_round
from pitboss.sheets import load
from pitboss.store import CommandIdentity, NewEvent, ToStream
from pitboss.store.open import open_journal

RECORDED = 1_800_000_000_000_000
HASH = bytes(range(32))

Commands = list[tuple[NewEvent, ...]]
"""The events of each command of a round."""
AppendEvents = Callable[[Sequence[NewEvent]], None]


def round_as_events(number: int) -> Commands:
    """A seven-box round with a jackpot, as the events of each of its commands."""
    game = load("rws-progressive-three-card-v5")
    registry = floor_registry()
    state = open_round(opening(game))
    found = []
    for command in commands_of_a_round(game, random.Random(number)):
        answer = decide(game, state, command)
        assert not isinstance(answer, Refusal)
        found.append(tuple(registry.encode(event) for event in answer))
        for event in answer:
            state = evolve(state, event)
    return [events for events in found if events]


def _identity(name: str) -> CommandIdentity:
    return CommandIdentity(sender="account/ann", id=name, digest=sha256(name.encode()).digest())


def journal_append(url: str, link: str | None = None) -> AppendEvents:
    """Append to a table of one's own, and to a link when there is one."""
    journal = open_journal(url)
    stream = f"table/{uuid.uuid4().hex[:8]}"
    # Command ids come from outside; to make them is no part of an append.
    ids = iter([_identity(uuid.uuid4().hex) for _ in range(100_000)])
    version = 0

    def append(events: Sequence[NewEvent]) -> None:
        nonlocal version
        batch = [ToStream(stream, version, tuple(events))]
        if link:
            batch.append(ToStream(link, None, (NewEvent("Contributed", 1, b'{"amount":"25/1"}'),)))
        version = journal.append(batch, next(ids)).versions[stream]

    return append


def raw_sqlite(path: str) -> AppendEvents:
    db = sqlite3.connect(path, isolation_level=None, timeout=60)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute(
        "CREATE TABLE IF NOT EXISTS raw (position INTEGER PRIMARY KEY, stream INTEGER, version INTEGER,"
        " kind TEXT, schema INTEGER, recorded INTEGER, data BLOB, hash BLOB)"
    )

    def append(events: Sequence[NewEvent]) -> None:
        db.execute("BEGIN IMMEDIATE")
        db.executemany(
            "INSERT INTO raw VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)",
            [(1, 1, e.kind, e.schema, RECORDED, e.data, HASH) for e in events],
        )
        db.execute("COMMIT")

    return append


def raw_postgres(url: str) -> AppendEvents:
    db = psycopg.connect(url, autocommit=True, prepare_threshold=1)
    row = "(%b, %b, %b, %b, %b, %b, %b)"
    columns = "INSERT INTO raw (stream, version, kind, schema, recorded, data, hash) VALUES "

    def append(events: Sequence[NewEvent]) -> None:
        values: list[Any] = []
        for event in events:
            values += [1, 1, event.kind, event.schema, RECORDED, event.data, HASH]
        db.execute((columns + ", ".join([row] * len(events))).encode(), values)

    return append


def raw_table(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as db:
        db.execute(
            "CREATE TABLE raw (position bigserial PRIMARY KEY, stream integer, version bigint, kind text,"
            " schema integer, recorded bigint, data bytea, hash bytea)"
        )


class StoreWork(Struct, frozen=True, kw_only=True):
    """How much is appended."""

    commands: Commands
    turns: int
    rounds: int
    """Rounds appended in each turn by each writer."""
    warm_up: int
    """Rounds appended before the first turn by all writers together."""

    def times(self, rounds: int) -> int:
        """A round in one append is done more often, to be timed as well."""
        return rounds if len(self.commands) > 1 else 15 * rounds

    def do(self, append: AppendEvents, rounds: int) -> None:
        """Rounds command by command."""
        for _ in range(self.times(rounds)):
            for events in self.commands:
                append(events)


def write(
    make: Callable[..., AppendEvents], arguments: tuple[Any, ...], work: StoreWork, warm_up: int, pipe: Any
) -> None:
    """A writer in a process of its own: each word from the pipe is answered by a turn."""
    append = make(*arguments)
    work.do(append, warm_up)
    pipe.send(None)
    while pipe.recv():
        work.do(append, work.rounds)
        pipe.send(None)


class Team:
    """Writers that do their turns together."""

    def __init__(self, make: Callable[..., AppendEvents], work: StoreWork, *each: tuple[Any, ...]) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["__main__", __name__])
        self.pipes = []
        self.processes = []
        self.appends = len(each) * work.times(work.rounds) * len(work.commands)
        for arguments in each:
            ours, theirs = context.Pipe()
            given = (make, arguments, work, work.warm_up // len(each), theirs)
            process = context.Process(target=write, args=given, daemon=True)
            process.start()
            theirs.close()
            self.pipes.append(ours)
            self.processes.append(process)
        for pipe in self.pipes:
            pipe.recv()

    def turn(self) -> float:
        """Appends per second, of all together, from the first start to the last end."""
        began = time.perf_counter()
        for pipe in self.pipes:
            pipe.send(True)
        for pipe in self.pipes:
            pipe.recv()
        return self.appends / (time.perf_counter() - began)

    def end(self) -> None:
        for pipe in self.pipes:
            pipe.send(False)
        for process in self.processes:
            process.join()


def compare(title: str, ours: Team, peer: Team, peer_name: str, work: StoreWork, target: int) -> None:
    """Medians of alternating turns, and the median of the ratios of neighbouring turns."""
    turns = [(ours.turn(), peer.turn()) for _ in range(work.turns)]
    for team in (ours, peer):
        team.end()
    rate = median(our for our, _ in turns)
    other = median(peer for _, peer in turns)
    share = 100 * median(our / peer for our, peer in turns)
    figures = f"{rate:6.0f} appends/s   {peer_name} {other:6.0f}/s   {share:4.0f} %"
    print(f"  {title:42} {figures}  (target {target} %)", flush=True)


def beside_raw(databases: Databases, work: StoreWork, writers: Sequence[int], manner: str = "") -> None:
    """One writer on SQLite and so many on PostgreSQL, each beside raw inserts."""

    def both(title: str, url: str, raw: str, raw_append: Callable[..., AppendEvents], count: int = 1) -> None:
        ours = Team(journal_append, work, *[(url,)] * count)
        peer = Team(raw_append, work, *[(raw,)] * count)
        compare(title + manner, ours, peer, "raw", work, 70 if count == 1 else 50)

    both("SQLite, 1 writer", databases.new("sqlite"), databases.new("sqlite"), raw_sqlite)
    for count in writers:
        url, raw = databases.new("postgres"), databases.new("postgres")
        raw_table(raw)
        both(f"PostgreSQL, {counted(count, 'writer')}", url, raw, raw_postgres, count)


def on_links(databases: Databases, work: StoreWork, writers: int) -> None:
    """Tables that share one link beside tables with a link each."""
    one, many = databases.new("postgres"), databases.new("postgres")
    hot = Team(journal_append, work, *[(one, "link/hot")] * writers)
    apart = Team(journal_append, work, *((many, f"link/{number}") for number in range(writers)))
    compare(f"PostgreSQL, {writers} tables on one link", hot, apart, f"on {writers} links", work, 70)


def flush_milliseconds(folder: Path) -> float:
    """What every durable append costs at least: the disk's own time for a small write."""
    times = []
    with (folder / "flush").open("wb", buffering=0) as file:
        for _ in range(200):
            file.write(b"x" * 8192)
            began = time.perf_counter()
            os.fsync(file.fileno())
            times.append(time.perf_counter() - began)
    return 1000 * median(times)


def main(
    *,
    turns: Annotated[int, "turns of each, whose median counts"] = 25,
    rounds: Annotated[int, "rounds appended in each turn by each writer"] = 3,
    warm_up: Annotated[int, "rounds appended before the first turn by all writers together"] = 30,
    writers: Annotated[int, "writers that share a PostgreSQL"] = 8,
) -> None:
    """All comparisons, on a server of its own."""
    commands = round_as_events(1)
    work = StoreWork(commands=commands, turns=turns, rounds=rounds, warm_up=warm_up)
    whole = structs.replace(work, commands=[tuple(event for events in commands for event in events)])
    events = whole.commands[0]
    print(
        f"\nJournal: durable appends of a seven-box round as it is played ({len(commands)} commands, "
        f"{len(events)} events, {sum(len(event.data) for event in events):,} bytes), median of {turns} turns"
    )
    with Databases() as databases:
        before = flush_milliseconds(databases.folder)
        beside_raw(databases, work, (1, writers))
        beside_raw(databases, whole, (1,), ", a round at once")
        on_links(databases, work, writers)
        after = flush_milliseconds(databases.folder)
    print(f"  The disk's own flush: {before:.2f} ms before, {after:.2f} ms after")


def smallest() -> None:
    main(turns=1, rounds=1, warm_up=0, writers=2)


if __name__ == "__main__":
    command_of(__file__)
