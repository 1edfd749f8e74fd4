"""``pitboss replay`` and ``pitboss rerun`` as a person or a script uses them."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.cli.main import run
from pitboss.store.keys import load_or_make_key
from pitboss.store.open import open_journal
from tests.floor.house import House
from tests.floor.test_service import BETS, FOLDED, ROYAL
from tests.jackpots.floor import HOLDEM, THREE_CARD
from tests.replay import disputed
from tests.replay.disputed import play_evening
from tests.sheets.shipped import shipped_folder

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("evening")
    play_evening(folder / "evening.db", folder / "witness.txt")
    load_or_make_key(folder / "house.pem")
    return folder


@pytest.fixture
def db(evening: Path) -> str:
    return str(evening / "evening.db")


def answer(capsys: Capture, *arguments: object) -> tuple[int, str, str]:
    status = run([str(argument) for argument in arguments])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


# Replay


def test_a_replay_tells_the_story_the_money_and_the_record(capsys: Capture, db: str) -> None:
    status, out, err = answer(capsys, "replay", db, "T1/2")
    assert (status, err) == (0, "")
    words = " ".join(out.split())
    for text in (
        "Round T1/2: Multi-Link Progressive 3 Card Poker (RWS, version 4), settled",
        "2 jackpot bets of H1/1 accepted (1.20, 3.8) [+2.50]",
        "deals A♠ K♠ Q♠ to box 1",
        "Slip 1: 100,010.00 to ann, box 1, for royal flush, 100 % of 100,010.00; signed by Sue and Max",
        "table/T1 84",
        "RoundSettled",
    ):
        assert text in words
    ruled = " ".join(answer(capsys, "replay", db, "T1/1")[1].split())
    assert "Ruling by Shaw: +50.00 for bob, box 2, Ante: the camera shows a flush (5.23, 5.19)" in ruled


def test_a_round_after_midnight_has_its_date_beside_its_gaming_day(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At two in the morning the gaming day is still the one before: the clock's date is another."""
    monkeypatch.setattr(disputed, "BEGINS", disputed.BEGINS + 6 * 3_600_000_000)
    night, key, page = tmp_path / "night.db", tmp_path / "house.pem", tmp_path / "page.html"
    play_evening(night)
    load_or_make_key(key)
    told = answer(capsys, "replay", night, "T1/1", "--dispute", page, "--key", key)
    assert told[0] == 0
    assert "Betting opened</dt><dd>11 March 2025, 02:00:40<" in page.read_text()
    assert "Gaming day</dt><dd>10 March 2025<" in page.read_text()
    out = answer(capsys, "replay", night, "T1/1")[1]
    assert "Began on 2025-03-11 at 02:00:40; gaming day 2025-03-10" in out


def test_the_json_holds_every_event_with_its_hash(capsys: Capture, db: str) -> None:
    status, out, _ = answer(capsys, "replay", db, "T1/2", "--json")
    assert status == 0
    told = json.loads(out)
    events = [event for moment in told["moments"] for event in moment["events"]]
    with open_journal(db, read_only=True) as journal:
        recorded = {event.position: event for event in journal.read_all(0, 1000)}
    for event in events:
        real = recorded[event["position"]]
        assert (event["stream"], event["version"], event["kind"]) == (real.stream, real.version, real.kind)
        assert event["hash"] == real.hash.hex()
        assert event["data"] == json.loads(real.data)
    assert told["settlement"]["players"] == {"ann": "100705.00", "bob": "11345.00", "dee": "-30.00"}
    assert told["slips"][0]["value"] == "100010.00"
    assert told["round_file"]["same_lines"] is True
    assert [moment["display"] for moment in told["moments"]][:1] == ["100003.75"]


