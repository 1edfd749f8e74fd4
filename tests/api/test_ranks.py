"""A hand that lies open to its reader says its rank; one that does not says nothing."""

import pytest

from pitboss.api.ranks import dealer_qualifies, rank_of
from pitboss.cards import UNKNOWN, Card
from pitboss.messages.tables import RankNow
from pitboss.round.views import TableView
from pitboss.settlement import Table
from pitboss.sheets import load

SHEETS = {
    "3CP": "rws-three-card-v3",
    "ML3": "rws-multilink-three-card-v4",
    "MLTH": "rws-multilink-holdem-v2",
    "MSS": "mbs-megalink-stud-v9",
}


def cards(text: str) -> tuple[Card, ...]:
    return tuple(UNKNOWN if word == "?" else Card(word) for word in text.split())


def seen(sheet: str, dealer: str = "", community: str = "") -> TableView:
    plate = Table(sheet=SHEETS[sheet], device="shuffler", boxes=7)
    return TableView(
        table=plate,
        audience=None,
        closed=True,
        boxes=(),
        dealer=cards(dealer),
        community=cards(community),
        burnt=0,
        discarded=0,
        void=(),
        settlement=None,
    )


def of(
    category: str, first: str, second: str | None, suit: str, kicker: str | None = None, *cards: str
) -> RankNow:
    return RankNow(category=category, first=first, second=second, suit=suit, kicker=kicker, cards=cards)


@pytest.mark.parametrize(
    ("sheet", "hand", "community", "rank"),
    [
        ("3CP", "9s 9d 4c", "", of("one_pair", "9", "4", "", "4")),
        ("3CP", "As Ks Qs", "", of("akq_suited", "A", None, "s")),
        ("3CP", "Qs 6d 4c", "", of("three_odd_cards", "Q", "6", "")),
        ("3CP", "Qs 6d ?", "", None),
        ("3CP", "", "", None),
        ("ML3", "9s 9d 4c", "9h 9c", of("one_pair", "9", "4", "", "4")),
        ("MLTH", "9s 9d", "? ? ? ? ?", None),
        ("MLTH", "9s 9d", "9h 4c 4d ? ?", of("full_house", "9", "4", "")),
        (
            "MLTH",
            "9s 2d",
            "9h 4c Kd Jc 3d",
            of("one_pair", "9", "K", "", "K", "9s", "9h", "4c", "Kd", "Jc"),
        ),
        ("MSS", "As Ac 4d 9h 9d", "", of("two_pairs", "A", "9", "", "4")),
    ],
)
def test_ranks(sheet: str, hand: str, community: str, rank: RankNow | None) -> None:
    assert rank_of(load(SHEETS[sheet]), seen(sheet, community=community), cards(hand)) == rank


@pytest.mark.parametrize(
    ("sheet", "dealer", "qualifies"),
    [
        ("3CP", "Qs 3d 2c", True),
        ("3CP", "Js Td 8c", False),
        ("3CP", "? ? ?", None),
        ("3CP", "Qs 3d", None),
        ("MSS", "? ? ? ? As", None),
        ("MSS", "As Kd 2c 3c 4d", True),
        ("MSS", "As Qd 2c 3c 4d", False),
        ("MLTH", "2s 3d", None),
    ],
)
def test_whether_the_dealer_qualifies(sheet: str, dealer: str, qualifies: bool | None) -> None:
    assert dealer_qualifies(load(SHEETS[sheet]), seen(sheet, dealer)) is qualifies
