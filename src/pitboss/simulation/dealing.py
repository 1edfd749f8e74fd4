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

Deck = NDArray[np.int64]

CARDS: Final = 52
BITS: Final = 58
"""The bits of a fraction: times a bound of up to 52 it fits 64."""
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
def deal(deck: Deck, taken: Deck, cuts: Cuts, seed: Any, words: Words, at: int, number: Any) -> None:
    """Deal the cards of a round to the front of a deck in order; :func:`put_back` orders it again.

    ``words[at:]`` are the round's own words, ``number`` the number of the first.
    """
    start = 0
    for part in range(len(cuts.ends)):
        end, least = cuts.ends[part], cuts.rejected[part]
        fraction = words[at + part] >> _SPARE
        attempt = np.uint64(0)
        while True:
            for place in range(start, end):
                product = fraction * np.uint64(CARDS - place)
                fraction = product & _FRACTION
                taken[place] = place + np.int64(product >> _SHIFT)
            if fraction >= least:
                break
            attempt += np.uint64(1)
            fraction = word_of(seed, number + np.uint64(part), attempt) >> _SPARE
        start = end
    for place in range(len(taken)):
        other = taken[place]
        deck[place], deck[other] = deck[other], deck[place]


@compiled
def put_back(deck: Deck, taken: Deck) -> None:
    """Put the cards that were dealt back to their places."""
    for place in range(len(taken)):
        deck[place] = place
        deck[taken[place]] = taken[place]


@compiled
def deal_rounds(seed: Any, first: Any, rounds: int, cards: int, cuts: Cuts) -> Deck:
    """The cards of some rounds, one row each, as the loops of the games deal them.

    ``first`` is a multiple of 256.
    """
    parts = len(cuts.ends)
    deck, taken, words = np.arange(CARDS), np.arange(cards), np.empty(GROUP * parts, np.uint64)
    found = np.empty((rounds, cards), np.int64)
    for place in range(rounds):
        if place % GROUP == 0:
            fill_groups(seed, (first + np.uint64(place)) // np.uint64(GROUP) * np.uint64(parts), words)
        number = (first + np.uint64(place)) * np.uint64(parts)
        deal(deck, taken, cuts, seed, words, place % GROUP * parts, number)
        found[place] = deck[:cards]
        put_back(deck, taken)
    return found
