"""Two sheets side by side: every rule is paired by its subject, and a gap is a true one."""

from itertools import combinations
from typing import Final

import pytest
from msgspec import structs

from pitboss.reason import because
from pitboss.sheets import load, sheet_ids
from pitboss.sheets.compare import SheetDifference, differences
from pitboss.sheets.model import Sheet, Subject
from pitboss.sheets.readings import POINTS
from pitboss.sheets.words import SUBJECTS as CODES
from pitboss.words import say

SUBJECTS: Final = {name: say(because(code)) for name, code in CODES.items()}
SHEETS: Final[dict[str, Sheet]] = {load(name).sheet.identity.short: load(name).sheet for name in sheet_ids()}
ALL: Final = frozenset(SHEETS)
PAIRS: Final = list(combinations(SHEETS, 2))

HOLDEM_ONLY: Final = ALL - {"MLTH"}
STUD_ONLY: Final = ALL - {"MSS"}
NO_PAIR_PLUS: Final = frozenset({"MLTH", "MSS"})
NO_ENVY: Final = frozenset({"ML3", "MLTH", "MSS"})
STUD: Final = frozenset({"MSS"})

TRULY_NONE: Final[dict[tuple[str, str], frozenset[str]]] = {
    # Bets that only one family has.
    ("Seats and bets", "Pair Plus"): NO_PAIR_PLUS,
    ("Seats and bets", "Bonus"): HOLDEM_ONLY,
    ("Seats and bets", "Turn"): HOLDEM_ONLY,
    ("Seats and bets", "River"): HOLDEM_ONLY,
    ("Pays", "Pair Plus"): NO_PAIR_PLUS,
    ("Pays", "Ante Bonus"): NO_PAIR_PLUS,
    ("Pays", "Bonus"): HOLDEM_ONLY,
    ("Pays", "Bonus: at most"): HOLDEM_ONLY,
    ("Pays", "Turn"): HOLDEM_ONLY,
    ("Pays", "River"): HOLDEM_ONLY,
    ("Fold, decline, leave", "fold: Pair Plus"): NO_PAIR_PLUS,
    ("Fold, decline, leave", "fold: Bonus"): HOLDEM_ONLY,
    # In MLTH every hand of the Dealer plays.
    ("Settlement", "Dealer does not qualify: Ante"): frozenset({"MLTH"}),
    ("Settlement", "Dealer does not qualify: the bet to stay in"): frozenset({"MLTH"}),
    ("Settlement", "player higher: Turn"): HOLDEM_ONLY,
    ("Settlement", "player higher: River"): HOLDEM_ONLY,
    ("Settlement", "player lower: Turn"): HOLDEM_ONLY,
    ("Settlement", "player lower: River"): HOLDEM_ONLY,
    ("Settlement", "the same: Turn"): HOLDEM_ONLY,
    ("Settlement", "the same: River"): HOLDEM_ONLY,
    # Lines of the jackpot pay tables: 3CP 4.4 is of three cards, MLTH 4.2 and P3CP 4.4 end at the flush.
    ("Jackpot", "royal flush"): frozenset({"3CP"}),
    ("Jackpot", "four of a kind"): frozenset({"3CP"}),
    ("Jackpot", "full house"): frozenset({"3CP"}),
    ("Jackpot", "flush"): frozenset({"3CP"}),
    ("Jackpot", "straight"): frozenset({"P3CP", "MLTH"}),
    ("Jackpot", "A-K-Q suited"): ALL - {"3CP"},
    ("Jackpot", "three of a kind"): ALL - {"3CP"},
    ("Jackpot", "Envy Bonus"): NO_ENVY,
    # MSS has no Burnt Card, and leaves to 6.1 what else is here.
    ("Irregularities", SUBJECTS["burn_missing"]): STUD,
    ("Irregularities", SUBJECTS["too_few_cards"]): STUD,
    ("Irregularities", SUBJECTS["card_face_up"]): STUD,
    ("Irregularities", SUBJECTS["drawn_together"]): STUD,
    ("Irregularities", SUBJECTS["one_card_exposed"]): STUD,
    ("Irregularities", SUBJECTS["jackpot_failure"]): STUD,
    ("Irregularities", SUBJECTS["after_jackpot_failure"]): STUD,
    # Games without community cards.
    ("Irregularities", SUBJECTS["community_count"]): frozenset({"3CP", "P3CP", "MSS"}),
    # What only MSS provides for: 3.4.3, 5.9 and 5.10.3.
    ("Irregularities", SUBJECTS["one_position"]): STUD_ONLY,
    ("Irregularities", SUBJECTS["confidentiality"]): STUD_ONLY,
    ("Irregularities", SUBJECTS["several_hands"]): STUD_ONLY,
    ("Irregularities", "a Bonus bet without an Ante"): HOLDEM_ONLY,
    # Points that a sheet does not raise.
    **{
        ("Readings", f"{POINTS[name].question}?"): none
        for name, none in {
            "ante_bonus_after_fold": NO_PAIR_PLUS,
            "pair_plus_after_fold": ALL - {"ML3"},
            "percentage_award": frozenset({"3CP"}),
            "envy_for_own_hands": NO_ENVY,
            "envy_after_fold": NO_ENVY,
            "second_straight_flush": STUD_ONLY,
            "options_of_folded_boxes": frozenset({"3CP", "P3CP"}),
            "options_once_reconstructed": STUD,
            "under_minimum_span": STUD_ONLY,
            "bar_scope": STUD_ONLY,
            "withdrawal_from_a_shared_area": STUD_ONLY,
            "folded_jackpot": HOLDEM_ONLY,
            "leaving_after_the_flop": HOLDEM_ONLY,
            "bonus_cap_covers": HOLDEM_ONLY,
            "bonus_without_an_ante": HOLDEM_ONLY,
            "jackpot_bet_between_multiples": STUD_ONLY,
            "second_look_after_decisions": STUD,
            "bet_over_maximum": STUD,
            "report_after_the_deal": frozenset(),
            "order_once_reconstructed": frozenset({"3CP", "P3CP"}),
            "full_hand": frozenset({"3CP", "P3CP", "MSS"}),
        }.items()
    },
}
"""By topic, the sheets that have no such rule: read in the sheets, not derived from their data."""


