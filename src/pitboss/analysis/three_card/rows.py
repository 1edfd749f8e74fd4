"""The counts of a sheet, and the rows of a box: all hands by class, or single hands without dead cards.

Jackpot and envy are counted only for a box that has these bets.
"""

from functools import cached_property
from math import comb

import numpy as np
from msgspec import Struct

from pitboss.analysis import payoffs
from pitboss.analysis.arrays import Ints
from pitboss.analysis.model import CountProgress
from pitboss.analysis.three_card.box import HandRows
from pitboss.analysis.three_card.deals import (
    ALL_SUITS_ALIKE,
    CARDS,
    DEALER_HANDS,
    alike,
    categories,
    classes,
    qualifying,
    strengths,
    triples,
)
from pitboss.analysis.three_card.envy import Envied, envied, envied_without, totals
from pitboss.analysis.three_card.jackpot_hands import JackpotHands, columns_of, jackpot_hands, line_matrix
from pitboss.analysis.three_card.main_game import ThreeCardMainGame, count_meetings, main_game
from pitboss.sheets.game import Game


class ThreeCardCounts:
    """The counts of one three-card sheet."""

    def __init__(self, game: Game, progress: CountProgress) -> None:
        self.game = game
        self.progress = progress

    @cached_property
    def main(self) -> ThreeCardMainGame:
        """The main game, by class under all permutations of suits."""
        return main_game(self.game)

    @cached_property
    def jackpot(self) -> JackpotHands:
        """The jackpot's hands, by class under the permutations of suits that the sheet's lines allow."""
        return jackpot_hands(self.game, self.progress)

    @cached_property
    def envied(self) -> Envied:
        """The hands of another box that bring an Envy Bonus."""
        return envied(self.game, self.jackpot, self.main.played, self.progress)


class ExtraBets(Struct, frozen=True):
    """Whether a box has a jackpot bet, and envy, beside the main game."""

    jackpot: bool
    envy: bool


def all_hands(counts: ThreeCardCounts, needs: ExtraBets) -> HandRows:
    """All hands by class under the permutations of suits that the sheet allows."""
    own, wider = classes(alike(counts.game)), classes(ALL_SUITS_ALIKE)
    belongs = wider.of_hand[own.first]
    lines, sets = _no_lines(counts.game, len(own.first))
    if needs.jackpot:
        lines, sets = counts.jackpot.lines.sum(axis=1), counts.jackpot.sets
    envy, deals = _no_envy(len(own.first))
    if needs.envy:
        envy, deals = totals(counts.envied, own.first), counts.envied.deals
    return HandRows(
        hands=own.first,
        size=own.size,
        play=counts.main.play_totals[belongs],
        fold=counts.main.fold_totals[belongs],
        dealers=DEALER_HANDS,
        sides=_sides(counts.game, belongs),
        lines=lines,
        sets=sets,
        envy=envy,
        envy_deals=deals,
    )


def hands_without(counts: ThreeCardCounts, needs: ExtraBets, dead: tuple[int, ...]) -> HandRows:
    """All hands without the dead cards, one row each."""
    game, left = counts.game, CARDS - len(dead)
    alive = (~np.isin(triples(), dead)).all(axis=1)
    hands = np.flatnonzero(alive)
    belongs = classes(ALL_SUITS_ALIKE).of_hand[hands]
    met = count_meetings(strengths(game.ranking.order), qualifying(game), np.asarray(alive), hands)
    lines, sets = _no_lines(game, len(hands))
    if needs.jackpot:
        lines, sets = _lines_without(counts, hands, dead)
    envy, deals = _no_envy(len(hands))
    if needs.envy:
        others = envied_without(counts.envied, dead)
        envy, deals = totals(others, hands), others.deals
    dealers = comb(left - 3, 3)
    return HandRows(
        hands=hands,
        size=np.ones(len(hands), dtype=np.int64),
        play=(met * counts.main.gains[belongs]).sum(axis=1),
        fold=counts.main.folded[belongs] * dealers,
        dealers=dealers,
        sides=_sides(game, belongs),
        lines=lines,
        sets=sets,
        envy=envy,
        envy_deals=deals,
    )


def _lines_without(counts: ThreeCardCounts, hands: Ints, dead: tuple[int, ...]) -> tuple[Ints, int]:
    if counts.game.jackpot.hand == "own":
        return counts.jackpot.lines[counts.jackpot.classes.of_hand[hands], 0], 1
    columns = columns_of(counts.game, hands, dead, counts.progress).sum(axis=1)
    return columns @ line_matrix(counts.game, ALL_SUITS_ALIKE[0]), int(columns[0].sum())


def _sides(game: Game, belongs: Ints) -> dict[str, Ints]:
    bets = (bet for bet in payoffs.side_bets(game) if payoffs.by_category(game, bet))
    return {bet: side_gains(game, bet)[belongs] for bet in bets}


def side_gains(game: Game, bet: str) -> Ints:
    """The gain of a side bet per unit on each class under all permutations of suits."""
    gains = np.zeros(len(classes(ALL_SUITS_ALIKE).first), dtype=np.int64)
    for rank, there in categories(game.ranking.order):
        gains[there] = payoffs.by_hand(game, bet, rank)
    return gains


def _no_envy(number: int) -> tuple[Ints, int]:
    return np.zeros(number, dtype=np.int64), 1


def _no_lines(game: Game, number: int) -> tuple[Ints, int]:
    return np.zeros((number, len(game.jackpot_pays)), dtype=np.int64), 1
