"""A strategy played many times: mean gain with its standard error, and the best strategy to compare with."""

import math
import secrets
from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import lru_cache
from itertools import permutations
from typing import Any, Literal

from msgspec import Struct, structs, to_builtins

from pitboss.analysis.model import DecisionSpot
from pitboss.cards import SUITS, Card
from pitboss.extras import needed_by
from pitboss.reason import because
from pitboss.toolkit.alike import RoundsAlike
from pitboss.toolkit.amounts import Amount, cents, dollars
from pitboss.toolkit.decisions import Choice, Decision
from pitboss.toolkit.functions import AnySheet
from pitboss.toolkit.given import check_whole
from pitboss.toolkit.rule_sheet import sheet as find
from pitboss.toolkit.strategies import Strategy

NamedStrategy = Literal["exact", "simple", "blind"]
"""A strategy that the compiled loops know, as ``pitboss simulate --strategy`` has it."""


class Simulation(Struct, frozen=True, kw_only=True):
    """Rounds played by a strategy. The figures are estimates; ``sheet.odds()`` has the exact ones."""

    rounds: int
    total: Decimal
    """The player's gain over all rounds, in dollars."""
    mean: float
    """The mean gain of a round per dollar of Ante, or of all stakes where there is no Ante."""
    std_error: float
    """The standard error of the mean: two thirds of all simulations lie within it. NaN for one round."""
    by_bet: dict[str, Decimal]
    """The gain on each bet and bonus, in dollars; in the compiled loops ``ante`` is the whole main game."""
    report: dict[str, Any]
    """Of a strategy by name: what ``pitboss simulate --json`` has as ``results`` and ``verdict``."""


def simulate(
    sheet: AnySheet,
    strategy: Strategy | NamedStrategy = "exact",
    *,
    rounds: int = 10_000,
    bets: Mapping[str, Amount] | None = None,
    jackpot: Amount | None = None,
    seed: int | None = None,
    boxes: int = 1,
    workers: int | None = None,
) -> Simulation:
    """Play rounds by a strategy; the same seed deals the same cards.

    A function of your own plays one box, step by step. ``bets`` are the stakes of every round, an Ante of 1
    unless said.

    >>> import pitboss as pb
    >>> found: pb.Simulation = simulate("3CP", lambda decision: "play", rounds=100, seed=1)
    >>> found.rounds, found.total == sum(found.by_bet.values())
    (100, True)

    A strategy by name plays up to all boxes of a table by the million, in compiled loops on all cores, with 1
    on every bet but the jackpot's. Its report has every figure, tested against the exact values.

    >>> simulate("3CP", "exact", rounds=100_000, boxes=7, seed=1).report["verdict"]["agrees"]
    True
    """
    for name, number in (("rounds", rounds), ("boxes", boxes), ("seed", seed), ("workers", workers)):
        if number is not None:
            check_whole(name, number)
    if rounds < 1:
        raise ValueError("a simulation has at least one round")
    if not isinstance(strategy, str) and not callable(strategy):
        raise TypeError(f"a strategy is a function, 'exact', 'simple' or 'blind', not {strategy!r}")
    if workers is not None and workers < 1:
        raise ValueError("workers: a simulation has at least one worker")
    if isinstance(strategy, str):
        if bets is not None or jackpot is not None:
            raise ValueError(f"strategy {strategy!r} has 1 on every bet: bets and jackpot are for functions")
        return _by_loop(sheet, strategy, rounds, seed, boxes, workers)
    if boxes != 1 or workers is not None:
        raise ValueError("a function plays one box step by step: boxes and workers are for named strategies")
    return _by_function(sheet, strategy, rounds, bets or {"ante": 1}, jackpot, seed)


def _by_function(
    sheet: AnySheet,
    strategy: Strategy,
    rounds: int,
    staked: Mapping[str, Amount],
    jackpot: Amount | None,
    seed: int | None,
) -> Simulation:
    unit = cents(staked["ante"]) if "ante" in staked else sum(map(cents, staked.values()))
    alike = RoundsAlike(find(sheet).table(jackpot=jackpot, seed=seed), staked)
    total, squares, by_bet = 0, 0, dict[str, int]()
    for _ in range(rounds):
        gain = 0
        for line in alike.play(strategy).lines:
            by_bet[line.bet] = by_bet.get(line.bet, 0) + line.net
            gain += line.net
        total += gain
        squares += gain * gain
    mean = total / rounds
    variance = max(squares / rounds - mean * mean, 0.0)
    return Simulation(
        rounds=rounds,
        total=dollars(total),
        mean=mean / unit,
        std_error=math.sqrt(variance / rounds) / unit if rounds > 1 else math.nan,
        by_bet={bet: dollars(net) for bet, net in by_bet.items()},
        report={},
    )


