"""A draft may lack clauses, says that it is one wherever it is named, and is taken by no floor."""

import pytest

from pitboss.analysis.answers_json import origin_json
from pitboss.records import play, read_round_file
from pitboss.records.round_file import parse_round_file
from pitboss.records.rounds_json import rounds_json
from pitboss.sheets.checks import SheetFault
from pitboss.sheets.drafts import OPEN
from pitboss.sheets.library import rounds_folder
from pitboss.sheets.loader import examine, read_texts
from tests.sheets.shipped import shipped_texts
from tests.test_sheet_file import least

SHEET, CLAUSES = shipped_texts("rws-three-card-v3")
FOLD = 'loses = ["ante", "pair_plus", "jackpot"]\nclauses = ["3.12.1"]'
DRAFT = SHEET.replace("numbered_clauses = 106", "draft = true")


def test_a_draft_lacks_clauses_and_the_notes_say_which() -> None:
    text = DRAFT.replace(FOLD, FOLD.partition("\n")[0]).replace('wrong_count = ["5.8.3"]', "wrong_count = []")
    text = text.replace('clauses = ["2.1.1a"]', 'clauses = ["9.9"]')
    register = "".join(line for line in CLAUSES.splitlines(True) if not line.startswith(('"3.4"', '"5.23"')))
    found, game = examine(text, register)
    assert found.faults == ()
    assert game is not None
    told = {note.path: note.message for note in found.notes}
    assert told["fold.clauses"] == told["deck.wrong_count"] == "no clause is named yet"
    assert told["layout.clauses"] == "clause 9.9 is not in the register"
    assert told["irregularities.5.23"] == "clause 5.23 is not in the register"
    assert told["clauses.3.5"] == "clause 3.4 before it is missing"
    assert game.sheet.fold.clauses == (OPEN,)
    assert [clause for clause, entry in game.register.items() if "not written" in entry.gist] == [
        OPEN, "3.4", "5.23", "9.9"
    ]  # fmt: skip
    assert all(note.line for note in found.notes if note.file == "sheet.toml")
    with pytest.raises(SheetFault):
        read_texts(text.replace("draft = true", "draft = false"), register)


def without(text: str, key: str) -> str:
    """A sheet without any entry of a key."""
    return "".join(line for line in text.splitlines(True) if not line.startswith(f"{key} ="))


@pytest.mark.parametrize(
    ("sheet", "path"),
    [
        ("rws-multilink-holdem-v2", "amounts.orphan_bonus"),
        ("rws-multilink-holdem-v2", "amounts.orphan_jackpot"),
        ("rws-multilink-holdem-v2", "pays.bonus.cap_clauses"),
        ("rws-three-card-v3", "jackpot.envy_clauses"),
        ("mbs-megalink-stud-v9", "interruption.withdraw_clauses"),
        ("rws-three-card-v3", "interruption.void_clauses"),
        ("rws-three-card-v3", "irregularities.5.8.6.continue_clauses"),
        ("mbs-megalink-stud-v9", "irregularities.5.10.unviewed_clauses"),
    ],
)
def test_a_draft_lacks_clauses_that_something_else_asks_for(sheet: str, path: str) -> None:
    text, register = shipped_texts(sheet)
    text = without(text, path.rpartition(".")[2])
    assert examine(text, register)[0].faults
    found, game = examine(text.replace("numbered_clauses =", "draft = true\nnumbered_clauses ="), register)
    assert game is not None, found.faults
    assert path in {note.path for note in found.notes}


def test_a_bet_without_the_ante_it_needs_is_settled_in_the_least_draft() -> None:
    bonus = '[bets.bonus]\ntitle = "Bonus"\nplaced = "before_deal"\nneeds_ante = true\n\n'
    table = '[pays.bonus.hands]\nstraight_flush = "40 to 1"\n\n[fold]\n'
    text = least().replace("[showdown.higher]", f"{bonus}[showdown.higher]").replace("[fold]\n", table)
    found, game = examine(text, "")
    assert game is not None, found.faults
    assert "amounts.orphan_bonus" in {note.path for note in found.notes}
    steps = ["bet 1 ann bonus 5 unnoticed", "close", "settle"]
    data = {"sheet": game.sheet.id, "table": {"dealing": "shuffler"}, "round": [{"steps": steps}]}
    (played,) = play(parse_round_file(data, game), game)
    assert played.settlement.players() == {"ann": 0}


@pytest.mark.parametrize(
    "text",
    [
        "bets = 1\npays = []\nirregularities = 2\njackpot = 3\namounts = []\ninterruption = 4",
        '[bets]\nx = 1\n[pays]\nx = 2\n[irregularities]\n"1.1" = []\n[jackpot]\nlines = 1',
        '[bets.x]\nneeds_ante = true\n[irregularities."1.1"]\neffect = []\n[jackpot]\nlines = [1]',
    ],
)
def test_a_draft_of_another_form_has_faults_and_no_more(text: str) -> None:
    found, game = examine(f"identity.draft = true\n{text}", "")
    assert game is None
    assert found.faults


def test_a_draft_is_as_strict_about_everything_else() -> None:
    found, game = examine(DRAFT.replace('"40 to 1"', '"40 to"').replace("3.12.1", "three"), CLAUSES)
    assert game is None
    assert {fault.path for fault in found.faults} >= {"pays.pair_plus.hands.straight_flush", "fold.clauses"}


def test_a_draft_says_that_it_is_one() -> None:
    draft, sheet = read_texts(DRAFT, CLAUSES), read_texts(SHEET, CLAUSES)
    assert draft.sheet.identity.called == "3 Card Poker (draft)"
    assert draft.sheet.identity.in_full == "3 Card Poker (RWS, version 3, draft)"
    assert sheet.sheet.identity.in_full == "3 Card Poker (RWS, version 3)"
    assert origin_json(draft, ())["draft"] is True
    assert "draft" not in origin_json(sheet, ())
    file = read_round_file(next(rounds_folder("rws-three-card-v3").glob("*.toml")))
    assert all(told["draft"] for told in rounds_json(play(file, draft))["rounds"])
    assert not any("draft" in told for told in rounds_json(play(file, sheet))["rounds"])
