"""The unbiased shuffle: every order of the deck equally likely, from the operating system's randomness.

A deck has 52! orders, and each has a number. ``secrets.randbelow`` draws one: it asks the operating system
for bits and rejects what would favour some numbers. The exchanges of Fisher and Yates turn the number into
its order. Nothing is seeded and nothing is kept between calls, so a forked process never repeats its
parent's cards.
"""

from collections.abc import Callable, Sequence
from math import factorial
from secrets import randbelow
from typing import Final

from pitboss.cards import DECK, Card

ORDERS: Final = factorial(len(DECK))


def shuffled(below: Callable[[int], int] = randbelow) -> tuple[Card, ...]:
    """One freshly shuffled deck. ``below(n)`` must give a uniform whole number under ``n``."""
    return arranged(below(ORDERS))


def drawn(number: int, count: int = len(DECK)) -> list[Card]:
    """The first cards that are dealt from the end of the order with this number."""
    cards, found = list(DECK), list[Card]()
    for left in range(len(DECK), len(DECK) - count, -1):
        number, chosen = divmod(number, left)
        found.append(cards[chosen])
        cards[chosen] = cards[left - 1]
    return found


def arranged(number: int, deck: Sequence[Card] = DECK) -> tuple[Card, ...]:
    """The order with this number, from 0: each order of the deck has exactly one."""
    cards = list(deck)
    for last in range(len(cards) - 1, 0, -1):
        number, chosen = divmod(number, last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return tuple(cards)
