"""Simulated figures against exact ones: z-scores, chi-square and exact Poisson tests, with one verdict.

All tests of a run together raise a false alarm once in a million runs (Holm's method). Cells that expect
fewer than ten hits are pooled for the chi-square test, and each is tested by its exact Poisson probability.
"""

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Final, Literal

import mpmath  # type: ignore[import-untyped]
from msgspec import Struct, to_builtins
from msgspec.structs import replace

from pitboss.analysis.families import analyse
from pitboss.analysis.model import (
    AnalysisFault,
    AnalysisQuestion,
    BetOdds,
    BoxCovariances,
    CountProgress,
    JackpotCounts,
)
from pitboss.analysis.odds import assemble_odds
from pitboss.analysis.payoffs import lost_by_a_fold
from pitboss.analysis.three_card.analysis import ThreeCard
from pitboss.reason import Reason, because
from pitboss.shoe.distributions import chi_square, normal, poisson, rejected
from pitboss.simulation.model import FORFEITED, NO_LINE, Plan
from pitboss.simulation.results import Results
from pitboss.simulation.run import Tally
from pitboss.words import say


class Exact(Struct, frozen=True, kw_only=True):
    """The exact values of a plan, as far as they are counted."""

    bets: dict[str, BetOdds]
    jackpot: JackpotCounts | None
    boxes: BoxCovariances | None
    """Covariances of the bets of one box and of two, in stakes."""
    envy: Fraction | None
    """The Envy Bonus expected from one other box, in cents."""
    missing: dict[str, Reason]
    """What has no exact value, each with the reason."""


def no_exact_values(plan: Plan, reason: Reason) -> Exact:
    """Nothing to compare with, for one reason."""
    return Exact(bets={}, jackpot=None, boxes=None, envy=None, missing=dict.fromkeys(plan.bets, reason))


def exact_values(plan: Plan, progress: CountProgress) -> Exact:
    """Count the exact values of a plan; only optimal play has them."""
    if plan.strategy != "exact":
        return no_exact_values(plan, because("simulation.other_play", strategy=plan.strategy))
    game = plan.game
    analysis = analyse(game, progress)
    odds = assemble_odds(analysis, game, AnalysisQuestion(), None, nothing_counted=True)
    bets = dict(odds.bets)
    missing = dict(odds.not_counted)
    for bet, found in odds.bets.items():
        if found.played_by == "alone" and lost_by_a_fold(game, bet):
            # The odds are those of the bet without an Ante; here it lies beside one, and a fold loses it.
            del bets[bet]
            if isinstance(analysis, ThreeCard):
                bets[bet] = analysis.on_a_played_box(bet)
            else:
                missing[bet] = because("simulation.no_ante")
    boxes = None
    if plan.boxes > 1:
        try:
            boxes = analysis.boxes(AnalysisQuestion())
        except AnalysisFault as fault:
            missing["boxes"] = fault.reason
    return Exact(
        bets=bets,
        jackpot=odds.jackpot_counts,
        boxes=boxes,
        envy=analysis.envy() if game.gives_envy else None,
        missing=missing,
    )


FALSE_ALARMS: Final = 1e-6
"""The chance that any test of a sound run fails."""
FEWEST: Final = 10
"""Expected hits from which a cell is tested by chi-square on its own."""


class RunCheck(Struct, frozen=True, kw_only=True):
    """One test of a run."""

    what: str
    """The bet, line or figure, with its box, as a key."""
    said: Reason
    """The bet with its box, or the figure."""
    row: str | None = None
    """The line of the bet, where one is tested by itself."""
    kind: Literal["z", "chi-square", "poisson", "t"]
    statistic: float
    """The z-score, the chi-square statistic, the number of hits, or t."""
    degrees: int | None
    expected: float | None
    p: float
    failed: bool = False


class RunVerdict(Struct, frozen=True, kw_only=True):
    """All tests of a run."""

    checks: tuple[RunCheck, ...]
    missing: dict[str, Reason]
    """What has no exact value to compare with, each with the reason."""

    @property
    def agrees(self) -> bool | None:
        """Whether no test failed; None where nothing could be tested."""
        return not any(check.failed for check in self.checks) if self.checks else None

    def as_json(self) -> dict[str, object]:
        """The verdict with all its tests, for JSON."""
        return {
            "agrees": self.agrees,
            "checks": to_builtins(self.checks),
            "missing": {what: say(why) for what, why in self.missing.items()},
            "reasons": to_builtins(self.missing),
        }


def verdict(plan: Plan, tally: Tally, found: Results, exact: Exact) -> RunVerdict:
    """Test everything that has an exact value."""
    checks: list[RunCheck] = []
    for place, bet in enumerate(plan.bets):
        if odds := exact.bets.get(bet):
            for box in range(plan.boxes):
                checks += _bet_checks(plan, tally, odds, place, box)
    if exact.jackpot:
        chances = {
            line.title: Fraction(line.combinations, exact.jackpot.total) for line in exact.jackpot.lines
        }
        chances[FORFEITED] = Fraction(exact.jackpot.forfeited, exact.jackpot.total)
        chances[NO_LINE] = 1 - sum(chances.values(), Fraction(0))
        for box in range(plan.boxes):
            hits = dict(zip(plan.lines, tally.cells[box].sum(axis=0).tolist(), strict=True))
            checks += _cell_checks(*_of_bet(plan, "jackpot", box), hits, chances, tally.rounds)
    checks += _together(plan, tally, found, exact)
    failed = rejected([check.p for check in checks], FALSE_ALARMS)
    return RunVerdict(
        checks=tuple(replace(check, failed=fails) for check, fails in zip(checks, failed, strict=True)),
        missing=exact.missing,
    )


