"""Notation, money and the shuffle."""

from fractions import Fraction
from itertools import permutations
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK, UNKNOWN, parse_card
from pitboss.money import format_cents, format_exact, format_short, parse_cents, parse_exact
from pitboss.shuffle import ORDERS, arranged, shuffled


def test_the_deck_has_52_different_cards() -> None:
    assert len(set(DECK)) == len(DECK) == 52


@pytest.mark.parametrize(("text", "card"), [("As", "As"), ("10h", "Th"), ("Th", "Th"), ("?", UNKNOWN)])
def test_cards_are_read(text: str, card: str) -> None:
    assert parse_card(text) == card


@pytest.mark.parametrize("text", ["", "A", "as", "1s", "11s", "AsKs", "A♠", "??", "10", "Tx"])
def test_rejects_an_invalid_card(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        parse_card(text)


@given(st.integers(min_value=0, max_value=10**15))
def test_money_survives_the_round_trip(cents: int) -> None:
    assert parse_cents(format_cents(cents)) == cents


@pytest.mark.parametrize("text", ["", "-1", "+1", "1.234", "1.", ".5", "1e3", "1,000", "٣", "1 ", "9" * 40])
def test_rejects_an_invalid_amount(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not an amount|below zero|more than two decimals"):
        parse_cents(text)


def test_a_display_is_written_exactly() -> None:
    assert format_exact(parse_exact("150000.125") * 100) == "150000.125"
    assert format_exact(Fraction(1500)) == "15.00"
    assert format_exact(Fraction(1, 8)) == "0.00125"
    assert format_exact(1500 + Fraction(2, 3)) == "15.00 2/3"
    assert format_exact(1500 + Fraction(3, 40)) == "15.00075"
    assert format_exact(Fraction(-1, 2)) == "-0.005"


def test_a_short_amount_that_is_rounded_says_so() -> None:
    assert format_short(Fraction(350, 3)) == "~1.1667"
    assert format_short(Fraction(-350, 3)) == "~-1.1667"
    assert format_short(Fraction(1, 8)) == "~0.0013"
    assert format_short(Fraction(-1, 1000)) == "~0.0000"
    assert [format_short(Fraction(n, 100)) for n in (2500, 250, 25)] == ["0.25", "0.025", "0.0025"]
    assert format_short(-7) == "-0.07"


@given(st.integers(min_value=-(10**15), max_value=10**15))
def test_whole_cents_are_written_alike(cents: int) -> None:
    assert format_short(cents) == format_exact(Fraction(cents)) == format_cents(cents)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6])
def test_every_order_has_exactly_one_number(size: int) -> None:
    deck = DECK[:size]
    orders = {arranged(number, deck) for number in range(factorial(size))}
    assert orders == set(permutations(deck))


@given(st.integers(0, ORDERS - 1), st.integers(0, ORDERS - 1))
def test_numbers_of_the_whole_deck_differ_as_their_orders_do(one: int, other: int) -> None:
    assert sorted(arranged(one)) == sorted(DECK)
    assert (arranged(one) == arranged(other)) == (one == other)


def test_the_shuffle_draws_one_number_of_all_orders() -> None:
    asked: list[int] = []

    def below(limit: int) -> int:
        asked.append(limit)
        return limit - 1

    assert shuffled(below) == arranged(factorial(52) - 1) == DECK
    assert asked == [factorial(52)]


def test_a_shuffle_keeps_the_deck() -> None:
    first, second = shuffled(), shuffled()
    assert sorted(first) == sorted(second) == sorted(DECK)
    assert first != second
