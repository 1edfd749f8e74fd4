"""The engine as a simulator: the same rounds through decide, evolve and settlement, slow and complete.

It plays every sheet, and is the check of the compiled loops: the same seed deals the same cards, and what
each bet gets must be the same. Cells are what the rounds bring, so rows of a bet are its gains.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Final

import numpy as np
from msgspec import Struct

from pitboss.analysis.decisions import Chooser, InformationSet, SheetDecision, StrategyName, first_stakes
from pitboss.analysis.hand_kinds import CARDS
from pitboss.analysis.model import CountProgress
from pitboss.analysis.odds import silent
from pitboss.analysis.payoffs import main_bets, side_bets
from pitboss.cards import DECK, UNKNOWN, Card
from pitboss.citation import Clause
from pitboss.invariant import InvariantBroken
from pitboss.reason import at, because
from pitboss.round import commands as cmd
from pitboss.round.driver import RoundDriver, dealt_from, practice_round
from pitboss.round.queries import boxes_to_decide, decision_open, sizes_open
from pitboss.round.state import Round
from pitboss.round.views import view
from pitboss.settlement import Display, Settlement
from pitboss.settlement.jackpot import ENVY
from pitboss.settlement.side_bets import ANTE_BONUS
from pitboss.sheets.game import Game
from pitboss.simulation.dealing import GROUP, Cuts, cuts_of, deal_rounds
from pitboss.simulation.executors import JobExecutor, job_size, run_jobs, threads
from pitboss.simulation.irregular import Irregular, IrregularCount
from pitboss.simulation.model import ANTE, JACKPOT, Cell, Plan, SimulationFault
from pitboss.simulation.plans import chooser_of
from pitboss.simulation.run import Batch, RoundsDone, RoundSpan, Tally, check_numbers, spans

ANTE_CENTS: Final = 1_200
"""The stake of every bet: rates to 2, 3 or 4 pay it without rounding."""
JACKPOT_CENTS: Final = 100
_DISPLAY: Final = Display(Fraction(100_000_000), 100_000_000, Fraction(1, 10))
_DECK: Final = frozenset(DECK)


class EngineTable(Struct, frozen=True, kw_only=True):
    """A table of a sheet at which every round has the same bets on the same boxes."""

    game: Game
    opened: cmd.OpenRound
    boxes: int
    chooser: Chooser


def engine_table(game: Game, boxes: int, chooser: Chooser) -> EngineTable:
    """A table without limits whose display is the same before each round."""
    devices = [device for device, scripts in game.scripts.items() if scripts]
    opened = practice_round(
        game,
        device=devices[-1],
        boxes=max(boxes, game.sheet.layout.fewest_boxes),
        limits={},
        jackpot_bet=JACKPOT_CENTS,
        display=_DISPLAY,
    )
    return EngineTable(game=game, opened=opened, boxes=boxes, chooser=chooser)


class EngineRound(RoundDriver):
    """A round in play: the boxes have their bets, and the cards are known beforehand."""

    def __init__(self, table: EngineTable, cards: tuple[Card, ...], irregular: Irregular | None) -> None:
        self._table, self._irregular = table, irregular
        hands, dealt = table.game.sheet.hands, iter(cards)
        known: dict[cmd.Place, list[Card]] = {
            box: list(islice(dealt, hands.box)) for box in range(1, table.boxes + 1)
        }
        known["dealer"] = list(islice(dealt, hands.dealer))
        known["community"] = list(dealt)
        super().__init__(table.game, table.opened, dealt_from(sorted(_DECK.difference(cards)), known))

    def played(self) -> Settlement:
        """Play the round to its settlement."""
        self.must(*self._bets(), cmd.CloseBets())
        while due := self.due:
            if not (self._irregular and self._irregular.happens(self)):
                self.must(self._answer() if due.act == "ask" else self.command(due))
        return self.settlement

    def must(self, *commands: cmd.Command) -> None:
        """Apply commands; after an irregularity the round may not go on, and is settled or interrupted."""
        if not (self._irregular and self._irregular.reported):
            return super().must(*commands)
        if all(self.do(command) for command in (*commands, cmd.SettleRound(), cmd.InterruptPlay())):
            super().must(*commands)
        return None

    def _bets(self) -> Iterator[cmd.PlaceBet]:
        stakes = {bet: times * ANTE_CENTS for bet, times in first_stakes(self.game).items()}
        stakes.update(dict.fromkeys(side_bets(self.game), ANTE_CENTS))
        if self._table.opened.display:
            stakes["jackpot"] = JACKPOT_CENTS
        for box in range(1, self._table.boxes + 1):
            for bet, amount in stakes.items():
                yield cmd.PlaceBet(box=box, player=f"player-{box}", bet=bet, amount=amount)

    def _answer(self) -> cmd.Command:
        """What the strategy does at the first open decision."""
        number = boxes_to_decide(self.game, self.state)[0]
        box = self.state.box(number)
        step = decision_open(self.game, self.state, box)
        if step is None:
            raise InvariantBroken(f"box {number} decides, and no decision is open")
        seen = view(self.game, self.state, f"player-{number}")
        up = [card for card in seen.dealer if card != UNKNOWN]
        board = tuple(card for card in seen.community if card != UNKNOWN)
        sizes = () if step.takes_back else sizes_open(self.game, self.state, box, step.bet)
        decision = SheetDecision(
            bet=step.bet,
            open=len(board),
            sizes=sizes,
            otherwise=step.otherwise,
            takes_back=step.takes_back,
        )
        word = self._table.chooser(
            InformationSet(
                number=step.number,
                decision=decision,
                own=box.cards,
                up=up[0] if up else None,
                board=board,
                decided=box.decided,
            )
        )
        return command_of(self.state, number, word, sizes)


def command_of(state: Round, number: int, word: str, sizes: tuple[int, ...]) -> cmd.Command:
    """The command of an action in words on a box; a bet without a size has the only one."""
    if word == "fold":
        return cmd.FoldHand(number)
    if word == "check":
        return cmd.Check(number)
    if word.startswith("withdraw "):
        return cmd.WithdrawBet(number, word.removeprefix("withdraw "))
    bet, _, times = word.partition(" x ")
    box = state.box(number)
    ante = box.total("ante")
    size = int(times) if times else sizes[0]
    return cmd.PlaceBet(box=number, player=f"player-{number}", bet=bet, amount=size * ante)


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
