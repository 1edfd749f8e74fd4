"""The net gain of a bet per unit of its stake, from the settlement's own functions."""

from typing import Final

from pitboss.analysis.model import AnalysisFault
from pitboss.hands import Rank
from pitboss.settlement.showdown import rate_of_hand
from pitboss.settlement.side_bets import ANTE_BONUS
from pitboss.sheets.game import Game
from pitboss.sheets.model import ShowdownOutcome
from pitboss.sheets.rates import ToOne, wrong_rate

OUTCOMES: Final[tuple[ShowdownOutcome, ...]] = ("no_qualifying_hand", "higher", "lower", "same")
"""The outcomes of a hand against the Dealer's; counts have one column for each."""

RESULTS: Final[dict[ShowdownOutcome, str]] = {
    "no_qualifying_hand": "Dealer does not qualify",
    "higher": "higher than the Dealer",
    "lower": "lower than the Dealer",
    "same": "same as the Dealer",
}
"""The outcomes in words."""

_LARGEST: Final = 10**12
"""Gains up to this many Antes are summed in 64 bits without overflow."""


def compared(game: Game, bet: str, outcome: ShowdownOutcome, own: Rank) -> int:
    """The gain of a bet that the Dealer's hand decides, in units of its own stake."""
    match game.sheet.showdown[outcome][bet].result:
        case "lose":
            return -1
        case "push" | "returned":
            return 0
        case "win":
            return _won(game, bet, outcome, own)


def decision_bet(game: Game) -> str:
    """The bet that keeps a hand in play: Play, Bet or Flop."""
    return game.script(game.device).decisions[0].bet


def gains_of_bet(game: Game, own: Rank) -> list[int]:
    """The gain of a hand that bets, by outcome, in units of the Ante."""
    bet = decision_bet(game)
    size = game.sheet.bets[bet].sizes[0]
    bonus = ante_bonus(game, own, folded=False)
    gains = [
        bonus + compared(game, "ante", outcome, own) + size * compared(game, bet, outcome, own)
        if outcome in game.sheet.showdown
        else 0
        for outcome in OUTCOMES
    ]
    if max(abs(gain) for gain in gains) > _LARGEST:
        raise AnalysisFault(f"bets.{bet}.times_ante: gains beyond {_LARGEST:,} Antes are not counted")
    return gains


def gain_of_fold(game: Game, own: Rank) -> int:
    """The gain of a folded hand, in units of the Ante."""
    return ante_bonus(game, own, folded=True) - 1


def ante_bonus(game: Game, own: Rank, *, folded: bool) -> int:
    """The Ante Bonus in units of the Ante."""
    if ANTE_BONUS not in game.pays or (folded and game.readings.ante_bonus_after_fold == "not_paid"):
        return 0
    return _times(game, ANTE_BONUS, own) or 0


def by_hand(game: Game, bet: str, own: Rank) -> int:
    """The gain of a bet on the player's own hand, in units of its stake."""
    times = _times(game, bet, own)
    return -1 if times is None else times


def listed(game: Game, rank: Rank) -> str:
    """A hand's category as the sheet's ranking list names it, in words."""
    named = rank.category if rank.category in game.ranking.order else "straight_flush"
    return named.replace("_", " ")


def lost_by_a_fold(game: Game, bet: str) -> bool:
    """Whether a fold always loses this bet."""
    return bet in game.fold_loses or bet in game.main_bets


def side_bets(game: Game) -> tuple[str, ...]:
    """The bets that are neither of the main game nor the jackpot's."""
    return tuple(bet for bet in game.sheet.bets if bet not in game.main_bets and bet != "jackpot")


def _won(game: Game, bet: str, outcome: ShowdownOutcome, own: Rank) -> int:
    pays = game.pays[bet]
    if pays.pays_from and not pays.pays_from.reached_by(game.ranking, own):
        return 0
    if isinstance(pays.flat, ToOne):
        return pays.flat.times
    times = _times(game, bet, own)
    if times is None:
        path = f"showdown.{outcome}.{bet}.result"
        raise AnalysisFault(f"{path}: a win has no rate, since pays.{bet} has none for this hand")
    return times


def _times(game: Game, bet: str, own: Rank) -> int | None:
    rate = rate_of_hand(game, bet, own)
    if rate is None:
        return None
    if not isinstance(rate, ToOne):
        raise wrong_rate(bet, rate)
    return rate.times
