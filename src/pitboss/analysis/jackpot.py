"""The jackpot bet of any game: its value as a straight line over the displayed jackpot.

``value = slope x displayed value + constant``, in money, with the bet always spent: fixed amounts and
"for 1" pays go into the constant, shares of the display into the slope. The displayed value is the one
that the bet is settled by. An award's rounding down to whole cents, less than a cent, is left out.
"""

from collections import Counter
from fractions import Fraction

from msgspec import Struct

from pitboss.analysis.model import BetFigures, CombinationRow, CombinationTable, Distribution, JackpotCounts
from pitboss.analysis.statistics import distribution, figures
from pitboss.invariant import InvariantBroken
from pitboss.sheets.game import Game
from pitboss.sheets.rates import Fixed, ForOne, Percent, Rate


class JackpotOdds(Struct, frozen=True, kw_only=True):
    """A jackpot bet of one size on a box played by the main game's optimal strategy, envy apart."""

    bet: int
    """In cents."""
    units: int
    """How many times the least bet it is."""
    slope: Fraction
    constant: Fraction
    """In cents."""
    table: CombinationTable
    envy: Fraction
    """What the other boxes bring in Envy Bonus, in cents."""

    def value(self, meter: Fraction) -> Fraction:
        """The expected gain in cents at a displayed value in cents, envy apart."""
        return self.slope * meter + self.constant

    @property
    def break_even(self) -> Fraction | None:
        """The displayed value in cents at which the bet, envy apart, neither gains nor loses."""
        return -self.constant / self.slope if self.slope else None

    @property
    def break_even_with_envy(self) -> Fraction | None:
        """The same, envy included."""
        return -(self.constant + self.envy) / self.slope if self.slope else None


class Pay(Struct, frozen=True):
    """What a line pays: an amount in cents and a share of the display."""

    cents: int
    share: Fraction

    def at(self, meter: Fraction) -> Fraction:
        """In cents, at a displayed value in cents."""
        return self.cents + self.share * meter


def line_pays(game: Game, bet: int) -> tuple[Pay, ...]:
    """What every line pays on a bet in cents; the bet itself where a win gives it back."""
    back = 0 if game.readings.jackpot_bet_with_a_win == "kept" else bet
    return tuple(_pay(line.rate, bet, back) for line in game.jackpot_pays)


def jackpot_odds(game: Game, counts: JackpotCounts, bet: int, units: int, envy: Fraction) -> JackpotOdds:
    """The bet of so many units as a function of the displayed value."""
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
    """The distribution and the figures of a bet in cents at a displayed value, envy apart."""
    gains: Counter[Fraction] = Counter()
    for count, pay in zip(counts.lines, line_pays(game, bet), strict=True):
        gains[pay.at(meter) / bet - 1] += count.combinations
    gains[Fraction(-1)] += counts.total - sum(line.combinations for line in counts.lines)
    spread = distribution(gains)
    return spread, figures(spread)


class LinkTerms(Struct, frozen=True):
    """What an operator sets for a link, as far as the long run depends on it."""

    seed: int
    """What the display starts from again, in cents."""
    rate: Fraction
    """The share of each jackpot bet that the display gains."""
    reserve: Fraction
    """The share that the hidden reserve gains for the next seed."""


class LongRun(Struct, frozen=True, kw_only=True):
    """A jackpot bet over many years at one link, one bet at a time and the cap never reached."""

    mean_display: Fraction
    """The mean displayed value, in cents, by which bets are settled: their own share is in it."""
    ev: Fraction
    """The expected gain of a bet in cents, envy included."""
    returns: Fraction
    """What comes back of each unit bet."""
    bets_between_resets: Fraction | None
    seed_cost: Fraction
    """What new seeds cost per bet, in cents."""
    seed_from_reserve: Fraction
    """What of it the reserve pays; the house pays the rest."""


def long_run(game: Game, counts: JackpotCounts, odds: JackpotOdds, link: LinkTerms) -> LongRun | None:
    """The long run, if anything ever takes the display down.

    In the long run the display gives out what comes in: the share of each bet, and a seed whenever
    the display is reset. With the mean display ``m`` before payment, chances ``p`` and shares ``s``:
    ``m = m + share of the bet - sum over falls (what the display loses)``, which is linear in ``m``.
    """
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
