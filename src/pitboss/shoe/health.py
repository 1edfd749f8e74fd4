"""The health test of the randomness source and the shuffle at start.

The test takes milliseconds and finds gross faults: a source that is stuck, biased or repeats itself, a
shuffle that leaves cards in place. Finer faults are for ``pitboss rng-test``. The first two checks are those
of NIST SP 800-90B 4.4 for a source of eight bits a byte.
"""

import os
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Final

from msgspec import Struct

from pitboss.cards import DECK, Card
from pitboss.shuffle import shuffled

FALSE_ALARM_RATE: Final = 1 / 1_000_000_000
"""False-alarm rate of all checks together, per start."""
BYTES: Final = 4096
LONGEST_RUN: Final = 6
"""Longest run of equal bytes. A run of seven in 4096 bytes has a chance below 4096 / 256**6, 1.5e-11."""
WINDOW: Final = 512
MOST_OF_ONE: Final = 18
"""Most occurrences of a window's first byte; more in any of eight windows has a chance of 3.8e-11."""
SHUFFLES: Final = 30 * len(DECK)
"""Number of shuffles, so that each card is expected thirty times in each position."""
EVENNESS: Final = (2100.0, 3150.0)
"""Bounds of the chi-square of card by position; outside, the chance is 5.1e-13."""


class HealthCheck(Struct, frozen=True):
    """One check of the health test."""

    name: str
    passed: bool
    says: str


def health_test(
    source: Callable[[int], bytes] = os.urandom, shuffle: Callable[[], Sequence[Card]] = shuffled
) -> tuple[HealthCheck, ...]:
    """Run every check; no table may be opened unless all of them pass."""
    data = source(BYTES)
    decks = [tuple(shuffle()) for _ in range(SHUFFLES)]
    return (_repetition_count(data), _adaptive_proportion(data), _orders_differ(decks), _evenness(decks))


def _repetition_count(data: bytes) -> HealthCheck:
    longest = max((len(list(run)) for _, run in groupby(data)), default=0)
    passed = len(data) == BYTES and longest <= LONGEST_RUN
    return HealthCheck("repetition count", passed, f"at most {longest} equal bytes in a row")


def _adaptive_proportion(data: bytes) -> HealthCheck:
    windows = [data[start : start + WINDOW] for start in range(0, len(data), WINDOW)]
    most = max((window.count(window[0]) for window in windows), default=0)
    return HealthCheck("adaptive proportion", most <= MOST_OF_ONE, f"a byte at most {most} times in {WINDOW}")


def _orders_differ(decks: list[tuple[Card, ...]]) -> HealthCheck:
    again = len(decks) - len(set(decks))
    whole = all(len(deck) == len(DECK) and set(deck) == set(DECK) for deck in decks)
    says = f"{again} of {len(decks)} shuffles came before" if whole else "a shuffle is not the whole deck"
    return HealthCheck("orders differ", whole and not again, says)


def _evenness(decks: list[tuple[Card, ...]]) -> HealthCheck:
    """The statistic of :func:`pitboss.shoe.distributions.places`, without importing numpy at start."""
    cards = len(DECK)
    each = len(decks) / cards
    squares = 0.0
    for position in zip(*decks, strict=False):
        counts = dict.fromkeys(DECK, 0)
        for card in position:
            counts[card] += 1
        squares += sum((count - each) ** 2 for count in counts.values())
    statistic = squares * (cards - 1) / len(decks)
    low, high = EVENNESS
    says = f"chi-square {statistic:.0f}, where about 2601 is expected"
    return HealthCheck("card by position", low <= statistic <= high, says)
