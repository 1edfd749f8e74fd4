"""What the engine could not carry out is refused by the loader, with a sentence."""

from typing import Any

import pytest

from pitboss.sheets import SheetFault
from pitboss.sheets.examination import examined
from pitboss.sheets.loader import make_game
from tests.sheets.edits import Data, source

THREE_CARD = "rws-three-card-v3"
HOLDEM = "rws-multilink-holdem-v2"
STUD = "mbs-megalink-stud-v9"


def set_to(path: str, value: Any) -> Any:
    """An edit that sets an entry."""

    def edit(data: Data) -> None:
        *parents, last = path.split("/")
        holder: Any = data
        for name in parents:
            holder = holder[int(name) if isinstance(holder, list) else name]
        holder[int(last) if isinstance(holder, list) else last] = value

    return edit


def no_ruling(data: Data) -> None:
    for clause, policy in list(data["irregularities"].items()):
        if policy["effect"] == "ruling":
            del data["irregularities"][clause]


def twelve_cards(data: Data) -> None:
    """Seven boxes of seven cards each and a Dealer's hand."""
    data["hands"]["box"] = 7
    for dealing in data["dealing"]:
        dealing["steps"].insert(0, ["deal 2 to boxes", "3.9"])


def no_decision(data: Data) -> None:
    for dealing in data["dealing"]:
        dealing["steps"] = [step for step in dealing["steps"] if not step[0].startswith("decide")]


def decided_twice(data: Data) -> None:
    for dealing in data["dealing"]:
        at = next(place for place, step in enumerate(dealing["steps"]) if step[0].startswith("decide"))
        dealing["steps"].insert(at, dealing["steps"][at])


def decided_before_the_deal(data: Data) -> None:
    for dealing in data["dealing"]:
        steps = dealing["steps"]
        at = next(place for place, step in enumerate(steps) if step[0].startswith("decide"))
        steps.insert(0, steps.pop(at))


def shared_boxes(data: Data) -> None:
    """Several players on a box, where a Pair Plus bet alone brings a hand."""
    data["seats"]["players_on_a_box"] = "several"
    data["refusals"]["other"] = ["3.2"]


def bet_without_ante(data: Data) -> None:
    """Pair Plus is compared with the Dealer's hand, and stands without an Ante."""
    for verdicts in data["showdown"].values():
        verdicts["pair_plus"] = {"result": "push", "clauses": ["3.2"]}


def count_without_a_place(clause: str) -> Any:
    """An edit of a clause on a number of cards that says neither whose they are nor that it is wrong."""

    def edit(data: Data) -> None:
        policy = data["irregularities"][clause]
        del policy["about"]
        policy["when"].remove("wrong_count")

    return edit


BOX_COUNTED = 'whose cards are counted and that their number is wrong: about = "box", and wrong_count in when'
FAULTS = {
    "a hand of a box that is not counted": (
        THREE_CARD,
        count_without_a_place("5.15"),
        "irregularities.5.15.about",
        BOX_COUNTED,
    ),
    "a Dealer's hand that is not counted": (
        THREE_CARD,
        count_without_a_place("5.8.7"),
        "irregularities.5.8.7.about",
        'about = "dealer", and wrong_count in when',
    ),
    "shared cards that are not counted": (
        HOLDEM,
        count_without_a_place("5.8.7"),
        "irregularities.5.8.7.about",
        'about = "dealer" or "community", and wrong_count in when',
    ),
    "a box's count of the whole round": (
        THREE_CARD,
        set_to("irregularities/5.8.6/subjects", ["hand_count"]),
        "irregularities.5.8.6.subjects",
        "hand_invalid_unless_reconstructed",
    ),
    "a ruling with a condition": (
        THREE_CARD,
        set_to("irregularities/5.23/when", ["bets_closed"]),
        "irregularities.5.23.when",
        "at any time",
    ),
    "a Bonus without an Ante": (
        HOLDEM,
        set_to("amounts/orphan_bonus", []),
        "amounts.orphan_bonus",
        "without one needs clauses",
    ),
    "a hand of no cards": (THREE_CARD, set_to("hands/box", 0), "hands.box", "cannot be dealt"),
    "a bet alone on a shared box": (THREE_CARD, shared_boxes, "bets.pair_plus.needs_ante", "several"),
    "a bet on the Dealer's hand alone": (THREE_CARD, bet_without_ante, "bets.pair_plus.needs_ante", "Ante"),
    "no clauses for one who leaves": (
        THREE_CARD,
        set_to("leaving/settle_clauses", []),
        "leaving.settle_clauses",
        "",
    ),
    "no ruling": (THREE_CARD, no_ruling, "irregularities", "effect ruling"),
    "a deck of 40": (THREE_CARD, set_to("deck/cards", 40), "deck.cards", "one deck of 52"),
    "twelve boxes": (THREE_CARD, set_to("layout/most_boxes", 12), "layout.most_boxes", "from 1 to 7"),
    "too few cards for the boxes": (STUD, twelve_cards, "dealing.0", "allow fewer boxes"),
    "no hand to examine": (THREE_CARD, set_to("seats/hands_examined", 0), "seats.hands_examined", "1 to 7"),
    "a hand below its ranking": (THREE_CARD, set_to("hands/box", 1), "hands.shows_down", "hands of 3"),
    "a Dealer's hand below its ranking": (THREE_CARD, set_to("hands/dealer", 1), "hands.dealer", "of 3"),
    "a packet too small": (
        THREE_CARD,
        set_to("dealing/0/steps/0/0", "deal 2 to boxes"),
        "dealing.0",
        "deals 2 to boxes",
    ),
    "no decision": (THREE_CARD, no_decision, "dealing.0", "it has no decision"),
    "one decision twice": (THREE_CARD, decided_twice, "dealing.0", "again"),
    "a decision on no cards": (THREE_CARD, decided_before_the_deal, "dealing.0", "before the first decision"),
}


@pytest.mark.parametrize(("sheet", "edit", "path", "says"), FAULTS.values(), ids=FAULTS)
def test_a_sheet_that_cannot_be_played_is_refused(sheet: str, edit: Any, path: str, says: str) -> None:
    data, clauses = source(sheet)
    edit(data)
    faults = {fault.path: fault.message for fault in examined(data, clauses).faults}
    assert says in faults[path]
    with pytest.raises(SheetFault):
        make_game(data, clauses)
