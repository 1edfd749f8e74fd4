"""The types of the mathematics' answers. Money is in cents, everything else in exact fractions.

Gains of a bet are in units of its stake unless a name says cents. Every figure comes with the play that it
assumes, and every answer with the sheet's hash and the readings taken.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from pitboss.cards import Card
from pitboss.reason import Reason, Unreadable
from pitboss.words import say

CountProgress = Callable[[str, int, int], None]
"""Callback with what is being counted, the parts done and their total; it may raise to cancel."""


class AnalysisFault(Unreadable):
    """A request without an answer; the reason begins with the path to what is wrong."""


class Distribution(Struct, frozen=True):
    """The distribution of a bet: each net gain in units of its stake, lowest first, with its probability."""

    outcomes: tuple[tuple[Fraction, Fraction], ...]


class BetFigures(Struct, frozen=True, kw_only=True):
    """The figures of one bet, per unit of its stake."""

    ev: Fraction
    average_wager: Fraction
    """The mean of all chips put on the layout, returned bets included."""
    variance: Fraction
    skewness: float
    hit_frequency: Fraction
    """The probability that the player gains; a push is no hit."""
    push_frequency: Fraction

    @property
    def house_edge(self) -> Fraction:
        """The expected loss per unit of the first stake."""
        return -self.ev

    @property
    def element_of_risk(self) -> Fraction:
        """The expected loss per unit wagered."""
        return -self.ev / self.average_wager

    @property
    def standard_deviation(self) -> float:
        """The standard deviation per unit of the first stake."""
        return math.sqrt(self.variance)

    @property
    def std_dev(self) -> float:
        """The standard deviation by the name that JSON has for it."""
        return self.standard_deviation


class CombinationRow(Struct, frozen=True):
    """One row of a combination table: a hand or a result."""

    name: str
    combinations: int
    pays: str
    net: Fraction | None
    """The gain in units of the stake; none where it depends on the displayed jackpot."""


class CombinationTable(Struct, frozen=True):
    """Every hand or result of a bet with its combinations; they add up to ``total``."""

    rows: tuple[CombinationRow, ...]
    total: int


PlayedBy = Literal["main", "alone"]
"""How a box is played for a figure: by the main game's optimal strategy, or the bet stands alone."""


class BetOdds(Struct, frozen=True, kw_only=True):
    """One bet: its combinations, its distribution and its figures."""

    bet: str
    played_by: PlayedBy
    table: CombinationTable
    distribution: Distribution
    figures: BetFigures
    stake: int | None = None
    """The stake in cents that caps were applied to, where one was named."""
    cap_binds_from: dict[str, Fraction] = {}
    """Line of the pay table to the least stake in cents above which its cap pays less than its rate."""


class LineCount(Struct, frozen=True):
    """The number of deals that a line of the jackpot pay table is paid in."""

    title: str
    combinations: int


class JackpotCounts(Struct, frozen=True):
    """Counts of the jackpot lines on a box played by the main game's optimal strategy."""

    lines: tuple[LineCount, ...]
    """The lines in the order of the sheet's pay table."""
    total: int
    """The number of deals, folds that forfeit the bet included."""
    forfeited: int
    """Deals in which a fold has lost the bet."""


class Borderline(Struct, frozen=True):
    """A hand whose two best actions are worth nearly the same."""

    hand: str
    action: str
    gain: Fraction
    """The advantage of the best action over the next, in units of the Ante."""


class Strategy(Struct, frozen=True, kw_only=True):
    """A strategy for a box: as contract data, in words and as tables."""

    contract: dict[str, str | int | list[str]]
    """The keys that the JSON contract fixes, and further keys of the family."""
    reason: Reason
    """The strategy in one sentence."""
    borderline: tuple[Borderline, ...] = ()
    """The closest decisions, closest first."""
    details: tuple["StrategyTable", ...] = ()
    """Tables for the report."""
    followed: dict[str, dict[str, float]] = {}
    """For each later bet the share of deals, by the first hand, in which it follows; for maps."""
    by_hand: tuple[tuple[str, int, int], ...] = ()
    """Kinds of hands, the highest first, each with all its deals and those in which the bet is placed."""

    @property
    def sentence(self) -> str:
        """The strategy in English."""
        return say(self.reason)


class StrategyTable(Struct, frozen=True):
    """A table of the report that shows part of a strategy."""

    title: str
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class AnalysisQuestion(Struct, frozen=True, kw_only=True):
    """The assumptions of a request beside the sheet: stakes, displayed jackpot, other boxes."""

    jackpot_bet: int = 100
    """The jackpot bet in cents; where multiples may be bet, the least."""
    bets: dict[str, int] = {}
    """The stakes on the box in cents, if any are named; a bet not named is then not on the box."""
    meter: Fraction | None = None
    """The displayed jackpot in cents when the bets are settled."""
    others: int = 0
    """Boxes of other players with an Ante, each played by the main game's optimal strategy."""
    jackpot_named: bool = False
    """Whether the request names the jackpot bet; otherwise a dollar stands for it."""


class Breakpoint(Struct, frozen=True):
    """A displayed value, in cents, at which best play changes."""

    meter: Fraction
    """The displayed value in cents."""
    action: str
    """The action of the hands above that value."""
    hands: tuple[str, ...]
    combinations: int


class Joint(Struct, frozen=True, kw_only=True):
    """Best play for all bets on the box together."""

    strategy: Strategy
    values: dict[str, Fraction]
    """Each bet's expected gain in cents under the joint strategy; ``ante`` is the whole main game."""
    breakpoints: tuple[Breakpoint, ...]
    break_even: Fraction | None
    """The displayed value in cents from which all bets together lose nothing, if any."""
    jackpot_break_even: Fraction | None
    """The displayed value in cents from which adding the jackpot bet pays, if any."""

    @property
    def value(self) -> Fraction:
        """The expected gain of all bets together, in cents."""
        return sum(self.values.values(), Fraction(0))


class BoxCovariances(Struct, frozen=True):
    """Covariances of bets and boxes at one table; every box has the same bets and strategy."""

    bets: tuple[str, ...]
    """``ante`` is the whole main game."""
    within: tuple[tuple[Fraction, ...], ...]
    """Covariances between the bets of a box, per unit of each stake."""
    between: tuple[tuple[Fraction, ...], ...]
    """Covariances between the bets of one box and those of another."""


class DecisionSpot(Struct, frozen=True, kw_only=True):
    """A decision point: the cards and earlier decisions that the player knows."""

    hand: tuple[Card, ...] | None
    """The player's own cards; None for a hand that they have not looked at."""
    up: Card | None = None
    """The Dealer's face-up card."""
    board: tuple[Card, ...] = ()
    """The community cards turned over so far."""
    dead: tuple[Card, ...] = ()
    """Cards known to be in no hand of the decision."""
    decided: tuple[str, ...] = ()
    """Decisions of this box before this one, where it has had some: a bet's name or ``check``."""
    blind: bool = False
    """The player will never look at the hand."""
    option: bool = False
    """The player may take all bets back instead of going on."""


class Advice(Struct, frozen=True):
    """The value of each action in units of the Ante, and the best action."""

    actions: dict[str, Fraction]
    best: str
