"""The engine as a simulator: the same rounds through decide, evolve and settlement, slow and complete.

It plays every sheet, and is the check of the compiled loops: the same seed deals the same cards, and what
each bet gets must be the same. Cells are what the rounds bring, so rows of a bet are its gains.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

import numpy as np
from msgspec import Struct

from pitboss.analysis.model import CountProgress
from pitboss.analysis.payoffs import main_bets, side_bets
from pitboss.cards import RANKS, SUITS, Card
from pitboss.citation import Clause
from pitboss.settlement import Settlement
from pitboss.settlement.jackpot import ENVY
from pitboss.settlement.side_bets import ANTE_BONUS
from pitboss.sheets.game import Game
from pitboss.simulation.choosing import chooser_of
from pitboss.simulation.dealing import Cuts, cuts_of, deal_rounds
from pitboss.simulation.engine_round import ANTE_CENTS, EngineRound, engine_table
from pitboss.simulation.irregular import Irregular, IrregularCount
from pitboss.simulation.model import ANTE, JACKPOT, Cell, Plan, SimulationFault, StrategyName
from pitboss.simulation.philox import GROUP
from pitboss.simulation.run import Batch, RoundsDone, Tally, check_numbers

MOST_ROUNDS: Final = 100_000_000
_BATCH: Final = 1_024
CARDS: Final = tuple(Card(RANKS[number >> 2] + SUITS[number & 3]) for number in range(52))
"""The cards by the numbers of the loops."""


class BoxOutcome(Struct, frozen=True):
    """What a round brought one box."""

    gains: tuple[int, ...]
    """For each bet, the whole main game first, in cents."""
    line: int
    """The place of its jackpot line; one past the last for none, two for a bet that a fold has lost."""
    folded: bool


class EngineRun(Struct, frozen=True, eq=False, kw_only=True):
    """Rounds that the engine has played."""

    plan: Plan
    tally: Tally
    irregular: tuple[IrregularCount, ...]


class Engine:
    """A sheet, its boxes and their strategy, played by the engine."""

    def __init__(self, game: Game, boxes: int, strategy: StrategyName, progress: CountProgress) -> None:
        hands = game.sheet.hands
        self.game, self.boxes, self.strategy = game, boxes, strategy
        self.bets = (ANTE, *side_bets(game))
        self.cards = boxes * hands.box + hands.dealer + hands.community
        self.cuts: Cuts = cuts_of(self.cards)
        self._main = main_bets(game)
        self._titles = [line.title for line in game.jackpot_pays]
        self._table = engine_table(game, boxes, chooser_of(game, strategy, progress))

    def play(self, cards: tuple[Card, ...], irregular: Irregular | None = None) -> list[BoxOutcome]:
        """Play one round with these cards: those of the boxes, the Dealer's, the community's."""
        return self._outcomes(*self._settled(cards, irregular))

    def _settled(
        self, cards: tuple[Card, ...], irregular: Irregular | None
    ) -> tuple[EngineRound, Settlement]:
        playing = EngineRound(self._table, cards, irregular)
        return playing, playing.played()

    def _outcomes(self, playing: EngineRound, settlement: Settlement) -> list[BoxOutcome]:
        gains = [Counter[str]() for _ in range(self.boxes)]
        for line in settlement.lines:
            if line.bet not in (JACKPOT, ENVY):
                main = line.bet in self._main or line.bet == ANTE_BONUS
                gains[line.box - 1][ANTE if main else line.bet] += line.net
        payouts = settlement.jackpot.payouts if settlement.jackpot else ()
        won = {paid.box: self._titles.index(paid.hand) for paid in payouts}
        lost = JACKPOT in self.game.fold_loses
        found = []
        for box in range(self.boxes):
            folded = bool(playing.state.box(box + 1).folded)
            none = len(self._titles) + (folded and lost)
            each = tuple(gains[box][bet] for bet in self.bets)
            found.append(BoxOutcome(each, won.get(box + 1, none), folded))
        return found

    def run(
        self, *, rounds: int, seed: int, done: RoundsDone, rates: Mapping[Clause, Fraction] | None = None
    ) -> EngineRun:
        """Play rounds from the first on, with irregularities at these rates."""
        check_numbers(self.cuts, rounds, seed)
        if rounds > MOST_ROUNDS:
            raise SimulationFault(f"rounds: the engine plays at most {MOST_ROUNDS:,}")
        sums = _EngineSums(self)
        drawn, reported, void = Counter[Clause](), Counter[Clause](), Counter[Clause]()
        try:
            for start in range(0, rounds, GROUP):
                size = min(GROUP, rounds - start)
                dealt = deal_rounds(np.uint64(seed), np.uint64(start), size, self.cards, self.cuts)
                for place, row in enumerate(dealt.tolist()):
                    cards = tuple(CARDS[card] for card in row)
                    irregular = Irregular(self.game, rates, seed, start + place) if rates else None
                    playing, settlement = self._settled(cards, irregular)
                    if irregular and irregular.clause:
                        drawn[irregular.clause] += 1
                        reported[irregular.clause] += irregular.reported
                        void[irregular.clause] += settlement.outcome == "void"
                    sums.add(self._outcomes(playing, settlement))
                done(start + size)
        except KeyboardInterrupt:
            pass
        counted = tuple(
            IrregularCount(clause=clause, drawn=drawn[clause], reported=reported[clause], void=void[clause])
            for clause in rates or ()
        )
        plan = sums.plan()
        return EngineRun(plan=plan, tally=sums.tally(plan, seed, rounds), irregular=counted)


class _EngineSums:
    """The sums of rounds, before all cells are known."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._cells: dict[tuple[tuple[int, ...], bool], int] = {}
        self._hits: Counter[tuple[int, int, int]] = Counter()
        self._house: Counter[int] = Counter()
        self._products = [[0] * len(engine.bets) for _ in engine.bets]
        self._batches: list[list[int]] = []
        self._rounds = 0

    def add(self, outcomes: list[BoxOutcome]) -> None:
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
        if self._rounds % _BATCH == 0:
            self._batches.append([0, 0, 0, 0])
        for place, value in enumerate((1, whole, whole * whole, squares)):
            self._batches[-1][place] += value
        self._rounds += 1

    def plan(self) -> Plan:
        """A plan whose cells are what the rounds brought."""
        engine = self._engine
        cells = []
        for gains, folded in self._cells:
            each = tuple(Fraction(gain, ANTE_CENTS) for gain in gains)
            cells.append(Cell(tuple(row_of_gain(gain) for gain in each), each, folded))
        return Plan(
            game=engine.game,
            boxes=engine.boxes,
            strategy=engine.strategy,
            cells=cells,
            cards=engine.cards,
            rows_are_gains=True,
        )

    def tally(self, plan: Plan, seed: int, wanted: int) -> Tally:
        """The tally in the units of the plan."""
        if not self._rounds:
            raise SimulationFault("rounds: interrupted before the first rounds were played")
        cents = ANTE_CENTS // plan.unit
        counts = plan.counts()
        for (box, cell, line), hits in self._hits.items():
            counts.cells[box, cell, line] += hits
        for whole, rounds in self._house.items():
            counts.house[whole // cents - plan.lowest] += rounds
        return Tally(
            seed=seed,
            wanted=wanted,
            rounds=self._rounds,
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
