"""Kill writers at random points: ``python -m tests.store.kills [KILLS] [URL …]``.

Two processes append commands, each to a table of its own and both to one link, and acknowledge each command
by a pipe. One of them is killed after a random time, again and again; the next goes on with the first
command that was not acknowledged. On PostgreSQL of its own, every 25th kill is that of a server process
too, which takes the whole server down with whatever it had not yet written to the disk. In the end every
acknowledged command must be there exactly once, and nothing half done.
"""

import os
import random
import select
import signal
import sys
import tempfile
import time
import uuid
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NoReturn

import psycopg
from msgspec import Struct

from pitboss.store import Journal, JournalError, NewEvent, Recorded, ToStream, VersionConflict
from pitboss.store.open import open_journal
from pitboss.store.verify import verify
from tests.store.samples import sent
from tests.store.server import running_server
from tests.waiting import until

LONGEST = 0.03
"""A writer lives for at most so many seconds longer than it is left to settle in."""


class Outcome(Struct, frozen=True):
    """What was left after all kills."""

    kills: int
    server_kills: int
    acknowledged: int
    recorded: int
    faults: list[str]


class Writer:
    """A process that appends and acknowledges, started again after each kill."""

    def __init__(self, url: str, name: str) -> None:
        self.url = url
        self.name = name
        self.acknowledged = 0
        self.start()

    def start(self) -> None:
        self.reading, writing = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self.reading)
            work(self.url, self.name, self.acknowledged + 1, writing)
        os.close(writing)

    def wait_for_an_answer(self, seconds: float) -> None:
        """Until it has acknowledged a command, or the time is up."""
        select.select([self.reading], [], [], seconds)

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        with os.fdopen(self.reading, "rb") as pipe:
            lines = pipe.read().split(b"\n")
        # A line is shorter than what a pipe takes at once, so the last one is whole or not there.
        for line in lines[:-1]:
            assert int(line) == self.acknowledged + 1
            self.acknowledged = int(line)


def batch(name: str, number: int) -> list[ToStream]:
    def event(kind: str) -> NewEvent:
        return NewEvent(kind, 1, b'{"by":"%s","command":%d}' % (name.encode(), number))

    events = (event("First"), event("Second"))
    return [ToStream(f"table/{name}", 2 * number - 2, events), ToStream("link/all", None, (event("Share"),))]


def work(url: str, name: str, number: int, pipe: int) -> NoReturn:
    """Append for ever; what fails is sent again with the same command id."""
    try:
        journal = None
        while True:
            try:
                journal = journal or open_journal(url)
                journal.append(batch(name, number), sent(f"{name}-{number}"))
            except VersionConflict as conflict:
                os.write(2, f"{conflict}\n".encode())
                os._exit(3)
            except JournalError:
                time.sleep(0.02)
                continue
            os.write(pipe, b"%d\n" % number)
            number += 1
    finally:
        os._exit(2)


def kill_a_server_process(url: str) -> bool:
    """Kill the server's end of a writer's connection, as the kernel would when memory runs out."""
    try:
        with psycopg.connect(url, autocommit=True) as db:
            row = db.execute(
                "SELECT pid FROM pg_stat_activity WHERE query LIKE 'CALL pitboss_append%'"
                " AND pid <> pg_backend_pid() ORDER BY query_start DESC LIMIT 1"
            ).fetchone()
    except psycopg.Error:
        return False
    if row is None:
        return False
    os.kill(row[0], signal.SIGKILL)
    return True


def run(url: str, kills: int, *, own_server: bool = False, seed: int = 0) -> Outcome:
    """So many kills of writers; the server of PostgreSQL must be one's own to be killed too."""
    rng = random.Random(seed)
    open_journal(url).close()
    if own_server:
        with psycopg.connect(url, autocommit=True) as db:
            # Or each start after a crash would first write every file of the database to the disk by itself.
            db.execute("ALTER SYSTEM SET recovery_init_sync_method = 'syncfs'")
            db.execute("SELECT pg_reload_conf()")
    writers = [Writer(url, name) for name in ("a", "b")]
    server_kills = 0
    for number in range(1, kills + 1):
        victim = rng.choice(writers)
        if rng.random() < 0.8:
            victim.wait_for_an_answer(30)
        time.sleep(rng.random() * LONGEST)
        if own_server and number % 25 == 0:
            server_kills += kill_a_server_process(url)
        victim.kill()
        victim.start()
    for writer in writers:
        writer.kill()
    return check(url, writers, kills, server_kills)


def opened(url: str) -> Journal | None:
    """The journal, unless its database is still starting again."""
    with suppress(JournalError):
        return open_journal(url)
    return None


def check(url: str, writers: list[Writer], kills: int, server_kills: int) -> Outcome:
    faults = []
    with until(partial(opened, url), "the database answers") as journal:
        report = verify(journal)
        if report.fault:
            faults.append(report.fault.message)
        found: dict[bytes, list[Recorded]] = {}
        after = 0
        while events := journal.read_all(after, 5000):
            after = events[-1].position
            for event in events:
                found.setdefault(event.data, []).append(event)
        for data, events in found.items():
            kinds = [event.kind for event in events]
            first = events[0].position
            if kinds != ["First", "Second", "Share"] or [e.position - first for e in events] != [0, 1, 2]:
                faults.append(f"{data.decode()} was recorded as {kinds}")
        for writer in writers:
            head = journal.head(f"table/{writer.name}")
            recorded = head.version // 2 if head else 0
            if not writer.acknowledged <= recorded <= writer.acknowledged + 1:
                faults.append(f"{writer.name}: {writer.acknowledged} acknowledged, {recorded} recorded")
    return Outcome(kills, server_kills, sum(writer.acknowledged for writer in writers), len(found), faults)


def main(arguments: list[str]) -> int:
    kills = int(arguments[0]) if arguments else 2000
    outcomes = {url: run(url, kills) for url in arguments[1:]}
    if not outcomes:
        with tempfile.TemporaryDirectory() as folder:
            outcomes["SQLite"] = run(str(Path(folder) / "journal.db"), kills)
        with running_server(uuid.uuid4().hex[:8]) as url:
            outcomes["PostgreSQL"] = run(url, kills, own_server=True)
    for name, outcome in outcomes.items():
        print(
            f"{name}: {outcome.kills} kills of writers, {outcome.server_kills} of the server; "
            f"{outcome.acknowledged} commands acknowledged, {outcome.recorded} recorded; "
            f"{'; '.join(outcome.faults) or 'nothing lost, nothing doubled, nothing half done'}"
        )
    return any(outcome.faults for outcome in outcomes.values())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
