"""Kernels: cards dealt from a full deck, every order equally likely.

The exchanges of Fisher and Yates take one number below 52, one below 51 and so on. Several of them come from
one word: multiplied by each bound in turn, its fraction of 58 bits gives a number as the whole part and
leaves a fraction for the next (Brackett-Rozinsky and Lemire, 2024). A word whose last fraction is below the
remainder of ``2 ** 58`` by the product of the bounds is drawn again, which makes all results exactly equally
likely. A card is four times its rank plus its suit.

The words are those of the counter-based generator Philox4x32-10 of Salmon, Moraes, Dror and Shaw (2011). A
block is a function of a key and a counter, so that any block can be made without those before it: the same
seed gives the same numbers in any order and on any number of workers. The key is the seed. The counter is the
number of the block in 64 bits, zero, and how often the block was drawn before and rejected. Words of 64 bits
come in groups of 256, made from 128 blocks: first the low halves of all, then the high ones.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.arrays import Ints
from pitboss.analysis.compiled import compiled
from pitboss.analysis.hand_kinds import KEYS

Words = NDArray[np.uint64]

WORDS: Final = 1 << 65
"""The number of words of one seed: two of each block."""
SEEDS: Final = 1 << 64
GROUP: Final = 256
"""Words of a group. The processor makes several blocks at a time, since they do not depend on each other."""
_BLOCKS: Final = GROUP // 2
_M0: Final = np.uint64(0xD2511F53)
_M1: Final = np.uint64(0xCD9E8D57)
_W0: Final = np.uint32(0x9E3779B9)
_W1: Final = np.uint32(0xBB67AE85)
_HALF: Final = np.uint64(32)
_ROUNDS: Final = 10


@compiled
def block(c0: Any, c1: Any, c2: Any, c3: Any, k0: Any, k1: Any) -> tuple[Any, Any, Any, Any]:
    """One block: four words of 32 bits from as many of the counter and two of the key."""
    for _ in range(_ROUNDS):
        p0, p1 = _M0 * np.uint64(c0), _M1 * np.uint64(c2)
        c0, c2 = np.uint32(p1 >> _HALF) ^ c1 ^ k0, np.uint32(p0 >> _HALF) ^ c3 ^ k1
        c1, c3 = np.uint32(p1), np.uint32(p0)
        k0, k1 = np.uint32(k0 + _W0), np.uint32(k1 + _W1)
    return c0, c1, c2, c3


@compiled
def fill(seed: Any, group: Any, low: Words, high: Words) -> None:
    """Write the words of a group: the low halves of its blocks to one array, the high ones to the other."""
    k0, k1, zero = np.uint32(seed), np.uint32(seed >> _HALF), np.uint32(0)
    first = group * np.uint64(_BLOCKS)
    for place in range(len(low)):
        number = first + np.uint64(place)
        a, b, c, d = block(np.uint32(number), np.uint32(number >> _HALF), zero, zero, k0, k1)
        low[place] = np.uint64(b) << _HALF | np.uint64(a)
        high[place] = np.uint64(d) << _HALF | np.uint64(c)


@compiled
def fill_groups(seed: Any, first: Any, words: Words) -> None:
    """Write the words of as many groups as there is room for, from group ``first`` on."""
    for group in range(len(words) // GROUP):
        start = group * GROUP
        middle, end = start + _BLOCKS, start + GROUP
        fill(seed, first + np.uint64(group), words[start:middle], words[middle:end])


@compiled
def word_of(seed: Any, number: Any, attempt: Any) -> Any:
    """One word: its number, and how often it was drawn before and rejected."""
    place = np.int64(number & np.uint64(GROUP - 1))
    within = place if place < _BLOCKS else place - _BLOCKS
    of = (number >> np.uint64(8)) * np.uint64(_BLOCKS) + np.uint64(within)
    a, b, c, d = block(
        np.uint32(of),
        np.uint32(of >> _HALF),
        np.uint32(0),
        np.uint32(attempt),
        np.uint32(seed),
        np.uint32(seed >> _HALF),
    )
    if place < _BLOCKS:
        return np.uint64(b) << _HALF | np.uint64(a)
    return np.uint64(d) << _HALF | np.uint64(c)


CardRows = NDArray[np.uint8]
"""Cards in bytes: an index that cannot be negative saves a test."""

CARDS: Final = 52
BITS: Final = 58
"""The bits of a fraction: times a bound of up to 52 it fits 64."""
_OFTEN: Final = 100
"""At most one word of so many is rejected."""
_SHIFT: Final = np.uint64(BITS)
_SPARE: Final = np.uint64(64 - BITS)
_FRACTION: Final = np.uint64((1 << BITS) - 1)


SUITS_START: Final = 32
"""The lowest bit of the counts of suits in a sum of cards, four bits each."""
KEY: Final = (1 << SUITS_START) - 1
"""The bits of the key of the ranks in a sum of cards."""


def card_numbers() -> Ints:
    """A number of each card; the sum of some cards' numbers tells the key of their ranks and their suits."""
    card = np.arange(CARDS)
    numbers: Ints = np.array(KEYS, dtype=np.int64)[card >> 2] | 1 << (SUITS_START + 4 * (card & 3))
    return numbers


