"""A healthy record is sound, on both databases; chain, witness, archives, builds and servers side by side."""

import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import structs

from pitboss.access.commands import GrantRole, ManageAccount
from pitboss.access.events import RoleGranted
from pitboss.access.roles import SYSTEM, Actor
from pitboss.access.warrant import Warrant
from pitboss.audit.audit import Audited, audit
from pitboss.audit.auditor import Auditor
from pitboss.build import build_hash
from pitboss.commands.record import Done, Order, Signed
from pitboss.export.export import export
from pitboss.floor.archiving import archive_through
from pitboss.floor.commands import AcceptGap
from pitboss.floor.tables.dealing import Sealer
from pitboss.people import Person
from pitboss.records.proof import proof_files
from pitboss.records.round_file import FileFault, parse_round_file
from pitboss.replay.entries import floor_entries, rounds
from pitboss.round.commands import AdjustSettlement
from pitboss.sheets import sheet_ids
from pitboss.store import Appended, CommandIdentity, Journal, Recorded, ToStream
from pitboss.store.checkpoint import make_checkpoint
from pitboss.store.fault import RecordFault
from pitboss.store.journal import HEAD
from pitboss.store.keys import public_bytes
from pitboss.store.open import open_journal
from tests.audit.conftest import Evening
from tests.audit.evening import KEY, PLAIN, RULER, evening
from tests.audit.tamper import CLAUSES, REASON, find, head_of, lines_of, write_anew
from tests.audit.test_tampering import a_changed_payout, a_slip_that_differs, audited, put
from tests.floor.desk import Desk as Floor
from tests.floor.files import play_file
from tests.floor.forging import forge
from tests.floor.house import House, plate
from tests.floor.scripts import BETS, FOLDED, NOTHING
from tests.floor.test_archiving import two_days
from tests.jackpots.floor import APPROVED, THREE_CARD
from tests.store.archives import KEY as SIGNING
from tests.store.archives import SEAL
from tests.store.quick import quick_journal


def of(path: Path | str, **options: Any) -> Audited:
    with open_journal(path, read_only=True) as journal:
        return audit(journal, **options)


def test_a_healthy_evening_is_sound(healthy: Evening) -> None:
    found = of(healthy.path, witness=[each.note for each in healthy.checkpoints], trusted={public_bytes(KEY)})
    assert found.fault is None
    assert found.chain.events == len(healthy.lines)
    assert (found.chain.checkpoints, found.chain.witnessed) == (2, 2)
    kinds = [line.kind for line in healthy.lines]
    assert found.rounds == kinds.count("RoundOpened")
    assert found.settlements == kinds.count("RoundSettled")
    posted = (line.data["transfers"] for line in healthy.lines if line.kind == "TransfersPosted")
    assert found.transfers == sum(map(len, posted))
    assert found.builds == {build_hash(): found.rounds}
    assert found.notes() == ()
    assert {name: link.hits for name, link in found.links.items() if link.hits} == {"grand": 7}
    assert found.links["brief"].closed


def test_on_both_databases(url: str) -> None:
    with open_journal(url) as journal:
        _, checkpoints = evening(journal)
        heard: list[int] = []
        found = audit(journal, witness=[checkpoint.note for checkpoint in checkpoints], progress=heard.append)
        assert found.fault is None
        assert heard[-1] == found.chain.events == journal.last_position()


@pytest.mark.parametrize("change", [a_changed_payout, a_slip_that_differs])
def test_a_record_written_anew_on_postgres(
    change: Callable[..., int], healthy: Evening, postgres_url: str
) -> None:
    lines = healthy.to_change()
    place = change(lines)
    write_anew(lines, postgres_url)
    found = of(postgres_url).fault
    assert found is not None
    assert found.position == place + 1


def test_a_flipped_bit_on_postgres(postgres_url: str) -> None:
    with open_journal(postgres_url) as journal:
        House(Floor(journal)).open({"T1": THREE_CARD}).begin("T1", *PLAIN)
    with psycopg.connect(postgres_url, autocommit=True) as db:
        db.execute("DROP TRIGGER pitboss_events_stay ON pitboss_events")
        flipped = "set_byte(data, 9, get_byte(data, 9) # 1)"
        db.execute(f"UPDATE pitboss_events SET data = {flipped} WHERE position = 20")
    found = of(postgres_url).fault
    assert found is not None
    assert found.position == 20


