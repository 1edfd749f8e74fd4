"""Ranking: exact counts that anybody can check, and every tie-break the sheets describe."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK, Card, parse_card
from pitboss.hands import (
    Rank,
    Ranking,
    called,
    compare,
    hand_in_words,
    line_in_words,
    parse_hand_line,
)
from pitboss.hands.ranking import FIVE_CARD_CATEGORIES, FOUR_CARD_CATEGORIES
from pitboss.sheets import load
from pitboss.words import catalogue

THREE = load("rws-three-card-v3").ranking
FIVE = load("mbs-megalink-stud-v9").ranking
SHORT_FIVE = Ranking(5, FIVE_CARD_CATEGORIES[1:])


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(word) for word in text.split())


def test_all_22100_three_card_hands() -> None:
    ranks = [THREE.rank(hand) for hand in combinations(DECK, 3)]
    assert Counter(rank.category for rank in ranks) == {
        "akq_suited": 4,
        "straight_flush": 44,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1096,
        "one_pair": 3744,
        "three_odd_cards": 16440,
    }
    assert len({rank.strength for rank in ranks}) == 741


FOUR = Ranking(4, FOUR_CARD_CATEGORIES)


def test_all_270725_four_card_hands() -> None:
    counts = Counter(FOUR.rank(hand).category for hand in combinations(DECK, 4))
    assert counts == {
        "akqj_suited": 4,
        "four_of_a_kind": 13,
        "straight_flush": 40,
        "three_of_a_kind": 2496,
        "flush": 2816,
        "straight": 2772,
        "two_pairs": 2808,
        "one_pair": 82368,
        "four_odd_cards": 177408,
    }


@given(st.permutations(DECK), st.sampled_from([(FOUR, 6), (FOUR, 8), (THREE, 6), (FIVE, 10)]))
def test_the_best_hand_of_more_cards(deck: list[Card], dealt: tuple[Ranking, int]) -> None:
    ranking, cards_held = dealt
    hand = deck[:cards_held]
    best = max(ranking.rank(part).strength for part in combinations(hand, ranking.size))
    assert ranking.rank(hand).strength == best


def test_flushes_in_two_suits() -> None:
    assert FOUR.rank(cards("Kh 9h 5h 2h As 4s 3s 8s")).suit == "s"
    assert FOUR.rank(cards("Kh 9h 5h 2h 7s 4s 3s 8s")).suit == "h"
    assert THREE.rank(cards("2h 3h 4h As Ks 9s")).category == "straight_flush"


@pytest.mark.parametrize(
    ("text", "hand", "reached"),
    [
        ("one_pair:T", "Ts Th 4d 3c 2s", True),
        ("one_pair:T", "9s 9h Ad Kc Qs", False),
        ("one_pair:T", "2s 2h 3d 3c Qs", True),
        ("one_pair:10", "As Ah 3d 2c Qs", True),
        ("straight_flush:K", "As Ks Qs Js Ts", True),
        ("flush:Q", "Js 9s 5s 3s 2s", False),
        ("straight", "6s 5h 4d 3c 2s", True),
    ],
)
def test_lines_from_a_rank_up(text: str, hand: str, reached: bool) -> None:
    assert parse_hand_line(text).reached_by(SHORT_FIVE, SHORT_FIVE.rank(cards(hand))) == reached


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("one_pair:4", "a pair of fours"),
        ("one_pair", "a pair"),
        ("straight", "a straight"),
        ("flush:A", "an ace-high flush"),
        ("three_of_a_kind:6", "three sixes"),
        ("two_pairs:T", "two pairs with tens"),
        ("full_house", "a full house"),
        ("five_odd_cards:A", "ace high"),
        ("four_of_a_kind", "four of a kind"),
    ],
)
def test_lines_in_words(text: str, words: str) -> None:
    assert line_in_words(parse_hand_line(text)) == words


@pytest.mark.long
def test_all_2598960_five_card_hands() -> None:
    counts: Counter[str] = Counter()
    strengths = set()
    for hand in combinations(DECK, 5):
        rank = FIVE.rank(hand)
        counts[rank.category] += 1
        strengths.add(rank.strength)
    assert counts == {
        "royal_flush": 4,
        "straight_flush": 36,
        "four_of_a_kind": 624,
        "full_house": 3744,
        "flush": 5108,
        "straight": 10200,
        "three_of_a_kind": 54912,
        "two_pairs": 123552,
        "one_pair": 1098240,
        "five_odd_cards": 1302540,
    }
    assert len(strengths) == 7462


@given(st.sampled_from([6, 7]).flatmap(lambda n: st.permutations(DECK).map(lambda deck: deck[:n])))
def test_the_best_five_of_six_and_of_seven(hand: list[Card]) -> None:
    best = max(FIVE.rank(five).strength for five in combinations(hand, 5))
    assert FIVE.rank(hand).strength == best


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("2s 3h Ad", "As Ks Js"),  # the lowest straight beats the highest flush (3.1.2)
        ("4s 3h 2d", "3s 2h Ad"),  # 3-2-A is the lowest straight (3.1.1)
        ("As Kh Qd", "Ks Qh Jd"),
        ("Ks Qh Jd", "Js Th 9d"),  # 3.1.3 a
        ("5s 5h Kd", "5c 5d Qs"),  # 3.1.3 b
        ("As Kh Jd", "Ac Kd Ts"),  # 3.1.3 c
        ("2s 2h 3d", "As Kh Jd"),
        ("3s 2s As", "Ks Kh Kd"),
        ("2s 2h 2d", "As Kh Qd"),
        ("4s 3s 2s", "3h 2h Ah"),
    ],
)
def test_three_card_order(higher: str, lower: str) -> None:
    assert THREE.rank(cards(higher)).strength > THREE.rank(cards(lower)).strength


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("6s 5h 4d 3c 2s", "5s 4h 3d 2c As"),  # MBS 3.12.4
        ("6s 5s 4s 3s 2s", "5h 4h 3h 2h Ah"),
        ("Ks Kh 3d 3c 2s", "Qs Qh Jd Jc As"),  # 3.12.2: the highest pair
        ("Ks Kh 4d 4c 2s", "Kd Kc 3d 3c As"),  # then the second
        ("Ks Kh 4d 4c 3s", "Kd Kc 4s 4h 2s"),  # then the single card
        ("5s 5h Kd Tc 2s", "5d 5c Qs Jh Td"),  # 3.12.3
        ("3s 3h 3d 2c 2s", "2h 2d 2c As Ah"),  # 3.12.5
        ("As Kh Jd 5c 2s", "Ac Kd Ts 6h 4d"),
        ("2s 2h 2d 3c 3s", "As Ks Qs Js 9s"),
        ("As Ks Qs Js 9s", "As Kh Qd Jc Ts"),
    ],
)
def test_five_card_order(higher: str, lower: str) -> None:
    assert FIVE.rank(cards(higher)).strength > FIVE.rank(cards(lower)).strength


def test_suits_do_not_rank() -> None:
    assert THREE.rank(cards("As Ks Qs")).strength == THREE.rank(cards("Ac Kc Qc")).strength
    assert FIVE.rank(cards("As Kh Qd Jc 9s")).strength == FIVE.rank(cards("Ah Ks Qc Jd 9h")).strength


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("As Ks Qs", "A-K-Q of spades"),
        ("9s 9c 4h", "a pair of nines"),
        ("6s 6c 6h", "three sixes"),
        ("Kh 8d 5c", "king high"),
        ("3h 2d Ac", "a three-high straight"),
        ("8h 3h 2h", "an eight-high flush in hearts"),
    ],
)
def test_hands_in_words(hand: str, words: str) -> None:
    assert hand_in_words(THREE.rank(cards(hand))) == words


@pytest.mark.parametrize(
    ("own", "other", "words"),
    [
        ("9s 9c 4h Kd 2s", "9h 9d Qc Jh 7s", "pair of nines with a king / pair of nines with a queen"),
        ("9s 9c 8h 8d 2s", "9h 9d 7c 7s As", "two pairs of nines and eights / two pairs of nines and sevens"),
        ("9s 9c 9h 9d 2s", "8s 8c 8h 8d Ks", "four nines / four eights"),
        ("9s 9c 9h Ad 8s", "9d 8c 8h 8d Ks", "three nines / three eights"),
        ("As Kc Jh 9d 2s", "Ah Kd Tc 9h 7s", "A-K-J / A-K-10"),
        ("Kh Jh 9h 4h 2h", "Ks Js 8s 4s 2s", "K-J-9 flush in hearts / K-J-8 flush in spades"),
        ("9s 8c 7h 6d 5s", "8h 7d 6c 5h 4s", "nine-high straight / eight-high straight"),
        ("6d 5c 4s 3c 2s", "5d 4c 3d 2d As", "six-high straight / five-high straight"),
        ("9s 9c 4h Kd 2s", "Ah Kc Qd 9h 7s", "pair of nines / ace high"),
    ],
)
def test_the_deciding_cards_of_two_hands_are_named(own: str, other: str, words: str) -> None:
    first, second = FIVE.rank(cards(own)), FIVE.rank(cards(other))
    compared, turned = compare(FIVE, first, second), compare(FIVE, second, first)
    named = [catalogue().hand(called(rank, compared.ranks), "") for rank in (first, second)]
    assert " / ".join(named) == words
    assert compared.by == ("cards" if first.category == second.category else "kinds")
    assert (turned.by, turned.ranks, turned.higher) == (compared.by, compared.ranks, compared.higher)
    assert (compared.higher, compared.lower) == (first, second)


def test_the_side_cards_of_a_hand_are_named_with_their_articles() -> None:
    pair = FIVE.rank(cards("9s 9c Ah Kd 8s"))
    assert hand_in_words(pair, 3) == "a pair of nines with an ace and a king"
    assert hand_in_words(pair, 4) == "a pair of nines with an ace, a king and an eight"
    same = compare(FIVE, pair, FIVE.rank(cards("9h 9d Ac Kh 8d")))
    assert (same.by, same.ranks) == ("equal", 4)


def test_every_category_has_words() -> None:
    for category in FIVE.order:
        rank = Rank(strength=1, category=category, tie_break=(12, 11, 10, 9, 8), suit="s", letters="AKQJT")
        assert hand_in_words(rank)