def test_the_round_file_settles_to_the_same_lines(capsys: Capture, db: str, tmp_path: Path) -> None:
    file = tmp_path / "round.toml"
    status, out, _ = answer(capsys, "replay", db, "T1/2", "-o", file)
    assert status == 0
    assert f"Round file written: {file}" in out
    assert "other tables had added" in " ".join(out.split())
    recorded = json.loads(answer(capsys, "replay", db, "T1/2", "--json")[1])["settlement"]
    status, out, _ = answer(capsys, "settle", file, "--json")
    assert status == 0
    assert json.loads(out)["rounds"][0]["lines"] == recorded["lines"]
    status, _, err = answer(capsys, "replay", db, "T1/2", "-o", file)
    assert status == 2
    assert "exists already" in err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "name a journal and a round"),
        (("{db}",), "name a journal and a round"),
        (("{db}", "T1"), "'T1' is not a round"),
        (("{db}", "T1/0"), "'T1/0' is not a round"),
        (("{db}", "T1/x"), "'T1/x' is not a round"),
        (("{db}", "T1/99"), "table T1 has no such round"),
        (("{db}", "T9/1"), "table T9 is not in this journal"),
        (("{folder}/none.db", "T1/1"), "does not exist"),
        (("{folder}/witness.txt", "T1/1"), "witness.txt"),
        (("gopher://x", "T1/1"), "gopher:// is not known"),
        (("{db}", "T1/1", "-o", "{folder}/no/file"), "cannot be written"),
        (("{db}", "T1/1", "--dispute", "{folder}/d.html"), "--dispute needs the house's key"),
        (("{db}", "T1/1", "--key", "{folder}/house.pem"), "--dispute needs the house's key"),
        (("{db}", "T1/1", "--dispute", "x.html", "--key", "{folder}/none.pem"), "cannot be read"),
        (("{db}", "T1/1", "--dispute", "x.html", "--key", "{db}"), "evening.db"),
        (("--check", "{folder}/none.html"), "cannot be read"),
        (("--check", "{db}"), "not a signed page"),
        (("--check", "{folder}/witness.txt"), "not a signed page"),
        (("--check", "{folder}/house.pem", "--against", "{folder}/none"), "cannot be read"),
        (("--check", "{folder}/house.pem", "--key", "12ab"), "neither a public key"),
        (("{db}", "T1/1", "--check", "{folder}/house.pem"), "--check takes a page and no journal"),
    ],
)
def test_impossible_replays_are_refused(
    capsys: Capture, evening: Path, db: str, arguments: tuple[str, ...], says: str
) -> None:
    words = [text.format(db=db, folder=evening) for text in arguments]
    status, out, err = answer(capsys, "replay", *words)
    assert (status, out) == (2, "")
    assert err.startswith("pitboss: ")
    assert says in err
    assert not Path("x.html").exists()


def test_a_page_is_made_and_checked(capsys: Capture, evening: Path, db: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    made = answer(capsys, "replay", db, "T1/2", "--dispute", page, "--key", evening / "house.pem")
    assert made[0] == 0
    assert f"Signed page written: {page}" in made[1]
    assert "No checkpoint covers" not in made[1]
    uncovered = ("replay", db, "T1/3", "--dispute", tmp_path / "3.html", "--key", evening / "house.pem")
    assert (
        "No checkpoint covers the round yet: sign one with pitboss checkpoint"
        in answer(capsys, *uncovered)[1]
    )
    status, out, err = answer(capsys, "replay", "--check", page, "--against", evening / "witness.txt")
    assert (status, err) == (3, "")
    assert "NOT PROVED" in out
    assert "holds  The witness file holds the same checkpoint over 89 appends." in out
    assert "open   The checkpoint is signed with another key than the page." in out
    assert "+100,705.00" in out, "the lines are told from the events, for comparison with the page"
    for key, expected in ((evening / "house.pem", 0), ("00" * 32, 1)):
        status, out, _ = answer(capsys, "replay", "--check", page, "--key", key)
        assert status == expected
        assert ("holds  That is the key that you named." in out) == (not expected)
    page.write_text(page.read_text().replace(">+100,705.00<", ">+900,705.00<"))
    status, out, _ = answer(capsys, "replay", "--check", page)
    assert status == 1
    assert "FAILS  This does not hold: What the page shows is what was signed." in out
    status, out, _ = answer(capsys, "replay", "--check", page, "--json")
    assert status == 1
    told = json.loads(out)
    assert (told["round"], told["sound"]) == ("T1/2", False)
    assert told["settlement"]["players"]["ann"] == "100705.00"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"box":2,"player":"bob"', b'"box":99,"player":"bob"'),
        (b'"type":"BetPlaced"', b'"type":"BetPlaces"'),
        (b"{", b"["),
    ],
    ids=["a box that is not there", "another type", "no JSON"],
)
def test_a_changed_record_ends_in_a_sentence(
    capsys: Capture, db: str, tmp_path: Path, old: bytes, new: bytes
) -> None:
    changed = tmp_path / "changed.db"
    shutil.copy(db, changed)
    with closing(sqlite3.connect(changed)) as file, file:
        file.execute("DROP TRIGGER events_stay")
        rows = file.execute("SELECT position, data FROM events WHERE kind = 'BetPlaced'").fetchall()
        position, data = next((at, bytes(data)) for at, data in rows if old in bytes(data) and b"bob" in data)
        file.execute("UPDATE events SET data = ? WHERE position = ?", (data.replace(old, new, 1), position))
    for arguments in (("replay", changed, "T1/1"), ("rerun", changed, "--sheet", "ML3")):
        status, out, err = answer(capsys, *arguments)
        assert (status, out) == (2, "")
        assert err.startswith("pitboss: ")
        assert len(err.splitlines()) == 1


