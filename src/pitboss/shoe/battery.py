"""Eight statistical tests of a shuffle: positions, neighbours, runs, and correlation between shuffles.

Each compares a statistic of many shuffles with its exact distribution if all orders are equally likely and
shuffles are independent (:mod:`pitboss.shoe.distributions`). All tests together have one false-alarm rate.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import comb, perm, sqrt
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.shoe import distributions as expected
from pitboss.shoe.distributions import CountArray
from pitboss.shoe.probability import chi_square, normal, poisson, rejected

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
