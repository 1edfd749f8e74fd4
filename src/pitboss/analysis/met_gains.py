"""What the bets on the Dealer's hand gain by outcome, whether the Dealer qualifies or not."""

from fractions import Fraction
from typing import Final

from pitboss.analysis import payoffs
from pitboss.analysis.model import AnalysisFault
from pitboss.hands import Rank
from pitboss.reason import at, because
from pitboss.settlement.side_bets import ANTE_BONUS
from pitboss.sheets.game import Game
from pitboss.sheets.model import ShowdownOutcome

_COMPARED: Final[tuple[ShowdownOutcome, ...]] = ("higher", "same", "lower")
OUTCOMES: Final = tuple((qualifies, outcome) for qualifies in (False, True) for outcome in _COMPARED)
"""The outcomes in the order of the kernels: whether the Dealer qualifies, and how the hand compares."""
_RESULT: Final = {"higher": "higher than the Dealer", "same": "same as the Dealer", "lower": "lower"}

Gains = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]
"""What a hand gains by outcome, without the decision bet and for each Ante of it."""


def met_gains(game: Game, stakes: dict[str, int], bet: str, own: Rank) -> Gains:
    """The gains of a hand; ``stakes`` are the bets on the layout before the deal, in Antes."""
    bonus = Fraction(0)
    if ANTE_BONUS in game.pays:
        bonus = max(payoffs.by_hand_exactly(game, ANTE_BONUS, own), Fraction(0))
    held = tuple(
        bonus
        + sum(
            (stake * payoffs.met_exactly(game, name, own, *outcome) for name, stake in stakes.items()),
            Fraction(0),
        )
        for outcome in OUTCOMES
    )
    return held, tuple(payoffs.met_exactly(game, bet, own, *outcome) for outcome in OUTCOMES)


def qualifying(game: Game, ranks: tuple[Rank, ...]) -> list[bool]:
    """Whether the Dealer qualifies with each of these hands, which rise."""
    found = [game.qualifies(rank) for rank in ranks]
    if found != sorted(found):
        raise AnalysisFault(at("qualifier", because("count.qualifier")))
    return found


def check_bonus(game: Game) -> None:
    """Refuse an Ante Bonus that is paid after a fold."""
    if ANTE_BONUS in game.pays and game.readings.ante_bonus_after_fold != "not_paid":
        raise AnalysisFault(at(f"pays.{ANTE_BONUS}", because("count.bonus_after_fold")))


def outcome_in_words(outcome: int) -> str:
    """An outcome by its place, in words."""
    qualifies, compared = OUTCOMES[outcome]
    return _RESULT[compared] if qualifies else f"{_RESULT[compared]}, Dealer does not qualify"