# Rerun


@pytest.fixture
def new_sheet(tmp_path: Path) -> Path:
    """A later version of the three-card sheet that pays less for a straight flush."""
    folder = tmp_path / "new"
    shutil.copytree(shipped_folder(THREE_CARD), folder, ignore=shutil.ignore_patterns("rounds"))
    sheet = folder / "sheet.toml"
    text = sheet.read_text()
    assert 'straight_flush = "40 to 1"' in text
    sheet.write_text(text.replace('straight_flush = "40 to 1"', 'straight_flush = "35 to 1"'))
    return folder


def test_a_new_sheet_shows_what_it_would_have_paid(capsys: Capture, db: str, new_sheet: Path) -> None:
    status, out, err = answer(capsys, "rerun", db, "--sheet", new_sheet)
    assert (status, err) == (1, "")
    assert "4 rounds settled again, 1 would have paid differently." in out
    words = " ".join(out.split())
    assert "T1/2 2 bob pair plus +1,000.00 +875.00 -125.00 4.2 3.16 → 4.2 3.16" in words
    assert "pair plus +1,025.00 +900.00 -125.00" in words
    assert "bob +11,240.00 +11,115.00 -125.00" in words
    assert "1 round left out: it is not settled yet." in out
    told = json.loads(answer(capsys, "rerun", db, "--sheet", new_sheet, "--json")[1])
    assert told["differ"][0]["lines"][0]["now"] == "875.00"
    assert told["totals"]["player"] == {"bob": {"then": "11240.00", "now": "11115.00"}}
    assert told["left_out"] == {"H1/1": "it is not settled yet"}


@pytest.mark.parametrize(
    ("arguments", "status", "settled"),
    [
        (("--sheet", "ML3"), 0, 4),
        (("--sheet", "ML3", "--table", "T2"), 0, 1),
        (("--sheet", "ML3", "--day", "2025-03-10"), 0, 4),
        (("--sheet", "ML3", "--day", "2025-03-09..2025-03-10"), 0, 4),
        (("--sheet", "ML3", "--day", "2025-03-11..2025-04-10"), 0, 0),
        (("--sheet", "MLTH"), 0, 0),
        (("--reading", "jackpot_bet_with_a_win=given_back"), 1, 4),
        (("--reading", "jackpot_bet_with_a_win=given_back", "--table", "T2"), 0, 1),
        (("--reading", "leaving_after_the_flop=folds"), 0, 0),
    ],
)
def test_the_chosen_rounds_are_settled_again(
    capsys: Capture, db: str, arguments: tuple[str, ...], status: int, settled: int
) -> None:
    found, out, _ = answer(capsys, "rerun", db, *arguments)
    assert found == status
    assert out.startswith(f"{settled} round{'' if settled == 1 else 's'} settled again")


def test_rounds_of_other_games_are_left_out_with_the_reason(capsys: Capture, db: str) -> None:
    out = answer(capsys, "rerun", db, "--sheet", "3CP")[1]
    assert "4 rounds left out: Multi-Link Progressive 3 Card Poker deals 3, 3 and 2 cards" in out
    out = answer(capsys, "rerun", db, "--reading", "leaving_after_the_flop=folds")[1]
    assert "does not leave that point open" in " ".join(out.split()), "however the terminal wraps it"