@pytest.mark.parametrize(
    ("sql", "position"),
    [
        ("UPDATE events SET data = data || ' ' WHERE position = 40", 40),
        ("DELETE FROM events WHERE position = 40", 40),
        ("UPDATE events SET position = CASE position WHEN 40 THEN 90 ELSE 40 END", 40),
        ("UPDATE events SET recorded = recorded + 1 WHERE position = 500", 500),
        ("UPDATE events SET kind = 'Checked' WHERE position = 500", 500),
        ("DELETE FROM events WHERE position = (SELECT max(position) FROM events)", None),
    ],
)
def test_the_chain_shows_what_was_not_hashed_again(
    sql: str, position: int | None, healthy: Evening, tmp_path: Path
) -> None:
    path = tmp_path / "journal.db"
    path.write_bytes(healthy.path.read_bytes())
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DROP TRIGGER events_stay")
        db.execute("DROP TRIGGER events_go_only_to_archives")
        if "CASE" in sql:
            db.execute("UPDATE events SET position = -40 WHERE position = 40")
            db.execute("UPDATE events SET position = 40 WHERE position = 90")
            sql = "UPDATE events SET position = 90 WHERE position = -40"
        db.execute(sql)
    found = of(path).fault
    assert found is not None
    assert position in (found.position, None)


def test_a_history_signed_again_is_found_by_the_witness_alone(healthy: Evening, tmp_path: Path) -> None:
    """Only who did something is changed, which no rule can tell."""
    lines = healthy.to_change()
    checked = find(lines, "ClaimChecked")
    put(lines, checked, "Eve", "by", "name")
    put(lines, head_of(lines, checked), "Eve", "command", "act", "by", "name")
    named = audited(lines, tmp_path / "named.db").fault
    assert named is not None
    assert "the act names Eve" in named.message, "the order still says who it was"
    put(lines, head_of(lines, checked), "Eve", "by", "name")
    assert audited(lines, tmp_path / "anew.db").sound
    found = audited(lines, tmp_path / "again.db", healthy.witness).fault
    assert found is not None
    assert "the record was rewritten" in found.message
    assert found.position == 1


def test_a_key_that_is_not_trusted(healthy: Evening) -> None:
    found = of(healthy.path, trusted={bytes(32)}).fault
    assert found is not None
    assert found.kind == "CheckpointSigned"


@pytest.mark.parametrize("accepted", [True, False])
def test_a_key_that_changes_needs_an_accepted_gap(tmp_path: Path, accepted: bool) -> None:
    """Both keys are trusted, as of a floor that has lost its first one."""
    with quick_journal(tmp_path / "j.db") as journal:
        floor = House(journal).open({"T1": THREE_CARD}).floor
        first = make_checkpoint(journal, KEY)
        if accepted:
            gap = AcceptGap(lacks="Its key is gone.", end=1, farthest=1, reason="the disk broke")
            order = Order(command=gap, by=RULER, second=Signed(Actor("Ada", "administrator"), "password"))
            assert isinstance(floor.execute(order), Done)
        second = make_checkpoint(journal, Ed25519PrivateKey.generate(), new_key=True)
        found = audit(journal, trusted={first.key, second.key}, witness=[second.note])
    assert found.fault is None
    assert [unseen.what for unseen in found.unseen()] == ([] if accepted else ["rekeyed"])


def other_build(healthy: Evening) -> list[Any]:
    lines = healthy.to_change()
    for line in lines:
        if line.kind == "RoundOpened":
            line.data["hashes"]["build"] = "b" * 64
        elif line.kind == HEAD:
            line.data["build"] = "b" * 16
    return lines


def test_a_decision_of_another_build_that_agrees_is_not_noted(healthy: Evening, tmp_path: Path) -> None:
    found = audited(other_build(healthy), tmp_path / "anew.db")
    assert found.fault is None
    assert found.notes() == ()
    assert found.builds == {"b" * 64: found.rounds}


def test_a_different_decision_of_another_build_is_noted_and_its_money_checked(
    healthy: Evening, tmp_path: Path
) -> None:
    """Other words and clauses in settlements, transfers and slips; other facts of no consequence."""
    lines = other_build(healthy)
    worded = []
    for place, line in enumerate(lines):
        match line.kind:
            case "RoundSettled":
                for told in line.data["settlement"]["lines"]:
                    told[REASON], told[CLAUSES] = {"code": "line.as_told_then"}, ["1.1"]
                worded.append(place)
            case "HandExamined":
                line.data["additional"] = True
            case "TransfersPosted":
                for transfer in line.data["transfers"]:
                    transfer["reason"] = {"code": "transfer.as_told_then"}
                    if "/settled-" in transfer["id"]:
                        transfer["cited"]["clauses"] = ["1.1"]
    found = audited(lines, tmp_path / "anew.db")
    assert found.fault is None
    assert found.otherwise["b" * 16].count > len(worded)
    (note,) = found.notes()
    assert "build bbbbbbbbbbbbbbbb" in note
    assert "decides otherwise" in note


