"""A bet on the player's own hand, with the community cards where they belong to it: every hand is counted.

Such a bet needs no family: its hands are 22,100 of three cards, 270,725 of four, 2,598,960 of five or
133,784,560 of seven. One that a fold loses depends on the play of the main game, and is left to a family.
"""

from collections import Counter
from fractions import Fraction

from pitboss.analysis import payoffs
from pitboss.analysis.model import AnalysisFault, BetOdds, CombinationRow, CombinationTable, PlayedBy
from pitboss.analysis.statistics import distribution, figures
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
    rows: Counter[tuple[str, Fraction]] = Counter()
    for rank, number in zip(hand_levels(size, order).ranks, numbers, strict=True):
        rows[payoffs.listed(game, rank), payoffs.by_hand_exactly(game, bet, rank)] += number
    return odds_of_rows(game, bet, stake, rows, "alone")


def cards_of_a_hand(game: Game) -> int:
    """How many cards a box's hand is chosen from at the end of a round."""
    hands = game.sheet.hands
    return hands.box + (hands.community if hands.shows_down == "own_and_community" else 0)


def odds_of_rows(
    game: Game, bet: str, stake: int | None, rows: Counter[tuple[str, Fraction]], played_by: PlayedBy
) -> BetOdds:
    """The odds of a bet from its hands by category and gain; a name that is no category comes last."""
    gains: Counter[Fraction] = Counter()
    for (_, gain), times in rows.items():
        gains[gain] += times
    spread = distribution(gains)
    height = {name.replace("_", " "): place for place, name in enumerate(game.ranking.order)}
    listed = sorted(rows.items(), key=lambda row: (height.get(row[0][0], len(height)), -row[0][1]))
    return BetOdds(
        bet=bet,
        played_by=played_by,
        table=CombinationTable(
            tuple(
                CombinationRow(name, times, payoffs.gain_in_words(gain), gain)
                for (name, gain), times in listed
                if times
            ),
            sum(rows.values()),
        ),
        distribution=spread,
        figures=figures(spread),
        stake=stake,
    )
