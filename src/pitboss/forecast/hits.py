"""The rates at which a link's jackpot lines are won, and each win's effect on the display."""

from fractions import Fraction

from msgspec import Struct

from pitboss.analysis.families import analyse
from pitboss.analysis.jackpot import JackpotOdds, jackpot_odds, line_pays
from pitboss.analysis.model import CountProgress, JackpotCounts
from pitboss.analysis.reads import DISPLAY, LONG_RUN, check_read
from pitboss.forecast.link_file import LinkPlan, TableGroup
from pitboss.sheets.game import Game
from pitboss.sheets.rates import Percent


class ShareLine(Struct, frozen=True):
    """A line that pays a share of the display."""

    title: str
    chance: Fraction
    """The chance that one bet wins it."""
    share: Fraction
    resets: bool
    """Whether the display restarts from the reset value after it."""


class FixedLine(Struct, frozen=True):
    """A line with a fixed pay, independent of the display."""

    title: str
    chance: Fraction
    cents: int


class GroupHits(Struct, frozen=True, kw_only=True):
    """The chances of one bet at the tables of a group."""

    group: TableGroup
    bet: int
    """In cents."""
    shares: tuple[ShareLine, ...]
    fixed: tuple[FixedLine, ...]
    odds: JackpotOdds
    """Without envy; what the other boxes bring on the average is its ``envy``."""


def hits_of(plan: LinkPlan, progress: CountProgress) -> tuple[GroupHits, ...]:
    """The exact chances of every group, each box played by the main game's optimal strategy."""
    return tuple(_hits(group, plan.config.prescribed_bet, progress) for group in plan.groups)


def _hits(group: TableGroup, unit: int, progress: CountProgress) -> GroupHits:
    game = group.game
    analysis = analyse(game, progress)
    counts = analysis.jackpot()
    others = max(Fraction(0), Fraction(group.boxes) - 1)
    bet = unit * group.units
    return GroupHits(
        group=group,
        bet=bet,
        shares=tuple(_shares(game, counts)),
        fixed=tuple(_fixed(game, counts, bet)),
        odds=jackpot_odds(game, counts, unit, group.units, analysis.envy() * others),
    )


def _shares(game: Game, counts: JackpotCounts) -> list[ShareLine]:
    check_read(game, DISPLAY, LONG_RUN, "the long run of a link")
    resets = game.readings.percentage_award == "resets_the_display"
    return [
        ShareLine(
            count.title,
            Fraction(count.combinations, counts.total),
            Fraction(line.rate.percent, 100),
            resets or line.rate.percent == 100,
        )
        for line, count in zip(game.jackpot_pays, counts.lines, strict=True)
        if isinstance(line.rate, Percent)
    ]


def _fixed(game: Game, counts: JackpotCounts, bet: int) -> list[FixedLine]:
    pays = line_pays(game, bet)
    return [
        FixedLine(count.title, Fraction(count.combinations, counts.total), pay.cents)
        for count, pay in zip(counts.lines, pays, strict=True)
        if pay.cents
    ]
