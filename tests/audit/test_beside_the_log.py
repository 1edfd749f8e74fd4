"""What stands beside the chain of hashes is not believed: an audit compares it, a server looks for itself."""

import logging
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.audit.audit import Audited, audit
from pitboss.floor import Floor
from pitboss.floor.archiving import archive_through
from pitboss.floor.tables.dealing import Sealer
from pitboss.store import Journal
from pitboss.store.errors import Archived, Damaged
from pitboss.store.journal import CommandIdentity, Snapshot
from pitboss.store.snapshots import Snapshots, seal_of
from pitboss.words import say
from tests.floor.house import House
from tests.floor.scripts import BETS, NOTHING
from tests.floor.test_archiving import two_days
from tests.jackpots.floor import THREE_CARD
from tests.store.archives import KEY, SEAL, SNAPSHOT_KEY
from tests.store.by_sql import by_sql

TABLE = "table/T1"


@pytest.fixture
def house(journal: Journal) -> House:
    """A table in the middle of a round, with snapshots of everything."""
    house = House(journal).open({"T1": THREE_CARD})
    house.begin("T1", *BETS, "close", *NOTHING)
    house.floor.tables.save("T1")
    house.floor.links.save("grand")
    for sheet in house.floor.rulebook.games:
        house.floor.rulebook.save(sheet)
    assert audited(house).fault is None
    return house


def audited(house: House, **others: Any) -> Audited:
    return audit(house.floor.journal, sealer=Sealer(SEAL), **others)


def wrong(house: House, **others: Any) -> str:
    fault = audited(house, **others).fault
    assert fault is not None
    return fault.message


def snapshot(journal: Journal, stream: str = TABLE) -> Snapshot:
    found = journal.load_snapshot(stream)
    assert found is not None
    return found


def richer(kept: Snapshot) -> Snapshot:
    """The same table with another number in it."""
    plain = msgspec.json.decode(kept.data)
    plain["state"]["number"] += 7
    return msgspec.structs.replace(kept, data=msgspec.json.encode(plain))


def test_a_snapshot_that_was_changed_is_not_believed(house: House, caplog: pytest.LogCaptureFixture) -> None:
    journal, before = house.floor.journal, house.floor.table("T1")
    journal.save_snapshot(richer(snapshot(journal)))
    assert "is false: it is not what the events of its stream lead to" in wrong(house)
    keyless = audit(journal).fault
    assert keyless is not None, "the events say so without any key"
    assert keyless.stream == TABLE
    with caplog.at_level(logging.WARNING):
        assert Floor(journal, sealer=Sealer(SEAL)).table("T1") == before
    assert "snapshot of table/T1 at version" in caplog.text
    assert "not sealed with the floor's key" in caplog.text


def test_a_true_snapshot_without_its_seal_is_found_by_who_has_the_key(house: House) -> None:
    journal = house.floor.journal
    journal.save_snapshot(msgspec.structs.replace(snapshot(journal), seal=bytes(32)))
    assert "is false: it is not sealed with the floor's key" in wrong(house)
    assert audit(journal).fault is None, "whoever has no key compares what it says"


def test_a_snapshot_of_another_history_is_not_believed(house: House) -> None:
    """It is sealed with the right key, as one of a journal that was restored from a copy would be."""
    journal, before = house.floor.journal, house.floor.table("T1")
    foreign = msgspec.structs.replace(richer(snapshot(journal)), hash=bytes(32), seal=b"")
    foreign = msgspec.structs.replace(foreign, seal=seal_of(SNAPSHOT_KEY, foreign))
    journal.save_snapshot(foreign)
    doubt = Snapshots(journal, SNAPSHOT_KEY).doubt(foreign)
    assert doubt
    assert say(doubt) == "it is of an event that this journal does not hold"
    assert Floor(journal, sealer=Sealer(SEAL)).table("T1") == before
    assert "it names another event than the one at its version" in wrong(house)


def test_a_snapshot_of_a_version_that_is_not_there_is_found(house: House) -> None:
    journal = house.floor.journal
    later = msgspec.structs.replace(snapshot(journal), version=900)
    journal.save_snapshot(later)
    assert "its stream has no such version" in wrong(house)


def test_a_sheet_that_pays_more_is_not_taken(house: House) -> None:
    journal, sheet = house.floor.journal, f"sheet/{THREE_CARD}"
    kept = snapshot(journal, sheet)
    pays = kept.data.replace(b"1 to 1", b"2 to 1", 1)
    assert pays != kept.data
    journal.save_snapshot(msgspec.structs.replace(kept, data=pays))
    assert wrong(house).startswith(f"The snapshot of {sheet} at version")
    again = Floor(journal, sealer=Sealer(SEAL))
    assert again.rulebook.games[THREE_CARD].hashes == house.floor.rulebook.games[THREE_CARD].hashes


def test_a_command_whose_row_is_gone_is_missed(house: House, url: str) -> None:
    row = next(row for row in house.floor.journal.append_rows(0, 10**9) if row.sender)
    by_sql(url)("DELETE FROM appends WHERE sender = ? AND id = ?", row.sender, row.id)
    assert "has no row: its command, sent again, would be carried out twice" in wrong(house)


@pytest.mark.parametrize("change", ["sender = 'account/eve'", "id = 'another'", "digest = hash"])
def test_a_command_whose_row_was_changed_is_found(house: House, url: str, change: str) -> None:
    row = next(row for row in house.floor.journal.append_rows(0, 10**9) if row.sender)
    value = "(SELECT hash FROM events WHERE position = 3)" if "hash" in change else ""
    sql = "UPDATE appends SET " + (f"digest = {value}" if value else change)
    by_sql(url)(f"{sql} WHERE sender = ? AND id = ?", row.sender, row.id)
    assert "and its events do not" in wrong(house)


