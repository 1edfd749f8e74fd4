"""A strategy played many times: mean gain with its standard error, and the best strategy to compare with."""

import math
from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache

from msgspec import Struct

from pitboss.cards import UNKNOWN
from pitboss.extras import needed_by
from pitboss.toolkit.amounts import Amount, cents, dollars
from pitboss.toolkit.playing import Choice, Decision
from pitboss.toolkit.rule_sheet import RuleSheet

Strategy = Callable[[Decision], str | Choice]
"""From a decision to one of its choices, or to the word of one."""


class Simulation(Struct, frozen=True, kw_only=True):
    """Rounds played by a strategy. The figures are estimates; ``sheet.odds()`` has the exact ones."""

    rounds: int
    total: Decimal
    """The player's gain over all rounds, in dollars."""
    mean: float
    """The mean gain of a round per dollar of Ante."""
    std_error: float
    """The standard error of the mean: two thirds of all simulations lie within it."""
    by_bet: dict[str, Decimal]
    """The gain on each bet and bonus, in dollars."""


def simulate(
    sheet: RuleSheet,
    strategy: Strategy,
    *,
    rounds: int = 10_000,
    bets: dict[str, Amount] | None = None,
    jackpot: Amount | None = None,
    seed: int | None = None,
) -> Simulation:
    """Play rounds with one box by a strategy; the same seed deals the same cards."""
    if rounds < 1:
        raise ValueError("a simulation has at least one round")
    staked = bets or {"ante": 1}
    ante = cents(staked.get("ante", 1))
    table = sheet.table(jackpot=jackpot, seed=seed)
    total, squares, by_bet = 0, 0, dict[str, int]()
    for _ in range(rounds):
        played = table.round()
        for bet, amount in staked.items():
            played.bet("player", bet, amount)
        played.deal()
        while asked := played.asks:
            played.answer(strategy(asked[0]))
        settlement = played.state.settlement
        assert settlement is not None, "a round without open decisions is settled"
        for line in settlement.lines:
            by_bet[line.bet] = by_bet.get(line.bet, 0) + line.net
        net = sum(line.net for line in settlement.lines)
        total += net
        squares += net * net
    mean = total / rounds
    variance = max(squares / rounds - mean * mean, 0.0)
    return Simulation(
        rounds=rounds,
        total=dollars(total),
        mean=mean / ante,
        std_error=math.sqrt(variance / rounds) / ante,
        by_bet={bet: dollars(net) for bet, net in by_bet.items()},
    )


def best_play(sheet: RuleSheet) -> Strategy:
    """The strategy that is worth most in the main game, by exact count; needs ``pitboss[math]``."""
    from pitboss.analysis.model import DecisionSpot
    from pitboss.analysis.odds import silent
    from pitboss.analysis.protocol import analyse
    from pitboss.analysis.questions import QuestionTexts, read_question
    from pitboss.cards import Card

    analysis = analyse(sheet.game, silent)
    question = read_question(sheet.game, QuestionTexts())

    @lru_cache(100_000)
    @needed_by("best_play")
    def known(spot: DecisionSpot) -> str:
        return analysis.advise(spot, question).best

    def decide(decision: Decision) -> Choice:
        up = [Card(card) for card in decision.dealer if card != UNKNOWN]
        spot = DecisionSpot(
            hand=tuple(Card(card) for card in decision.cards),
            up=up[0] if up else None,
            board=tuple(Card(card) for card in decision.community if card != UNKNOWN),
            decided=decision.decided,
        )
        word, _, times = known(spot).partition(" x ")
        amount = decision.ante * int(times) if times else None
        return Choice(word=word, amount=amount)

    return decide
