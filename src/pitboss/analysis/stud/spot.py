"""One hand against one face-up card, over the Dealer's possible hands, and what its jackpot bet gains."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from pitboss.analysis import payoffs
from pitboss.analysis.best_play import JACKPOT, LinearGain
from pitboss.analysis.categories import completed, jackpot_lines
from pitboss.analysis.jackpot import line_pays
from pitboss.analysis.payoffs import OUTCOMES
from pitboss.cards import Card
from pitboss.hands import Rank
from pitboss.sheets.game import Game
from pitboss.sheets.model import ShowdownOutcome


def dealers_hands(game: Game, hand: Sequence[Card], up: Card, dead: Sequence[Card]) -> list[int]:
    """The number of the Dealer's possible hands by outcome, in the order of :data:`OUTCOMES`."""
    own = game.ranking.rank(hand)
    found = dict.fromkeys(OUTCOMES, 0)
    for cards, number in completed([up], [*hand, *dead]):
        found[_outcome(game, own, game.ranking.rank(cards))] += number
    return list(found.values())


def _outcome(game: Game, own: Rank, dealer: Rank) -> ShowdownOutcome:
    if not game.qualifies(dealer):
        return "no_qualifying_hand"
    if own.strength > dealer.strength:
        return "higher"
    return "lower" if own.strength < dealer.strength else "same"


def jackpot_gains(game: Game, stakes: Mapping[str, int], line: int | None) -> tuple[LinearGain, LinearGain]:
    """The gains of the jackpot bet when the hand stays and when it folds; ``line`` is None for no line."""
    stake = stakes.get(JACKPOT, 0)
    spent = LinearGain(Fraction(-stake))
    if line is None or not stake:
        return spent, spent
    pay = line_pays(game, stake)[line]
    won = LinearGain(Fraction(pay.cents - stake), pay.share)
    return won, spent if payoffs.lost_by_a_fold(game, JACKPOT) else won


def jackpot_by_suits(
    game: Game, stakes: Mapping[str, int], category: str
) -> Iterator[tuple[Fraction, LinearGain, LinearGain]]:
    """For the hands of a category: the share of suits, with the gains of the jackpot bet (stay, fold)."""
    for line, suits in jackpot_lines(game, category).items():
        yield Fraction(suits, 4), *jackpot_gains(game, stakes, line)