class Cuts(NamedTuple):
    """How the cards of a round are cut into words."""

    ends: NDArray[np.int64]
    """The number of cards dealt after each word."""
    rejected: Words
    """For each word, the fractions below which it is drawn again."""


def cuts_of(cards: int) -> Cuts:
    """The words that deal so many cards."""
    ends, rejected, start = [], [], 0
    while start < cards:
        end, product, best = start, 1, (start, 0)
        while end < cards and product * (CARDS - end) < 1 << BITS:
            product *= CARDS - end
            end += 1
            if (1 << BITS) % product * _OFTEN < 1 << BITS:
                best = end, (1 << BITS) % product
        start = best[0]
        ends.append(best[0])
        rejected.append(best[1])
    return Cuts(np.array(ends, dtype=np.int64), np.array(rejected, dtype=np.uint64))


def most_rounds(cuts: Cuts) -> int:
    """How many rounds one seed deals before the generator's counter is used up."""
    return WORDS // len(cuts.ends)


@compiled
def deal_group(seed: Any, first: Any, rounds: int, cuts: Cuts, words: Words, cards: CardRows) -> None:
    """Deal up to 256 rounds from number ``first`` on, a multiple of 256, one row of cards each.

    Dealing a whole group before it is looked at lets the processor overlap rounds in both loops.
    """
    parts = len(cuts.ends)
    fill_groups(seed, first // np.uint64(GROUP) * np.uint64(parts), words)
    deck = np.arange(CARDS).astype(np.uint8)
    taken = np.zeros(cards.shape[1], np.uint8)
    # The compiler unrolls the loops over a number of cards that it knows: here those of rounds of one word.
    of_one_word = cards.shape[1] if parts == 1 else 0
    if of_one_word == 6:
        deal_rows(seed, first, rounds, 1, 6, cuts, words, deck, taken, cards)
    elif of_one_word == 7:
        deal_rows(seed, first, rounds, 1, 7, cuts, words, deck, taken, cards)
    elif of_one_word == 8:
        deal_rows(seed, first, rounds, 1, 8, cuts, words, deck, taken, cards)
    elif of_one_word == 9:
        deal_rows(seed, first, rounds, 1, 9, cuts, words, deck, taken, cards)
    elif of_one_word == 10:
        deal_rows(seed, first, rounds, 1, 10, cuts, words, deck, taken, cards)
    else:
        deal_rows(seed, first, rounds, parts, cards.shape[1], cuts, words, deck, taken, cards)


@compiled
def deal_rows(
    seed: Any,
    first: Any,
    rounds: int,
    parts: int,
    number_of_cards: int,
    cuts: Cuts,
    words: Words,
    deck: CardRows,
    taken: CardRows,
    cards: CardRows,
) -> None:
    """Deal rounds from the words of a group."""
    for number in range(rounds):
        start = 0
        for part in range(parts):
            end = number_of_cards if part + 1 == parts else cuts.ends[part]
            fraction = words[number * parts + part] >> _SPARE
            attempt = np.uint64(0)
            while True:
                for place in range(start, end):
                    # The place that the round before has written to gets its own card back.
                    deck[taken[place]] = taken[place]
                    product = fraction * np.uint64(CARDS - place)
                    fraction = product & _FRACTION
                    taken[place] = np.uint8(place) + np.uint8(product >> _SHIFT)
                if fraction >= cuts.rejected[part]:
                    break
                attempt += np.uint64(1)
                word = (first + np.uint64(number)) * np.uint64(parts) + np.uint64(part)
                fraction = word_of(seed, word, attempt) >> _SPARE
            start = end
        row = cards[number]
        for place in range(number_of_cards):
            other = taken[place]
            row[place] = deck[other]
            deck[other] = deck[place]


@compiled
def new_rows(cards: int) -> CardRows:
    """Rows for a group of rounds. Each has a cache line of its own: packed ones take twice the time."""
    return np.empty((GROUP, 64), np.uint8)[:, :cards]


@compiled
def deal_rounds(seed: Any, first: Any, rounds: int, cards: int, cuts: Cuts) -> CardRows:
    """The cards of some rounds from number ``first`` on, a multiple of 256, as the games' loops deal them."""
    words = np.empty(GROUP * len(cuts.ends), np.uint64)
    found = np.empty((rounds, cards), np.uint8)
    for start in range(0, rounds, GROUP):
        number = min(GROUP, rounds - start)
        deal_group(seed, first + np.uint64(start), number, cuts, words, found[start : start + number])
    return found
