"""Kernels: every hole pair against every other on a board of five, and a Dealer who may not qualify.

Hole pairs come in the order of :mod:`~pitboss.analysis.boards.canonical`. Without three of a suit on the
board only ranks matter, so boards of the same ranks share one row of results; with them, cards of that suit
differ from the others of their rank, and boards share a row if they have the same ranks in that suit and the
same ranks outside it. A row is made where it is needed, and not kept: it takes less time than to read it from
memory costs room.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.arrays import Bools, Ints
from pitboss.analysis.boards.canonical import (
    CARDS_IN,
    RANK_PAIRS,
    UNPAIRED,
    VECTORS,
    Masks,
    Numbers,
    rank_pairs,
)
from pitboss.analysis.compiled import compiled
from pitboss.analysis.levels import Levels, LevelTables, five_cards, hand_levels
from pitboss.analysis.outcome_kernel import WholeNumber, by_outcome

ShowdownResults = NDArray[np.uint32]
"""The Dealer's pairs that a pair beats in the lowest ten bits, those that beat it in the next ten, then the
line of the player's hand."""

Unqualified = NDArray[np.uint16]
"""The Dealer's pairs that do not qualify."""

SuitOf = NDArray[np.int8]
"""The suit of which each board holds three or more cards."""

NO_SUIT: Final = 4
DEALERS: Final = 990
"""The Dealer's pairs once the board and the player's pair are known."""
FIELD: Final = 10
COUNT: Final = (1 << FIELD) - 1

PATTERNS: Final = 6175
"""The kinds of boards by their ranks alone."""
TRIPLES: Final = 286
"""The sets of three ranks."""
OF_A_SUIT: Final = TRIPLES * RANK_PAIRS
"""The kinds of boards with three cards of one suit."""
ALONE: Final = PATTERNS + 4 * OF_A_SUIT
"""The kind of boards that need not share a result: those with four or five cards of a suit."""


class BoardTables(NamedTuple):
    """What the hole pairs on one board of five are ranked by."""

    suit_mask: int
    """The ranks of the board in the suit of which it holds three or more cards, if any."""
    left: Ints
    """The number of cards of each kind left in the deck."""
    level: Levels
    """The level that each pair of ranks makes with the board, suits ignored."""
    flushes: Levels
    """The level of the best flush, by the mask of its ranks."""


class LevelChains(NamedTuple):
    """The hole pairs of each level as linked lists."""

    heads: Levels
    """The first pair of each level; -1 everywhere before and after a board."""
    rising: Levels
    """The levels that there are, in rising order."""
    following: Levels
    """The pair after each."""


class RulesByLevel(NamedTuple):
    """What the levels of a ranking list mean under a sheet."""

    qualifies: Bools
    """Whether the Dealer qualifies with such a hand."""
    lines: Ints
    """The line of a hand, which is one for all hands that are paid alike."""
    above: Bools
    """By line: whether such a hand would qualify."""


class Showdowns(NamedTuple):
    """All boards of five, by the row of results that they share."""

    fives: Masks
    first: Numbers
    """A board of each row."""
    row_of: Numbers
    suit_of: SuitOf
    tables: LevelTables
    by_level: RulesByLevel
    holes: Ints
    """The kinds of the two cards at each place of a row."""


class RowRoom(NamedTuple):
    """Room for one row of results, and what it is made with."""

    met: ShowdownResults
    low: Unqualified
    number_of: NDArray[np.int32]
    """The number of the ranks of a board, by the sum of their keys."""
    number_of_mask: Levels
    level: Levels
    """The level that each pair of ranks makes with the ranks of a board, suits ignored."""
    flushes: Levels
    chains: LevelChains
    left: Ints


@cache
def unsuited_levels(order: tuple[str, ...]) -> tuple[NDArray[np.int32], Levels]:
    """For the ranks of a board: their number, by the sum of their keys, and the level that each pair of ranks
    of hole cards makes with them, suits ignored; -1 for five of a rank. Memoised.
    """
    tables = five_cards(order).tables
    every = combinations_with_replacement(range(13), 5)
    boards = np.array([ranks for ranks in every if ranks[0] != ranks[4]])
    keys = tables.keys[boards]
    number_of = np.full(len(tables.unsuited), -1, np.int32)
    number_of[keys.sum(axis=1)] = np.arange(len(boards))
    pairs = rank_pairs()
    held = (boards[:, :, None] == np.arange(13)).sum(axis=1)
    with_one = (held[:, pairs] + 1 + (pairs[:, 0] == pairs[:, 1])[:, None]).max(axis=2) <= 4
    level = np.full(with_one.shape, -1, np.int16)
    here, pair = np.nonzero(with_one)
    own = tables.keys[pairs[pair]]
    for number, of_own in ((5, 0), (4, own[:, 0]), (4, own[:, 1]), (3, own.sum(axis=1))):
        for places in combinations(range(5), number):
            made = tables.unsuited[keys[:, places].sum(axis=1)[here] + of_own]
            level[here, pair] = np.maximum(level[here, pair], made)
    return number_of, level


