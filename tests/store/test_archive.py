"""Old days go to a file; what stays verifies alone and together with it."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import LiteralString

import pytest

from pitboss.reason import because
from pitboss.store import Journal
from pitboss.store.archive import ArchiveSummary
from pitboss.store.archive_note import STREAM, heads_hash, read_note
from pitboss.store.checkpoint import STREAM as CHECKPOINTS
from pitboss.store.checkpoint import last_checkpoint, make_checkpoint
from pitboss.store.errors import Archived, CannotArchive, JournalError, ReadOnly
from pitboss.store.heads_at import head_at
from pitboss.store.open import open_journal
from pitboss.store.sqlite.journal import SqliteJournal
from pitboss.store.tree import leaf_of
from pitboss.store.verify import verify
from pitboss.tlog.merkle import consistency_proof, inclusion_proof, is_consistent, root_at, root_by_path
from tests.store.archives import KEY, move, save_snapshots
from tests.store.by_sql import by_sql
from tests.store.samples import fill, sent, to


def three_days(journal: Journal) -> tuple[int, int]:
    """Two days that may be archived, each with a checkpoint at its end, and some events after them."""
    ends = []
    for day in range(2):
        for number in range(10):
            journal.append(
                [to(f"table/{number % 3}", None, 2), to("link/gold", None)], sent(f"{day}-{number}")
            )
        make_checkpoint(journal, KEY)
        ends.append(journal.last_position())
    journal.append([to("table/1", None, 3)], sent("today"))
    save_snapshots(journal)
    return ends[0], ends[1]


def test_archive_day_by_day(journal: Journal, tmp_path: Path) -> None:
    first, second = three_days(journal)
    everything = journal.read_all()
    last = last_checkpoint(journal)
    assert last is not None
    witness = [last.note]
    assert move(journal, first, tmp_path / "1.pbj") == ArchiveSummary(tmp_path / "1.pbj", 1, first, 5)
    assert verify(journal, witness=witness).witnessed == 1
    move(journal, second, tmp_path / "2.pbj")
    assert (journal.archived(), journal.last_position()) == (second, second + 7)
    own = [STREAM, CHECKPOINTS]
    assert [e.stream for e in journal.read_all(second)] == [*["table/1"] * 3, *own, *own], "two notes, signed"

    alone = verify(journal, witness=witness)
    assert (alone.sound, alone.events, alone.witnessed, alone.out_of_reach) == (True, 7, 1, 0)
    with (
        SqliteJournal(tmp_path / "1.pbj", read_only=True) as one,
        SqliteJournal(tmp_path / "2.pbj", read_only=True) as two,
    ):
        whole = verify(journal, archives=[two, one], witness=witness)
        assert (whole.sound, whole.events, whole.checkpoints, whole.witnessed) == (True, second + 7, 4, 1)
        assert verify(one).sound
        alone = verify(two)
        assert alone.fault is not None
        assert "no signed note says" in alone.fault.message, "the note of the first stands in the journal"
        assert one.read_all() + two.read_all(first) + journal.read_all(second)[:3] == everything
        missing = verify(journal, archives=[one])
        assert missing.fault is not None
        assert "an archive is missing" in missing.fault.message

    assert journal.append([to("table/1", None)], sent("0-1")).first == 4
    assert journal.append([to("table/1", None)], sent("new")).first == second + 8
    assert make_checkpoint(journal, KEY).size == journal.tree_size() - 1
    assert verify(journal).sound


def test_proofs_into_an_archive_go_on_working(journal: Journal, tmp_path: Path) -> None:
    """The journal keeps the leaf of every append, so it proves what it has archived, to old and new roots."""
    first, second = three_days(journal)
    size = journal.tree_size()
    root = root_at(journal.node, size)
    proofs = [inclusion_proof(journal.node, index, size) for index in range(size)]
    leaves = [row.leaf for row in journal.append_rows(0, size)]
    move(journal, first, tmp_path / "1.pbj")
    move(journal, second, tmp_path / "2.pbj")
    assert [inclusion_proof(journal.node, index, size) for index in range(size)] == proofs
    now = journal.tree_size()
    proof = consistency_proof(journal.node, size, now)
    assert is_consistent(size, root, now, root_at(journal.node, now), proof)
    with SqliteJournal(tmp_path / "2.pbj", read_only=True) as old:
        events = old.read_all(first)
        number = events[0].append
        shown = [event.hash for event in events if event.append == number]
        assert leaf_of(shown) == leaves[number - 1]
        assert root_by_path(leaf_of(shown), number - 1, size, proofs[number - 1]) == root


def test_the_signed_note_names_the_range_its_root_and_where_the_streams_stood(
    journal: Journal, tmp_path: Path
) -> None:
    first, _ = three_days(journal)
    root = root_at(journal.node, 11)
    heads = {head.stream: head_at(journal, head.stream, first) for head in journal.heads()}
    move(journal, first, tmp_path / "1.pbj")
    note = read_note(next(journal.read_stream(STREAM)))
    assert (note.first, note.last, note.appends, note.root) == (1, first, 11, root)
    assert note.heads == heads_hash([head for head in heads.values() if head])
    assert note.signed_by_its_key()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE appends SET leaf = digest WHERE number = 3",
        "DELETE FROM appends WHERE number = 3",
        "DELETE FROM appends WHERE number < 12",
        "UPDATE anchors SET version = version + 1 WHERE stream = 'table/0'",
        "UPDATE anchors SET position = position - 1 WHERE stream = 'table/0'",
        "UPDATE anchors SET hash = substr(hash, 1, 31) WHERE stream = 'table/0'",
    ],
)
def test_the_records_in_place_of_archived_days_cannot_be_changed(
    journal: Journal, url: str, tmp_path: Path, change: LiteralString
) -> None:
    first, _ = three_days(journal)
    move(journal, first, tmp_path / "1.pbj")
    assert verify(journal).sound
    by_sql(url)(change)
    assert not verify(journal).sound
    with SqliteJournal(tmp_path / "1.pbj", read_only=True) as old:
        assert not verify(journal, archives=[old]).sound


def test_an_append_is_archived_whole(journal: Journal, tmp_path: Path) -> None:
    first, _ = three_days(journal)
    with pytest.raises(CannotArchive, match="within an append"):
        move(journal, first - 2, tmp_path / "1.pbj")


def test_a_reader_of_archived_events_is_told_so(journal: Journal, tmp_path: Path) -> None:
    first, _ = three_days(journal)
    move(journal, first, tmp_path / "a.pbj")
    with pytest.raises(Archived, match="moved") as caught:
        journal.read_all(0)
    assert caught.value.position == first
    with pytest.raises(Archived):
        journal.read_stream("table/1")
    with pytest.raises(Archived), journal.subscribe(3) as following:
        following.poll(0)
    anchor = next(head for head in journal.anchors() if head.stream == "table/1")
    assert next(journal.read_stream("table/1", anchor.version)).version == anchor.version + 1


def test_an_archive_is_sealed(journal: Journal, tmp_path: Path) -> None:
    first, _ = three_days(journal)
    path = tmp_path / "a.pbj"
    move(journal, first, path)
    assert path.stat().st_mode & 0o777 == 0o400
    path.chmod(0o644)
    with open_journal(path) as opened, pytest.raises(ReadOnly, match="is an archive"):
        opened.append([to("table/1", None)])


def test_a_changed_archive_is_found_out(journal: Journal, tmp_path: Path) -> None:
    first, _ = three_days(journal)
    path = tmp_path / "a.pbj"
    move(journal, first, path)
    path.chmod(0o644)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("DROP TRIGGER events_stay")
        db.execute("UPDATE events SET data = x'00' WHERE position = 5")
    with SqliteJournal(path, read_only=True) as old:
        report = verify(journal, archives=[old])
    assert report.fault is not None
    assert report.fault.position == 5
    assert verify(journal).sound


def test_impossible_archives_are_refused(journal: Journal, tmp_path: Path) -> None:
    path = tmp_path / "a.pbj"
    fill(journal)
    with pytest.raises(CannotArchive, match="the newest event, 60, must stay"):
        move(journal, 60, path)
    with pytest.raises(CannotArchive, match="has no snapshot at version"):
        move(journal, 30, path)
    assert not path.exists()
    save_snapshots(journal)
    path.write_text("something else")
    with pytest.raises(CannotArchive, match="is not the archive of positions 1 to 30"):
        move(journal, 30, path)
    path.unlink()
    move(journal, 30, path)
    with pytest.raises(CannotArchive, match="archived already"):
        move(journal, 30, path)
    assert journal.archived() == 30


def test_a_crash_before_the_journal_lets_go(
    journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = three_days(journal)
    path = tmp_path / "a.pbj"

    def crash(position: int) -> None:
        raise JournalError(because("error.given", given="power cut"))

    with monkeypatch.context() as patch:
        patch.setattr(journal, "forget", crash)
        with pytest.raises(JournalError, match="power cut"):
            move(journal, first, path)
    assert (journal.archived(), path.exists()) == (0, True)
    assert move(journal, first, path).last == first
    with SqliteJournal(path, read_only=True) as old:
        assert verify(journal, archives=[old]).sound


def test_the_archive_of_another_journal_is_not_taken_for_ours(tmp_path: Path) -> None:
    path = tmp_path / "a.pbj"
    for name in ("one", "two"):
        with open_journal(tmp_path / name, clock=lambda name=name: ord(name[0])) as journal:  # type: ignore[misc]
            fill(journal)
            save_snapshots(journal)
            if name == "one":
                move(journal, 30, path)
            else:
                with pytest.raises(CannotArchive, match="another journal"):
                    move(journal, 30, path)


def test_a_record_that_was_changed_is_not_archived(tmp_path: Path) -> None:
    with open_journal(tmp_path / "j.db") as journal:
        fill(journal)
        save_snapshots(journal)
        with closing(sqlite3.connect(tmp_path / "j.db", isolation_level=None)) as db:
            db.execute("DROP TRIGGER events_stay")
            db.execute("UPDATE events SET data = x'00' WHERE position = 5")
        with pytest.raises(CannotArchive, match="position 5 is not sound"):
            move(journal, 30, tmp_path / "a.pbj")
        assert journal.archived() == 0


def test_the_rows_of_archived_appends_are_missed_where_nodes_stand_for_all_of_them(
    journal: Journal, url: str, tmp_path: Path
) -> None:
    """Without their rows their commands, sent again, would be carried out twice."""
    for number in range(255):
        journal.append([to("table/1", number)], sent(f"c{number}"))
    make_checkpoint(journal, KEY)
    journal.append([to("table/1", 255)], sent("today"))
    save_snapshots(journal)
    move(journal, 256, tmp_path / "1.pbj")
    assert verify(journal).sound
    by_sql(url)("DELETE FROM appends WHERE number <= 256")
    report = verify(journal)
    assert report.fault is not None
    assert "appends the rows of 256 are missing" in report.fault.message
