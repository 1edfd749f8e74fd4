"""An edited file: it changes nothing until two people have approved, and asks for each thing once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.access.proposals import VALID
from pitboss.access.roles import SYSTEM, Actor
from pitboss.audit.audit import audit
from pitboss.floor.setup.config import DEFAULT_FILE, parse_config
from pitboss.floor.setup.config_diff import ConfigProposal, propose_wanted
from pitboss.floor.setup.first_start import set_up
from pitboss.sheets import loader, sheet_ids
from pitboss.sheets.library import using
from pitboss.store import Journal
from pitboss.words import say
from tests.access.house import ok
from tests.floor.desk import desk as asked_at
from tests.floor.two_people import PIT, SHIFT, Desk, desk_on
from tests.sheets.shipped import shipped_texts

TEXT = DEFAULT_FILE.read_text(encoding="utf-8")
NEW_TABLE = TEXT[TEXT.index('[[tables]]\nid = "MSS-1"') :].replace("MSS-1", "MSS-2")
NEW_LINK = TEXT[TEXT.index('[[links]]\nid = "mega"') : TEXT.index("[[tables]]")].replace("mega", "giga")
LIMITS = TEXT.replace("limits = { ante = [25, 1_000] }", "limits = { ante = [50, 2_000] }")
RESET = TEXT.replace("reset = 20_000", "reset = 30_000")


@pytest.fixture
def desk(journal: Journal, url: str) -> Iterator[Desk]:
    with desk_on(journal, url) as found:
        set_up(found.floor, parse_config(TEXT, "floor.toml"))
        yield found.staff()


def start(desk: Desk, text: str) -> dict[str, ConfigProposal]:
    """What a start with this file finds and proposes."""
    config = parse_config(text, "floor.toml")
    found = propose_wanted(desk.proposals, set_up(desk.floor, config))
    return {wanted.difference.path: wanted for wanted in found}


def states(desk: Desk, text: str) -> dict[str, str]:
    return {path: wanted.state for path, wanted in start(desk, text).items()}


def approve_all(desk: Desk, *people: Actor) -> None:
    for by in people:
        for one in desk.people.waiting():
            ok(desk.proposals.approve(one.subject, one.number, one.digest, by))


def reject_all(desk: Desk) -> None:
    for one in desk.people.waiting():
        ok(desk.people.reject(one.subject, one.number, SHIFT, "not so"))


def least(desk: Desk) -> int:
    table = desk.floor.table("MSS-1")
    assert table is not None
    return table.plate.limits["ante"].minimum


def test_an_edited_file_waits_for_two_people_and_then_holds(desk: Desk) -> None:
    journal = desk.floor.journal
    assert states(desk, LIMITS) == {"tables.MSS-1.limits": "waiting"}
    (waiting,) = desk.people.waiting()
    assert (waiting.by, waiting.subject, waiting.signed) == (SYSTEM, "table/MSS-1", ())
    before = journal.last_position()
    assert states(desk, LIMITS) == {"tables.MSS-1.limits": "waiting"}, "once, and not again on each start"
    assert journal.last_position() == before
    approve_all(desk, PIT)
    assert least(desk) == 2500, "one person is not enough"
    asked_at(desk.floor).begin_round("MSS-1", SYSTEM, "1")
    approve_all(desk, SHIFT)
    state = desk.floor.table("MSS-1")
    assert state is not None
    assert state.round is not None
    assert state.round.table.limits["ante"].minimum == 2500, "the round under way keeps its plate"
    assert least(desk) == 5000
    assert states(desk, LIMITS) == {}
    assert audit(journal).fault is None


def test_a_rejected_change_stays_rejected_until_the_file_changes(desk: Desk) -> None:
    start(desk, LIMITS)
    reject_all(desk)
    before = desk.floor.journal.last_position()
    (said,) = start(desk, LIMITS).values()
    assert said.state == "rejected"
    assert "proposal table/MSS-1/1 was rejected" in say(said.reason)
    assert desk.floor.journal.last_position() == before
    other = LIMITS.replace("[50, 2_000]", "[50, 3_000]")
    assert states(desk, other) == {"tables.MSS-1.limits": "waiting"}
    reject_all(desk)
    assert states(desk, LIMITS) == {"tables.MSS-1.limits": "waiting"}, "the file was edited once more"


def test_a_file_that_is_behind_a_decision_does_not_ask_to_undo_it(desk: Desk) -> None:
    start(desk, LIMITS)
    approve_all(desk, PIT, SHIFT)
    start(desk, TEXT)
    reject_all(desk)
    start(desk, LIMITS)
    assert not desk.people.waiting()
    assert states(desk, TEXT) == {"tables.MSS-1.limits": "rejected"}
    assert not desk.people.waiting()


def test_an_expired_change_is_proposed_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    start(desk, LIMITS)
    clock = desk.people.clock
    monkeypatch.setattr(desk.people, "clock", lambda: clock() + VALID)
    monkeypatch.setattr(desk.floor, "clock", lambda: clock() + VALID)
    assert states(desk, LIMITS) == {"tables.MSS-1.limits": "waiting"}
    assert [one.number for one in desk.people.waiting()] == [2]


def test_a_link_waits_for_two_people_and_then_for_its_next_hit(desk: Desk) -> None:
    assert states(desk, RESET.replace("cap = 1_000_000", "cap = 2_000_000", 1)) == {
        "links.spade.reset": "waiting",
        "links.spade.cap": "waiting",
    }
    assert len(desk.people.waiting()) == 1, "one proposal for all that changes of a link"
    approve_all(desk, PIT, SHIFT)
    link = desk.floor.link("spade")
    assert link is not None
    assert link.config.reset == 2_000_000
    assert link.queued is not None
    assert link.queued.config.reset == 3_000_000
    assert states(desk, RESET.replace("cap = 1_000_000", "cap = 2_000_000", 1)) == {}


def test_new_tables_and_links_open_when_two_people_say_so(desk: Desk) -> None:
    text = TEXT.replace("[[tables]]", f"{NEW_LINK}\n[[tables]]", 1) + NEW_TABLE.replace('"mega"', '"giga"')
    assert states(desk, text) == {"links.giga": "waiting", "tables.MSS-2": "waiting"}
    assert desk.floor.table("MSS-2") is None
    approve_all(desk, PIT, SHIFT)
    table, link = desk.floor.table("MSS-2"), desk.floor.link("giga")
    assert table is not None
    assert link is not None
    assert (table.open, table.link, table.automatic) == (True, "giga", True)
    assert list(link.members) == ["MSS-2"]
    assert states(desk, text) == {}
    assert audit(desk.floor.journal).fault is None


def test_a_table_on_another_link(desk: Desk) -> None:
    moved = TEXT.replace('sheet = "MLTH"\nlink = "diamond"', 'sheet = "MLTH"\nlink = "spade"')
    assert states(desk, moved) == {"tables.MLTH-1.link": "waiting"}
    approve_all(desk, PIT, SHIFT)
    table = desk.floor.table("MLTH-1")
    assert table is not None
    assert table.link == "spade"
    back = start(desk, TEXT.replace('sheet = "3CP"\nlink = "spade"', 'sheet = "3CP"\nlink = "mega"'))
    assert back["tables.3CP-1.link"].state == "refused"
    assert "the link is of" in say(back["tables.3CP-1.link"].reason)


def test_a_table_taken_out_of_the_file_stays_open(desk: Desk) -> None:
    end = TEXT.index('[[tables]]\nid = "MSS-1"')
    begin = TEXT.index('[[links]]\nid = "mega"')
    text = TEXT[:begin] + TEXT[TEXT.index("[[tables]]") : end]
    found = start(desk, text)
    assert {path: wanted.state for path, wanted in found.items()} == {
        "links.mega": "left",
        "tables.MSS-1": "left",
    }
    assert "until somebody closes it" in say(found["tables.MSS-1"].reason)
    table = desk.floor.table("MSS-1")
    assert table is not None
    assert table.open
    assert not desk.people.waiting()


def test_pace_and_hours_are_taken_as_they_are(desk: Desk) -> None:
    assert (
        states(desk, TEXT.replace("betting = 15", "betting = 30").replace("from_hour = 14", "from_hour = 13"))
        == {}
    )


def test_a_text_that_ships_anew_waits_for_two_people(desk: Desk, tmp_path: Path) -> None:
    sheet = sheet_ids()[0]
    folder = tmp_path / sheet
    folder.mkdir()
    for name, text in zip(("sheet.toml", "clauses.toml"), shipped_texts(sheet), strict=True):
        (folder / name).write_text(text.replace("fewest_boxes = 1", "fewest_boxes = 2"))
    new = loader.read_folder(folder)
    before = desk.floor.rulebook.games[sheet]
    assert new.hashes.sheet != before.hashes.sheet
    with using(folder):
        assert states(desk, TEXT) == {f"sheets.{sheet}": "waiting"}
        approve_all(desk, PIT, SHIFT)
        assert desk.floor.rulebook.in_force(sheet).hashes == new.hashes
        assert states(desk, TEXT) == {}
    assert states(desk, TEXT) == {}, "what was in force once and was replaced is not brought up again"
