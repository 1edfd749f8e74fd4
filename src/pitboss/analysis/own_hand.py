"""A bet on the player's own hand, with the community cards where they belong to it: every hand is counted.

Such a bet needs no family: its hands are 22,100 of three cards, 270,725 of four, 2,598,960 of five or
133,784,560 of seven. One that a fold loses depends on the play of the main game, and is left to a family.
"""

from pitboss.analysis import payoffs
from pitboss.analysis.bet_odds import NamedGains, odds_by_category
from pitboss.analysis.model import AnalysisFault, BetOdds
from pitboss.sheets.game import Game


def own_hand_odds(game: Game, bet: str, stake: int | None) -> BetOdds:
    """The odds of a bet that is paid by the hand alone; raises :class:`AnalysisFault` for any other."""
    if not game.pays[bet].hands:
        raise AnalysisFault(f"pays.{bet}: the mathematics of this game counts bets by the hand alone")
    if payoffs.depends_on_play(game, bet):
        raise AnalysisFault(f"bets.{bet}: a fold loses it, so it depends on how the main game is played")
    from pitboss.analysis.levels import hand_levels, hands_by_level

    size, order = game.ranking.size, game.ranking.order
    numbers = hands_by_level(size, order, cards_of_a_hand(game))
    hands = NamedGains()
    for rank, number in zip(hand_levels(size, order).ranks, numbers, strict=True):
        hands[payoffs.paid_hand(game, rank, bet), payoffs.by_hand_exactly(game, bet, rank)] += number
    return odds_by_category(game, bet, stake, hands, "alone")


def cards_of_a_hand(game: Game) -> int:
    """How many cards a box's hand is chosen from at the end of a round."""
    hands = game.sheet.hands
    return hands.box + (hands.community if hands.shows_down == "own_and_community" else 0)
