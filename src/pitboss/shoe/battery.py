"""Eight statistical tests of a shuffle: positions, neighbours, runs, and correlation between shuffles.

Each compares a statistic of many shuffles with its exact distribution if all orders are equally likely and
shuffles are independent (:mod:`pitboss.shoe.distributions`). All tests together have one false-alarm rate.

Shuffles as bytes for third-party tests of randomness, such as dieharder or PractRand.

Shuffles that are wrong on purpose, each a mistake that has been made: a test must catch them all.

They are seeded, so that a control that is caught once is caught always.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb, perm, sqrt
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.shoe import distributions as expected
from pitboss.shoe.distributions import CountArray, chi_square, normal, poisson, rejected

FALSE_ALARM_RATE: Final = 1 / 10_000
"""False-alarm rate of all tests together."""
CARDS: Final = len(DECK)
FIRST_CARDS: Final = 11
"""Number of cards that fit one 64-bit number."""
FEWEST_SHUFFLES: Final = 100
"""Least number of shuffles that fills the cells of a test."""
REMEMBERED: Final = 10_000_000
"""Number of shuffles that are searched for repeated orders: 80 megabytes."""
_FEWEST_EXPECTED: Final = 10
"""Outcomes with a lower expected count are merged with their neighbours."""

Shuffles = NDArray[np.uint8]
"""One shuffle per row, each card by its number in factory order."""

_NUMBERS: Final = {card: number for number, card in enumerate(DECK)}
_RED: Final = np.array([card[1] in "hd" for card in DECK])
_CENTRED: Final = 2 * np.arange(CARDS) - (CARDS - 1)
"""Twice each card's number, less twice their mean: whole numbers that sum to zero."""
_PACKED: Final = CARDS ** np.arange(FIRST_CARDS)


class ShuffleTestResult(Struct, frozen=True):
    """The result of one test."""

    name: str
    statistic: float
    p: float
    failed: bool


def as_numbers(shuffles: Sequence[Sequence[Card]]) -> Shuffles:
    """Shuffled decks as rows of numbers."""
    return np.array([[_NUMBERS[card] for card in cards] for cards in shuffles], dtype=np.uint8)


