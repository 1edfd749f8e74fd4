"""The sums of rounds that the engine has played: cells are what the rounds bring, so they are known last."""

from collections import Counter
from fractions import Fraction
from typing import Final

from msgspec import Struct

from pitboss.analysis.decisions import StrategyName
from pitboss.citation import Clause
from pitboss.reason import at, because
from pitboss.sheets.game import Game
from pitboss.simulation.engine_round import ANTE_CENTS
from pitboss.simulation.irregular import Irregular, IrregularCount
from pitboss.simulation.model import Cell, Plan, SimulationFault
from pitboss.simulation.run import Batch, Tally

BATCH: Final = 1_024
"""Rounds of a batch, a multiple of the generator's group."""


class BoxOutcome(Struct, frozen=True):
    """What a round brought one box."""

    gains: tuple[int, ...]
    """For each bet, the whole main game first, in cents."""
    line: int
    """The place of its jackpot line; one past the last for none, two for a bet that a fold has lost."""
    folded: bool


class EngineSums:
    """The sums of rounds; those of jobs that follow each other join to those of one run."""

    def __init__(self, bets: int) -> None:
        self._cells: dict[tuple[tuple[int, ...], bool], int] = {}
        self._hits: Counter[tuple[int, int, int]] = Counter()
        self._house: Counter[int] = Counter()
        self._products = [[0] * bets for _ in range(bets)]
        self._batches: list[list[int]] = []
        self._drawn: Counter[Clause] = Counter()
        self._reported: Counter[Clause] = Counter()
        self._void: Counter[Clause] = Counter()
        self.rounds = 0

    def add(self, outcomes: list[BoxOutcome]) -> None:
        """Add one round."""
        together = [0] * len(self._products)
        squares = 0
        for box, outcome in enumerate(outcomes):
            cell = self._cells.setdefault((outcome.gains, outcome.folded), len(self._cells))
            self._hits[box, cell, outcome.line] += 1
            squares += sum(outcome.gains) ** 2
            for bet, gain in enumerate(outcome.gains):
                together[bet] += gain
        for bet, mine in enumerate(together):
            for other, theirs in enumerate(together):
                self._products[bet][other] += mine * theirs
        whole = sum(together)
        self._house[whole] += 1
        if self.rounds % BATCH == 0:
            self._batches.append([0, 0, 0, 0])
        for place, value in enumerate((1, whole, whole * whole, squares)):
            self._batches[-1][place] += value
        self.rounds += 1

    def note(self, irregular: Irregular) -> None:
        """Note what became of an irregularity of the round that was just added."""
        if irregular.clause:
            self._drawn[irregular.clause] += 1
            self._reported[irregular.clause] += irregular.reported
            self._void[irregular.clause] += irregular.void

    def join(self, after: "EngineSums") -> None:
        """Add the rounds of a job that follow those of this one."""
        cells = [self._cells.setdefault(cell, len(self._cells)) for cell in after._cells]
        for (box, cell, line), hits in after._hits.items():
            self._hits[box, cells[cell], line] += hits
        self._house.update(after._house)
        for mine, theirs in zip(self._products, after._products, strict=True):
            mine[:] = [one + other for one, other in zip(mine, theirs, strict=True)]
        self._batches += after._batches
        self._drawn.update(after._drawn)
        self._reported.update(after._reported)
        self._void.update(after._void)
        self.rounds += after.rounds

    def irregular(self, clause: Clause) -> IrregularCount:
        """How often an irregularity came."""
        return IrregularCount(
            clause=clause, drawn=self._drawn[clause], reported=self._reported[clause], void=self._void[clause]
        )

    def plan(self, game: Game, boxes: int, strategy: StrategyName, cards: int) -> Plan:
        """A plan whose cells are what the rounds brought."""
        cells = []
        for gains, folded in self._cells:
            each = tuple(Fraction(gain, ANTE_CENTS) for gain in gains)
            cells.append(Cell(tuple(row_of_gain(gain) for gain in each), each, folded))
        return Plan(game=game, boxes=boxes, strategy=strategy, cells=cells, cards=cards, rows_are_gains=True)

    def tally(self, plan: Plan, seed: int, wanted: int) -> Tally:
        """The tally in the units of the plan."""
        if not self.rounds:
            raise SimulationFault(at("rounds", because("simulation.interrupted")))
        cents = ANTE_CENTS // plan.unit
        counts = plan.counts()
        for (box, cell, line), hits in self._hits.items():
            counts.cells[box, cell, line] += hits
        for whole, rounds in self._house.items():
            counts.house[whole // cents - plan.lowest] += rounds
        return Tally(
            seed=seed,
            wanted=wanted,
            rounds=self.rounds,
            cells=counts.cells,
            house=counts.house,
            products=[[value // cents**2 for value in row] for row in self._products],
            envy=counts.envy.tolist(),
            batches=[
                Batch(rounds, gained // cents, squares // cents**2, of_boxes // cents**2)
                for rounds, gained, squares, of_boxes in self._batches
            ],
        )


def row_of_gain(gain: Fraction) -> str:
    """A row of a bet by its gain."""
    return f"{float(gain):+g}"
