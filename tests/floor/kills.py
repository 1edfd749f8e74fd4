"""Kill tables in the middle of play: ``python -m tests.floor.kills [KILLS] [URL …]``.

Two processes play rounds at two tables of one link, with wins, voids and payments, and acknowledge each
command by a pipe. One of them is killed after a random time, again and again; the next goes on with the
round where it stood. In the end every acknowledged command is recorded once, the fold of the journal is
what the books say, and the identities hold.
"""

import os
import random
import select
import signal
import sys
import tempfile
import time
import uuid
from pathlib import Path
from typing import NoReturn

from msgspec import Struct

from pitboss.store import JournalError
from pitboss.store.open import open_journal
from pitboss.store.verify import verify
from tests.floor.desk import Desk as Floor
from tests.floor.house import House
from tests.floor.script import LINK, open_floor, play_round, round_to_play
from tests.store.samples import recorded_commands
from tests.store.server import running_server

TABLES = ("A", "B")
LONGEST = 0.08
"""A process lives for at most so many seconds longer than it takes to answer once."""


class Outcome(Struct, frozen=True):
    """What was left after all kills."""

    kills: int
    acknowledged: int
    rounds: int
    hits: int
    faults: list[str]


class Dealer:
    """A process that deals at one table, started again after each kill."""

    def __init__(self, url: str, table: str) -> None:
        self.url, self.table = url, table
        self.acknowledged: set[str] = set()
        self.start()

    def start(self) -> None:
        self.reading, writing = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self.reading)
            deal(self.url, self.table, writing)
        os.close(writing)

    def wait_for_an_answer(self) -> None:
        select.select([self.reading], [], [], 30)

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        with os.fdopen(self.reading, "rb") as pipe:
            lines = pipe.read().decode().split("\n")
        self.acknowledged.update(lines[:-1])


def deal(url: str, table: str, pipe: int) -> NoReturn:
    """Play for ever; the journal's own faults end the process, like a kill."""
    try:
        with open_journal(url) as journal:
            floor = Floor(journal)
            while True:
                number = round_to_play(floor, table)
                play_round(floor, table, number, lambda name: _write(pipe, name))
    except BaseException as error:
        os.write(2, f"{table}: {error!r}\n".encode())
    finally:
        os._exit(2)


def _write(pipe: int, name: str) -> None:
    os.write(pipe, f"{name}\n".encode())


def run(url: str, kills: int, seed: int = 0) -> Outcome:
    """So many kills, then the check."""
    rng = random.Random(seed)
    with open_journal(url) as journal:
        open_floor(Floor(journal), TABLES)
    dealers = [Dealer(url, table) for table in TABLES]
    for _ in range(kills):
        victim = rng.choice(dealers)
        if rng.random() < 0.8:
            victim.wait_for_an_answer()
        time.sleep(rng.random() * LONGEST)
        victim.kill()
        victim.start()
    for dealer in dealers:
        dealer.kill()
    return check(url, dealers, kills)


def check(url: str, dealers: list[Dealer], kills: int) -> Outcome:
    faults: list[str] = []
    acknowledged = set().union(*(dealer.acknowledged for dealer in dealers))
    with open_journal(url) as journal:
        report = verify(journal)
        if report.fault:
            faults.append(report.fault.message)
        house = House(Floor(journal))
        lost = acknowledged - recorded_commands(url).keys()
        faults += [f"{name} was acknowledged and is not there" for name in sorted(lost)]
        try:
            house.check(LINK)
        except AssertionError as error:
            faults.append(f"the books and the link differ: {error}")
        link = house.state_of(LINK)
        rounds = 0
        for dealer in dealers:
            state = house.floor.table(dealer.table)
            rounds += state.number if state else 0
            _finish(house.floor, dealer.table)
        house.check(LINK)
    return Outcome(kills, len(acknowledged), rounds, link.meters.hits, faults)


def _finish(floor: Floor, table: str) -> None:
    """The round under way goes on to its end."""
    state = floor.table(table)
    if state and state.in_play:
        play_round(floor, table, state.number, lambda name: None)


def main(arguments: list[str]) -> int:
    kills = int(arguments[0]) if arguments else 1000
    outcomes = {url: run(url, kills) for url in arguments[1:]}
    if not outcomes:
        with tempfile.TemporaryDirectory() as folder:
            outcomes["SQLite"] = run(str(Path(folder) / "journal.db"), kills)
        with running_server(uuid.uuid4().hex[:8]) as url:
            outcomes["PostgreSQL"] = run(url, kills)
    for name, outcome in outcomes.items():
        print(
            f"{name}: {outcome.kills} kills; {outcome.acknowledged} commands acknowledged in "
            f"{outcome.rounds} rounds with {outcome.hits} jackpots paid; "
            f"{'; '.join(outcome.faults) or 'nothing lost, nothing doubled, the identities hold'}"
        )
    return any(outcome.faults for outcome in outcomes.values())


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except JournalError as error:
        sys.exit(str(error))