@pytest.mark.parametrize("change", [a_changed_payout, a_slip_that_differs])
def test_the_money_of_another_build_must_be_right(
    change: Callable[..., int], healthy: Evening, tmp_path: Path
) -> None:
    lines = other_build(healthy)
    place = change(lines)
    found = audited(lines, tmp_path / "anew.db").fault
    assert found is not None
    assert found.position >= place + 1


def test_a_floor_without_a_round_is_judged_as_ours(tmp_path: Path) -> None:
    """Before the first round nothing says which build decided; the doubt is not forgotten."""
    with quick_journal(tmp_path / "j.db") as journal:
        house = House(Floor(journal)).open({"T1": THREE_CARD})
    lines = lines_of(str(tmp_path / "j.db"))
    lines[find(lines, "TableJoined")].data["sheet"] = "rws-three-card-v3"
    found = audited(lines, tmp_path / "anew.db").fault
    assert found is not None
    with quick_journal(tmp_path / "j.db") as journal:
        house = House(Floor(journal), "later")
        house.begin("T1")
    lines = lines_of(str(tmp_path / "j.db"))
    lines[find(lines, "LinkOpened")].data["seed"]["house"] = "1/1"
    again = audited(lines, tmp_path / "again.db").fault
    assert again is not None
    assert again.kind == "LinkOpened"


def test_with_its_archive_every_round_is_settled_again(journal: Journal, tmp_path: Path) -> None:
    two_days(journal)
    whole = audit(journal)
    assert whole.fault is None
    assert "name a gaming day on which they were not recorded" in whole.notes()[0], "its clock is of 2025"
    archive_through(Floor(journal, sealer=Sealer(SEAL)), date(2025, 3, 10), tmp_path / "old.pbj", key=SIGNING)
    house = House(Floor(journal, sealer=Sealer(SEAL)), "after")
    house.play("T1", *FOLDED, "settle")
    with open_journal(tmp_path / "old.pbj", read_only=True) as old:
        found = audit(journal, archives=[old])
    assert found.fault is None
    assert found.settlements == whole.settlements + 1
    alone = audit(journal)
    assert alone.fault is None
    assert alone.settlements == 0
    assert "--archive" in alone.unseen()[0].why


def test_a_ruling_on_an_archived_round_is_decided_by_the_archive(tmp_path: Path) -> None:
    """The round, the archive and the ruling are three: the audit finds the round where it lies now."""
    with quick_journal(tmp_path / "j.db") as journal:
        house = two_days(journal)
        house.play("T1", *FOLDED, "settle")
        ruling = AdjustSettlement(
            box=1, player="ann", bet="ante", amount=2500, by="shift_manager", reason="the camera shows a push"
        )
        house.ok(house.floor.adjust("T1", 1, ruling, RULER, house.id()))
        archive_through(
            Floor(journal, sealer=Sealer(SEAL)), date(2025, 3, 10), tmp_path / "old.pbj", key=SIGNING
        )
        with open_journal(tmp_path / "old.pbj", read_only=True) as old:
            assert audit(journal, archives=[old]).fault is None


def test_records_of_people_may_stand_between_rounds(tmp_path: Path) -> None:
    """It is read and folded too; a role for an account that nobody made does not fit."""
    with quick_journal(tmp_path / "j.db") as journal:
        house = House(journal).open({"T1": THREE_CARD})
        house.floor.hire(Person("dan", "dealer"))
        house.begin("T1", *PLAIN)
        house.floor.hire(Person("eve", "dealer"))
        house.begin("T1", *BETS)
        assert audit(journal).fault is None
        assert [found.began.number for found in rounds(floor_entries(journal))] == [1, 2]
        rows = export(journal, tmp_path / "out", "csv")
        assert rows["events"] == journal.last_position()
        granted = RoleGranted("pit_manager", Warrant(SYSTEM, "a friend"))
        give = ManageAccount(account="fay", act=GrantRole("fay", "pit_manager"), reason="a friend")
        forge(journal, give, SYSTEM, ("account/fay", granted))
        found = audit(journal).fault
        assert found is not None
        assert (found.position, found.stream) == (journal.last_position() - 1, "account/fay")
        assert "there is no account fay" in found.message


