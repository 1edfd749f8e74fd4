"""Rounds of the stud game: look-up tables, and the kernels that play by them.

The level of five cards follows from the sum of their numbers. The play follows from the hand's level or, at
some levels, from the Dealer's face-up card.
"""

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis import payoffs
from pitboss.analysis.arrays import Bools, Ints
from pitboss.analysis.compiled import compiled
from pitboss.analysis.decisions import InformationSet, StrategyName
from pitboss.analysis.hand_kinds import card_number
from pitboss.analysis.levels import FiveCards, LevelTables, five_cards, hand_levels
from pitboss.analysis.model import CountProgress
from pitboss.analysis.sets.stud import bet_masks
from pitboss.analysis.sets.stud_kernel import level_of_hand
from pitboss.hands import Rank
from pitboss.sheets.game import Game
from pitboss.simulation.cells import (
    FOLD,
    HIGHER,
    LOWER,
    NO_QUALIFYING_HAND,
    OUTCOMES,
    SAME,
    hand_cell,
    lines_of_levels,
)
from pitboss.simulation.dealing import (
    CARDS,
    GROUP,
    KEY,
    SUITS_START,
    Cuts,
    card_numbers,
    deal_group,
    new_rows,
)
from pitboss.simulation.model import Plan
from pitboss.simulation.tally import Counts, Totals, note_house

FOLDS, BETS, BY_FACE_UP = range(3)
"""What a level does: always fold, always bet, or from here on by the hand and the face-up card."""
SUITS_OF_FIVE: Final = 1024
SEVERAL_SUITS: Final = 4


class StudTables(NamedTuple):
    """The look-up tables of a stud sheet and a strategy."""

    cards: Ints
    """The number of each card that sums of cards are made of."""
    unsuited: NDArray[np.int16]
    """Levels of hands that are not of one suit, by the sum of the ranks' keys."""
    suited: NDArray[np.int16]
    """Levels of hands of one suit, by the mask of the ranks."""
    kinds: NDArray[np.int16]
    """The kind of each level."""
    qualifies: NDArray[np.bool_]
    play: NDArray[np.int16]
    """What each level does; from ``BY_FACE_UP`` on the row of its hands in ``masks``."""
    masks: Ints
    """By row and suits of the hand, the face-up cards against which it bets."""
    line_of_level: NDArray[np.int8]
    """The jackpot line of a level in each suit; the last row is for hands of several."""
    forfeited: int
    fold_loses_jackpot: bool


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
        loop=play_rounds,
        tables=tables,
    )


