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
import tempfile
import time
import uuid
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from statistics import median
from typing import Any

import psycopg
from tests.store.server import new_schema, running_server

from benchmarks.engine import commands_of_a_round, opening
from pitboss.floor.registry import floor_registry
from pitboss.refusal import Refusal
from pitboss.round import decide, evolve, open_round
from pitboss.sheets import load
from pitboss.store import CommandIdentity, NewEvent, ToStream
from pitboss.store.open import open_journal

TURNS = 25
ROUNDS = 3
"""Rounds appended in each turn by each writer."""
WARM_UP = 30
"""Rounds appended before the first turn by all writers together."""
WRITERS = 8

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


def do(append: AppendEvents, commands: Commands, rounds: int) -> None:
    """Rounds command by command; a round in one append is done more often, to be timed as well."""
    for _ in range(times_of(commands, rounds)):
        for events in commands:
            append(events)


def times_of(commands: Commands, rounds: int) -> int:
    return rounds if len(commands) > 1 else 15 * rounds


def work(
    make: Callable[..., AppendEvents], arguments: tuple[Any, ...], commands: Commands, warm_up: int, pipe: Any
) -> None:
    """A writer in a process of its own: each word from the pipe is answered by a turn."""
    append = make(*arguments)
    do(append, commands, warm_up)
    pipe.send(None)
    while pipe.recv():
        do(append, commands, ROUNDS)
        pipe.send(None)


class Team:
    """Writers that do their turns together."""

    def __init__(
        self, make: Callable[..., AppendEvents], each: list[tuple[Any, ...]], commands: Commands
    ) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipes = []
        self.processes = []
        self.appends = len(each) * times_of(commands, ROUNDS) * len(commands)
        for arguments in each:
            ours, theirs = context.Pipe()
            given = (make, arguments, commands, WARM_UP // len(each), theirs)
            process = context.Process(target=work, args=given, daemon=True)
            process.start()
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


def compare(title: str, ours: Team, peer: Team, peer_name: str, target: int) -> None:
    """Medians of alternating turns, and the median of the ratios of neighbouring turns."""
    turns = [(ours.turn(), peer.turn()) for _ in range(TURNS)]
    for team in (ours, peer):
        team.end()
    rate = median(our for our, _ in turns)
    other = median(peer for _, peer in turns)
    share = 100 * median(our / peer for our, peer in turns)
    figures = f"{rate:6.0f} appends/s   {peer_name} {other:6.0f}/s   {share:4.0f} %"
    print(f"  {title:42} {figures}  (target {target} %)")


def appends(folder: Path, server: str, commands: Commands) -> None:
    count = sum(len(events) for events in commands)
    print(
        f"\nJournal: durable appends of a seven-box round as it is played ({len(commands)} commands, {count} "
        f"events, {sum(len(e.data) for events in commands for e in events):,} bytes), median of {TURNS} turns"
    )
    path = f"{folder}/bench.db"
    raw = f"{folder}/raw.db"
    compare(
        "SQLite, 1 writer",
        team(journal_append, (path,), commands),
        team(raw_sqlite, (raw,), commands),
        "raw",
        70,
    )
    for writers, target in ((1, 70), (WRITERS, 50)):
        url = new_schema(server)
        raw_url = new_schema(server)
        raw_table(raw_url)
        compare(
            f"PostgreSQL, {writers} writer{'s' * (writers > 1)}",
            team(journal_append, (url,), commands, writers),
            team(raw_postgres, (raw_url,), commands, writers),
            "raw",
            target,
        )
    whole = [tuple(event for events in commands for event in events)]
    compare(
        "SQLite, 1 writer, a round at once",
        team(journal_append, (path,), whole),
        team(raw_sqlite, (raw,), whole),
        "raw",
        70,
    )
    url, raw_url = new_schema(server), new_schema(server)
    raw_table(raw_url)
    compare(
        "PostgreSQL, 1 writer, a round at once",
        team(journal_append, (url,), whole),
        team(raw_postgres, (raw_url,), whole),
        "raw",
        70,
    )
    one, many = new_schema(server), new_schema(server)
    hot = Team(journal_append, [(one, "link/hot") for _ in range(WRITERS)], commands)
    apart = Team(journal_append, [(many, f"link/{number}") for number in range(WRITERS)], commands)
    compare(f"PostgreSQL, {WRITERS} tables on one link", hot, apart, f"on {WRITERS} links", 70)


def team(
    make: Callable[..., AppendEvents], arguments: tuple[Any, ...], commands: Commands, writers: int = 1
) -> Team:
    return Team(make, [arguments] * writers, commands)


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


def main() -> None:
    """All comparisons, on a server of its own."""
    commands = round_as_events(1)
    with tempfile.TemporaryDirectory() as name, running_server(uuid.uuid4().hex[:8]) as server:
        folder = Path(name)
        before = flush_milliseconds(folder)
        appends(folder, server, commands)
        print(f"  The disk's own flush: {before:.2f} ms before, {flush_milliseconds(folder):.2f} ms after")