class Interposed:
    """A journal of a server that is overtaken: something else is appended just before its own."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.first: Callable[[], None] | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._journal, name)

    def append(self, batch: list[ToStream], command: CommandIdentity | None = None) -> Appended:
        first, self.first = self.first, None
        if first:
            first()
        return self._journal.append(batch, command)


def test_servers_may_overtake_each_other(tmp_path: Path) -> None:
    """Betting opens, and a round without jackpot bets is settled, with the display of a moment ago."""
    with quick_journal(tmp_path / "j.db") as journal:
        slow = Interposed(journal)
        house = House(Floor(slow)).open({"T1": THREE_CARD, "T2": THREE_CARD})  # type: ignore[arg-type]
        other = House(Floor(journal), "other")
        other.begin("T2", *BETS)
        slow.first = lambda: other.play("T2", "close")
        house.begin("T1")
        display, now = house.round("T1").display, other.state_of().pool
        assert display is not None
        assert display.value < now
        house.play("T1", BETS[0], "close", NOTHING[0], *NOTHING[2:], "fold 1")
        other.play("T2", *NOTHING, *FOLDED, "settle")
        other.begin("T2", *BETS)
        slow.first = lambda: other.play("T2", "close")
        house.play("T1", "settle")
        linked = house.round("T1").linked
        assert linked is not None
        assert linked.displayed < other.state_of().pool
        assert audit(journal).fault is None


def test_a_server_that_meets_a_conflict_at_its_table_reads_the_link_again(tmp_path: Path) -> None:
    """Otherwise it would open with a display older than the table's last event."""
    with quick_journal(tmp_path / "j.db") as journal:
        slow = Interposed(journal)
        house = House(Floor(slow)).open({"T1": THREE_CARD, "T2": THREE_CARD})  # type: ignore[arg-type]
        other = House(Floor(journal), "other")
        other.begin("T2", *BETS)

        def overtakes() -> None:
            other.play("T2", "close")
            changed = other.floor.change_plate("T1", plate(THREE_CARD), (100, 500), APPROVED, other.id())
            other.ok(changed)

        slow.first = overtakes
        house.begin("T1")
        display = house.round("T1").display
        assert display is not None
        assert display.value == other.state_of().pool
        assert audit(journal).fault is None


def test_any_round_file_played_on_a_floor_is_sound(tmp_path: Path) -> None:
    """Every sixth of those that ship, whatever a live floor refuses of them left out."""
    with quick_journal(tmp_path / "j.db") as journal:
        house = House(Floor(journal))
        house.take_sheets()
        shipped = [proof for sheet in sheet_ids() for proof in proof_files(sheet)]
        for number, proof in enumerate(shipped[::6]):
            try:
                file = parse_round_file(proof.data)
            except FileFault:
                continue
            play_file(house, f"t{number}", file)
        found = audit(journal)
        assert found.fault is None
        assert found.settlements > 100


UNSEEN = {"name", "note", "reason", "day", "shift", "build", "away_seconds", "automatic"}
UNUSED = {"cap", "alarm_above"}
"""Who did something and why, and what was never needed: no rule can tell, only a witness."""


def test_any_single_changed_value_is_found(healthy: Evening) -> None:
    """Forty values of the first event of each kind, chosen at random but always the same."""
    with open_journal(healthy.path, read_only=True) as journal:
        events = journal.read_all(0, 1_000_000)
        firsts = {event.kind: n for n, event in reversed([*enumerate(events)])}
        values = [
            (place, path)
            for kind, place in sorted(firsts.items())
            if kind not in ("SheetTaken", "CheckpointSigned")
            for path, value in leaves(msgspec.json.decode(events[place].data))
            if changed(value) is not None and path[-1] not in UNSEEN | UNUSED
        ]
        for place, path in random.Random(1).sample(values, 40):
            data = msgspec.json.decode(events[place].data)
            inner = data
            for step in path[:-1]:
                inner = inner[step]
            inner[path[-1]] = changed(inner[path[-1]])
            forged = structs.replace(events[place], data=msgspec.json.encode(data))
            assert judged(journal, [*events[:place], forged, *events[place + 1 :]]), (forged, path)


def judged(journal: Journal, events: list[Recorded]) -> RecordFault | None:
    auditor = Auditor([journal])
    for event in events:
        if fault := auditor.take(event):
            return fault
    return auditor.finish()


def leaves(value: Any, *path: str | int) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, *path, key)
    else:
        yield path, value


def changed(value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str() if "/" in value and value.replace("/", "").removeprefix("-").isdigit():
            amount, whole = value.split("/")
            return f"{int(amount) + int(whole)}/{whole}"
        case str() if len(value) == 2 and value[1] in "shdc":
            return ("3" if value[0] == "2" else "2") + value[1]
        case str():
            return value + "x"
    return None