@compiled
def rank_pair(high: int, low: int) -> int:
    """The place of two ranks: unequal ones first, then pairs."""
    return UNPAIRED + high if high == low else high * (high - 1) // 2 + low


def number_masks() -> Levels:
    """By mask: the number of its three ranks among all triples, or the rank pair of its two ranks, or that of
    a pair of its one rank; -1 for other masks.
    """
    found = np.full(1 << 13, -1, np.int16)
    for number, ranks in enumerate(combinations(range(13), 3)):
        found[sum(1 << rank for rank in ranks)] = number
    for number, (high, low) in enumerate(rank_pairs()):
        found[1 << high | 1 << low] = number
    return found


@compiled
def kind_of(board: Masks, suit: int, pattern: int, number_of_mask: Levels) -> int:
    """The kind of a board of five: boards of one kind share a result, except those ``ALONE``.

    Of the two cards outside the suit only the ranks matter, which are one if they are a pair.
    """
    if suit == NO_SUIT:
        return pattern
    triple = number_of_mask[board[suit]]
    if triple < 0:
        return ALONE
    others = 0
    for other in range(4):
        if other != suit:
            others |= board[other]
    return int(PATTERNS + suit * OF_A_SUIT + triple * RANK_PAIRS + number_of_mask[others])


@compiled
def meet(
    board: BoardTables,
    by_level: RulesByLevel,
    holes: Ints,
    chains: LevelChains,
    dealers: int,
    found: ShowdownResults,
    low: Unqualified,
) -> None:
    """The results of a board, by hole pair.

    ``chains`` is scratch space: allocating it for each board would cost more than the board itself.
    """
    left, heads, rising, following = board.left, chains.heads, chains.rising, chains.following
    qualifies = by_level.qualifies
    levels = list_by_level(board, holes, chains, found)
    below, same, unqualified = np.zeros(26, np.int64), np.zeros(26, np.int64), np.zeros(26, np.int64)
    all_below = all_unqualified = 0
    for number in range(levels):
        if not qualifies[rising[number]]:
            all_unqualified += add_same(heads[rising[number]], following, holes, left, unqualified)
    # A pair beats all pairs of lower levels that share no card with it. Pairs are counted by kind of card, so
    # those that share one are subtracted by kind; only the pair itself holds both of its cards.
    for number in range(levels):
        own = rising[number]
        first = heads[own]
        all_same = add_same(first, following, holes, left, same)
        itself = 0 if qualifies[own] else 1
        place = first
        while place >= 0:
            a, b = holes[place, 0], holes[place, 1]
            beaten = all_below - below[a] - below[b]
            beating = dealers - beaten - (all_same - same[a] - same[b] + 1)
            found[place] = beaten | beating << FIELD | by_level.lines[own] << 2 * FIELD
            low[place] = all_unqualified - unqualified[a] - unqualified[b] + itself
            place = following[place]
        all_below += all_same
        for card in range(26):
            below[card] += same[card]
            same[card] = 0
        heads[own] = -1


@compiled
def level_with(a: int, b: int, board: BoardTables) -> int:
    """The level that hole cards of two kinds make with a board."""
    suited = board.flushes[board.suit_mask | (a & 1) << (a >> 1) | (b & 1) << (b >> 1)]
    return int(max(board.level[rank_pair(a >> 1, b >> 1)], suited))


@compiled
def list_by_level(board: BoardTables, holes: Ints, chains: LevelChains, found: ShowdownResults) -> int:
    """Chain the possible hole pairs of each level into a linked list; returns the number of levels.

    The levels are put in rising order by an insertion sort, since a board has few. ``found`` is cleared.
    """
    left, heads, rising, following = board.left, chains.heads, chains.rising, chains.following
    levels = 0
    for place in range(VECTORS):
        found[place] = 0
        a, b = holes[place, 0], holes[place, 1]
        if left[a] == 0 or left[b] == 0 or (a == b and left[a] == 1):
            continue
        suited = board.flushes[board.suit_mask | holes[place, 3]]
        own = np.int64(max(board.level[holes[place, 2]], suited))
        if heads[own] < 0:
            end = levels
            while end > 0 and rising[end - 1] > own:
                rising[end] = rising[end - 1]
                end -= 1
            rising[end] = own
            levels += 1
        following[place] = heads[own]
        heads[own] = place
    return levels


