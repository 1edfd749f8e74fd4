"""The jackpot bet of any game: its value as a linear function of the displayed jackpot.

``value = slope x displayed value + constant``, in money, with the bet always spent: fixed amounts and
"for 1" pays are in the constant, shares of the display in the slope. The displayed value is the one that the
bet is settled by. The rounding of awards down to whole cents is ignored.
"""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct

from pitboss.analysis.bet_odds import distribution, figures
from pitboss.analysis.model import (
    BetFigures,
    CombinationRow,
    CombinationTable,
    Distribution,
    JackpotCounts,
    LineCount,
)
from pitboss.analysis.reads import DISPLAY, LONG_RUN, check_read
from pitboss.invariant import InvariantBroken
from pitboss.sheets.game import Game
from pitboss.sheets.rates import Fixed, ForOne, Percent, Rate


class JackpotOdds(Struct, frozen=True, kw_only=True):
    """A jackpot bet of one size on a box played by the main game's optimal strategy, without envy."""

    bet: int
    """In cents."""
    units: int
    """The size of the bet in units of the least one."""
    slope: Fraction
    constant: Fraction
    """In cents."""
    table: CombinationTable
    envy: Fraction
    """The Envy Bonus expected from the other boxes, in cents."""

    def value(self, meter: Fraction) -> Fraction:
        """The expected gain in cents at a displayed value in cents, without envy."""
        return self.slope * meter + self.constant

    @property
    def break_even(self) -> Fraction | None:
        """The displayed value in cents at which the bet, without envy, neither gains nor loses."""
        return -self.constant / self.slope if self.slope else None

    @property
    def break_even_with_envy(self) -> Fraction | None:
        """The displayed value in cents at which the bet with envy neither gains nor loses."""
        return -(self.constant + self.envy) / self.slope if self.slope else None


class Pay(Struct, frozen=True):
    """What a line pays: an amount in cents and a share of the display."""

    cents: int
    share: Fraction

    def at(self, meter: Fraction) -> Fraction:
        """The pay in cents at a displayed value in cents."""
        return self.cents + self.share * meter


def line_counts(game: Game, numbers: Iterable[Fraction | int]) -> tuple[LineCount, ...]:
    """The lines of the sheet's jackpot pay table, each with its number of deals, which is whole."""
    lines = zip(game.jackpot_pays, numbers, strict=True)
    return tuple(LineCount(pay.title, int(number)) for pay, number in lines)


def line_pays(game: Game, bet: int) -> tuple[Pay, ...]:
    """The pay of every line on a bet in cents, plus the bet where a win gives it back."""
    back = 0 if game.readings.jackpot_bet_with_a_win == "kept" else bet
    return tuple(_pay(line.rate, bet, back) for line in game.jackpot_pays)


def jackpot_odds(game: Game, counts: JackpotCounts, bet: int, units: int, envy: Fraction) -> JackpotOdds:
    """A bet of ``units`` times ``bet`` cents as a function of the displayed value."""
    stake = bet * units
    slope, constant = Fraction(0), Fraction(-stake)
    rows = []
    for line, count, pay in zip(game.jackpot_pays, counts.lines, line_pays(game, stake), strict=True):
        chance = Fraction(count.combinations, counts.total)
        slope += chance * pay.share
        constant += chance * pay.cents
        net = None if pay.share else Fraction(pay.cents, stake) - 1
        rows.append(CombinationRow(count.title, count.combinations, str(line.rate), net))
    rest = counts.total - counts.forfeited - sum(line.combinations for line in counts.lines)
    rows.append(CombinationRow("any other hand", rest, "lose", Fraction(-1)))
    if counts.forfeited:
        rows.append(CombinationRow("forfeited by a fold", counts.forfeited, "lose", Fraction(-1)))
    return JackpotOdds(
        bet=stake,
        units=units,
        slope=slope,
        constant=constant,
        table=CombinationTable(tuple(rows), counts.total),
        envy=envy,
    )


def at_meter(game: Game, counts: JackpotCounts, bet: int, meter: Fraction) -> tuple[Distribution, BetFigures]:
    """The distribution and figures of a bet in cents at a displayed value, without envy."""
    gains: Counter[Fraction] = Counter()
    for count, pay in zip(counts.lines, line_pays(game, bet), strict=True):
        gains[pay.at(meter) / bet - 1] += count.combinations
    gains[Fraction(-1)] += counts.total - sum(line.combinations for line in counts.lines)
    spread = distribution(gains)
    return spread, figures(spread)


class LinkTerms(Struct, frozen=True):
    """The operator's terms of a link that its long run depends on."""

    seed: int
    """The value that the display restarts from, in cents."""
    rate: Fraction
    """The share of each jackpot bet added to the display."""
    reserve: Fraction
    """The share of each jackpot bet added to the hidden reserve for the next seed."""


class LongRun(Struct, frozen=True, kw_only=True):
    """The long-run averages of a jackpot bet at one link, one bet at a time and the cap never reached."""

    mean_display: Fraction
    """The mean displayed value in cents that bets are settled by, their own share included."""
    ev: Fraction
    """The expected gain of a bet in cents, envy included."""
    returns: Fraction
    """The expected return per unit bet."""
    bets_between_resets: Fraction | None
    seed_cost: Fraction
    """The cost of new seeds per bet, in cents."""
    seed_from_reserve: Fraction
    """The part of the seed cost that the reserve pays; the house pays the rest."""


def long_run(game: Game, counts: JackpotCounts, odds: JackpotOdds, link: LinkTerms) -> LongRun | None:
    """The long run of a link; None if no line ever lowers the display.

    In the stationary state, expected outflow equals expected inflow: the share of each bet, and a seed at
    each reset. With mean display ``m`` before payment that equation is linear in ``m``.
    """
    check_read(game, DISPLAY, LONG_RUN, "the long run of a link")
    resets = game.readings.percentage_award == "resets_the_display"
    falls, seeds = Fraction(0), Fraction(0)
    for line, count in zip(game.jackpot_pays, counts.lines, strict=True):
        if isinstance(line.rate, Percent):
            chance = Fraction(count.combinations, counts.total)
            whole = resets or line.rate.percent == 100
            falls += chance if whole else chance * line.rate.percent / 100
            seeds += chance if whole else 0
    if not falls:
        return None
    mean = (odds.bet * link.rate + seeds * link.seed) / falls
    ev = odds.value(mean) + odds.envy
    cost = seeds * link.seed
    return LongRun(
        mean_display=mean,
        ev=ev,
        returns=1 + ev / odds.bet,
        bets_between_resets=1 / seeds if seeds else None,
        seed_cost=cost,
        seed_from_reserve=min(cost, odds.bet * link.reserve),
    )


def _pay(rate: Rate, bet: int, back: int) -> Pay:
    match rate:
        case Percent(percent):
            return Pay(back, Fraction(percent, 100))
        case Fixed(cents):
            return Pay(cents + back, Fraction(0))
        case ForOne(times):
            return Pay(times * bet + back, Fraction(0))
        case _:
            raise InvariantBroken(f"a jackpot line pays {rate}, and the loader refuses such a rate there")
