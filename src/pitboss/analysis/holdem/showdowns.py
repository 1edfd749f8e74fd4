"""Kernels: every hole pair against every other on a board of five.

Hole pairs come in the order of ``vectors``. Without three of a suit on the board only ranks matter, so boards
of the same ranks share one result; with them, cards of that suit differ from the others of their rank.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.arrays import Ints
from pitboss.analysis.compiled import compiled, overwrite
from pitboss.analysis.five_cards import Levels, LevelTables
from pitboss.analysis.holdem.boards import Masks
from pitboss.analysis.holdem.vectors import RANK_PAIRS, UNPAIRED, VECTORS

Results = NDArray[np.uint32]
"""The Dealer's pairs that a pair beats in the lowest ten bits, those that beat it in the next ten, then the
category of the player's hand."""

SuitOf = NDArray[np.int8]
"""The suit of which each board holds three or more cards."""

NO_SUIT: Final = 4
DEALERS: Final = 990
"""The Dealer's pairs once the board and the player's pair are known."""
FIELD: Final = 10
COUNT: Final = (1 << FIELD) - 1

_PATTERNS: Final = 6175


@compiled
def best_flushes(suited: Levels) -> Levels:
    """The best flush of five or more cards of a suit, by their mask."""
    found = suited.copy()
    for mask in range(len(suited)):
        left = mask
        while left:
            card = left & -left
            found[mask] = max(found[mask], found[mask ^ card])
            left ^= card
    return found


@compiled
def best_unsuited(tables: LevelTables) -> tuple[NDArray[np.int32], Levels]:
    """For the ranks of a board: their number, by the sum of their keys, and the level that each pair of ranks
    of hole cards makes with them, suits ignored.
    """
    number_of = np.full(len(tables.unsuited), -1, np.int32)
    level = np.full((_PATTERNS, RANK_PAIRS), -1, np.int16)
    ranks = np.zeros(5, np.int64)
    seven = np.empty(7, np.int64)
    held = np.empty(13, np.int64)
    number = 0
    while number < _PATTERNS:
        if ranks[0] != ranks[4]:
            held[:] = 0
            for place in range(5):
                seven[place] = tables.keys[ranks[place]]
                held[ranks[place]] += 1
            number_of[seven[:5].sum()] = number
            for high in range(13):
                for low in range(high + 1):
                    held[high] += 1
                    held[low] += 1
                    if held[high] <= 4 and held[low] <= 4:
                        seven[5], seven[6] = tables.keys[high], tables.keys[low]
                        level[number, rank_pair(high, low)] = best_of_seven(seven, tables.unsuited)
                    held[high] -= 1
                    held[low] -= 1
            number += 1
        next_ranks(ranks)
    return number_of, level


@compiled
def next_ranks(ranks: Ints) -> None:
    """Step ``ranks`` to the next five non-decreasing ranks."""
    place = 0
    while place < 4 and ranks[place] == ranks[place + 1]:
        ranks[place] = 0
        place += 1
    ranks[place] += 1


@compiled
def rank_pair(high: int, low: int) -> int:
    """The place of two ranks: unequal ones first, then pairs."""
    return UNPAIRED + high if high == low else high * (high - 1) // 2 + low


@compiled
def best_of_seven(seven: Ints, unsuited: Levels) -> int:
    """The level of the best hand among seven ranks, suits ignored."""
    whole = seven.sum()
    best = -1
    for i in range(7):
        for j in range(i):
            best = max(best, unsuited[whole - seven[i] - seven[j]])
    return best


@compiled
def meet(
    suit_mask: int,
    left: Ints,
    level: Levels,
    flushes: Levels,
    category: Ints,
    holes: Ints,
    heads: Levels,
    dealers: int,
    found: Results,
) -> None:
    """The results of a board: ``suit_mask`` has its ranks in the suit of which it holds three or more, if
    any; ``left`` has the number of cards of each kind left in the deck.

    ``heads`` is scratch space, -1 everywhere before and after: allocating it for each board would cost more
    than the board itself.
    """
    rising = np.empty(VECTORS, np.int16)
    following = np.empty(VECTORS, np.int16)
    levels = list_by_level(suit_mask, left, level, flushes, holes, heads, rising, following, found)
    below = np.zeros(26, np.int64)
    same = np.zeros(26, np.int64)
    all_below = 0
    # A pair beats all pairs of lower levels that share no card with it. Pairs are counted by kind of card, so
    # those that share one are subtracted by kind; only the pair itself holds both of its cards.
    for number in range(levels):
        first = heads[rising[number]]
        all_same = add_same(first, following, holes, left, same)
        kind = category[rising[number]]
        place = first
        while place >= 0:
            a, b = holes[place, 0], holes[place, 1]
            beaten = all_below - below[a] - below[b]
            beating = dealers - beaten - (all_same - same[a] - same[b] + 1)
            found[place] = beaten | beating << FIELD | kind << 2 * FIELD
            place = following[place]
        all_below += all_same
        for card in range(26):
            below[card] += same[card]
            same[card] = 0
        heads[rising[number]] = -1


@compiled
def list_by_level(
    suit_mask: int,
    left: Ints,
    level: Levels,
    flushes: Levels,
    holes: Ints,
    heads: Levels,
    rising: Levels,
    following: Levels,
    found: Results,
) -> int:
    """Chain the possible hole pairs of each level into a linked list; returns the number of levels.

    ``rising`` gets the levels in rising order (an insertion sort: a board has few), ``heads`` the first pair
    of each level and ``following`` the pair after each. ``found`` is cleared.
    """
    levels = 0
    for place in range(VECTORS):
        found[place] = 0
        a, b = holes[place, 0], holes[place, 1]
        if left[a] == 0 or left[b] == 0 or (a == b and left[a] == 1):
            continue
        ranks = rank_pair(a >> 1, b >> 1)
        own = max(level[ranks], flushes[suit_mask | (a & 1) << (a >> 1) | (b & 1) << (b >> 1)])
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


@compiled
def all_showdowns(of: Masks, holes: Ints, tables: LevelTables) -> tuple[Results, SuitOf]:
    """The results of every board of five, and its suit of three or more cards."""
    found = np.empty((len(of), VECTORS), np.uint32)
    suit_of = np.empty(len(of), np.int8)
    flushes = best_flushes(tables.suited)
    number_of, level = best_unsuited(tables)
    heads = np.full(len(tables.category), -1, np.int16)
    known = np.full(_PATTERNS, -1, np.int64)
    left = np.empty(26, np.int64)
    for board in range(len(of)):
        suit, suit_mask = NO_SUIT, 0
        for other in range(4):
            if cards_in(of[board, other]) >= 3:
                suit, suit_mask = other, of[board, other]
        key = 0
        for rank in range(13):
            left[2 * rank] = 4 if suit == NO_SUIT else 3
            left[2 * rank + 1] = 0 if suit == NO_SUIT else 1 - (suit_mask >> rank & 1)
            for other in range(4):
                if of[board, other] >> rank & 1:
                    key += tables.keys[rank]
                    left[2 * rank] -= other != suit
        suit_of[board] = suit
        pattern = number_of[key]
        if suit == NO_SUIT and known[pattern] >= 0:
            overwrite(found[board], found[known[pattern]])
        else:
            meet(
                suit_mask, left, level[pattern], flushes, tables.category, holes, heads, DEALERS, found[board]
            )
            if suit == NO_SUIT:
                known[pattern] = board
    return found, suit_of


@compiled
def cards_in(mask: int) -> int:
    """The number of cards in a mask."""
    number = 0
    while mask:
        mask &= mask - 1
        number += 1
    return number