def exact_play(game: Game, progress: CountProgress) -> Callable[[InformationSet], bool]:
    """Whether exact play bets at a decision."""
    masks = bet_masks(game, progress)

    def bets(spot: InformationSet) -> bool:
        own = sorted(card_number(card) for card in spot.own)
        index = sum(comb(card, place + 1) for place, card in enumerate(own))
        return spot.up is not None and bool(int(masks[index]) >> card_number(spot.up) & 1)

    return bets


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
) -> StudTables:
    tables = levels.tables
    qualifies = np.array([game.qualifies(rank) for rank in levels.ranks], dtype=np.bool_)
    play, masks = _play(game, levels, qualifies, strategy, progress)
    return StudTables(
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
    none = np.zeros((1, SUITS_OF_FIVE), dtype=np.int64)
    if strategy == "blind":
        return np.full(len(qualifies), BETS, dtype=np.int16), none
    if strategy == "simple":
        return np.where(qualifies, BETS, FOLDS).astype(np.int16), none
    masks = bet_masks(game, progress)
    return plays_of_levels(masks, levels.tables, len(qualifies))


@compiled
def ranked(deck: Any, at: int, tables: StudTables) -> tuple[int, int]:
    """The level of five cards, and their suit if they have one."""
    total = 0
    for place in range(at, at + 5):
        total += tables.cards[deck[place]]
    if (total >> SUITS_START) + 0x3333 & 0x8888:
        mask = 0
        for place in range(at, at + 5):
            mask |= 1 << (deck[place] >> 2)
        return int(tables.suited[mask]), int(deck[at] & 3)
    return int(tables.unsuited[total & KEY]), SEVERAL_SUITS


@compiled
def suits_of(deck: Any, at: int) -> int:
    """The suits of five cards, lowest card first, as a number; sorted without branches."""
    a, b, c = np.int64(deck[at]), np.int64(deck[at + 1]), np.int64(deck[at + 2])
    d, e = np.int64(deck[at + 3]), np.int64(deck[at + 4])
    a, b, c, d = min(a, b), max(a, b), min(c, d), max(c, d)
    a, c, b, d = min(a, c), max(a, c), min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    d, e = min(d, e), max(d, e)
    c, d = min(c, d), max(c, d)
    b, c = min(b, c), max(b, c)
    a, b = min(a, b), max(a, b)
    return int(a & 3 | (b & 3) << 2 | (c & 3) << 4 | (d & 3) << 6 | (e & 3) << 8)


@compiled
def play_rounds(
    seed: Any,
    first: Any,
    rounds: int,
    boxes: int,
    cards: int,
    cuts: Cuts,
    tables: StudTables,
    counts: Counts,
    totals: Totals,
) -> None:
    """Play rounds from number ``first`` on, a multiple of 256, and add what they bring to the tally."""
    words, dealt = np.empty(GROUP * len(cuts.ends), np.uint64), new_rows(cards)
    cells, lines = np.zeros(boxes, np.int64), np.zeros(boxes, np.int64)
    width = tables.forfeited + 1
    flat = counts.cells.reshape(-1)
    size = flat.size // boxes
    dealers, masks = 5 * boxes, tables.masks
    for start in range(0, rounds, GROUP):
        number = min(GROUP, rounds - start)
        deal_group(seed, first + np.uint64(start), number, cuts, words, dealt)
        for place in range(number):
            deck = dealt[place]
            dealer = ranked(deck, dealers, tables)[0]
            for box in range(boxes):
                own, suit = ranked(deck, 5 * box, tables)
                line = int(tables.line_of_level[suit, own])
                play = np.int64(tables.play[own])
                if play >= BY_FACE_UP:
                    play = masks[play - BY_FACE_UP, suits_of(deck, 5 * box)] >> deck[dealers + 4] & 1
                if play != BETS:
                    outcome = FOLD
                    if tables.fold_loses_jackpot:
                        line = tables.forfeited
                elif not tables.qualifies[dealer]:
                    outcome = NO_QUALIFYING_HAND
                else:
                    outcome = HIGHER if own > dealer else LOWER if own < dealer else SAME
                cells[box] = np.int64(tables.kinds[own]) * OUTCOMES + outcome
                lines[box] = line
                flat[box * size + cells[box] * width + line] += 1
            if boxes > 1:
                note_house(cells, lines, counts, totals)


@compiled
def plays_of_levels(masks: Ints, tables: LevelTables, levels: int) -> tuple[NDArray[np.int16], Ints]:
    """What each level does by the masks of its hands, and the masks of the levels that look at the card."""
    found = np.full(levels, -1, np.int16)
    everything = (1 << CARDS) - 1
    rows = np.zeros((0, SUITS_OF_FIVE), np.int64)
    number_of_rows = 0
    for again in range(2):
        if again:
            for level in range(levels):
                if found[level] == BY_FACE_UP:
                    found[level] += number_of_rows
                    number_of_rows += 1
            rows = np.zeros((max(number_of_rows, 1), SUITS_OF_FIVE), np.int64)
        number = 0
        # In this order the hands have the numbers of :func:`~pitboss.analysis.sets.stud_kernel.hand_index`.
        for e in range(4, CARDS):
            for d in range(3, e):
                for c in range(2, d):
                    for b in range(1, c):
                        for a in range(b):
                            mask = masks[number]
                            number += 1
                            level = level_of_hand(a, b, c, d, e, tables)
                            if again:
                                if found[level] >= BY_FACE_UP:
                                    suits = a & 3 | (b & 3) << 2 | (c & 3) << 4 | (d & 3) << 6 | (e & 3) << 8
                                    rows[found[level] - BY_FACE_UP, suits] = mask
                                continue
                            held = 1 << a | 1 << b | 1 << c | 1 << d | 1 << e
                            play = BETS if mask == everything ^ held else BY_FACE_UP if mask else FOLDS
                            if found[level] < 0:
                                found[level] = play
                            elif found[level] != play:
                                found[level] = BY_FACE_UP
    return found, rows
