"""The health test: good sources pass, broken ones do not, and its false-alarm rate is what it says."""

import itertools
import random
from collections.abc import Callable
from fractions import Fraction
from math import comb

import mpmath  # type: ignore[import-untyped]
import numpy as np
import pytest

from pitboss.cards import DECK, Card
from pitboss.shoe import health
from pitboss.shoe.battery import as_numbers
from pitboss.shoe.distributions import places
from pitboss.shoe.health import health_test
from pitboss.shuffle import ORDERS, arranged


def good_bytes(count: int) -> bytes:
    return random.Random(1).randbytes(count)


def good_shuffle() -> Callable[[], tuple[Card, ...]]:
    rng = random.Random(1)
    return lambda: arranged(rng.randrange(ORDERS))


def failed(**sources: object) -> list[str]:
    chosen = {"source": good_bytes, "shuffle": good_shuffle(), **sources}
    return [check.name for check in health_test(**chosen) if not check.passed]  # type: ignore[arg-type]


def test_the_operating_system_and_the_tables_shuffle_pass() -> None:
    """Fails by chance once in a thousand million runs."""
    assert [check.name for check in health_test() if not check.passed] == []
    assert failed() == []


def runs_of(length: int) -> bytes:
    data = bytearray(good_bytes(health.BYTES))
    data[100 : 100 + length] = bytes([data[99] ^ 1]) * length
    data[100 + length] = data[99]
    return bytes(data)


def window_of(times: int) -> bytes:
    """The first value of the second window stands in it so often."""
    data = bytearray(good_bytes(health.BYTES))
    first = data[512]
    for place in range(513, 1024):
        data[place] = (first + 1 + place % 200) % 256
    data[514 : 514 + 2 * (times - 1) : 2] = bytes([first]) * (times - 1)
    return bytes(data)


@pytest.mark.parametrize(
    ("source", "checks"),
    [
        (bytes, ["repetition count", "adaptive proportion"]),
        (lambda count: b"", ["repetition count"]),
        (lambda count: bytes(itertools.islice(itertools.cycle([1, 2, 3]), count)), ["adaptive proportion"]),
        (lambda count: runs_of(6), []),
        (lambda count: runs_of(7), ["repetition count"]),
        (lambda count: window_of(18), []),
        (lambda count: window_of(19), ["adaptive proportion"]),
    ],
)
def test_a_broken_source_is_found(source: Callable[[int], bytes], checks: list[str]) -> None:
    assert failed(source=source) == checks


def naive() -> Callable[[], list[Card]]:
    rng = random.Random(1)

    def shuffle() -> list[Card]:
        deck = list(DECK)
        for place in range(52):
            other = rng.randrange(52)
            deck[place], deck[other] = deck[other], deck[place]
        return deck

    return shuffle


def turning() -> Callable[[], list[Card]]:
    """Thirty decks, each turned through all positions: too even to be true."""
    decks = iter([arranged(ORDERS // (n + 2)) for n in range(30) for _ in range(52)])
    turns = itertools.cycle(range(52))

    def shuffle() -> list[Card]:
        deck, turn = next(decks), next(turns)
        return [*deck[turn:], *deck[:turn]]

    return shuffle


@pytest.mark.parametrize(
    ("shuffle", "checks"),
    [
        (lambda: DECK, ["orders differ", "card by position"]),
        (lambda: DECK[:51], ["orders differ", "card by position"]),
        (lambda: (*DECK[:51], DECK[0]), ["orders differ", "card by position"]),
        (naive(), ["card by position"]),
        (turning(), ["card by position"]),
    ],
)
def test_a_broken_shuffle_is_found(shuffle: Callable[[], list[Card]], checks: list[str]) -> None:
    assert failed(shuffle=shuffle) == checks


def test_one_order_that_comes_again_is_found() -> None:
    shuffle = good_shuffle()
    first = shuffle()
    decks = iter([first, *(shuffle() for _ in range(health.SHUFFLES - 2)), first])
    assert failed(shuffle=lambda: next(decks)) == ["orders differ"]


def test_its_chi_square_is_that_of_the_battery() -> None:
    shuffle = good_shuffle()
    decks = [shuffle() for _ in range(health.SHUFFLES)]
    again = iter(decks)
    told = health_test(good_bytes, lambda: next(again))[-1].says
    table = [[0] * 52 for _ in range(52)]
    for row in as_numbers(decks):
        for place, card in enumerate(row):
            table[card][place] += 1
    statistic, degrees = places(np.array(table), health.SHUFFLES)
    assert f"chi-square {statistic:.0f}, " in told
    assert degrees == 2601


def test_the_false_alarm_rate_is_kept() -> None:
    run = Fraction(health.BYTES, 256**health.LONGEST_RUN)
    others = health.WINDOW - 1
    window = sum(
        Fraction(comb(others, k) * 255 ** (others - k), 256**others)
        for k in range(health.MOST_OF_ONE, others + 1)
    )
    low, high = health.EVENNESS
    uneven = mpmath.gammainc(2601 / 2, high / 2, regularized=True)
    too_even = mpmath.gammainc(2601 / 2, 0, low / 2, regularized=True)
    again = Fraction(comb(health.SHUFFLES, 2), ORDERS)
    total = run + window * (health.BYTES // health.WINDOW) + again
    assert float(total) + float(uneven) + float(too_even) < health.FALSE_ALARM_RATE / 10
    assert float(run) == pytest.approx(1.5e-11, rel=0.05)
    assert float(window) * 8 == pytest.approx(3.8e-11, rel=0.02)
    assert float(uneven + too_even) == pytest.approx(5.1e-13, rel=0.02)
