"""The generator has its published values, and cards are dealt as a reference in plain integers deals them."""

import numpy as np
import pytest

from pitboss.shoe.distributions import chi_square
from pitboss.simulation.dealing import block, cuts_of, deal_rounds, most_rounds
from tests.simulation.reference import dealt, philox

PUBLISHED = [
    (
        (0, 0, 0, 0),
        (0, 0),
        (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8),
    ),
    (
        (0xFFFFFFFF,) * 4,
        (0xFFFFFFFF,) * 2,
        (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD),
    ),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]
"""The known answers of ``philox4x32 10`` in Random123 of its authors."""


@pytest.mark.parametrize(("counter", "key", "expected"), PUBLISHED)
def test_blocks_have_their_published_values(
    counter: tuple[int, ...], key: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    words = [np.uint32(part) for part in (*counter, *key)]
    assert tuple(int(part) for part in block(*words)) == expected
    assert philox(counter, key) == expected


@pytest.mark.parametrize("cards", [6, 9, 10, 26, 40])
def test_rounds_are_dealt_as_the_reference_deals_them(cards: int) -> None:
    """Over 1,200 rounds some words of ten cards are rejected, which the reference does too."""
    cuts = cuts_of(cards)
    seed, first = 0x9E3779B97F4A7C15, 1 << 40
    found = deal_rounds(np.uint64(seed), np.uint64(first), 1200, cards, cuts)
    ends = cuts.ends.tolist()
    for place in (0, 1, 127, 128, 255, 256, *range(700, 1200, 3)):
        assert found[place].tolist() == dealt(seed, first + place, ends)


def test_a_round_does_not_depend_on_where_a_run_begins() -> None:
    cuts = cuts_of(26)
    whole = deal_rounds(np.uint64(1), np.uint64(0), 768, 26, cuts)
    part = deal_rounds(np.uint64(1), np.uint64(512), 256, 26, cuts)
    assert (whole[512:] == part).all()


def test_every_two_cards_are_equally_likely() -> None:
    rounds = 300_000
    found = deal_rounds(np.uint64(7), np.uint64(0), rounds, 10, cuts_of(10))
    for a, b in ((0, 1), (0, 9), (8, 9)):
        hits = np.bincount(found[:, a].astype(np.int64) * 52 + found[:, b], minlength=52 * 52)
        assert (np.sort(found, axis=1)[:, 1:] > np.sort(found, axis=1)[:, :-1]).all()
        mean = rounds / (52 * 51)
        statistic = sum((count - mean) ** 2 / mean for count in hits[hits > 0].tolist())
        assert (hits > 0).sum() == 52 * 51
        assert chi_square(statistic, 52 * 51 - 1) > 1e-9


def test_the_words_of_a_round_hold_its_cards_and_few_are_rejected() -> None:
    for cards in range(1, 53):
        cuts = cuts_of(cards)
        assert cuts.ends[-1] == cards
        assert all(int(least) * 100 < 1 << 58 for least in cuts.rejected)
        assert most_rounds(cuts) * len(cuts.ends) <= 1 << 65
