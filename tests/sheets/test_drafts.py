"""A draft may lack clauses, says that it is one wherever it is named, and is taken by no floor."""

import pytest

from pitboss.analysis.answers_json import origin_json
from pitboss.records import play, read_round_file
from pitboss.records.rounds_json import rounds_json
from pitboss.sheets.checks import SheetFault
from pitboss.sheets.drafts import OPEN
from pitboss.sheets.library import rounds_folder
from pitboss.sheets.loader import examine, read_texts, shipped_folder, texts_in

SHEET, CLAUSES = texts_in(shipped_folder("rws-three-card-v3"))
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
