"""The gains of hold'em's main bets, read from the sheet, and those of one hand over all cards to come."""

from fractions import Fraction
from typing import Final

from msgspec import Struct

from pitboss.analysis import payoffs
from pitboss.analysis.hand_kinds import check_orders, examples
from pitboss.analysis.model import AnalysisFault
from pitboss.hands import Rank
from pitboss.hands.ranking import FIVE_CARD_CATEGORIES
from pitboss.reason import at, because
from pitboss.settlement.side_bets import ANTE_BONUS
from pitboss.sheets.game import Game
from pitboss.sheets.model import ShowdownOutcome

CELLS: Final = ((False, False), (False, True), (True, False), (True, True))
"""Whether the second and the third decision bet: the parts of a class's counts."""
KINDS: Final = len(FIVE_CARD_CATEGORIES)
WIDTH: Final = KINDS + 2
"""Columns of a cell: deals won by each category of hand, tied, lost."""


class StakeGains(Struct, frozen=True):
    """The net gain of a bet in units of its stake, by result."""

    wins: tuple[int, ...]
    """The gain of a win, by category of the player's hand."""
    tie: int
    loss: int


class MainBets(Struct, frozen=True):
    """The bets of the main game: the Ante, the one that stays in, and the two that may be checked."""

    names: tuple[str, str, str]
    """The bets of the three decisions, by name."""
    sizes: tuple[int, int, int]
    """The size of each decision bet in units of the Ante."""
    ante: StakeGains
    decided: tuple[StakeGains, StakeGains, StakeGains]


def bets_of(game: Game) -> MainBets:
    """The main bets of a sheet; raises :class:`AnalysisFault` for rules that the counts do not cover."""
    check_orders(game)
    if game.sheet.qualifier is not None:
        raise AnalysisFault(at("qualifier", because("count.holdem_qualifier")))
    if ANTE_BONUS in game.pays:
        raise AnalysisFault(at(f"pays.{ANTE_BONUS}", because("count.holdem_ante_bonus")))
    first, second, third = (decision.bet for decision in game.script(game.device).decisions)
    for bet in (second, third):
        if len(set(_gains(game, bet).wins)) > 1:
            raise AnalysisFault(at(f"pays.{bet}", because("count.holdem_one_rate")))
    rules = game.sheet.bets
    return MainBets(
        names=(first, second, third),
        sizes=(rules[first].sizes[0], rules[second].sizes[0], rules[third].sizes[0]),
        ante=_gains(game, "ante"),
        decided=(_gains(game, first), _gains(game, second), _gains(game, third)),
    )


def _gains(game: Game, bet: str) -> StakeGains:
    ranks = examples(game.ranking)
    return StakeGains(
        wins=tuple(payoffs.compared(game, bet, "higher", rank) for rank in ranks),
        tie=_whatever_the_hand(game, bet, "same", ranks),
        loss=_whatever_the_hand(game, bet, "lower", ranks),
    )


def _whatever_the_hand(game: Game, bet: str, outcome: ShowdownOutcome, ranks: tuple[Rank, ...]) -> int:
    gains = {payoffs.compared(game, bet, outcome, rank) for rank in ranks}
    if len(gains) > 1:
        path = f"showdown.{outcome}.{bet}.result"
        raise AnalysisFault(at(path, because("count.holdem_higher")))
    return gains.pop()


class Prospects(Struct, frozen=True, eq=False):
    """All deals that can follow from a decision, counted by result."""

    deals: list[int]
    """Deals won by each category, tied, lost."""
    fours: list[list[int]]
    """Deals won, lost and tied on each possible board of four."""
    flops: list[list[int]]
    """Deals won, lost and tied on each possible flop."""

    def gain(self, bet: StakeGains) -> Fraction:
        """The expected gain of a bet in units of its stake."""
        each = (*bet.wins, bet.tie, bet.loss)
        return Fraction(
            sum(times * gain for times, gain in zip(self.deals, each, strict=True)), sum(self.deals)
        )

    def at_best(self, bet: StakeGains, boards: list[list[int]]) -> Fraction:
        """The expected gain of a bet placed only on boards where it gains, in units of its stake."""
        win, loss, tie = bet.wins[0], bet.loss, bet.tie
        gains = [won * win + lost * loss + tied * tie for won, lost, tied in boards]
        return Fraction(sum(gain for gain in gains if gain > 0), sum(map(sum, boards)))