def test_a_round_that_the_new_sheet_refuses_is_counted(capsys: Capture, tmp_path: Path) -> None:
    """A Flop bet of another size is refused by a sheet that wants it so."""
    with open_journal(tmp_path / "floor.db") as journal:
        house = House(journal).open({"H1": HOLDEM})
        house.begin("H1", "bet 1 ann ante 25", "close", "deal community 2c 7d 9h Jc 3s", "deal 1 Ah 4h")
        house.play("H1", "deal dealer Kc 6s", "bet 1 ann flop 50", "reveal", "check 1", "reveal", "check 1")
        house.play("H1", "reveal", "settle")
    folder = tmp_path / "new"
    shutil.copytree(shipped_folder(HOLDEM), folder, ignore=shutil.ignore_patterns("rounds"))
    text = (folder / "sheet.toml").read_text()
    assert "times_ante = 2" in text
    (folder / "sheet.toml").write_text(text.replace("times_ante = 2", "times_ante = 3", 1))
    status, out, _ = answer(capsys, "rerun", tmp_path / "floor.db", "--sheet", folder)
    assert status == 1
    assert "1 round could not be settled again:" in out
    assert "75.00" in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "--sheet, --reading or both"),
        (("--sheet", "bluff"), "is not a sheet"),
        (("--sheet", "RWS"), "fits several sheets"),
        (("--sheet", "{folder}"), "sheet.toml: it cannot be read"),
        (("--reading", "luck=good"), "'luck=good' is not a reading"),
        (("--reading", "full_hand"), "'full_hand' is not a reading"),
        (("--reading", "full_hand=both"), "own_cards or with_community"),
        (("--sheet", "3CP", "--reading", "leaving_after_the_flop=folds"), "does not leave that point open"),
        (("--sheet", "ML3", "--day", "today"), "'today' is neither a day nor a range of days"),
        (("--sheet", "ML3", "--day", "2025-02-30"), "is neither a day nor a range of days"),
        (("--sheet", "ML3", "--day", "2025-03-11..2025-03-10"), "ends before it begins"),
        (("--sheet", "ML3", "--table", "T9"), "table T9 is not in this journal"),
    ],
)
def test_impossible_reruns_are_refused(
    capsys: Capture, evening: Path, db: str, arguments: tuple[str, ...], says: str
) -> None:
    words = [text.format(folder=evening) for text in arguments]
    status, out, err = answer(capsys, "rerun", db, *words)
    assert (status, out) == (2, "")
    assert err.startswith("pitboss: ")
    assert says in err


def test_no_journal_no_rerun(capsys: Capture, tmp_path: Path) -> None:
    status, _, err = answer(capsys, "rerun", tmp_path / "none.db", "--sheet", "ML3")
    assert status == 2
    assert "does not exist" in err


def test_an_award_that_hangs_on_another_table_is_not_guessed(capsys: Capture, tmp_path: Path) -> None:
    """T2's royal was dealt between T1's two wins, so what T1's second was paid of is not T1's to tell."""
    with open_journal(tmp_path / "floor.db") as journal:
        house = House(journal).open({"T1": THREE_CARD, "T2": THREE_CARD})
        house.begin("T1", *BETS, "close", "deal community 8c 7c", "deal 1 Jc Tc 9c")
        house.begin("T2", *BETS, "close", *ROYAL)
        house.play("T1", "deal 2 6c 5c 4c", "deal dealer Kh 8d 5s", *FOLDED, "settle")
        house.play("T2", *FOLDED, "settle")
        for claim in tuple(house.state_of().claims):
            house.verify(claim)
        while unpaid := house.state_of().unpaid:
            house.pay(min(unpaid, key=lambda claim: claim.place or 0).id)
        house.play("T1", "settle")
        house.play("T2", "settle")
        assert [slip.table for slip in house.state_of().slips] == ["T1", "T2", "T1"]
    status, out, _ = answer(capsys, "rerun", tmp_path / "floor.db", "--sheet", "ML3")
    assert status == 1
    assert "1 round settled again, 0 would have paid differently." in out
    assert "1 round could not be settled again: what its link paid depends on other tables." in out
    _, out, _ = answer(capsys, "replay", tmp_path / "floor.db", "T1/1", "-o", tmp_path / "round.toml")
    assert "gives other lines than the record" in " ".join(out.split())
