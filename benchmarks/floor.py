"""Whole commands through the floor: decide, link, ledger, append, on SQLite and PostgreSQL.

A round of seven boxes is some sixty commands, each one durable append. Eight processes play eight tables,
first on a link each and then all on one, taking turns within one run: a hot meter must not make tables wait
for each other.
"""

import multiprocessing
import random
import time
import uuid
from collections.abc import Callable
from statistics import median
from typing import Annotated

from benchmarks.command import command_of
from benchmarks.databases import Databases
from benchmarks.engine import commands_of_a_round
from pitboss.floor import Done
from pitboss.round.commands import Command
from pitboss.sheets import load
from pitboss.store.open import open_journal
from tests.floor.desk import Desk as Floor
from tests.floor.house import DEALER, House
from tests.jackpots.floor import CONFIG, THREE_CARD

PATIENCE = 300.0
"""Seconds within which every process must have begun and have ended."""


def commands_of(rounds: int, seed: int) -> list[list[Command]]:
    rng = random.Random(seed)
    return [commands_of_a_round(load(THREE_CARD), rng) for _ in range(rounds)]


def play(
    url: str, table: str, rounds: int, seed: int, start: "multiprocessing.synchronize.Barrier | None" = None
) -> float:
    """Commands per second of one process."""
    played = commands_of(rounds, seed)
    with open_journal(url) as journal:
        floor = Floor(journal)
        floor.table(table)
        run = uuid.uuid4().hex
        if start:
            start.wait(PATIENCE)
        began, count = time.perf_counter(), 0
        for number, commands in enumerate(played):
            _sure(floor.begin_round(table, DEALER, f"{run}/{number}"))
            for step, command in enumerate(commands):
                _sure(floor.act(table, command, DEALER, f"{run}/{number}/{step}"))
            count += len(commands) + 1
        return count / (time.perf_counter() - began)


def _sure(answer: object) -> None:
    assert isinstance(answer, Done), answer


def together(url: str, writers: int, rounds: int, seed: int) -> float:
    """Commands per second of processes at a table each."""
    context = multiprocessing.get_context("fork")
    start, rates = context.Barrier(writers), context.Queue()

    def work(table: str, number: int) -> None:
        rates.put(play(url, table, rounds, number, start))

    workers = [context.Process(target=work, args=(f"T{n}", seed * 100 + n)) for n in range(writers)]
    for worker in workers:
        worker.start()
    total: float = sum(rates.get(timeout=PATIENCE) for _ in workers)
    for worker in workers:
        worker.join()
    return total


def opened(url: str, tables: int, links: int) -> str:
    """So many tables on so many links."""
    with open_journal(url) as journal:
        house = House(Floor(journal), uuid.uuid4().hex)
        for link in range(links):
            on_link = {f"T{n}": THREE_CARD for n in range(tables) if n % links == link}
            house.open(on_link, link=f"link{link}", config=CONFIG)
    return url


def main(
    *,
    rounds: Annotated[int, "rounds in a turn"] = 6,
    turns: Annotated[int, "turns of each, whose median counts"] = 5,
    writers: Annotated[int, "processes, each at a table"] = 8,
) -> None:
    """One line for each floor."""
    print("Floor: commands per second, decided, booked and durable")
    with Databases() as databases:
        sqlite = opened(databases.new("sqlite"), 1, 1)
        alone = opened(databases.new("postgres"), 1, 1)
        one, each = (opened(databases.new("postgres"), writers, links) for links in (1, writers))
        many, found = f"PostgreSQL, {writers} tables", dict[str, list[float]]()
        measures: dict[str, Callable[[int], float]] = {
            "SQLite, 1 table": lambda turn: play(sqlite, "T0", rounds, turn),
            "PostgreSQL, 1 table": lambda turn: play(alone, "T0", rounds, turn),
            f"{many} on {writers} links": lambda turn: together(each, writers, rounds, turn),
            f"{many} on one link": lambda turn: together(one, writers, rounds, turn),
        }
        for turn in range(turns):
            for name, measure in measures.items():
                found.setdefault(name, []).append(measure(turn))
    for name, rates in found.items():
        print(f"  {name:34} {median(rates):8.0f}/s")
    shares = [a / b for a, b in zip(*list(found.values())[:1:-1], strict=True)]
    print(f"  {f'one link against {writers}':34} {median(shares):8.0%} (aim: 70 %)")


def smallest() -> None:
    main(rounds=1, turns=1, writers=2)


if __name__ == "__main__":
    command_of(__file__)
