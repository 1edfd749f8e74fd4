"""Failovers to a standby, and older copies restored under running tables, again and again.

Two processes deal at tables of one link, with jackpots won and paid, and keep what they remember; a third
reads all that is recorded. What they were told is held against the journal in the end.
``python -m campaign.failovers [COUNT] [SEED]``.
"""

import multiprocessing
import os
import random
import signal
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final, NoReturn, TypeVar

import psycopg
from msgspec import Struct

from campaign.result import AttackResult, Bench
from pitboss.audit.audit import audit
from pitboss.floor import Done
from pitboss.refusal import Refusal
from pitboss.store import Journal, Recorded
from pitboss.store.errors import Gone, JournalError
from pitboss.store.open import file_of, open_journal
from pitboss.store.postgres.append import AppendingConnection
from pitboss.store.postgres.schema import TURN
from tests.floor.desk import Desk
from tests.floor.house import House
from tests.floor.kills import TABLES
from tests.floor.script import LINK, acts, open_floor, round_to_play
from tests.store.samples import recorded_commands
from tests.store.server import new_schema
from tests.store.standby import Pair, pair
from tests.waiting import PATIENCE, until

_NAME: Final = "failovers"
_GONE: Final = "!"
"""What a process says that has noticed that its journal has another history."""
_PATIENCE: Final = 2.0
"""Seconds after which a call of the database is given up; a floor waits longer."""
_WHOLE: Final = "nothing acknowledged or shown is lost, every jackpot is paid once, the audit passes"
_TOLD: Final = "whoever knows more than the journal stops, every jackpot is paid once, the audit passes"
_OTHER_FIRST: Final = ("claim_waits", "claim_not_first")
"""The other table's claim is paid first, by its own process."""
_BETWEEN: Final = 0.3
"""Longest time of undisturbed play, in seconds."""
Answer = TypeVar("Answer")
Work = Callable[[Journal, Callable[[str], object]], None]
"""Works on a journal for ever, and says what it was told."""


