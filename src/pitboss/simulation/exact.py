"""The exact values that simulated rounds are compared with, from the analysis of the sheet's family."""

from fractions import Fraction

from msgspec import Struct

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
from pitboss.simulation.model import Plan


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
