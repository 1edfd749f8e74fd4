"""Kernels: cards dealt from a full deck, every order equally likely.

The exchanges of Fisher and Yates take one number below 52, one below 51 and so on. Several of them come from
one word: multiplied by each bound in turn, its fraction of 58 bits gives a number as the whole part and
leaves a fraction for the next (Brackett-Rozinsky and Lemire, 2024). A word whose last fraction is below the
remainder of ``2 ** 58`` by the product of the bounds is drawn again, which makes all results exactly equally
likely. A card is four times its rank plus its suit.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.compiled import compiled
from pitboss.simulation.philox import GROUP, WORDS, Words, fill_groups, word_of

CardRows = NDArray[np.uint8]
"""Cards in bytes: an index that cannot be negative saves a test."""

CARDS: Final = 52
BITS: Final = 58
"""The bits of a fraction: times a bound of up to 52 it fits 64."""
FEWEST: Final = 6
"""The cards of the commonest round: a box and a Dealer with three each."""
_OFTEN: Final = 100
"""At most one word of so many is rejected."""
_SHIFT: Final = np.uint64(BITS)
_SPARE: Final = np.uint64(64 - BITS)
_FRACTION: Final = np.uint64((1 << BITS) - 1)


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
    if parts == 1 and cards.shape[1] == FEWEST:
        # The compiler unrolls the loops over a number of cards that it knows.
        deal_rows(seed, first, rounds, 1, FEWEST, cuts, words, deck, taken, cards)
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
