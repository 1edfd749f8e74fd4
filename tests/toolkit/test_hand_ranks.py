"""Public cards, ranks and comparisons: by themselves, and by the list of a sheet."""

import random
from itertools import pairwise

import pytest

import pitboss as pb
from pitboss.cards import DECK
from pitboss.hands.ranking import FIVE_CARD_CATEGORIES, Ranking

LADDER = (
    "7h 5d 4c 3s 2h",
    "2h 2d 3c 4s 5h",
    "2h 2d 3c 3s 4h",
    "2h 2d 2c 3s 4h",
    "Ah 2d 3c 4s 5h",
    "7h 5h 4h 3h 2h",
    "2h 2d 2c 3s 3h",
    "2h 2d 2c 2s 3h",
    "Ah 2h 3h 4h 5h",
    "Ah Kh Qh Jh Th",
)
"""A hand of each kind, lowest first."""


def test_every_kind_is_above_those_below() -> None:
    ranks = [pb.rank(hand) for hand in LADDER]
    assert all(lower < higher for lower, higher in pairwise(ranks))
    assert [rank.category for rank in ranks] == list(reversed(FIVE_CARD_CATEGORIES))
    assert [pb.compare(one, other) for one, other in pairwise(LADDER)] == [-1] * 9


def test_the_best_of_more_cards_is_that_of_every_choice_of_five() -> None:
    from itertools import combinations

    drawn = random.Random(39)
    for _ in range(200):
        cards = drawn.sample(DECK, 7)
        assert pb.rank(cards) == max(pb.rank(five) for five in combinations(cards, 5))


def test_a_sheet_ranks_by_its_own_list() -> None:
    straight, flush = "4s 3d 2h", "Kh 7h 2h"
    assert pb.compare(straight, flush, sheet="3CP") == 1
    game = pb.sheet("3CP")
    assert pb.rank(straight, sheet=game).strength == game.game.ranking.rank(("4s", "3d", "2h")).strength  # type: ignore[arg-type]


def test_cards_may_be_named_in_any_form() -> None:
    forms = ("10s Js Qs Ks As", "Ts,Js,Qs,Ks,As", ["Ts", "Js", "Qs", "Ks", "As"])
    forms += (tuple(pb.Card(card) for card in forms[2]),)  # type: ignore[assignment]
    assert len({pb.rank(form) for form in forms}) == 1
    assert repr(pb.rank(forms[0])) == "<a royal flush in spades>"


@pytest.mark.parametrize(
    ("cards", "sheet", "fault"),
    [
        ("As Ks Qs Js", None, "a hand of 5 cards is made of 5 to 10, not of 4"),
        (" ".join(DECK[:11]), None, "not of 11"),
        ("As As Qs Js Ts", None, "named twice"),
        (("As", "As", "Qs", "Js", "Ts"), None, "named twice"),
        ("As Ks Qs Js 1s", None, "'1s'"),
        ("As Ks Qs Js ?", None, "not known"),
        ("As Ks", "3CP", "a hand of 3 cards is made of 3 to 10, not of 2"),
    ],
)
def test_rejects_an_invalid_hand(cards: str, sheet: str | None, fault: str) -> None:
    with pytest.raises(ValueError, match=fault.replace("?", r"\?")):
        pb.rank(cards, sheet=sheet)


def test_a_card_is_a_text_or_nothing() -> None:
    with pytest.raises(TypeError, match="a card is a text"):
        pb.Card(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="cards are a text"):
        pb.rank(5)  # type: ignore[arg-type]


def test_ranks_agree_with_the_engine() -> None:
    ranking, drawn = Ranking(5, FIVE_CARD_CATEGORIES), random.Random(7)
    for _ in range(300):
        one, other = drawn.sample(DECK, 7), drawn.sample(DECK, 7)
        mine, theirs = ranking.rank(one).strength, ranking.rank(other).strength
        assert pb.compare(one, other) == (mine > theirs) - (mine < theirs)