def _bet_checks(plan: Plan, tally: Tally, odds: BetOdds, place: int, box: int) -> list[RunCheck]:
    by_cell = tally.cells[box].sum(axis=1).tolist()
    what, said = _of_bet(plan, odds.bet, box)
    gained = sum(hits * gain for hits, gain in zip(by_cell, plan.gains[place].tolist(), strict=True))
    mean = Fraction(gained, tally.rounds * plan.unit)
    z = float(mean - odds.figures.ev) / (odds.figures.std_dev / math.sqrt(tally.rounds))
    hits: dict[str, int] = {}
    for cell, number in zip(plan.cells, by_cell, strict=True):
        hits[cell.rows[place]] = hits.get(cell.rows[place], 0) + number
    chances: dict[str, Fraction] = {}
    if plan.rows_are_gains:
        for gain, chance in odds.distribution.outcomes:
            chances[f"{float(gain):+g}"] = chance
    for row in () if plan.rows_are_gains else odds.table.rows:
        chances[row.name] = chances.get(row.name, Fraction(0)) + Fraction(row.combinations, odds.table.total)
    means = RunCheck(
        what=what,
        said=said,
        kind="z",
        statistic=z,
        degrees=None,
        expected=float(odds.figures.ev),
        p=normal(z),
    )
    return [means, *_cell_checks(what, said, hits, chances, tally.rounds)]


def _cell_checks(
    what: str, said: Reason, hits: Mapping[str, int], chances: Mapping[str, Fraction], rounds: int
) -> list[RunCheck]:
    """The chi-square test over all cells, and one of each cell that expects few hits."""
    names = [*chances, *(name for name in hits if name not in chances)]
    cells = [(name, hits.get(name, 0), float(chances.get(name, 0) * rounds)) for name in names]
    large = [cell for cell in cells if cell[2] >= FEWEST]
    small = [cell for cell in cells if cell[2] < FEWEST]
    found = []
    pooled = [(count, mean) for _, count, mean in large]
    if small:
        count, mean = sum(cell[1] for cell in small), sum(cell[2] for cell in small)
        if mean >= FEWEST or not pooled:
            pooled.append((count, mean))
        else:
            least = min(range(len(pooled)), key=lambda at: pooled[at][1])
            pooled[least] = pooled[least][0] + count, pooled[least][1] + mean
    if len(pooled) > 1:
        statistic = sum((count - mean) ** 2 / mean for count, mean in pooled)
        degrees = len(pooled) - 1
        p = chi_square(statistic, degrees)
        found.append(
            RunCheck(
                what=what,
                said=said,
                kind="chi-square",
                statistic=statistic,
                degrees=degrees,
                expected=None,
                p=p,
            )
        )
    found += [
        RunCheck(
            what=f"{what}: {name}",
            said=said,
            row=name,
            kind="poisson",
            statistic=float(count),
            degrees=None,
            expected=mean,
            p=exact_poisson(count, mean),
        )
        for name, count, mean in small
        if mean or count
    ]
    return found


def exact_poisson(count: int, mean: float) -> float:
    """The two-sided p-value of a count, for a Poisson distribution with this mean."""
    if not mean:
        return 0.0 if count else 1.0
    upper = poisson(count, mean)
    lower = 1.0 - poisson(count + 1, mean)
    return min(1.0, 2 * min(upper, lower))


def _together(plan: Plan, tally: Tally, found: Results, exact: Exact) -> list[RunCheck]:
    """The house's mean and the covariance of two boxes, where all bets have exact values."""
    if plan.boxes < 2 or not exact.boxes or exact.boxes.bets != plan.bets:
        return []
    everything = [Fraction(1)] * len(plan.bets)
    one = sum((sum(row, Fraction(0)) for row in exact.boxes.within), Fraction(0))
    two = sum((sum(row, Fraction(0)) for row in exact.boxes.between), Fraction(0))
    checks = []
    if all(bet in exact.bets for bet in plan.bets):
        mean = -plan.boxes * sum(
            (weight * exact.bets[bet].figures.ev for weight, bet in zip(everything, plan.bets, strict=True)),
            Fraction(0),
        )
        deviation = math.sqrt(plan.boxes * one + plan.boxes * (plan.boxes - 1) * two)
        z = (found.house.hold - float(mean)) / (deviation / math.sqrt(tally.rounds))
        checks.append(
            RunCheck(
                what="house",
                said=because("check.house"),
                kind="z",
                statistic=z,
                degrees=None,
                expected=float(mean),
                p=normal(z),
            )
        )
    if found.boxes and found.boxes.standard_error:
        t = (found.boxes.covariance - float(two)) / found.boxes.standard_error
        degrees = found.boxes.batches - 1
        checks.append(
            RunCheck(
                what="covariance of two boxes",
                said=because("check.covariance"),
                kind="t",
                statistic=t,
                degrees=degrees,
                expected=float(two),
                p=student(t, degrees),
            )
        )
    return checks


def student(t: float, degrees: int) -> float:
    """The two-sided p-value of Student's t."""
    at = degrees / (degrees + t * t)
    return float(mpmath.betainc(degrees / 2, 0.5, 0, at, regularized=True))


def _of_bet(plan: Plan, bet: str, box: int) -> tuple[str, Reason]:
    """The key and the words of a bet on a box."""
    boxes = (box + 1,) if plan.boxes > 1 else ()
    return ", box ".join((bet, *map(str, boxes))), because("check.bet", bet=bet, boxes=boxes)