@compiled
def add_same(first: int, following: Levels, holes: Ints, left: Ints, same: Ints) -> int:
    """Count the pairs of one level, in all (returned) and by kind of card (added to ``same``)."""
    all_same = 0
    place = first
    while place >= 0:
        a, b = holes[place, 0], holes[place, 1]
        if a == b:
            all_same += left[a] * (left[a] - 1) // 2
            same[a] += left[a] - 1
        else:
            all_same += left[a] * left[b]
            same[a] += left[b]
            same[b] += left[a]
        place = following[place]
    return all_same


def rows_of(fives: Masks, keys: Ints, room: RowRoom) -> tuple[Numbers, Numbers, SuitOf]:
    """The first board of each row of results, and of every board its row and its suit of three or more."""
    # The kinds of boards as :func:`kind_of` has them; boards that share no row get one each.
    number, three = np.arange(len(fives)), CARDS_IN[fives] >= 3
    suit_of = np.where(three.any(axis=1), three.argmax(axis=1), NO_SUIT).astype(np.int8)
    key_of_mask = (np.arange(1 << 13)[:, None] >> np.arange(13) & 1) @ keys
    pattern = room.number_of[key_of_mask[fives].sum(axis=1)]
    masks = np.column_stack([fives, np.zeros(len(fives), np.int64)])
    triple = room.number_of_mask[masks[number, suit_of]].astype(np.int64)
    masks[number, suit_of] = 0
    others = room.number_of_mask[np.bitwise_or.reduce(masks, axis=1)]
    shared = PATTERNS + triple * RANK_PAIRS + others
    kind = np.where(suit_of == NO_SUIT, pattern, np.where(triple < 0, ALONE + number, shared))
    _, first, row_of = np.unique(kind, return_index=True, return_inverse=True)
    # Rows in the order of their first boards, which are near each other.
    order = np.argsort(first)
    return first[order].astype(np.int32), np.argsort(order)[row_of].astype(np.int32), suit_of


def row_room(order: tuple[str, ...]) -> RowRoom:
    """Room for the rows of a ranking list, and what they are made with."""
    number_of, level = unsuited_levels(order)
    return RowRoom(
        met=np.zeros(VECTORS, np.uint32),
        low=np.zeros(VECTORS, np.uint16),
        number_of=number_of,
        number_of_mask=number_masks(),
        level=level,
        flushes=hand_levels(5, order).suited.astype(np.int16),
        chains=LevelChains(
            heads=np.full(len(five_cards(order).ranks), -1, np.int16),
            rising=np.zeros(VECTORS, np.int16),
            following=np.zeros(VECTORS, np.int16),
        ),
        left=np.zeros(26, np.int64),
    )


@compiled
def meet_row(of: Showdowns, row: int, room: RowRoom) -> None:
    """Write the results of a row."""
    number = of.first[row]
    board, suit = of.fives[number], int(of.suit_of[number])
    cards_left(board, np.zeros(4, np.int64), suit, room.left)
    pattern = room.number_of[key_of(board, of.tables.keys)]
    by_ranks = BoardTables(mask_of_suit(board, suit), room.left, room.level[pattern], room.flushes)
    meet(by_ranks, of.by_level, of.holes, room.chains, DEALERS, room.met, room.low)


@compiled
def outcomes(met: WholeNumber, low: WholeNumber, above: Bools, counts: Ints) -> int:
    """Write the Dealer's pairs by outcome to ``counts``; returns the line of the player's hand."""
    beaten, beating, line = met & COUNT, met >> FIELD & COUNT, met >> 2 * FIELD
    by_outcome(above[line], low, beaten, DEALERS - beaten - beating, DEALERS, counts)
    return int(line)


@compiled
def suit_of_three(board: Masks) -> int:
    """The suit of which a board holds three or more cards, or ``NO_SUIT``."""
    for suit in range(4):
        if cards_in(board[suit]) >= 3:
            return suit
    return NO_SUIT


@compiled
def mask_of_suit(board: Masks, suit: int) -> int:
    """The ranks of a board in a suit; nothing for ``NO_SUIT``."""
    return int(board[suit]) if suit != NO_SUIT else 0


@compiled
def key_of(board: Masks, keys: Ints) -> int:
    """The sum of the keys of a board's ranks."""
    found = 0
    for suit in range(4):
        for rank in range(13):
            if board[suit] >> rank & 1:
                found += keys[rank]
    return found


@compiled
def cards_left(board: Masks, gone: Masks, suit: int, left: Ints) -> None:
    """Write to ``left`` the number of cards of each kind that are neither on the board nor gone."""
    for rank in range(13):
        left[2 * rank] = 0
        left[2 * rank + 1] = 0
        for other in range(4):
            if not (board[other] | gone[other]) >> rank & 1:
                left[2 * rank + (1 if other == suit else 0)] += 1


@compiled
def cards_in(mask: int) -> int:
    """The number of cards in a mask."""
    number = 0
    while mask:
        mask &= mask - 1
        number += 1
    return number
