"""Old days go to a file; what stays verifies alone and together with it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.store import Journal
from pitboss.store.archive import Moved
from pitboss.store.archive_note import STREAM
from pitboss.store.checkpoint import last_checkpoint, make_checkpoint
from pitboss.store.errors import Archived, CannotArchive, JournalError, ReadOnly
from pitboss.store.open import open_journal
from pitboss.store.sqlite import SqliteJournal
from pitboss.store.verify import verify
from tests.store.archives import KEY, move, save_snapshots
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
    witness = [checkpoint for checkpoint in [last_checkpoint(journal)] if checkpoint]
    assert move(journal, first, tmp_path / "1.pbj") == Moved(tmp_path / "1.pbj", 1, first, 5)
    assert verify(journal, witness=witness).witnessed == 1
    move(journal, second, tmp_path / "2.pbj")
    assert (journal.archived(), journal.last_position()) == (second, second + 5)
    assert [e.stream for e in journal.read_all(second)] == [*["table/1"] * 3, STREAM, STREAM], "two notes"

    alone = verify(journal, witness=witness)
    assert (alone.sound, alone.events, alone.out_of_reach) == (True, 5, 1)
    with (
        SqliteJournal(tmp_path / "1.pbj", read_only=True) as one,
        SqliteJournal(tmp_path / "2.pbj", read_only=True) as two,
    ):
        whole = verify(journal, archives=[two, one], witness=witness)
        assert (whole.sound, whole.events, whole.checkpoints, whole.witnessed) == (True, second + 5, 2, 1)
        assert verify(one).sound
        alone = verify(two)
        assert alone.fault is not None
        assert "no signed note says" in alone.fault.message, "the note of the first stands in the journal"
        assert one.read_all() + two.read_all(first) + journal.read_all(second)[:3] == everything
        missing = verify(journal, archives=[one])
        assert missing.fault is not None
        assert "an archive is missing" in missing.fault.message

    assert journal.append([to("table/1", None)], sent("0-1")).first == 4
    assert journal.append([to("table/1", None)], sent("new")).first == second + 6
    assert make_checkpoint(journal, KEY).number == 3
    assert verify(journal).sound


def test_the_next_checkpoint_follows_an_archived_one(journal: Journal, tmp_path: Path) -> None:
    _, second = three_days(journal)
    before = last_checkpoint(journal)
    move(journal, second, tmp_path / "a.pbj")
    assert last_checkpoint(journal) == before
    assert before is not None
    after = make_checkpoint(journal, KEY)
    assert (after.number, after.previous) == (3, before.digest())
    with SqliteJournal(tmp_path / "a.pbj", read_only=True) as old:
        assert verify(journal, archives=[old]).checkpoints == 3


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


def test_what_cannot_be_archived(journal: Journal, tmp_path: Path) -> None:
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
        raise JournalError("power cut")

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
