"""The tests of a shuffle: exact where that can be counted out, blind to nothing they name, seldom wrong."""

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, permutations
from math import e, factorial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from pitboss.cards import DECK
from pitboss.shoe import distributions as expected
from pitboss.shoe.battery import (
    CARDS,
    CONTROLS,
    FALSE_ALARM_RATE,
    FIRST_CARDS,
    Shuffles,
    ShuffleTally,
    as_bits,
    as_cards,
    as_numbers,
)
from pitboss.shoe.distributions import chi_square, normal, poisson, rejected
from pitboss.shuffle import ORDERS, arranged

Table = NDArray[np.float64]
NAMES = [
    "card by position",
    "neighbours",
    "runs up",
    "runs of colour",
    "serial correlation",
    "correlation with the shuffle before",
    "cards left in place",
    "orders that come again",
]


def eigenvalues(tables: list[Table]) -> Counter[Fraction]:
    """Of the covariance of tables that are equally likely, with how often each comes; zeros left out."""
    rows = np.array([table.ravel() for table in tables])
    found = np.linalg.eigvalsh(np.cov(rows.T, bias=True))
    return Counter(Fraction(value).limit_denominator(1000) for value in found if value > 1e-9)


def every_table(n: int, kind: str) -> list[Table]:
    """Of each order of n cards, where they lie or which follows which."""
    found: list[Table] = []
    for order in permutations(range(n)):
        table = np.zeros((n, n))
        for place, card in enumerate(order):
            table[card, place if kind == "places" else order[(place + 1) % n]] = 1
        found.append(table)
    return found


@pytest.mark.parametrize("n", [4, 5, 6])
def test_cards_by_position_vary_as_the_chi_square_says(n: int) -> None:
    """All (n-1)² directions have the variance 1/(n-1), so the statistic is their sum of squares."""
    tables = every_table(n, "places")
    assert eigenvalues(tables) == {Fraction(1, n - 1): (n - 1) ** 2}
    assert expected.places(tables[0].astype(np.int64), 1)[1] == (n - 1) ** 2
    mean = sum(expected.places(table.astype(np.int64), 1)[0] for table in tables) / len(tables)
    assert mean == pytest.approx((n - 1) ** 2)


