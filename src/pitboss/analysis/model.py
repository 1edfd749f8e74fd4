"""What the mathematics answers, as types. Money is cents, everything else exact fractions.

Gains of a bet are in units of its stake unless a name says cents. A figure never stands alone: it
comes with the play it assumes, and the whole with the sheet's hash and the readings taken.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from pitboss.cards import Card

CountProgress = Callable[[str, int, int], None]
"""Told what is being counted, how many parts are done and how many there are; it may raise to cancel."""


class AnalysisFault(ValueError):
    """A question that has no answer, as one sentence with the path to what is wrong."""


class Distribution(Struct, frozen=True):
    """What a bet brings: each net gain in units of its stake, lowest first, with its probability."""

    outcomes: tuple[tuple[Fraction, Fraction], ...]


class BetFigures(Struct, frozen=True, kw_only=True):
    """The figures of one bet, per unit of its stake."""

    ev: Fraction
    average_wager: Fraction
    """All that is put on the layout, bets that are returned included."""
    variance: Fraction
    skewness: float
    hit_frequency: Fraction
    """How often the player gains; a push is no hit."""
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
    def std_dev(self) -> float:
        """The standard deviation per unit of the first stake."""
        return math.sqrt(self.variance)


class CombinationRow(Struct, frozen=True):
    """A line of a combination table: a hand or a result."""

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
    """How often a line of the jackpot pay table is paid."""

    title: str
    combinations: int


class JackpotCounts(Struct, frozen=True):
    """The jackpot bet, the box played by the main game's optimal strategy."""

    lines: tuple[LineCount, ...]
    """In the order of the sheet's pay table."""
    total: int
    """Of so many deals, folds that forfeit the bet included."""
    forfeited: int
    """Deals in which a fold has lost the bet."""


class Borderline(Struct, frozen=True):
    """A hand that is nearly as good played the other way."""

    hand: str
    action: str
    gain: Fraction
    """What the best action is worth more than the next, in units of the Ante."""


class Strategy(Struct, frozen=True):
    """How the box is played."""

    contract: dict[str, str | int | list[str]]
    """The keys that the JSON contract fixes, and more of a family's own."""
    sentence: str
    """The same for people."""
    borderline: tuple[Borderline, ...] = ()
    """The closest decisions, closest first."""
    details: tuple["StrategyTable", ...] = ()
    """For the report: as many tables as it takes."""


class StrategyTable(Struct, frozen=True):
    """A table that tells part of a strategy to people."""

    title: str
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class AnalysisQuestion(Struct, frozen=True):
    """What is asked beside the sheet."""

    jackpot_bet: int = 100
    """The jackpot bet in cents; where multiples may be bet, the least."""
    bets: dict[str, int] = {}
    """The stakes on the box in cents, if any are named; a bet not named is then not on the box."""
    meter: Fraction | None = None
    """The displayed jackpot in cents when the bets are settled."""
    others: int = 0
    """Boxes of other players with an Ante, each played by the main game's optimal strategy."""


class Breakpoint(Struct, frozen=True):
    """A displayed value at which best play changes."""

    meter: Fraction
    """In cents."""
    action: str
    """What the hands do above it."""
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
    """How the bets of boxes at one table move together; every box has the same bets and strategy."""

    bets: tuple[str, ...]
    """``ante`` is the whole main game."""
    within: tuple[tuple[Fraction, ...], ...]
    """Covariances between the bets of a box, per unit of each stake."""
    between: tuple[tuple[Fraction, ...], ...]
    """Covariances between the bets of one box and those of another."""


class DecisionSpot(Struct, frozen=True, kw_only=True):
    """A decision, as far as the player knows the cards."""

    hand: tuple[Card, ...] | None
    """The player's own cards; none for a hand that he has not looked at."""
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
    """What each action is worth, in units of the Ante."""

    actions: dict[str, Fraction]
    best: str
