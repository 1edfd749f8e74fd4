"""Notation, money and the shuffle."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK, UNKNOWN, parse_card
from pitboss.money import format_cents, format_exact, parse_cents, parse_exact
from pitboss.shuffle import shuffled


def test_the_deck_has_52_different_cards() -> None:
    assert len(set(DECK)) == len(DECK) == 52


@pytest.mark.parametrize(("text", "card"), [("As", "As"), ("10h", "Th"), ("Th", "Th"), ("?", UNKNOWN)])
def test_cards_are_read(text: str, card: str) -> None:
    assert parse_card(text) == card


@pytest.mark.parametrize("text", ["", "A", "as", "1s", "11s", "AsKs", "A♠", "??", "10", "Tx"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        parse_card(text)


@given(st.integers(min_value=0, max_value=10**15))
def test_money_survives_the_round_trip(cents: int) -> None:
    assert parse_cents(format_cents(cents)) == cents


@pytest.mark.parametrize("text", ["", "-1", "+1", "1.234", "1.", ".5", "1e3", "1,000", "٣", "1 ", "9" * 40])
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not an amount|below zero|more than two decimals"):
        parse_cents(text)


def test_a_display_is_written_exactly() -> None:
    assert format_exact(parse_exact("150000.125") * 100) == "150000.125"
    assert format_exact(Fraction(1500)) == "15.00"
    assert format_exact(Fraction(1, 8)) == "0.00125"
    assert format_exact(Fraction(100, 3)) == f"0.{'3' * 30}"
    parse_exact(format_exact(Fraction(100, 3)))


def test_every_order_comes_from_exactly_one_sequence_of_draws() -> None:
    """With a deck of four the exchange reaches each of the 24 orders once from its 24 draws."""

    def order(draws: tuple[int, ...]) -> str:
        left = list(draws)

        def below(limit: int) -> int:
            return left.pop(0) if limit <= 4 else limit - 1

        return "".join(shuffled(below)[:4])

    orders = Counter(order(draws) for draws in product(range(4), range(3), range(2)))
    assert len(orders) == 24
    assert set(orders.values()) == {1}


def test_a_shuffle_keeps_the_deck() -> None:
    first, second = shuffled(), shuffled()
    assert sorted(first) == sorted(second) == sorted(DECK)
    assert first != second