@pytest.mark.parametrize(("one", "two"), PAIRS)
def test_a_gap_stands_only_where_a_sheet_has_no_such_rule(one: str, two: str) -> None:
    for found in differences(SHEETS[one], SHEETS[two]):
        for short, topic in ((one, found.first), (two, found.second)):
            none = short in TRULY_NONE.get((found.heading, found.name), frozenset())
            assert (topic is None) == none, f"{short}: {found.heading}, {found.name}"


def _irregularity(one: str, two: str, name: str) -> SheetDifference:
    found = {each.name: each for each in differences(SHEETS[one], SHEETS[two])}
    return found[name]


@pytest.mark.parametrize(
    ("one", "two", "subject", "first", "second"),
    [
        ("ML3", "MLTH", "community_count", ("5.10",), ("5.8.7",)),
        ("3CP", "MSS", "deck_count", ("5.8.3",), ("5.1", "5.1.1", "5.8")),
        ("3CP", "MSS", "dealt_wrongly", ("5.8.6", "5.10"), ("5.2",)),
        ("3CP", "MSS", "cards_exposed", ("5.8.2", "5.12"), ("5.4",)),
        ("3CP", "MSS", "second_look", ("5.18",), ("1.1.3", "3.4.1")),
        ("3CP", "MSS", "placed_in_error", ("5.20",), ("5.10",)),
        ("3CP", "MSS", "hand_count", ("5.15",), ("5.7",)),
        ("ML3", "3CP", "one_card_exposed", ("5.12",), ("5.10", "5.12")),
    ],
)
def test_an_irregularity_meets_its_like_under_another_number(
    one: str, two: str, subject: Subject, first: tuple[str, ...], second: tuple[str, ...]
) -> None:
    found = _irregularity(one, two, SUBJECTS[subject])
    assert found.first
    assert found.second
    assert (found.first.clauses, found.second.clauses) == (first, second)


