"""The stud game as look-up tables for the simulation."""

from collections.abc import Callable
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis import payoffs
from pitboss.analysis.arrays import Bools, Ints
from pitboss.analysis.categories import examples
from pitboss.analysis.hand_kinds import card_number
from pitboss.analysis.levels import FiveCards, five_cards, hand_levels
from pitboss.analysis.model import CountProgress
from pitboss.analysis.strategies import InformationSet, StrategyName
from pitboss.analysis.stud.meetings import bet_masks
from pitboss.hands import Rank
from pitboss.sheets.game import Game
from pitboss.simulation import stud_kernel as kernel
from pitboss.simulation.card_sums import card_numbers
from pitboss.simulation.hand_cells import OUTCOMES, hand_cell
from pitboss.simulation.jackpot_lines import lines_of_levels
from pitboss.simulation.model import Plan


def plan(game: Game, boxes: int, strategy: StrategyName, progress: CountProgress) -> Plan:
    """The plan of a stud sheet."""
    levels = five_cards(game.ranking.order)
    kinds, kind_of_level = _kinds(game, levels)
    tables = _tables(game, levels, kind_of_level, strategy, progress)
    cards = 5 * boxes + 5
    return Plan(
        game=game,
        boxes=boxes,
        strategy=strategy,
        cells=[hand_cell(game, rank, outcome) for rank in kinds for outcome in range(OUTCOMES)],
        cards=cards,
        loop=kernel.play_rounds,
        tables=tables,
    )


def exact_play(game: Game, progress: CountProgress) -> Callable[[InformationSet], bool]:
    """Whether exact play bets at a decision."""
    masks = _exact_masks(game, progress)

    def bets(spot: InformationSet) -> bool:
        own = sorted(card_number(card) for card in spot.own)
        index = sum(comb(card, place + 1) for place, card in enumerate(own))
        return spot.up is not None and bool(int(masks[index]) >> card_number(spot.up) & 1)

    return bets


def _exact_masks(game: Game, progress: CountProgress) -> Ints:
    """For each hand, the face-up cards against which it bets."""
    ranks = examples(game.ranking)
    gains = np.array([payoffs.gains_of_bet(game, rank) for rank in ranks], dtype=np.int64)
    folded = np.array([payoffs.gain_of_fold(game, rank) for rank in ranks], dtype=np.int64)
    return bet_masks(game, gains, folded, progress)


def _kinds(game: Game, levels: FiveCards) -> tuple[list[Rank], NDArray[np.int16]]:
    """The kinds of hands, which all bets treat alike, highest first; and the kind of each level."""
    known: dict[tuple[str, tuple[Fraction, ...]], int] = {}
    kinds: list[Rank] = []
    found = np.empty(len(levels.ranks), dtype=np.int16)
    for level, rank in reversed(list(enumerate(levels.ranks))):
        sides = tuple(payoffs.by_hand_exactly(game, bet, rank) for bet in payoffs.side_bets(game))
        if (rank.category, sides) not in known:
            known[rank.category, sides] = len(kinds)
            kinds.append(rank)
        found[level] = known[rank.category, sides]
    return kinds, found


def _tables(
    game: Game, levels: FiveCards, kinds: NDArray[np.int16], strategy: StrategyName, progress: CountProgress
) -> kernel.StudTables:
    tables = levels.tables
    qualifies = np.array([game.qualifies(rank) for rank in levels.ranks], dtype=np.bool_)
    play, masks = _play(game, levels, qualifies, strategy, progress)
    return kernel.StudTables(
        cards=card_numbers(),
        unsuited=tables.unsuited,
        suited=tables.suited,
        kinds=kinds,
        qualifies=qualifies,
        play=play,
        masks=masks,
        line_of_level=_lines(game, levels),
        forfeited=len(game.jackpot_pays) + 1,
        fold_loses_jackpot=bool(game.sheet.jackpot) and payoffs.lost_by_a_fold(game, "jackpot"),
    )


def _lines(game: Game, levels: FiveCards) -> NDArray[np.int8]:
    """The jackpot line of each level of the main game's list, in each suit."""
    if not game.sheet.jackpot:
        return np.zeros((5, len(levels.ranks)), dtype=np.int8)
    jackpot = hand_levels(game.jackpot_ranking.size, game.jackpot_ranking.order)
    by_hand = {(rank.category, rank.tie_break): level for level, rank in enumerate(jackpot.ranks)}
    there = [by_hand[rank.category, rank.tie_break] for rank in levels.ranks]
    found: NDArray[np.int8] = lines_of_levels(game, jackpot)[:, there]
    return found


def _play(
    game: Game, levels: FiveCards, qualifies: Bools, strategy: StrategyName, progress: CountProgress
) -> tuple[NDArray[np.int16], Ints]:
    """What each level does, and the masks of face-up cards for the hands of levels that look at them."""
    none = np.zeros((1, kernel.SUITS_OF_FIVE), dtype=np.int64)
    if strategy == "blind":
        return np.full(len(qualifies), kernel.BETS, dtype=np.int16), none
    if strategy == "simple":
        return np.where(qualifies, kernel.BETS, kernel.FOLDS).astype(np.int16), none
    masks = _exact_masks(game, progress)
    return kernel.plays_of_levels(masks, levels.tables, len(qualifies))
