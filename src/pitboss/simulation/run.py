"""Runs of simulated rounds: chunks by the generator's counter, played by workers, summed in integers.

Which worker plays a chunk does not matter, so the numbers are the same for any number of workers and on any
machines. A run that is interrupted keeps what it has.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from msgspec import Struct

from pitboss.reason import at, because
from pitboss.simulation.executors import JobExecutor, job_size, run_jobs, threads
from pitboss.simulation.model import Plan, SimulationFault

if TYPE_CHECKING:
    from pitboss.simulation.dealing import Cuts
    from pitboss.simulation.tally import Counts

CHUNK: Final = 1 << 18
"""Rounds of a chunk, a multiple of the generator's group."""

RoundsDone = Callable[[int], None]
"""Callback with the rounds played so far."""


class Batch(Struct, frozen=True):
    """The sums over one chunk of what all boxes gain in a round, of its square, and of the boxes' squares."""

    rounds: int
    gained: int
    squares: int
    box_squares: int


class PlayedRounds(Struct, frozen=True, eq=False, kw_only=True):
    """What came of the rounds of one job: sums over its chunks, and a batch for each."""

    rounds: int
    cells: Any
    house: Any
    products: list[list[int]]
    envy: Any
    batches: list[Batch]


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
    from pitboss.simulation.dealing import SEEDS, most_rounds

    most = most_rounds(cuts)
    if rounds < 1:
        raise SimulationFault(at("rounds", because("simulation.no_rounds", rounds=rounds)))
    if rounds > most:
        raise SimulationFault(at("rounds", because("simulation.one_seed", rounds=rounds, most=most)))
    if not 0 <= seed < SEEDS:
        raise SimulationFault(at("seed", because("simulation.seed", seed=seed, most=SEEDS - 1)))


def simulate(
    plan: Plan,
    *,
    rounds: int,
    seed: int,
    workers: int | None = None,
    executor: JobExecutor | None = None,
    done: RoundsDone,
) -> Tally:
    """Play so many rounds from the first on, by an executor or by so many threads."""
    check_rounds(plan, rounds, seed)
    by = executor or threads(workers)
    sums = _Sums(plan)
    parts = spans(rounds, job_size(by, CHUNK, rounds))
    run_jobs(by, partial(play_rounds, plan, seed), parts, sums.add, lambda: done(sums.rounds))
    return sums.tally(seed, rounds)


RoundSpan = tuple[int, int]
"""The number of the first of some rounds, and how many."""


def spans(rounds: int, size: int) -> Iterator[RoundSpan]:
    """Rounds cut into jobs of a size."""
    return ((first, min(size, rounds - first)) for first in range(0, rounds, size))


def play_rounds(plan: Plan, seed: int, span: RoundSpan) -> PlayedRounds:
    """Play the chunks of one job."""
    first, rounds = span
    sums = _Sums(plan)
    for start, size in spans(rounds, CHUNK):
        sums.count(size, _play(plan, seed, first + start, size))
    return sums.played()


def _play(plan: Plan, seed: int, first: int, rounds: int) -> "Counts":
    counts = plan.counts()
    plan.play(seed, first, rounds, counts, plan.totals())
    if plan.boxes == 1:
        cells = counts.cells.sum(axis=(0, 2))
        np.add.at(counts.house, plan.whole - plan.lowest, cells)
        counts.products[:] = (plan.gains * cells) @ plan.gains.T
    return counts


class _Sums:
    """Sums in integers that do not overflow; sums of sums are the same in whatever jobs they were made."""

    def __init__(self, plan: Plan) -> None:
        empty = plan.counts()
        self._plan = plan
        self._cells, self._house, self._envy = empty.cells, empty.house, empty.envy
        self._products = [[0] * len(plan.bets) for _ in plan.bets]
        self._batches: list[Batch] = []
        self.rounds = 0

    def count(self, rounds: int, counts: "Counts") -> None:
        """Add the counts of one chunk."""
        plan, gains = self._plan, np.arange(len(counts.house)) + self._plan.lowest
        by_cell = counts.cells.sum(axis=(0, 2))
        batch = Batch(
            rounds,
            int((counts.house * gains).sum()),
            int((counts.house * gains * gains).sum()),
            int((by_cell * plan.whole * plan.whole).sum()),
        )
        self.add(
            PlayedRounds(
                rounds=rounds,
                cells=counts.cells,
                house=counts.house,
                products=counts.products.tolist(),
                envy=counts.envy,
                batches=[batch],
            )
        )

    def add(self, played: PlayedRounds) -> None:
        """Add what came of a job."""
        self._cells += played.cells
        self._house += played.house
        self._envy += played.envy
        for row, others in zip(self._products, played.products, strict=True):
            for place, value in enumerate(others):
                row[place] += value
        self._batches += played.batches
        self.rounds += played.rounds

    def played(self) -> PlayedRounds:
        """What has been added so far, to be added elsewhere."""
        return PlayedRounds(
            rounds=self.rounds,
            cells=self._cells,
            house=self._house,
            products=self._products,
            envy=self._envy,
            batches=self._batches,
        )

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