@needed_by("simulate")
def _by_loop(
    sheet: AnySheet, strategy: str, rounds: int, seed: int | None, boxes: int, workers: int | None
) -> Simulation:
    from pitboss.analysis.odds import silent
    from pitboss.simulation.answer import SEED_BITS
    from pitboss.simulation.checks import exact_values, verdict
    from pitboss.simulation.model import NoLoop, SimulationFault
    from pitboss.simulation.plans import best_play_is_counted, plan_of
    from pitboss.simulation.results import results
    from pitboss.simulation.run import simulate as play

    game = find(sheet).game
    try:
        plan = plan_of(game, boxes, strategy, silent)
    except NoLoop as fault:
        code = "simulation.by_best_play" if best_play_is_counted(game) else "simulation.by_function"
        raise SimulationFault(because(code, why=fault.reason)) from None
    drawn = secrets.randbits(SEED_BITS) if seed is None else seed
    tally = play(plan, rounds=rounds, seed=drawn, workers=workers, done=lambda _: None)
    if not tally.rounds:
        raise KeyboardInterrupt
    found = results(plan, tally)
    checked = verdict(plan, tally, found, exact_values(plan, silent))
    cells = tally.cells.sum(axis=(0, 2)).tolist()
    by_bet = {
        bet: Decimal(sum(n * gain for n, gain in zip(cells, gains, strict=True))) / plan.unit
        for bet, gains in zip(plan.bets, plan.gains.tolist(), strict=True)
    }
    return Simulation(
        rounds=tally.rounds,
        total=sum(by_bet.values(), Decimal(0)),
        mean=-found.house.hold / boxes,
        std_error=found.house.std_dev / math.sqrt(tally.rounds) / boxes if tally.rounds > 1 else math.nan,
        by_bet=by_bet,
        report={"results": to_builtins(found), "verdict": checked.as_json()},
    )


def best_play(sheet: AnySheet) -> Callable[[Decision], Choice]:
    """The strategy that is worth most in the main game, by exact count.

    >>> import pitboss as pb
    >>> r = pb.sheet("3CP").table().round()
    >>> r.bet("ann", "ante", 5)
    >>> r.deal(ann="Qs 6d 3c")
    >>> pb.best_play("3CP")(r.asks[0]).word
    'fold'
    """
    from pitboss.analysis.families import analyse
    from pitboss.analysis.odds import silent
    from pitboss.analysis.questions import QuestionTexts, read_question
    from pitboss.toolkit.mathematics import spot_of

    game = find(sheet).game
    analysis = analyse(game, silent)
    question = read_question(game, QuestionTexts())

    @lru_cache(100_000)
    @needed_by("best_play")
    def best(spot: DecisionSpot) -> str:
        return analysis.advise(spot, question).best

    def by_count(decision: Decision) -> Choice:
        return decision.choice(best(_suits_alike(spot_of(decision))))

    return by_count


def _suits_alike(spot: DecisionSpot) -> DecisionSpot:
    """The spot that stands for those with other suits: of all pays, only jackpot lines tell suits apart."""
    return min((_in_suits(spot, suits) for suits in permutations(SUITS)), key=_cards)


def _in_suits(spot: DecisionSpot, suits: tuple[str, ...]) -> DecisionSpot:
    other = str.maketrans(SUITS, "".join(suits))
    return structs.replace(
        spot,
        hand=tuple(sorted(Card(card[0] + card[1].translate(other)) for card in spot.hand or ())),
        up=None if spot.up is None else Card(spot.up[0] + spot.up[1].translate(other)),
        board=tuple(Card(card[0] + card[1].translate(other)) for card in spot.board),
    )


def _cards(spot: DecisionSpot) -> tuple[tuple[Card, ...], str, tuple[Card, ...]]:
    return spot.hand or (), spot.up or "", spot.board
