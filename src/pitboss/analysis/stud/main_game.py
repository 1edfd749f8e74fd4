"""Ante and Bet under optimal play: a hand bets where betting is worth more than folding."""

from collections import Counter
from fractions import Fraction

import numpy as np
from msgspec import Struct

from pitboss.analysis.arrays import Bools, Ints
from pitboss.analysis.bet_odds import NamedGains, main_game_odds, main_game_row, odds_by_category
from pitboss.analysis.categories import examples
from pitboss.analysis.model import BetOdds, CombinationRow
from pitboss.analysis.payoffs import (
    OUTCOMES,
    RESULTS,
    by_hand_exactly,
    check_categories,
    decision_bet,
    gain_of_fold,
    gains_of_bet,
    listed,
)
from pitboss.analysis.stud.meetings import SPOTS, Meetings
from pitboss.sheets.game import Game


class StudMainGame(Struct, frozen=True, eq=False, kw_only=True):
    """The main game of stud by rows of meetings; gains in units of the Ante."""

    meetings: Meetings
    gains: Ints
    """The gain of a hand that bets, by category and outcome."""
    folded: Ints
    """The gain of a folded hand, by category."""
    advantage: Ints
    """The advantage of betting over folding on each row, summed over the Dealer's hands."""
    bet: str
    """The name of the decision bet."""
    size: int
    """The size of the decision bet in units of the Ante."""


def main_game(game: Game, meetings: Meetings) -> StudMainGame:
    """The main game of a sheet over counted meetings."""
    bet = decision_bet(game)
    ranks = examples(game.ranking)
    gains = np.array([gains_of_bet(game, rank) for rank in ranks], dtype=np.int64)
    folded = np.array([gain_of_fold(game, rank) for rank in ranks], dtype=np.int64)
    advantage = np.empty(len(meetings.size), dtype=np.int64)
    for category, rows in enumerate(meetings.rows):
        advantage[rows] = meetings.dealers[rows] @ (gains[category] - folded[category])
    return StudMainGame(
        meetings=meetings,
        gains=gains,
        folded=folded,
        advantage=advantage,
        bet=bet,
        size=game.sheet.bets[bet].sizes[0],
    )


def main_odds(game: Game, main: StudMainGame) -> BetOdds:
    """The odds of the whole main game per unit of Ante."""
    bets = main.advantage > 0
    rows: list[CombinationRow] = []
    for place, rank in enumerate(examples(game.ranking)):
        met = dealers_met(main.meetings, bets, place)
        for outcome, gain, times in zip(OUTCOMES, main.gains[place].tolist(), met, strict=True):
            rows.append(main_game_row(f"{RESULTS[outcome]}, {listed(game, rank)}", times, gain))
    folds: Counter[int] = Counter()
    for place, gain in enumerate(main.folded.tolist()):
        folds[gain] += spots(main.meetings, ~bets, place) * main.meetings.number
    rows += [main_game_row("fold", times, gain) for gain, times in folds.items()]
    staying = Fraction(int(main.meetings.size[bets].sum()), SPOTS)
    return main_game_odds(rows, 1 + main.size * staying)


def dealers_met(meetings: Meetings, marked: Bools, category: int) -> list[int]:
    """The number of deals of a category's marked rows, by outcome."""
    rows = meetings.rows[category]
    size = np.where(marked[rows], meetings.size[rows], 0)
    return [int(times) for times in size @ meetings.dealers[rows]]


def spots(meetings: Meetings, marked: Bools, category: int) -> int:
    """The number of hands with a face-up card in a category's marked rows."""
    rows = meetings.rows[category]
    return int(meetings.size[rows][marked[rows]].sum())


def side_bet_odds(game: Game, main: StudMainGame, bet: str, stake: int | None) -> BetOdds:
    """The odds of a bet on the hand of five that a fold loses."""
    check_categories(game, bet)
    bets = main.advantage > 0
    hands = NamedGains()
    for place, rank in enumerate(examples(game.ranking)):
        hands[listed(game, rank), by_hand_exactly(game, bet, rank)] += spots(main.meetings, bets, place)
        hands["fold", Fraction(-1)] += spots(main.meetings, ~bets, place)
    return odds_by_category(game, bet, stake, hands, "main")
