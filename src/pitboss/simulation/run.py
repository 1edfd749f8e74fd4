"""Runs of simulated rounds: chunks by the generator's counter, played by threads, summed in integers.

Which worker plays a chunk does not matter, so the numbers are the same for any number of workers. The loops
hold no interpreter lock. A run that is interrupted ends after the chunks under way and keeps what it has.
"""

import os
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from msgspec import Struct

from pitboss.simulation.model import Plan, SimulationFault

if TYPE_CHECKING:
    from pitboss.simulation.dealing import Cuts
    from pitboss.simulation.tally import Counts, Totals

CHUNK: Final = 1 << 18
"""Rounds of a chunk, a multiple of the generator's group."""
_AHEAD: Final = 4
"""Chunks in the queue for each worker."""

RoundsDone = Callable[[int], None]
"""Callback with the rounds played so far."""


class Batch(Struct, frozen=True):
    """The sums over one chunk of what all boxes gain in a round, of its square, and of the boxes' squares."""

    rounds: int
    gained: int
    squares: int
    box_squares: int


class Tally(Struct, frozen=True, eq=False, kw_only=True):
    """What a run has counted."""

    seed: int
    wanted: int
    rounds: int
    """Rounds played: fewer than wanted if the run was interrupted."""
    cells: Any
    """By box, cell of the play and jackpot line: how often."""
    house: Any
    """By what all boxes gain together, from the least on: how many rounds."""
    products: list[list[int]]
    """By two bets: the sum over rounds of what all boxes gain on each, multiplied."""
    envy: list[int]
    """By jackpot line: the bonuses paid for it to other boxes."""
    batches: list[Batch]


def check_rounds(plan: Plan, rounds: int, seed: int) -> None:
    """Refuse a number of rounds or a seed that the generator does not have."""
    check_numbers(plan.cuts, rounds, seed)


def check_numbers(cuts: "Cuts", rounds: int, seed: int) -> None:
    """Refuse a number of rounds or a seed that the generator does not have."""
    from pitboss.simulation.dealing import most_rounds
    from pitboss.simulation.philox import SEEDS

    most = most_rounds(cuts)
    if rounds < 1:
        raise SimulationFault(f"rounds: a simulation has at least one round, not {rounds:,}")
    if rounds > most:
        raise SimulationFault(
            f"rounds: {rounds:,} are more than one seed deals; the generator's counter ends after {most:,}"
        )
    if not 0 <= seed < SEEDS:
        raise SimulationFault(f"seed: {seed} is no number from 0 to {SEEDS - 1}")


def simulate(plan: Plan, *, rounds: int, seed: int, workers: int | None = None, done: RoundsDone) -> Tally:
    """Play so many rounds from the first on."""
    check_rounds(plan, rounds, seed)
    number = workers or os.cpu_count() or 1
    sums = _Sums(plan)
    totals = plan.totals()
    waiting: deque[tuple[int, Future[Counts]]] = deque()
    start = 0
    with ThreadPoolExecutor(number) as pool:
        try:
            while start < rounds or waiting:
                while start < rounds and len(waiting) < number * _AHEAD:
                    size = min(CHUNK, rounds - start)
                    waiting.append((size, pool.submit(_play, plan, seed, start, size, totals)))
                    start += size
                sums.add(*waiting[0])
                waiting.popleft()
                done(sums.rounds)
        except KeyboardInterrupt:
            for size, chunk in waiting:
                # A chunk that has not begun is given up, and with it all that come after it.
                if chunk.cancel():
                    break
                sums.add(size, chunk)
            for _, chunk in waiting:
                chunk.cancel()
    return sums.tally(seed, rounds)


def _play(plan: Plan, seed: int, first: int, rounds: int, totals: "Totals") -> "Counts":
    counts = plan.counts()
    plan.play(seed, first, rounds, counts, totals)
    if plan.boxes == 1:
        cells = counts.cells.sum(axis=(0, 2))
        np.add.at(counts.house, plan.whole - plan.lowest, cells)
        counts.products[:] = (plan.gains * cells) @ plan.gains.T
    return counts


class _Sums:
    """The sums of chunks, in integers that do not overflow."""

    def __init__(self, plan: Plan) -> None:
        empty = plan.counts()
        self._plan = plan
        self._cells, self._house, self._envy = empty.cells, empty.house, empty.envy
        self._products = [[0] * len(plan.bets) for _ in plan.bets]
        self._batches: list[Batch] = []
        self.rounds = 0

    def add(self, rounds: int, chunk: "Future[Counts]") -> None:
        """Add a chunk, waiting for it to be played."""
        counts = chunk.result()
        self._cells += counts.cells
        self._house += counts.house
        self._envy += counts.envy
        for row, others in zip(self._products, counts.products.tolist(), strict=True):
            for place, value in enumerate(others):
                row[place] += value
        plan, gains = self._plan, np.arange(len(counts.house)) + self._plan.lowest
        by_cell = counts.cells.sum(axis=(0, 2))
        self._batches.append(
            Batch(
                rounds,
                int((counts.house * gains).sum()),
                int((counts.house * gains * gains).sum()),
                int((by_cell * plan.whole * plan.whole).sum()),
            )
        )
        self.rounds += rounds

    def tally(self, seed: int, wanted: int) -> Tally:
        products = self._products
        for row in range(len(products)):
            for place in range(row):
                products[row][place] = products[place][row]
        return Tally(
            seed=seed,
            wanted=wanted,
            rounds=self.rounds,
            cells=self._cells,
            house=self._house,
            products=products,
            envy=self._envy.tolist(),
            batches=self._batches,
        )