@pytest.mark.parametrize(
    ("one", "two", "subject"),
    [
        ("ML3", "MLTH", "dealer_count"),
        ("3CP", "MSS", "foreign_card"),
        ("3CP", "MSS", "unshuffled"),
        ("3CP", "MSS", "orphan_jackpot"),
        ("3CP", "MSS", "not_covered"),
    ],
)
def test_rules_that_say_the_same_under_other_numbers_are_no_difference(
    one: str, two: str, subject: Subject
) -> None:
    names = {each.name for each in differences(SHEETS[one], SHEETS[two])}
    assert SUBJECTS[subject] not in names


def test_every_irregularity_names_its_subjects() -> None:
    for short, sheet in SHEETS.items():
        for clause, policy in sheet.irregularities.items():
            assert policy.subjects, f"{short} {clause}"


def test_a_text_without_subjects_is_compared_by_its_sentences() -> None:
    sheet = SHEETS["3CP"]
    policies = {
        clause: structs.replace(policy, subjects=()) for clause, policy in sheet.irregularities.items()
    }
    older = structs.replace(sheet, irregularities=policies)
    assert {each.name for each in differences(older, older)} == set()
    assert sheet.irregularities["5.9"].gist in {each.name for each in differences(older, SHEETS["MLTH"])}


def test_the_title_page_and_the_layout_are_compared() -> None:
    sheet = SHEETS["3CP"]
    identity = structs.replace(
        sheet.identity,
        operator="Example House",
        house="EX",
        currency="USD",
        currency_sign="$",
        time_zone="America/New_York",
    )
    layout = structs.replace(sheet.layout, fewest_boxes=6, most_boxes=6)
    found = differences(sheet, structs.replace(sheet, identity=identity, layout=layout))
    told = {each.name: each.second.says for each in found if each.second}
    assert told.pop("version").startswith("version 3, in force from 2020-03-16 20:00")
    assert told == {
        "operator": "Example House",
        "house": "EX",
        "currency": "USD, written $",
        "time zone": "America/New_York",
        "boxes of a table": "6",
        "Envy Bonus": "AKQ spades $250; AKQ hearts, diamonds or clubs $50",
    }
    boxes = next(each for each in found if each.name == "boxes of a table")
    assert boxes.first
    assert (boxes.first.says, boxes.first.clauses) == ("1 to 7", sheet.layout.clauses)


@pytest.mark.parametrize(("part", "value"), [("currency", "USD"), ("currency_sign", "$")])
def test_a_currency_alone_is_a_difference(part: str, value: str) -> None:
    sheet = SHEETS["3CP"]
    other = structs.replace(sheet, identity=structs.replace(sheet.identity, **{part: value}))
    assert "currency" in {each.name for each in differences(sheet, other)}


@pytest.mark.parametrize(
    ("section", "changes", "name", "says"),
    [
        ("hands", {"dealer": 4}, "the Dealer's hand", "4 cards, the last face up"),
        ("hands", {"dealers_last_card_face_up": False}, "the Dealer's hand", "5 cards"),
        ("hands", {"shows_down": "own_and_community"}, "a hand", "5 cards, the best 5 of them"),
        ("seats", {"hands_examined": 2}, "examined by a player", "2 hands"),
        (
            "identity",
            {"draft": True},
            "version",
            "version 9 (draft), in force from 2023-07-04 07:00, 103 clauses",
        ),
    ],
)
def test_one_change_is_one_difference(section: str, changes: dict[str, object], name: str, says: str) -> None:
    sheet = SHEETS["MSS"]
    other = structs.replace(sheet, **{section: structs.replace(getattr(sheet, section), **changes)})
    (found,) = differences(sheet, other)
    assert found.second
    assert (found.name, found.second.says) == (name, says)


def test_a_bet_as_high_as_another_is_a_difference() -> None:
    sheet = SHEETS["3CP"]
    rule = structs.replace(sheet.bets["pair_plus"], equals="ante")
    (found,) = differences(sheet, structs.replace(sheet, bets={**sheet.bets, "pair_plus": rule}))
    assert found.second
    assert found.second.says == "before the deal, as high as the Ante"
