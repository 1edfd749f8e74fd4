"""The engine as a simulator: the same rounds through decide, evolve and settlement, slow and complete.

It plays every sheet, and is the check of the compiled loops: the same seed deals the same cards, and what
each bet gets must be the same. Cells are what the rounds bring, so rows of a bet are its gains.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Final

import numpy as np
from msgspec import Struct

from pitboss.analysis.decisions import StrategyName
from pitboss.analysis.hand_kinds import CARDS
from pitboss.analysis.model import CountProgress
from pitboss.analysis.odds import silent
from pitboss.analysis.payoffs import main_bets, side_bets
from pitboss.cards import Card
from pitboss.citation import Clause
from pitboss.reason import at, because
from pitboss.settlement import Settlement
from pitboss.settlement.jackpot import ENVY
from pitboss.settlement.side_bets import ANTE_BONUS
from pitboss.sheets.game import Game
from pitboss.simulation.dealing import GROUP, Cuts, cuts_of, deal_rounds
from pitboss.simulation.engine_round import EngineRound, engine_table
from pitboss.simulation.engine_sums import BATCH, BoxOutcome, EngineSums
from pitboss.simulation.executors import JobExecutor, job_size, run_jobs, threads
from pitboss.simulation.irregular import Irregular, IrregularCount
from pitboss.simulation.model import ANTE, JACKPOT, Plan, SimulationFault
from pitboss.simulation.plans import chooser_of
from pitboss.simulation.run import RoundsDone, RoundSpan, Tally, check_numbers, spans

MOST_ROUNDS: Final = 100_000_000


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
        playing = EngineRound(self._table, cards, irregular)
        settlement = playing.played()
        if irregular:
            irregular.void = settlement.outcome == "void"
        return self._outcomes(playing, settlement)

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

    def __getstate__(self) -> tuple[Game, int, StrategyName]:
        """An engine goes to another process as its question; the play is counted there, or in its cache."""
        return self.game, self.boxes, self.strategy

    def __setstate__(self, state: tuple[Game, int, StrategyName]) -> None:
        vars(self).update(vars(Engine(*state, silent)))

    def run(
        self,
        *,
        rounds: int,
        seed: int,
        done: RoundsDone,
        rates: Mapping[Clause, Fraction] | None = None,
        executor: JobExecutor | None = None,
    ) -> EngineRun:
        """Play rounds from the first on, with irregularities at these rates."""
        check_numbers(self.cuts, rounds, seed)
        if rounds > MOST_ROUNDS:
            raise SimulationFault(at("rounds", because("simulation.engine_most", most=MOST_ROUNDS)))
        sums = EngineSums(len(self.bets))
        # Threads would wait for each other: the engine holds the interpreter lock.
        by = executor or threads(1)
        parts = spans(rounds, job_size(by, BATCH, rounds))
        run_jobs(
            by, partial(_play_span, self, rates or {}, seed), parts, sums.join, lambda: done(sums.rounds)
        )
        plan = sums.plan(self.game, self.boxes, self.strategy, self.cards)
        return EngineRun(
            plan=plan,
            tally=sums.tally(plan, seed, rounds),
            irregular=tuple(sums.irregular(clause) for clause in rates or ()),
        )


def _play_span(engine: Engine, rates: Mapping[Clause, Fraction], seed: int, span: RoundSpan) -> "EngineSums":
    """Play the rounds of one job."""
    first, rounds = span
    sums = EngineSums(len(engine.bets))
    for start in range(first, first + rounds, GROUP):
        size = min(GROUP, first + rounds - start)
        dealt = deal_rounds(np.uint64(seed), np.uint64(start), size, engine.cards, engine.cuts)
        for place, row in enumerate(dealt.tolist()):
            irregular = Irregular(engine.game, rates, seed, start + place) if rates else None
            sums.add(engine.play(tuple(CARDS[card] for card in row), irregular))
            if irregular:
                sums.note(irregular)
    return sums
