"""The unbiased shuffle: every order of the deck equally likely, from the operating system's randomness.

``secrets.randbelow`` asks the operating system for bits and rejects what would favour some outcomes;
the Fisher-Yates exchange turns such draws into a uniform permutation. Nothing is seeded, nothing is
kept between calls, so a forked process never repeats its parent's cards.
"""

from collections.abc import Callable
from secrets import randbelow

from pitboss.cards import DECK, Card


def shuffled(below: Callable[[int], int] = randbelow) -> tuple[Card, ...]:
    """One freshly shuffled deck. ``below(n)`` must give a uniform whole number under ``n``."""
    deck = list(DECK)
    for last in range(len(deck) - 1, 0, -1):
        chosen = below(last + 1)
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return tuple(deck)
