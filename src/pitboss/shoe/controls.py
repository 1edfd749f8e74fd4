"""Shuffles that are wrong on purpose, each a mistake that has been made: a test must catch them all.

They are seeded, so that a control that is caught once is caught always.
"""

from collections.abc import Callable
from typing import Final

import numpy as np

from pitboss.shoe.battery import CARDS, Shuffles
from pitboss.shoe.distributions import CountArray

_RIFFLES: Final = 5
_SEEDS: Final = 1 << 16
_EXCHANGES: Final = 60


def naive(rng: np.random.Generator, count: int) -> Shuffles:
    """Each card is exchanged with any of the 52, where it should be with one not yet placed."""
    decks = _factory(count)
    for place in range(CARDS):
        _exchange(decks, np.full(count, place), rng.integers(0, CARDS, count))
    return decks


def modulo(rng: np.random.Generator, count: int) -> Shuffles:
    """A random byte is brought into range by its remainder, which favours the low numbers."""
    decks = _factory(count)
    for last in range(CARDS - 1, 0, -1):
        _exchange(decks, np.full(count, last), rng.integers(0, 256, count) % (last + 1))
    return decks


def riffled(rng: np.random.Generator, count: int) -> Shuffles:
    """A new deck is riffled five times; it takes more for its old order to be lost."""
    decks = _factory(count)
    for _ in range(_RIFFLES):
        from_lower_half = rng.integers(0, 2, (count, CARDS), dtype=np.uint8)
        drawn_from = np.argsort(from_lower_half, axis=1, kind="stable")
        riffle = np.argsort(drawn_from, axis=1)
        decks = np.take_along_axis(decks, riffle, axis=1)
    return decks


def small_seed(rng: np.random.Generator, count: int) -> Shuffles:
    """A good shuffle that begins with one of 65,536 seeds, so that no other orders can come."""
    orders = rng.permuted(_factory(_SEEDS), axis=1)
    return orders[rng.integers(0, _SEEDS, count)]


def stale(rng: np.random.Generator, count: int) -> Shuffles:
    """Cards are exchanged here and there in the deck of the last round, which is remembered so."""
    steps = _factory(count)
    for _ in range(_EXCHANGES):
        _exchange(steps, rng.integers(0, CARDS, count), rng.integers(0, CARDS, count))
    decks = np.empty_like(steps)
    deck = rng.permutation(CARDS).astype(np.uint8)
    for number, step in enumerate(steps):
        decks[number] = deck = deck[step]
    return decks


CONTROLS: Final[dict[str, Callable[[np.random.Generator, int], Shuffles]]] = {
    "exchange with any card": naive,
    "remainder of a byte": modulo,
    "five riffles": riffled,
    "one of 65,536 seeds": small_seed,
    "from the deck before": stale,
}


def _factory(count: int) -> Shuffles:
    return np.tile(np.arange(CARDS, dtype=np.uint8), (count, 1))


def _exchange(decks: Shuffles, one: CountArray, other: CountArray) -> None:
    """Two cards of each deck change places."""
    rows = np.arange(len(decks))
    held = decks[rows, one]
    decks[rows, one] = decks[rows, other]
    decks[rows, other] = held
