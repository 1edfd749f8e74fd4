"""Shuffles as bytes for third-party tests of randomness, such as dieharder or PractRand."""

from typing import Final

import numpy as np

from pitboss.shoe.battery import CARDS, Shuffles

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