@pytest.mark.parametrize("n", [5, 6])
def test_neighbours_vary_as_the_chi_square_says(n: int) -> None:
    tables = every_table(n, "follows")
    beside, order = Fraction(1, n - 1), Fraction(n, (n - 1) * (n - 2))
    assert eigenvalues(tables) == {beside: n * (n - 3) // 2, order: (n - 1) * (n - 2) // 2}
    assert eigenvalues([(table + table.T) / 2 for table in tables]) == {beside: n * (n - 3) // 2}
    degrees = n * n - 3 * n + 1
    assert expected.neighbours(tables[0].astype(np.int64), 1)[1] == degrees
    mean = sum(expected.neighbours(table.astype(np.int64), 1)[0] for table in tables) / len(tables)
    assert mean == pytest.approx(degrees)


@pytest.mark.parametrize("n", [2, 4, 6])
def test_the_distributions_are_those_of_all_orders(n: int) -> None:
    orders = list(permutations(range(n)))

    def shares(count: Callable[[tuple[int, ...]], int], most: int) -> list[Fraction]:
        seen = Counter(count(order) for order in orders)
        return [Fraction(seen[k], len(orders)) for k in range(most)]

    down = shares(lambda order: sum(order[i + 1] < order[i] for i in range(n - 1)), n)
    colour = shares(lambda order: 1 + sum(order[i] % 2 != order[i + 1] % 2 for i in range(n - 1)), n + 1)
    kept = shares(lambda order: sum(card == place for place, card in enumerate(order)), n + 1)
    assert down == expected.descents(n)
    assert colour == expected.colour_runs(n)
    assert kept == expected.in_place(n)


@pytest.mark.parametrize("distribution", [expected.descents, expected.colour_runs, expected.in_place])
def test_the_distributions_of_the_deck_sum_to_one(distribution: Callable[[int], list[Fraction]]) -> None:
    assert sum(distribution(52)) == 1


@pytest.mark.parametrize("values", [[-3, -1, 1, 3], [-5, 0, 1, 1, 3], [-5, -3, -1, 1, 3, 5]])
def test_products_vary_as_counted_over_all_orders(values: list[int]) -> None:
    orders = list(permutations(values))
    n = len(values)
    next_ones = [sum(order[i] * order[(i + 1) % n] for i in range(n)) for order in orders]
    mean = Fraction(sum(next_ones), len(orders))
    variance = Fraction(sum(found**2 for found in next_ones), len(orders)) - mean**2
    assert expected.product_with_next(values) == (mean, variance)
    others = [sum(map(lambda a, b: a * b, values, order)) for order in orders]
    assert sum(others) == 0
    assert expected.product_with_other(values) == Fraction(sum(found**2 for found in others), len(orders))


@pytest.mark.parametrize(
    ("found", "figure"),
    [
        (chi_square(18.307, 10), 2 * 0.05),
        (chi_square(3.940, 10), 2 * 0.05),
        (chi_square(2700.0, 2601), 2 * 0.0861587),
        (normal(1.959964), 0.05),
        (normal(-2.575829), 0.01),
        (poisson(3, 1.0), 0.0803014),
        (poisson(0, 1.0), 1.0),
    ],
)
def test_tails_are_those_of_the_tables(found: float, figure: float) -> None:
    assert found == pytest.approx(figure, rel=2e-3)


def test_tails_stay_exact_far_out() -> None:
    """The chi-square with two degrees is an exponential, and with an even number a sum of Poisson chances."""
    assert chi_square(1000, 2) == pytest.approx(2 * np.exp(-500), rel=1e-9)
    assert chi_square(60_000, 2601) == 0


@pytest.mark.parametrize(
    ("p_values", "failed"),
    [
        ([0.02, 0.5], [True, False]),
        ([0.5, 0.02], [False, True]),
        ([0.026, 0.5], [False, False]),
        ([0.025, 0.05], [True, True]),
        ([0.025, 0.051], [True, False]),
        ([0.03, 0.03], [False, False]),
        ([], []),
    ],
)
def test_holm_takes_the_worst_first(p_values: list[float], failed: list[bool]) -> None:
    assert rejected(p_values, 0.05) == failed


def good(seed: int, count: int) -> Shuffles:
    """The product's own way from a number to an order, with seeded numbers."""
    rng = random.Random(seed)
    return as_numbers([arranged(rng.randrange(ORDERS)) for _ in range(count)])


@pytest.mark.long
def test_a_good_shuffle_passes_and_its_chances_are_even() -> None:
    """Over 150 seeded runs the p of every test must lie as evenly as chance allows."""
    runs = []
    for seed in range(150):
        tally = ShuffleTally()
        tally.add(good(seed, 600))
        runs.append(tally.findings())
    assert not [finding for run in runs for finding in run if finding.failed]
    for place, name in enumerate(NAMES[:-1]):
        p_values = sorted(run[place].p for run in runs)
        steps = [abs(p - (n + 0.5) / len(p_values)) for n, p in enumerate(p_values)]
        assert max(steps) < 1.95 / len(p_values) ** 0.5, name


def test_the_tally_is_that_of_plain_counting() -> None:
    decks = good(9, 200)
    tally = ShuffleTally()
    tally.add(decks)
    places, follows = np.zeros((52, 52), dtype=np.int64), np.zeros((52, 52), dtype=np.int64)
    within = between = 0
    values = [2 * card - 51 for card in range(52)]
    rows = decks.tolist()
    for row in rows:
        for place, card in enumerate(row):
            places[card, place] += 1
            follows[card, row[(place + 1) % 52]] += 1
            within += values[card] * values[row[(place + 1) % 52]]
    for one, two in pairwise(rows):
        between += sum(values[a] * values[b] for a, b in zip(one, two, strict=True))
    mean, variance = expected.product_with_next(values)
    found = [finding.statistic for finding in tally.findings()]
    assert found[0] == pytest.approx(expected.places(places, 200)[0])
    assert found[1] == pytest.approx(expected.neighbours(follows, 200)[0])
    assert found[4] == pytest.approx(float(within - 200 * mean) / float(200 * variance) ** 0.5)
    assert found[5] == pytest.approx(between / float(199 * expected.product_with_other(values)) ** 0.5)


def test_counts_are_held_against_their_chances_cell_by_cell() -> None:
    """Cards left in place, with plain numbers: 0 to 3, and 4 or more, of which 600 shuffles expect 11."""
    decks = good(1, 601)
    kept = Counter(sum(map(int.__eq__, one, two)) for one, two in pairwise(decks.tolist()))
    tally = ShuffleTally()
    tally.add(decks)
    found = tally.findings()[6]
    chances = [1 / e / factorial(k) for k in range(4)]
    cells = [*(kept[k] for k in range(4)), sum(kept[k] for k in range(4, 53))]
    hoped = [600 * chance for chance in [*chances, 1 - sum(chances)]]
    statistic = sum((had - want) ** 2 / want for had, want in zip(cells, hoped, strict=True))
    assert found.statistic == pytest.approx(statistic)
    assert found.p == pytest.approx(chi_square(statistic, 4))


def test_the_first_cards_fit_one_number() -> None:
    assert CARDS**FIRST_CARDS < 2**63


@pytest.mark.parametrize("name", CONTROLS)
@pytest.mark.parametrize("seed", [1, 2])
def test_every_wrong_shuffle_is_caught(name: str, seed: int) -> None:
    tally = ShuffleTally()
    tally.add(CONTROLS[name](np.random.default_rng(seed), 10_000))
    found = tally.findings()
    assert [finding.name for finding in found] == NAMES
    assert min(finding.p for finding in found) < FALSE_ALARM_RATE / len(NAMES) / 1000


def no_colour_twice(decks: Shuffles) -> Shuffles:
    """In every fourth deck, a card of the other colour comes between two of the same where it is next."""
    red = np.array([card[1] in "hd" for card in DECK])
    decks = decks.copy()
    for row in decks[::4]:
        for place in range(20):
            if red[row[place]] == red[row[place + 1]] != red[row[place + 2]]:
                row[place + 1], row[place + 2] = row[place + 2], row[place + 1]
    return decks


def climbing(decks: Shuffles) -> Shuffles:
    """Cards tend to be followed by cards a little higher or lower."""
    decks = decks.copy()
    decks[::3, 10:20] = np.sort(decks[::3, 10:20], axis=1)
    return decks


@pytest.mark.parametrize(
    ("name", "spoil"),
    [
        (
            "card by position",
            lambda decks: np.where(np.arange(len(decks))[:, None] % 9, decks, np.arange(CARDS)),
        ),
        ("neighbours", climbing),
        ("runs up", climbing),
        ("runs of colour", no_colour_twice),
        ("serial correlation", climbing),
        ("correlation with the shuffle before", lambda decks: np.repeat(decks[::2], 2, axis=0)),
        ("cards left in place", lambda decks: np.repeat(decks[::2], 2, axis=0)),
        ("orders that come again", lambda decks: np.concatenate([decks[:-1], decks[:1]])),
    ],
)
def test_each_test_notices_what_it_is_for(name: str, spoil: Callable[[Shuffles], Shuffles]) -> None:
    tally = ShuffleTally()
    tally.add(spoil(good(3, 4000)).astype(np.uint8))
    failed = {finding.name for finding in tally.findings() if finding.failed}
    assert name in failed


def test_too_even_is_wrong_too() -> None:
    """Turning one deck through all its positions gives every card every place equally often."""
    tally = ShuffleTally()
    decks = good(5, 100)
    tally.add(np.concatenate([np.roll(deck, turn)[None] for deck in decks for turn in range(CARDS)]))
    place = tally.findings()[0]
    assert (place.statistic, place.failed) == (0, True)


@settings(max_examples=20)
@given(st.lists(st.integers(1, 40), min_size=1, max_size=5), st.integers(0, 100))
def test_batches_count_as_the_whole(sizes: list[int], seed: int) -> None:
    at = 300
    decks = good(seed, at + sum(sizes))
    whole, parts = ShuffleTally(), ShuffleTally()
    whole.add(decks)
    parts.add(decks[:at])
    for size in sizes:
        parts.add(decks[at : at + size])
        at += size
    assert parts.findings() == whole.findings()


@given(st.lists(st.integers(0, ORDERS - 1), min_size=1, max_size=20))
def test_the_bits_are_the_lowest_of_the_orders_number(found: list[int]) -> None:
    decks = as_numbers([arranged(number) for number in found])
    written = as_bits(decks)
    assert [written[i : i + 6] for i in range(0, len(written), 6)] == [
        (number % 2**48).to_bytes(6, "little") for number in found
    ]
    assert ORDERS % 2**48 == 0
    assert as_cards(decks) == bytes(DECK.index(card) for number in found for card in arranged(number))
