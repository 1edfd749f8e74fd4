"""Whole commands through the floor: decide, link, ledger, append, on SQLite and PostgreSQL.

A round of seven boxes is some sixty commands, each one durable append. Eight processes play eight tables,
first on a link each and then all on one, taking turns within one run: a hot meter must not make tables wait
for each other.
"""

import multiprocessing
import random
import tempfile
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from statistics import median

from tests.floor.desk import Desk as Floor
from tests.floor.house import DEALER, House
from tests.jackpots.floor import CONFIG, THREE_CARD
from tests.store.server import new_schema, running_server

from benchmarks.engine import commands_of_a_round
from pitboss.floor import Done
from pitboss.round.commands import Command
from pitboss.sheets import load
from pitboss.store.open import open_journal

WRITERS = 8
TURNS = 5
ROUNDS = 6


def rounds(seed: int) -> list[list[Command]]:
    rng = random.Random(seed)
    return [commands_of_a_round(load(THREE_CARD), rng) for _ in range(ROUNDS)]


def play(url: str, table: str, seed: int, start: "multiprocessing.synchronize.Event | None" = None) -> float:
    """Commands per second of one process."""
    played = rounds(seed)
    with open_journal(url) as journal:
        floor = Floor(journal)
        floor.table(table)
        run = uuid.uuid4().hex
        if start:
            start.wait()
        began, count = time.perf_counter(), 0
        for number, commands in enumerate(played):
            _sure(floor.begin_round(table, DEALER, f"{run}/{number}"))
            for step, command in enumerate(commands):
                _sure(floor.act(table, command, DEALER, f"{run}/{number}/{step}"))
            count += len(commands) + 1
        return count / (time.perf_counter() - began)


def _sure(answer: object) -> None:
    assert isinstance(answer, Done), answer


def together(url: str, seed: int) -> float:
    """Commands per second of eight processes at eight tables."""
    context = multiprocessing.get_context("fork")
    start, rates = context.Event(), context.SimpleQueue()

    def work(table: str, number: int) -> None:
        rates.put(play(url, table, number, start))

    workers = [context.Process(target=work, args=(f"T{n}", seed * 100 + n)) for n in range(WRITERS)]
    for worker in workers:
        worker.start()
    time.sleep(3)
    start.set()
    total: float = sum(rates.get() for _ in workers)
    for worker in workers:
        worker.join()
    return total


def opened(url: str, links: int) -> str:
    """Eight tables on so many links."""
    with open_journal(url) as journal:
        house = House(Floor(journal), uuid.uuid4().hex)
        for link in range(links):
            tables = {f"T{n}": THREE_CARD for n in range(WRITERS) if n % links == link}
            house.open(tables, link=f"link{link}", config=CONFIG)
    return url


def main() -> None:
    print("Floor: commands per second, decided, booked and durable")
    with tempfile.TemporaryDirectory() as folder, running_server(uuid.uuid4().hex[:8]) as server:
        sqlite = opened(str(Path(folder) / "floor.db"), 1)
        alone = opened(new_schema(server), 1)
        one, eight = opened(new_schema(server), 1), opened(new_schema(server), WRITERS)
        found: dict[str, list[float]] = {}
        measures: dict[str, Callable[[int], float]] = {
            "SQLite, 1 table": lambda turn: play(sqlite, "T0", turn),
            "PostgreSQL, 1 table": lambda turn: play(alone, "T0", turn),
            "PostgreSQL, 8 tables on 8 links": lambda turn: together(eight, turn),
            "PostgreSQL, 8 tables on one link": lambda turn: together(one, turn),
        }
        for turn in range(TURNS):
            for name, measure in measures.items():
                found.setdefault(name, []).append(measure(turn))
    for name, rates in found.items():
        print(f"  {name:34} {median(rates):8.0f}/s")
    shares = [a / b for a, b in zip(*list(found.values())[:1:-1], strict=True)]
    print(f"  one link against eight             {median(shares):8.0%} (aim: 70 %)")


if __name__ == "__main__":
    main()
