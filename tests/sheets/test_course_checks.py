"""Procedures that the engine could not follow to their end are refused, each with a sentence."""

from typing import Any

import pytest

from pitboss.sheets import SheetFault
from tests.round.games import FLOP_FIRST, RAISE_ONCE, TAKE_BACK, variant

pytestmark = pytest.mark.pure

Steps = list[list[str]]
SIZES: dict[str, dict[str, Any]] = {"flop": {"times_ante": [1, 2, 3, 4]}}
EQUAL: dict[str, dict[str, Any]] = {"bonus": {"equals": "ante"}}


def changed(steps: Steps, old: str, *new: str) -> Steps:
    """The steps with other texts in the place of one of them."""
    found: Steps = []
    for text, clause in steps:
        found += [[other, clause] for other in new] if text == old else [[text, clause]]
    assert found != steps
    return found


FAULTY: dict[str, tuple[Steps, dict[str, dict[str, Any]], str]] = {
    "nobody decides": (changed(FLOP_FIRST, "decide flop or fold"), {}, "it has no decision"),
    "a bet that is none": (
        changed(FLOP_FIRST, "decide flop or fold", "decide raise or fold"),
        {},
        "raise is not a decision bet",
    ),
    "a size that the bet has not": (
        changed(FLOP_FIRST, "decide flop or fold", "decide flop x 3 or fold"),
        {},
        "flop x 3 is not one of its times_ante: 2",
    ),
    "sizes out of order": (
        changed(RAISE_ONCE, "decide flop x 3, 4 or check", "decide flop x 4, 3 or check"),
        SIZES,
        "named once each, the lowest first",
    ),
    "asked again after a fold": (
        changed(RAISE_ONCE, "decide flop x 2 or check", "decide flop x 2 or fold"),
        SIZES,
        "flop is asked for again after a decision that made it or folded",
    ),
    "a step that is none": (
        changed(FLOP_FIRST, "decide flop or fold", "decide flop, fold"),
        {},
        "'decide flop, fold' is not a step of a dealing procedure",
    ),
    "a withdrawal that ends in a fold": (
        changed(TAKE_BACK, "decide withdraw bonus or check", "decide withdraw bonus or fold"),
        EQUAL,
        "is not a step of a dealing procedure",
    ),
    "a bet that cannot be withdrawn": (
        changed(TAKE_BACK, "decide withdraw bonus or check", "decide withdraw ante or check"),
        EQUAL,
        "ante cannot be withdrawn",
    ),
    "an unknown bet withdrawn": (
        changed(TAKE_BACK, "decide withdraw bonus or check", "decide withdraw third or check"),
        EQUAL,
        "third cannot be withdrawn",
    ),
    "a bet withdrawn that need not lie there": (TAKE_BACK, {}, "bonus cannot be withdrawn"),
    "a bet that equals the ante without needing it": (
        TAKE_BACK,
        {"bonus": {"equals": "ante", "needs_ante": False}},
        "placed before the deal, and needs_ante is true",
    ),
    "the Dealer's hand turned over twice": (
        changed(FLOP_FIRST, "reveal community 3", "reveal community 3 and dealer"),
        {},
        "turned over once, by the last reveal",
    ),
    "the Dealer's hand never turned over": (
        changed(FLOP_FIRST, "reveal community 5 and dealer", "reveal community 5"),
        {},
        "its last reveal must turn over the Dealer's hand",
    ),
    "community cards left face down": (
        changed(FLOP_FIRST, "reveal community 5 and dealer", "reveal dealer"),
        {},
        "each reveal turns over more community cards, and the last all of them",
    ),
    "cards for boxes after the flop": (
        changed(
            changed(FLOP_FIRST, "deal 2 to boxes", "deal 1 to boxes"),
            "decide flop or fold",
            "deal 1 to boxes",
            "decide flop or fold",
        ),
        {},
        "the boxes receive their cards before the first decision and the first reveal",
    ),
    "a decision after everything is open": (
        changed(changed(FLOP_FIRST, "decide flop or fold"), "reveal community 5 and dealer",
                "reveal community 5 and dealer", "decide flop or fold"),
        {},
        "nothing comes after its last reveal",
    ),
    "the Dealer's cards too late": (
        changed(changed(FLOP_FIRST, "deal 2 to dealer"), "reveal community 5 and dealer",
                "reveal community 5 and dealer", "deal 2 to dealer"),
        {},
        "the Dealer's hand is turned over before it is dealt",
    ),
    "another number of cards": (
        changed(FLOP_FIRST, "deal 2 to boxes", "deal 3 to boxes"),
        {},
        "it deals 3 to boxes, and a hand there is 2",
    ),
}  # fmt: skip


@pytest.mark.parametrize("faulty", FAULTY.values(), ids=FAULTY)
def test_a_procedure_that_cannot_be_followed(faulty: tuple[Steps, dict[str, dict[str, Any]], str]) -> None:
    steps, rules, says = faulty
    with pytest.raises(SheetFault) as found:
        variant(steps, "flop", rules=rules)
    assert says in str(found.value)


@pytest.mark.parametrize("sizes", [[2, 1], [1, 1], [0, 1], []])
def test_sizes_of_a_bet_rise_from_one(sizes: list[int]) -> None:
    with pytest.raises(SheetFault, match=r"bets\.flop"):
        variant(FLOP_FIRST, "flop", rules={"flop": {"times_ante": sizes}})
