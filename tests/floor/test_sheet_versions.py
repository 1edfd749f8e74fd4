"""Texts of sheets in the journal: of a numbered form, and in force only by two people."""

import re
import tomllib
from typing import Any

import pytest

from pitboss.audit.audit import audit
from pitboss.floor import Floor
from pitboss.floor.sheets_in_force import Rulebook
from pitboss.people import Approval
from pitboss.refusal import Refusal
from pitboss.sheets import SheetFault, formats
from pitboss.sheets.loader import read_texts
from pitboss.store import Journal
from tests.floor.house import House
from tests.jackpots.floor import APPROVED, GAMES, HOLDEM, MANAGER, THREE_CARD
from tests.sheets.shipped import shipped_texts

SHEET, CLAUSES = shipped_texts(THREE_CARD)
SECTION = SHEET[SHEET.index("\n[decline]") : SHEET.index("\n[", SHEET.index("\n[decline]") + 1)]
OLD = SHEET.replace(SECTION, "")
"""As a sheet might have been written before that entry was asked for."""


@pytest.fixture
def house(journal: Journal) -> House:
    return House(journal).open({"T1": THREE_CARD, "T2": HOLDEM})


def add_decline(data: formats.Data) -> formats.Data:
    sheet, clauses = data
    entry: dict[str, Any] = tomllib.loads(SECTION)
    return {**sheet, **entry}, clauses


def test_a_text_of_an_older_form_is_read_for_ever(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SheetFault, match="decline"):
        read_texts(OLD, CLAUSES)
    form = formats.FORMAT
    monkeypatch.setattr(formats, "FORMAT", form + 1)
    monkeypatch.setattr(formats, "LIFTS", {form: add_decline})
    floor = Floor(journal)
    assert not isinstance(floor.take_sheet(OLD, CLAUSES, form), Refusal)
    for rulebook in (floor.rulebook, Rulebook(journal)):
        game = rulebook.in_force(THREE_CARD)
        assert game.sheet.decline == GAMES[THREE_CARD].sheet.decline
        assert game.hashes.sheet != GAMES[THREE_CARD].hashes.sheet, "the hash is that of the text as written"
    assert audit(journal).fault is None


@pytest.mark.parametrize(
    ("entry", "written"),
    [
        ("house", " "),
        ("currency", "S$"),
        ("currency", "sgd"),
        ("currency_sign", ""),
        ("currency_sign", "S $"),
        ("currency_sign", "S$1"),
        ("time_zone", "Singapore time"),
        ("time_zone", "+08:00"),
        ("short", ""),
        ("short", "SIX card/1"),
        ("short", "THIRTEENCHARS"),
    ],
)
def test_a_title_page_that_cannot_be_printed_is_refused(entry: str, written: str) -> None:
    text = re.sub(rf"^{entry} = .*$", f'{entry} = "{written}"', SHEET, flags=re.MULTILINE)
    with pytest.raises(SheetFault, match=f"identity.{entry}"):
        read_texts(text, CLAUSES)


@pytest.mark.parametrize("version", [0, -1])
def test_versions_are_counted_from_1(version: int) -> None:
    with pytest.raises(SheetFault, match=f"identity.version: versions are counted from 1, .* {version}"):
        read_texts(re.sub(r"^version = .*$", f"version = {version}", SHEET, flags=re.MULTILINE), CLAUSES)


@pytest.mark.parametrize(
    ("entry", "written"), [("house", "Acme"), ("currency_sign", "€"), ("time_zone", "America/New_York")]
)
def test_any_house_may_have_a_sheet(entry: str, written: str) -> None:
    text = re.sub(rf"^{entry} = .*$", f'{entry} = "{written}"', SHEET, flags=re.MULTILINE)
    assert getattr(read_texts(text, CLAUSES).sheet.identity, entry) == written


def test_a_text_of_a_form_to_come_is_not_guessed_at() -> None:
    with pytest.raises(SheetFault, match="form 9, and this Pitboss reads forms 1 to 1"):
        read_texts(SHEET, CLAUSES, 9)


@pytest.mark.parametrize(
    ("approval", "code"),
    [(None, "approval_missing"), (Approval(MANAGER, MANAGER, "both of me"), "same_person")],
)
def test_on_an_open_floor_two_people_answer_for_a_text(
    house: House, approval: Approval | None, code: str
) -> None:
    for person in (APPROVED.first, APPROVED.second):
        house.floor.hire(person)
    before = house.floor.journal.last_position()
    text = SHEET.replace("40 to 1", "41 to 1")
    answer = (
        house.floor.new_sheet(text, CLAUSES, approval) if approval else house.floor.take_sheet(text, CLAUSES)
    )
    assert isinstance(answer, Refusal)
    assert answer.code == code
    assert house.floor.journal.last_position() == before
    house.ok(house.floor.new_sheet(SHEET.replace("40 to 1", "41 to 1"), CLAUSES, APPROVED))
    assert audit(house.floor.journal).fault is None


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('across_tables = "by_time_dealt"', 'across_tables = "by_entry"', "order_differs"),
        ('operator = "', 'operator = "Another ', "operators_differ"),
        ("most_boxes = 7", "most_boxes = 6", "plate_not_possible"),
        ("in_force_from = 2", "in_force_from = 3", "sheet_too_early"),
        ('currency = "SGD"', 'currency = "USD"', "sheet_of_another_house"),
        ('currency_sign = "S$"', 'currency_sign = "$"', "sheet_of_another_house"),
        ('time_zone = "Asia/Singapore"', 'time_zone = "America/New_York"', "sheet_of_another_house"),
        ("[identity]\n", "[identity]\ndraft = true\n", "sheet_is_draft"),
    ],
)
def test_a_text_that_the_floor_cannot_play_is_refused(house: House, old: str, new: str, code: str) -> None:
    assert old in SHEET
    answer = house.floor.new_sheet(SHEET.replace(old, new, 1), CLAUSES, APPROVED)
    assert isinstance(answer, Refusal), answer
    assert (answer.code, bool(answer.clauses)) == (code, True)