class Worker:
    """A process that opens the journal anew only when it says so; what it says is kept."""

    def __init__(self, url: str, work: Work) -> None:
        self.said: list[str] = []
        reading, writing = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(reading)
            _worked(url, work, lambda word: os.write(writing, f"{word}\n".encode()))
        os.close(writing)
        self._reader = threading.Thread(target=self._hear, args=(reading,), daemon=True)
        self._reader.start()

    def _hear(self, reading: int) -> None:
        with os.fdopen(reading) as pipe:
            self.said.extend(line.rstrip("\n") for line in pipe)

    def goes_on(self, since: int) -> bool:
        """Whether it has been told something new since it had said so much."""
        return any(word != _GONE for word in self.said[since:])

    def kill(self) -> None:
        """End the process without any warning."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        self._reader.join(60)


def _worked(url: str, work: Work, say: Callable[[str], object]) -> NoReturn:
    AppendingConnection.patience = _PATIENCE
    try:
        while True:
            try:
                with open_journal(url) as journal:
                    work(journal, say)
            except Gone:
                say(_GONE)
            except JournalError:
                time.sleep(0.05)
    except BaseException as error:
        os.write(2, f"a process of the campaign ended: {error!r}\n".encode())
    finally:
        os._exit(2)


def deals(table: str) -> Work:
    """Deals at a table; a command that fails is sent again with its id, to the same memory."""

    def work(journal: Journal, say: Callable[[str], object]) -> None:
        floor = Desk(journal)
        while True:
            number = _surely(journal, partial(round_to_play, floor, table))
            for step, act in enumerate(acts(floor, table, number)):
                name = f"{table}/{number}/{step}"
                answer = _surely(journal, partial(act, name))
                while isinstance(answer, Refusal) and answer.code in _OTHER_FIRST:
                    time.sleep(0.01)
                    answer = _surely(journal, partial(act, name))
                assert isinstance(answer, Done), (name, answer)
                say(name)

    return work


def reads(journal: Journal, say: Callable[[str], object]) -> None:
    """Reads every event, from where it stands on, and probes as a server does."""
    position = 0
    while True:
        found = _surely(journal, partial(journal.read_all, position))
        for event in found:
            say(f"{event.position} {event.hash.hex()}")
            position = event.position
        if not found:
            _surely(journal, journal.check_usable)
            time.sleep(0.01)


def _surely(journal: Journal, ask: Callable[[], Answer]) -> Answer:
    """Ask until there is an answer, and probe the journal after a fault as a server does."""
    while True:
        try:
            return ask()
        except Gone:
            raise
        except JournalError:
            time.sleep(0.05)
        try:
            journal.check_usable()
        except Gone:
            raise
        except JournalError:
            continue


class Told(Struct, frozen=True, kw_only=True):
    """What became of what the processes were told."""

    acknowledged: int
    shown: int
    stopped: int
    """How often a process noticed that its journal has another history."""
    rounds: int
    hits: int
    faults: tuple[str, ...]

    @property
    def note(self) -> str:
        """How much was told."""
        return (
            f"{self.acknowledged:,} commands acknowledged in {self.rounds:,} rounds with {self.hits} "
            f"jackpots paid, {self.shown:,} events shown; another history was noticed {self.stopped} times"
        )


class Floor(Struct, frozen=True, kw_only=True):
    """A floor in play: two tables, a reader, and whether what they were told may be lost if they notice."""

    url: str
    dealers: tuple[Worker, ...]
    reader: Worker
    faults: list[str]

    @property
    def workers(self) -> tuple[Worker, ...]:
        """All processes."""
        return (*self.dealers, self.reader)

    def plays_on(self, what: str) -> None:
        """Until every process has been told something new."""
        marks = [len(worker.said) for worker in self.workers]
        try:
            for worker, mark in zip(self.workers, marks, strict=True):
                until(partial(worker.goes_on, mark), what)
        except AssertionError:
            self.faults.append(f"nothing goes on {what}")
            raise

    def judged(self, lasting: bool) -> Told:
        """Hold what was told against the journal; ``lasting`` if none of it may be gone."""
        for worker in self.workers:
            worker.kill()
        faults = list(self.faults)
        acknowledged = {word for dealer in self.dealers for word in dealer.said if word != _GONE}
        if lasting:
            lost = acknowledged - recorded_commands(self.url).keys()
            faults += [f"{name} was acknowledged and is lost" for name in sorted(lost)]
        with open_journal(self.url) as journal:
            held = {f"{event.position} {event.hash.hex()}" for event in _all(journal)}
            report = audit(journal)
            if not report.sound:
                faults.append(f"the audit fails: {report}")
            house = House(Desk(journal))
            try:
                house.check(LINK)
            except AssertionError as error:
                faults.append(f"the books and the link differ: {error}")
            hits = house.state_of(LINK).meters.hits
            rounds = sum(state.number for table in TABLES if (state := house.floor.table(table)))
        gone = [word for word in self.reader.said if word not in held and word != _GONE]
        if lasting:
            faults += [f"{word} was shown and is gone" for word in gone]
            faults += ["a process stopped without a cause"] * sum(
                worker.said.count(_GONE) for worker in self.workers
            )
        faults += [f"{word} is gone, and nobody noticed" for word in _silent(self.reader.said, held)]
        return Told(
            acknowledged=sum(len(dealer.said) - dealer.said.count(_GONE) for dealer in self.dealers),
            shown=len(self.reader.said),
            stopped=sum(worker.said.count(_GONE) for worker in self.workers),
            rounds=rounds,
            hits=hits,
            faults=tuple(faults),
        )


def _all(journal: Journal) -> Iterator[Recorded]:
    position = 0
    while found := journal.read_all(position):
        yield from found
        position = found[-1].position


def _silent(said: Sequence[str], held: set[str]) -> Iterator[str]:
    """What a process was told that is gone, where it was told more before it noticed."""
    unnoticed: list[str] = []
    for word in said:
        if word == _GONE:
            unnoticed = []
        elif word not in held:
            unnoticed.append(word)
        elif unnoticed:
            yield from unnoticed
            unnoticed = []


@contextmanager
def in_play(url: str) -> Iterator[Floor]:
    """Tables of one link that are dealt at, and a reader; all are killed in the end."""
    with open_journal(url) as journal:
        open_floor(Desk(journal), TABLES)
    floor = Floor(
        url=url,
        dealers=tuple(Worker(url, deals(table)) for table in TABLES),
        reader=Worker(url, reads),
        faults=[],
    )
    try:
        floor.plays_on("at first")
        yield floor
    finally:
        for worker in floor.workers:
            with suppress(ProcessLookupError, ChildProcessError):
                worker.kill()


def _primary_killed(both: Pair) -> None:
    both.primary.kill()
    both.standby.promote()


def _standby_away_first(both: Pair) -> None:
    """What was sent meanwhile is on one disk, and told to nobody."""
    both.standby.kill()
    time.sleep(_PATIENCE / 2)
    both.primary.kill()
    both.standby.start()
    both.standby.promote()


def _standby_hangs_first(both: Pair) -> None:
    both.standby.signal(signal.SIGSTOP)
    time.sleep(_PATIENCE / 2)
    both.primary.kill()
    both.standby.signal(signal.SIGCONT)
    both.standby.promote()


def _primary_hangs(both: Pair) -> None:
    """It comes back when another is the primary, and is killed then."""
    both.primary.signal(signal.SIGSTOP)
    both.standby.promote()
    both.primary.signal(signal.SIGCONT)
    time.sleep(0.1)
    both.primary.kill()


def _waits_cancelled(both: Pair) -> None:
    """Whoever waits for the standby has it cancelled, and it is lost afterwards."""
    both.standby.kill()
    end = time.monotonic() + _PATIENCE / 2
    while time.monotonic() < end:
        both.cancel_waits()
        time.sleep(0.02)
    both.primary.kill()
    both.standby.start()
    both.standby.promote()


FAILOVERS: Final = (
    _primary_killed,
    _standby_away_first,
    _standby_hangs_first,
    _primary_hangs,
    _waits_cancelled,
)


def failed_over(count: int, seed: int, *, synchronous: bool) -> Told:
    """So many failovers in a random order of faults, each followed by a new standby."""
    rng = random.Random(seed)
    order = [FAILOVERS[number % len(FAILOVERS)] for number in range(count)]
    rng.shuffle(order)
    with pair(synchronous=synchronous) as both, in_play(both.url) as floor:
        for number, fault in enumerate(order):
            time.sleep(rng.random() * _BETWEEN)
            fault(both)
            if synchronous:
                # Its settings, which it was made with, name a standby that it does not have yet.
                both.standby.execute("ALTER SYSTEM SET synchronous_standby_names = ''")
                both.standby.execute("SELECT pg_reload_conf()")
            both.swap()
            if synchronous:
                both.set_synchronous(on=True)
            floor.plays_on(f"the floor plays on after failover {number + 1}, {_words(fault)}")
        return floor.judged(lasting=synchronous)


def restored(count: int, seed: int, url: str) -> Told:
    """An older copy is put back under the running processes, so many times."""
    rng = random.Random(seed)
    path = file_of(url)
    with in_play(url) as floor:
        for number in range(count):
            put_back = _copy_of_file(path) if path else _copy_of_schema(url)
            floor.plays_on("the floor plays on after the copy was made")
            time.sleep(rng.random() * _BETWEEN)
            put_back()
            floor.plays_on(f"the floor plays on after restore {number + 1}")
        return floor.judged(lasting=False)


def _copy_of_file(path: Path) -> Callable[[], None]:
    """Copy a file; the function puts the copy in its place, as the documents say."""
    copy = path.with_suffix(".copy")
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)

    def put_back() -> None:
        for ending in ("-wal", "-shm"):
            Path(f"{path}{ending}").unlink(missing_ok=True)
        copy.rename(path)

    return put_back


def _copy_of_schema(url: str) -> Callable[[], None]:
    """Copy the rows of a journal; the function puts them back, and connections live on."""
    tables = ("meta", "streams", "events", "appends", "nodes", "snapshots", "anchors")
    with psycopg.connect(url, autocommit=True) as db:
        for table in tables:
            db.execute(f"DROP TABLE IF EXISTS kept_{table}")
        with db.transaction():
            db.execute(TURN)
            for table in tables:
                db.execute(f"CREATE TABLE kept_{table} AS SELECT * FROM pitboss_{table}")

    def put_back() -> None:
        with psycopg.connect(url) as db:
            db.execute(TURN)
            db.execute(f"LOCK TABLE {', '.join(f'pitboss_{table}' for table in tables)}")
            db.execute("ALTER TABLE pitboss_events DISABLE TRIGGER pitboss_events_stay")
            for table in tables:
                db.execute(f"TRUNCATE pitboss_{table}")
                db.execute(f"INSERT INTO pitboss_{table} OVERRIDING SYSTEM VALUE SELECT * FROM kept_{table}")
            db.execute("ALTER TABLE pitboss_events ENABLE TRIGGER pitboss_events_stay")

    return put_back


def _words(fault: Callable[[Pair], None]) -> str:
    return fault.__name__.strip("_").replace("_", " ")


def attack(bench: Bench) -> Iterator[AttackResult]:
    """Each in a process of its own, because it forks."""
    count = 2 if bench.quick else max(10, int(bench.minutes * 4))
    file = str(bench.new_folder(_NAME) / "journal.db")
    schema = new_schema(bench.postgres())
    kinds: dict[tuple[str, str], Callable[[], Told]] = {
        ("PostgreSQL", "a synchronous standby takes over"): partial(failed_over, count, 1, synchronous=True),
        ("PostgreSQL", "an asynchronous standby takes over"): partial(
            failed_over, count, 2, synchronous=False
        ),
        ("SQLite", "an older copy put back under running tables"): partial(restored, count, 3, file),
        ("PostgreSQL", "an older copy put back under running tables"): partial(restored, count, 4, schema),
    }
    for part, ((database, name), work) in enumerate(kinds.items()):
        bench.done(part / len(kinds))
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            told = pool.submit(work).result(count * PATIENCE)
        yield AttackResult(
            attack=_NAME,
            database=database,
            name=name,
            tried=count,
            must=_WHOLE if part == 0 else _TOLD,
            failures=told.faults,
            note=told.note,
        )


def main(arguments: Sequence[str]) -> int:
    """So many failovers with each kind of standby."""
    count, seed = map(int, (*arguments, *("10", "0")[len(arguments) :])[:2])
    status = 0
    for synchronous in (True, False):
        told = failed_over(count, seed, synchronous=synchronous)
        kind = "synchronous" if synchronous else "asynchronous"
        faults = "; ".join(told.faults[:5]) or "nothing lost, doubled, shown and gone, or silent"
        print(f"{kind} standby: {count} failovers; {told.note}; {faults}")
        status |= bool(told.faults)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
