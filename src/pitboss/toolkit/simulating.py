"""A strategy played many times: mean gain with its standard error, and the best strategy to compare with."""

import math
from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import lru_cache
from itertools import permutations

from msgspec import Struct, structs

from pitboss.analysis.model import DecisionSpot
from pitboss.cards import SUITS, Card
from pitboss.extras import needed_by
from pitboss.toolkit.amounts import Amount, cents, dollars
from pitboss.toolkit.decisions import Choice, Decision
from pitboss.toolkit.functions import AnySheet
from pitboss.toolkit.rule_sheet import sheet as find

Strategy = Callable[[Decision], str | Choice]
"""From a decision to one of its choices, or to the word of one."""


class Simulation(Struct, frozen=True, kw_only=True):
    """Rounds played by a strategy. The figures are estimates; ``sheet.odds()`` has the exact ones."""

    rounds: int
    total: Decimal
    """The player's gain over all rounds, in dollars."""
    mean: float
    """The mean gain of a round per dollar of Ante, or of all stakes where there is no Ante."""
    std_error: float
    """The standard error of the mean: two thirds of all simulations lie within it."""
    by_bet: dict[str, Decimal]
    """The gain on each bet and bonus, in dollars."""


def simulate(
    sheet: AnySheet,
    strategy: Strategy,
    *,
    rounds: int = 10_000,
    bets: Mapping[str, Amount] | None = None,
    jackpot: Amount | None = None,
    seed: int | None = None,
) -> Simulation:
    """Play rounds with one box by a strategy; the same seed deals the same cards.

    ``bets`` are the stakes of every round, an Ante of 1 unless said.

    >>> import pitboss as pb
    >>> found: pb.Simulation = simulate("3CP", lambda decision: "play", rounds=100, seed=1)
    >>> found.rounds, found.total == sum(found.by_bet.values())
    (100, True)
    """
    if rounds < 1:
        raise ValueError("a simulation has at least one round")
    staked = bets or {"ante": 1}
    unit = cents(staked["ante"]) if "ante" in staked else sum(map(cents, staked.values()))
    table = find(sheet).table(jackpot=jackpot, seed=seed)
    total, squares, by_bet = 0, 0, dict[str, int]()
    for _ in range(rounds):
        played = table.round()
        for bet, amount in staked.items():
            played.bet("player", bet, amount)
        played.deal()
        while asked := played.asks:
            played.answer(strategy(asked[0]))
        gain = 0
        for bet, net in played._gains():
            by_bet[bet] = by_bet.get(bet, 0) + net
            gain += net
        total += gain
        squares += gain * gain
    mean = total / rounds
    variance = max(squares / rounds - mean * mean, 0.0)
    return Simulation(
        rounds=rounds,
        total=dollars(total),
        mean=mean / unit,
        std_error=math.sqrt(variance / rounds) / unit,
        by_bet={bet: dollars(net) for bet, net in by_bet.items()},
    )


def best_play(sheet: AnySheet) -> Strategy:
    """The strategy that is worth most in the main game, by exact count.

    >>> import pitboss as pb
    >>> r = pb.sheet("3CP").table().round()
    >>> r.bet("ann", "ante", 5)
    >>> r.deal(ann="Qs 6d 3c")
    >>> pb.best_play("3CP")(r.asks[0]).word
    'fold'
    """
    from pitboss.analysis.odds import silent
    from pitboss.analysis.protocol import analyse
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