def test_a_row_of_no_append_is_found(house: House, url: str) -> None:
    """Whoever's command has this id would be told that it was recorded."""
    digest, run, size = bytes(32), by_sql(url), house.floor.journal.tree_size()
    for number, told in (
        (0, "does not belong to any append"),
        (-7, "does not belong to any append"),
        (size + 1, "events were cut off"),
    ):
        if url.startswith("sqlite"):
            sql = "INSERT INTO appends VALUES (?, 'account/ann', 'next', ?, 2, 3, x'7b7d', ?)"
        else:
            sql = "INSERT INTO appends VALUES (?, 'account/ann', 'next', ?, '{}', '{2,3}', ?)"
        run(sql, number, digest, digest)
        assert told in wrong(house)
        run("DELETE FROM appends WHERE number = ?", number)


def test_a_false_archive_needs_the_key(house: House, url: str) -> None:
    """History deleted, anchors and the mark of what was archived written by hand, every row in its place."""
    journal, run = house.floor.journal, by_sql(url)
    row = journal.append_at(8)
    assert row is not None
    cut = row.answer.last
    ends = f"SELECT stream, max(version) AS version FROM events WHERE position <= {cut} GROUP BY stream"
    run(
        "INSERT INTO anchors SELECT s.name, e.version, e.position, e.hash FROM events e"
        f" JOIN ({ends}) l ON l.stream = e.stream AND l.version = e.version"
        " JOIN streams s ON s.id = e.stream"
    )
    archived = "archived SET position" if url.startswith("sqlite") else "pitboss_meta SET archived"
    run(f"UPDATE {archived} = ?", cut)
    run("DELETE FROM events WHERE position <= ?", cut)
    assert "no signed note says that what stood before it was archived: events were deleted" in wrong(house)
    assert audit(journal).fault is not None


def test_a_signed_archive_is_no_fault_and_an_audit_alone_is_incomplete(
    journal: Journal, tmp_path: Path
) -> None:
    two_days(journal)
    floor = Floor(journal, sealer=Sealer(SEAL))
    archive_through(floor, date(2025, 3, 10), tmp_path / "old.pbj", key=KEY)
    found = audit(journal, sealer=Sealer(SEAL))
    assert found.fault is None
    assert "incomplete" in [unseen.what for unseen in found.unseen()]
    journal.save_snapshot(richer(snapshot(journal)))
    assert "is not sealed" in wrong(House(floor)), "what cannot be folded is held against its seal"


def test_archived_states_need_the_key_or_the_archive(journal: Journal, tmp_path: Path) -> None:
    two_days(journal)
    archive_through(Floor(journal, sealer=Sealer(SEAL)), date(2025, 3, 10), tmp_path / "old.pbj", key=KEY)
    with pytest.raises(Archived, match="name the archive's file, or the floor's key"):
        Floor(journal).table("T1")
    with pytest.raises(Archived, match="name the archive's file"):
        Floor(journal, sealer=Sealer(bytes(range(32)))).table("T1")


def test_a_stream_without_events_and_missing_guards_are_findings(house: House, url: str) -> None:
    run = by_sql(url)
    run("INSERT INTO streams (name) VALUES ('table/none')")
    assert "names 'table/none', which has no events" in wrong(house)
    run("DELETE FROM streams WHERE name = 'table/none'")
    assert audited(house).fault is None


def test_a_row_that_cannot_be_read_is_a_sentence(house: House, url: str) -> None:
    """Whoever sends the command again is told that the journal is damaged; no traceback, no second buy-in."""
    row = next(row for row in house.floor.journal.append_rows(0, 10**9) if row.sender)
    change = "versions = x'7b'" if url.startswith("sqlite") else "answer = '{7}'"
    by_sql(url)(f"UPDATE appends SET {change} WHERE sender = ? AND id = ?", row.sender, row.id)
    with pytest.raises(Damaged, match="not of the kind that Pitboss writes"):
        house.floor.journal.find_command(CommandIdentity(sender=row.sender, id=row.id, digest=row.digest))


@pytest.mark.parametrize("kind", ["sheet", "table"])
def test_a_snapshot_that_nobody_of_ours_has_written_is_a_finding(house: House, kind: str) -> None:
    """Also where it is nested without end."""
    journal, stream = house.floor.journal, {"sheet": f"sheet/{THREE_CARD}", "table": TABLE}[kind]
    nested = {"sheet": b"[" * 100_000, "table": b'{"position":1,"heard":1,"state":' + b"[" * 100_000}[kind]
    for data in (b"", b"null", b'"\xf2"', nested):
        journal.save_snapshot(msgspec.structs.replace(snapshot(journal, stream), data=data))
        assert wrong(house).startswith(f"The snapshot of {stream} at version")


def test_a_flipped_bit_in_a_snapshot_s_text_is_a_finding(house: House) -> None:
    """Also where what is left is no text at all."""
    journal, sheet = house.floor.journal, f"sheet/{THREE_CARD}"
    kept = snapshot(journal, sheet)
    place = kept.data.index(b"Ante")
    flipped = kept.data[:place] + b"\xf2" + kept.data[place + 1 :]
    journal.save_snapshot(msgspec.structs.replace(kept, data=flipped))
    assert wrong(house).startswith(f"The snapshot of {sheet} at version")
