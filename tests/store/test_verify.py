"""Whoever changes the record is found out, and the first event that fails is named."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.store import Journal, Recorded
from pitboss.store.chain import GENESIS, data_hash, linked_hash
from pitboss.store.checkpoint import STREAM, Checkpoint, last_checkpoint, make_checkpoint, read_checkpoint
from pitboss.store.errors import BadWitness
from pitboss.store.journal import Head
from pitboss.store.keys import public_bytes
from pitboss.store.merkle import root_of
from pitboss.store.open import open_journal
from pitboss.store.verify import Report, verify
from pitboss.store.witness import add_to_file, read_file
from tests.store.by_sql import Run, by_sql
from tests.store.samples import fill, sent, to

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
OTHER = Ed25519PrivateKey.from_private_bytes(bytes(32))


@pytest.fixture
def tamper(url: str) -> Run:
    """Whatever an insider may do to the database."""
    return by_sql(url)


@pytest.fixture
def record(journal: Journal) -> Journal:
    """Sixty events with a checkpoint after the first thirty and one at the end (positions 31 and 62)."""
    fill(journal, 10)
    make_checkpoint(journal, KEY)
    for number in range(10, 20):
        stream = f"table/{number % 2 + 1}"
        head = journal.head(stream)
        assert head
        journal.append([to(stream, head.version, 2), to("link/gold", None)], sent(f"c{number}"))
    make_checkpoint(journal, KEY)
    return journal


def failing(report: Report) -> int:
    assert report.fault is not None
    return report.fault.position


def test_a_sound_record(record: Journal) -> None:
    report = verify(record, trusted={public_bytes(KEY)})
    assert report == Report(
        events=62,
        last=62,
        streams=4,
        checkpoints=2,
        witnessed=0,
        seen=0,
        tail=60,
        out_of_reach=0,
        keys=(public_bytes(KEY),),
        fault=None,
    )
    assert report.sound


def test_the_database_itself_refuses_changes(record: Journal, url: str) -> None:
    for sql in ("UPDATE {} SET schema = 2 WHERE position = 5", "DELETE FROM {} WHERE position = 5"):
        if url.startswith("sqlite"):
            with (
                closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as db,
                pytest.raises(sqlite3.IntegrityError, match="never"),
            ):
                db.execute(sql.format("events"))
        else:
            with psycopg.connect(url) as pg, pytest.raises(psycopg.errors.RaiseException, match="never"):
                pg.execute(sql.format("pitboss_events"))


@pytest.mark.parametrize("bit", [0, 3, 17, 40])
def test_a_flipped_bit_in_the_data(record: Journal, tamper: Run, bit: int) -> None:
    (data,) = tamper("SELECT data FROM events WHERE position = 17")[0]
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    tamper("UPDATE events SET data = ? WHERE position = 17", bytes(changed))
    report = verify(record)
    assert failing(report) == 17
    assert report.fault is not None
    assert "Tick at position 17" in report.fault.message
    assert report.events == 16


@pytest.mark.parametrize(
    "change", ["kind = 'Tock'", "schema = 2", "recorded = recorded + 1", "version = 99", "hash = data"]
)
def test_any_other_field_changed(record: Journal, tamper: Run, change: str) -> None:
    tamper(f"UPDATE events SET {change} WHERE position = 40")
    assert failing(verify(record)) == 40


def test_a_deleted_event(record: Journal, tamper: Run) -> None:
    tamper("DELETE FROM events WHERE position = 23")
    report = verify(record)
    assert failing(report) == 23
    assert report.fault is not None
    assert "position 23 is missing" in report.fault.message


def test_the_first_and_the_last_event_deleted(record: Journal, tamper: Run) -> None:
    tamper("DELETE FROM events WHERE position = 62")
    report = verify(record)
    assert report.fault is not None
    assert report.fault.stream == STREAM
    tamper("DELETE FROM events WHERE position = 1")
    assert failing(verify(record)) == 1


@pytest.mark.parametrize(("one", "two"), [(10, 11), (8, 9), (12, 45)])
def test_swapped_events(record: Journal, tamper: Run, one: int, two: int) -> None:
    """Of one stream, of two streams next to each other, and far apart."""
    tamper("UPDATE events SET position = -1 WHERE position = ?", one)
    tamper("UPDATE events SET position = ? WHERE position = ?", one, two)
    tamper("UPDATE events SET position = ? WHERE position = -1", two)
    assert failing(verify(record)) == one


def test_a_truncated_stream(record: Journal, tamper: Run, url: str) -> None:
    """The newest events are gone, and then the answers that told of them, so that only the witness tells."""
    tamper("DELETE FROM events WHERE position > 31")
    report = verify(record)
    assert report.fault is not None
    assert (report.fault.position, report.fault.stream, report.fault.version) == (32, STREAM, 2)
    assert "answered with positions up to 62: events were cut off" in report.fault.message
    last = "last" if url.startswith("sqlite") else "answer[2]"
    tamper(f"DELETE FROM commands WHERE {last} > 31")
    assert verify(record).sound
    seen = Checkpoint(**{**as_dict(last_checkpoint(record)), "position": 61, "number": 2})
    seen = signed(seen, KEY)
    report = verify(record, witness=[seen])
    assert failing(report) == 32
    assert report.fault is not None
    assert "events were cut off" in report.fault.message


def as_dict(checkpoint: Checkpoint | None) -> dict[str, Any]:
    assert checkpoint
    return {name: getattr(checkpoint, name) for name in checkpoint.__struct_fields__}


def signed(checkpoint: Checkpoint, key: Ed25519PrivateKey) -> Checkpoint:
    fields = as_dict(checkpoint) | {"key": public_bytes(key), "signature": b""}
    return Checkpoint(**fields | {"signature": key.sign(Checkpoint(**fields).body())})


def rehash(tamper: Run, first: int) -> None:
    """Compute every hash from a position on anew, as an insider would."""
    last: dict[int, bytes] = {}
    rows = tamper(
        "SELECT e.position, e.stream, s.name, e.version, e.kind, e.schema, e.recorded, e.data, e.hash"
        " FROM events e JOIN streams s ON s.id = e.stream ORDER BY e.position"
    )
    for position, number, name, version, kind, schema, recorded, data, kept in rows:
        previous = last.get(number, GENESIS)
        digest = data_hash(bytes(data))
        value = linked_hash(previous, position, name, version, kind, schema, recorded, digest)
        if position >= first and value != bytes(kept):
            tamper("UPDATE events SET hash = ? WHERE position = ?", value, position)
        last[number] = value


def test_a_rehashed_history_fails_at_the_checkpoint(record: Journal, tamper: Run) -> None:
    tamper("UPDATE events SET data = ? WHERE position = 17", b'{"n":1000}')
    rehash(tamper, 17)
    report = verify(record)
    assert failing(report) == 31
    assert report.fault is not None
    assert "not those it was signed over" in report.fault.message


def resign(record: Journal, tamper: Run, key: Ed25519PrivateKey) -> None:
    """Sign both checkpoints anew over the changed history."""
    heads: dict[str, Head] = {}
    previous = bytes(32)
    for event in record.read_all():
        if event.stream == STREAM:
            rehash(tamper, 1)
            heads = {}
            for before in record.read_all(0, event.position - 1):
                heads[before.stream] = Head(before.stream, before.version, before.position, before.hash)
            fields = as_dict(read_checkpoint(event)) | {
                "position": event.position - 1,
                "streams": len(heads),
                "root": root_of(heads.values()),
                "previous": previous,
            }
            new = signed(Checkpoint(**fields), key)
            tamper("UPDATE events SET data = ? WHERE position = ?", new.line(), event.position)
            previous = new.digest()
    rehash(tamper, 1)


def test_a_resigned_history_is_caught_by_the_witness(record: Journal, tamper: Run, tmp_path: Path) -> None:
    file = tmp_path / "witness.jsonl"
    for event in record.read_stream(STREAM):
        add_to_file(file, read_checkpoint(event))
    witness = read_file(file)
    assert verify(record, witness=witness).witnessed == 2
    tamper("UPDATE events SET data = ? WHERE position = 45", b'{"n":1000}')
    resign(record, tamper, KEY)
    assert verify(record, trusted={public_bytes(KEY)}).sound
    report = verify(record, witness=witness)
    assert report.fault is not None
    assert report.witnessed == 1
    assert (failing(report), "made anew" in report.fault.message) == (31, True)


def test_a_history_signed_by_another_key(record: Journal, tamper: Run) -> None:
    resign(record, tamper, OTHER)
    assert verify(record).keys == (public_bytes(OTHER),)
    report = verify(record, trusted={public_bytes(KEY)})
    assert failing(report) == 31
    assert report.fault is not None
    assert "not trusted" in report.fault.message


def test_a_wrong_signature_and_a_checkpoint_out_of_line(record: Journal, tamper: Run) -> None:
    bad = as_dict(last_checkpoint(record)) | {"signature": bytes(64)}
    tamper("UPDATE events SET data = ? WHERE position = 62", Checkpoint(**bad).line())
    rehash(tamper, 1)
    report = verify(record)
    assert failing(report) == 62
    assert report.fault is not None
    assert "signature is wrong" in report.fault.message
    skipped = signed(Checkpoint(**bad | {"number": 7}), KEY)
    tamper("UPDATE events SET data = ? WHERE position = 62", skipped.line())
    rehash(tamper, 1)
    report = verify(record)
    assert report.fault is not None
    assert "does not follow" in report.fault.message
    tamper("UPDATE events SET data = ? WHERE position = 62", b"{}")
    rehash(tamper, 1)
    report = verify(record)
    assert report.fault is not None
    assert "is no checkpoint" in report.fault.message


def test_a_forged_witness_and_one_that_cannot_be_read(record: Journal, tmp_path: Path) -> None:
    forged = Checkpoint(**as_dict(last_checkpoint(record)) | {"root": bytes(32)})
    report = verify(record, witness=[forged])
    assert report.fault is not None
    assert "not signed by the key" in report.fault.message
    file = tmp_path / "witness.jsonl"
    file.write_text('\n{"number": 1}\n')
    with pytest.raises(BadWitness, match="Line 2"):
        read_file(file)
    with pytest.raises(BadWitness, match="cannot be read"):
        read_file(tmp_path / "none")


def test_verifying_while_others_append(url: str) -> None:
    with open_journal(url) as journal, open_journal(url) as other:
        fill(journal)
        last = journal.last_position()

        def append(position: int) -> None:
            other.append([to("table/9", None)])

        report = verify(journal, progress=append)
        assert report.sound
        assert report.events == last < journal.last_position()


def test_a_journal_that_is_written_to_and_signed_meanwhile_is_sound(
    record: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Appends and a checkpoint come after the walk has begun: it tells of the journal as it found it."""
    read, written = record.read_all, list[bool]()

    def meanwhile(after: int = 0, limit: int = 5000) -> list[Recorded]:
        found = read(after, limit)
        if not written:
            written.append(True)
            record.append([to("table/9", 0, 3)], sent("meanwhile"))
            make_checkpoint(record, KEY)
            record.append([to("link/gold", None)], sent("after that"))
        return found

    last = record.last_position()
    monkeypatch.setattr(record, "read_all", meanwhile)
    report = verify(record, trusted={public_bytes(KEY)})
    assert report.fault is None
    assert (report.events, report.checkpoints) == (last, 2)
    monkeypatch.undo()
    assert verify(record).checkpoints == 3