class ShuffleTally:
    """The statistics of shuffles, counted batch by batch."""

    def __init__(self) -> None:
        self.shuffles = 0
        self._places = np.zeros((CARDS, CARDS), dtype=np.int64)
        self._follows = np.zeros((CARDS, CARDS), dtype=np.int64)
        self._descents = np.zeros(CARDS, dtype=np.int64)
        self._colour_runs = np.zeros(CARDS + 1, dtype=np.int64)
        self._in_place = np.zeros(CARDS + 1, dtype=np.int64)
        self._with_next = 0
        self._with_before = 0
        self._last = np.empty((0, CARDS), dtype=np.uint8)
        self._firsts: list[CountArray] = []

    def add(self, batch: Shuffles) -> None:
        """Count a batch of shuffles that follows the one before."""
        self.shuffles += len(batch)
        cards = batch.astype(np.int64)
        self._places += _table(cards, np.broadcast_to(np.arange(CARDS), cards.shape))
        following = np.roll(cards, -1, axis=1)
        self._follows += _table(cards, following)
        self._with_next += int((_CENTRED[cards] * _CENTRED[following]).sum())
        self._descents += np.bincount((cards[:, 1:] < cards[:, :-1]).sum(axis=1), minlength=CARDS)
        red = _RED[cards]
        runs = 1 + (red[:, 1:] != red[:, :-1]).sum(axis=1)
        self._colour_runs += np.bincount(runs, minlength=CARDS + 1)
        if self.shuffles <= REMEMBERED:
            self._firsts.append(cards[:, :FIRST_CARDS] @ _PACKED)
        self._compare(np.concatenate([self._last, batch]))
        self._last = batch[-1:]

    def _compare(self, rows: Shuffles) -> None:
        """Compare each shuffle with the one before it."""
        kept = (rows[1:] == rows[:-1]).sum(axis=1)
        self._in_place += np.bincount(kept, minlength=CARDS + 1)
        self._with_before += int((_CENTRED[rows[1:]] * _CENTRED[rows[:-1]]).sum())

    def findings(self) -> tuple[ShuffleTestResult, ...]:
        """The result of every test, at one false-alarm rate for all of them."""
        assert self.shuffles >= FEWEST_SHUFFLES, "too few shuffles for any test"
        names, statistics, p_values = zip(*self._results(), strict=True)
        failed = rejected(p_values, FALSE_ALARM_RATE)
        return tuple(map(ShuffleTestResult, names, statistics, p_values, failed))

    def _results(self) -> list[tuple[str, float, float]]:
        place, degrees = expected.places(self._places, self.shuffles)
        side, more_degrees = expected.neighbours(self._follows, self.shuffles)
        values = [int(value) for value in _CENTRED]
        mean, variance = expected.product_with_next(values)
        within = _deviations(self._with_next - mean * self.shuffles, variance * self.shuffles)
        pairs = self.shuffles - 1
        between = _deviations(Fraction(self._with_before), expected.product_with_other(values) * pairs)
        again, looked_at = self._pairs_alike()
        return [
            ("card by position", place, chi_square(place, degrees)),
            ("neighbours", side, chi_square(side, more_degrees)),
            ("runs up", *_fit(self._descents, expected.descents(CARDS))),
            ("runs of colour", *_fit(self._colour_runs, expected.colour_runs(CARDS))),
            ("serial correlation", within, normal(within)),
            ("correlation with the shuffle before", between, normal(between)),
            ("cards left in place", *_fit(self._in_place, expected.in_place(CARDS))),
            ("orders that come again", again, poisson(again, looked_at / perm(CARDS, FIRST_CARDS))),
        ]

    def _pairs_alike(self) -> tuple[int, int]:
        """Number of pairs of shuffles that begin with the same cards, and number of all pairs."""
        firsts = np.concatenate(self._firsts)
        _, times = np.unique(firsts, return_counts=True)
        return int((times * (times - 1) // 2).sum()), comb(len(firsts), 2)


def _table(rows: CountArray, columns: CountArray) -> CountArray:
    return np.bincount((rows * CARDS + columns).ravel(), minlength=CARDS**2).reshape(CARDS, CARDS)


def _deviations(distance: Fraction, variance: Fraction) -> float:
    return float(distance) / sqrt(variance)


def _fit(counts: CountArray, likely: Sequence[Fraction]) -> tuple[float, float]:
    """Chi-square of counts and its p-value; rare outcomes at both ends are merged with their neighbours."""
    total = int(counts.sum())
    seen, hoped = list(map(int, counts)), [float(chance * total) for chance in likely]
    for end, inner in ((-1, -2), (0, 1)):
        while hoped[end] < _FEWEST_EXPECTED:
            hoped[inner] += hoped[end]
            seen[inner] += seen[end]
            del hoped[end], seen[end]
    statistic = sum((had - want) ** 2 / want for had, want in zip(seen, hoped, strict=True))
    return statistic, chi_square(statistic, len(hoped) - 1)


BYTES_A_SHUFFLE: Final = 6


def as_bits(shuffles: Shuffles) -> bytes:
    """Six bytes a shuffle: the lowest 48 bits of the number of its order.

    52! is divisible by 2**49, so each of these bits is 0 or 1 equally often, and independently of the others,
    if and only if every remainder of the number is equally likely.
    """
    rows = np.arange(len(shuffles))
    cards = np.tile(np.arange(CARDS), (len(shuffles), 1))
    places = cards.copy()
    number = np.zeros(len(shuffles), dtype=np.uint64)
    weight = 1
    for last in range(CARDS - 1, 0, -1):
        chosen = places[rows, shuffles[:, last]]
        number += chosen.astype(np.uint64) * np.uint64(weight % (1 << 64))
        moved = cards[:, last]
        cards[rows, chosen] = moved
        places[rows, moved] = chosen
        weight *= last + 1
    return number.astype("<u8").view(np.uint8).reshape(-1, 8)[:, :BYTES_A_SHUFFLE].tobytes()


def as_cards(shuffles: Shuffles) -> bytes:
    """52 bytes a shuffle: the number of each card in factory order, from 0."""
    return shuffles.tobytes()


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
