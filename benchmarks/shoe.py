"""Shuffles and commitments per second on one core, beside other ways to the same.

A shuffle is one deck of 52 in an order nobody can foretell. ``random.SystemRandom`` and a draw from
``secrets`` for each exchange give the same. numpy's permutation does not, because whoever sees enough of its
output can compute what follows; it stands for the speed of a shuffle without that promise. The limit of a
commitment is its hashes alone.
"""

import hashlib
import hmac
import random
import secrets
import threading
from collections.abc import Callable
from typing import Annotated

import numpy as np

from benchmarks.command import command_of
from benchmarks.timing import Runs, best
from pitboss.cards import DECK, Card
from pitboss.keyed_hash import mac
from pitboss.shoe import commit, fresh_shoe, open_positions, opens
from pitboss.shoe.battery import ShuffleTally, as_numbers
from pitboss.shoe.health import health_test
from pitboss.shuffle import ORDERS, shuffled


class Rates:
    """Calls per second, the best of several runs."""

    def __init__(self, runs: int, share: float) -> None:
        self._runs, self._share = runs, share

    def of(self, function: Callable[[], object], times: int) -> float:
        """Of a function that one run calls a share of so many times."""
        times = max(1, round(times * self._share))
        return times / best(lambda: [function() for _ in range(times)], self._runs)

    def beside_a_busy_thread(self, function: Callable[[], object], times: int) -> float:
        """While another thread computes without a pause."""
        over = threading.Event()

        def compute() -> None:
            while not over.is_set():
                pass

        busy = threading.Thread(target=compute)
        busy.start()
        try:
            return self.of(function, times)
        finally:
            over.set()
            busy.join()


def by_system_random() -> list[Card]:
    deck = list(DECK)
    random.SystemRandom().shuffle(deck)
    return deck


def by_secrets() -> list[Card]:
    deck = list(DECK)
    for last in range(len(deck) - 1, 0, -1):
        chosen = secrets.randbelow(last + 1)
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return deck


def by_numpy() -> Callable[[], list[Card]]:
    rng = np.random.default_rng()
    return lambda: [DECK[number] for number in rng.permutation(52)]


def the_hashes_alone() -> None:
    """What a commitment cannot do without: 52 salts, 52 leaves, 51 nodes."""
    for _ in DECK:
        mac(bytes(32), b"salt of one position")
        hashlib.sha256(bytes(60)).digest()
        hashlib.sha256(bytes(65)).digest()


def salts_by_digest() -> None:
    """The salts of a deck by ``hmac.digest``, which gives the interpreter away for each."""
    for _ in DECK:
        hmac.digest(bytes(32), b"salt of one position", "sha256")


def salts() -> None:
    """The salts of a deck as Pitboss makes them."""
    for _ in DECK:
        mac(bytes(32), b"salt of one position")


def tested() -> None:
    tally = ShuffleTally()
    tally.add(as_numbers([shuffled() for _ in range(2000)]))


def main(*, runs: Runs = 5, share: Annotated[float, "share of the calls of each run"] = 1.0) -> None:
    """One line for each."""
    rates = Rates(runs, share)
    print(f"\nShuffles per second on one core (best of {runs} runs)")
    ours = rates.of(shuffled, 20_000)
    print(f"  {'pitboss: one number below 52! from the system':50} {ours:9.0f}")
    for name, peer, times in (
        ("random.SystemRandom().shuffle", by_system_random, 3000),
        ("secrets.randbelow for each exchange", by_secrets, 3000),
        ("numpy permutation (can be foretold)", by_numpy(), 20_000),
        ("the draw alone (the limit)", lambda: secrets.randbelow(ORDERS), 20_000),
    ):
        theirs = rates.of(peer, times)
        print(f"  {name:50} {theirs:9.0f}   pitboss {ours / theirs:5.2f} x")
    shoe = fresh_shoe("T1/17")
    commitment, openings = commit(shoe), open_positions(shoe, range(1, 53))
    print("Commitments per second")
    made, limit = rates.of(lambda: commit(shoe), 1000), rates.of(the_hashes_alone, 1000)
    print(f"  {'commitment to a shoe':50} {made:9.0f}   {made / limit:5.2f} of its hashes alone")
    print(f"  {'shuffle and commitment':50} {rates.of(lambda: commit(fresh_shoe('T1/17')), 1000):9.0f}")
    print(
        f"  {'openings of all 52 cards':50} {rates.of(lambda: open_positions(shoe, range(1, 53)), 500):9.0f}"
    )
    whole = rates.of(lambda: all(opens(commitment, one) for one in openings), 500)
    print(f"  {'openings of all 52 cards verified':50} {whole:9.0f}")
    print("Salts of a deck per second, beside a thread that computes")
    kept, given = rates.beside_a_busy_thread(salts, 1000), rates.beside_a_busy_thread(salts_by_digest, 5)
    print(f"  {'pitboss':50} {kept:9.0f}")
    print(f"  {'hmac.digest for each card':50} {given:9.0f}   pitboss {kept / given:5.0f} x")
    print(f"Shuffles tested per second                           {2000 * rates.of(tested, 3):9.0f}")
    print(f"Health test                                          {1000 / rates.of(health_test, 5):9.1f} ms")


def smallest() -> None:
    main(runs=1, share=0.001)


if __name__ == "__main__":
    command_of(__file__)
