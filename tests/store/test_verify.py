"""Whoever changes the record is found out, and the first event that fails is named."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, LiteralString

import msgspec
import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.store import Journal, Recorded
from pitboss.store.checkpoint import (
    STREAM,
    Checkpoint,
    checkpoints,
    last_checkpoint,
    make_checkpoint,
    read_checkpoint,
)
from pitboss.store.checkpoint_copies import add_to_file, read_file
from pitboss.store.errors import BadWitness, Damaged
from pitboss.store.history import KnownAppend
from pitboss.store.keys import public_bytes
from pitboss.store.open import open_journal
from pitboss.store.tree import TreeBuilder, event_hash, label_of, leaf_of, salted_hash
from pitboss.store.verify import Verification, verify
from pitboss.tlog.checkpoint import TreeHead
from pitboss.tlog.merkle import Tree
from pitboss.tlog.note import Note, sign_note
from tests.store.by_sql import Run, by_sql
from tests.store.samples import fill, sent, to

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
OTHER = Ed25519PrivateKey.from_private_bytes(bytes(32))


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


@pytest.fixture
def tamper(url: str, journal: Journal) -> Run:
    """Whatever an insider may do to the database; the journal is then read by somebody who never saw it."""
    run = by_sql(url)

    def tampered(sql: LiteralString, *values: object) -> list[tuple[Any, ...]]:
        vars(journal)["_history"].known = KnownAppend()
        return run(sql, *values)

    return tampered


def failing(report: Verification) -> int:
    assert report.fault is not None
    return report.fault.position


def test_a_sound_record(record: Journal) -> None:
    report = verify(record, trusted={public_bytes(KEY)})
    assert report == Verification(
        events=62,
        appends=22,
        last=62,
        streams=4,
        checkpoints=2,
        witnessed=0,
        seen=0,
        tail=60,
        out_of_reach=0,
        keys=(public_bytes(KEY),),
        rekeyed=(),
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
    "change",
    [
        "kind = 'Tock'",
        "schema = 2",
        "recorded = recorded + 1",
        "version = 99",
        "hash = data",
        "salt = hash",
        "append = 2",
        "append = 99",
    ],
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
    assert (report.fault.position, report.fault.stream, report.fault.version) == (32, "table/1", 11)
    assert "append 12 was answered with positions up to 34: events were cut off" in report.fault.message
    before = last_checkpoint(record)
    assert before is not None
    tamper("DELETE FROM appends WHERE number > 11")
    assert verify(record).sound
    seen = signed(TreeHead(before.head.origin, 22, bytes(32)), KEY)
    report = verify(record, witness=[seen])
    assert failing(report) == 32
    assert report.fault is not None
    assert "events were cut off" in report.fault.message


def signed(head: TreeHead, key: Ed25519PrivateKey) -> Note:
    return sign_note(head.text(), head.origin, key)


def rehash(tamper: Run) -> None:
    """Compute every hash, every leaf and every node anew, as an insider would."""
    rows = tamper(
        "SELECT e.append, e.position, s.name, e.version, e.kind, e.schema, e.recorded, e.salt, e.data, e.hash"
        " FROM events e JOIN streams s ON s.id = e.stream ORDER BY e.position"
    )
    leaves: dict[int, list[bytes]] = {}
    for append, position, name, version, kind, schema, recorded, salt, data, kept in rows:
        label = label_of(name.encode(), kind, schema, recorded)
        value = event_hash(position, version, label, salted_hash(bytes(salt), bytes(data)))
        if value != bytes(kept):
            tamper("UPDATE events SET hash = ? WHERE position = ?", value, position)
        leaves.setdefault(append, []).append(value)
    completed = TreeBuilder()
    for append, hashes in leaves.items():
        leaf = leaf_of(hashes)
        tamper("UPDATE appends SET leaf = ? WHERE number = ?", leaf, append)
        for level, place, node in completed.add(leaf):
            tamper("UPDATE nodes SET hash = ? WHERE level = ? AND place = ?", node, level, place)


def test_a_rehashed_history_fails_at_the_checkpoint(record: Journal, tamper: Run) -> None:
    tamper("UPDATE events SET data = ? WHERE position = 17", b'{"n":1000}')
    rehash(tamper)
    report = verify(record)
    assert failing(report) == 31
    assert report.fault is not None
    assert "not what it was signed over" in report.fault.message


def resign(record: Journal, tamper: Run, key: Ed25519PrivateKey) -> None:
    """Sign both checkpoints anew over the changed history."""
    for event in list(record.read_stream(STREAM)):
        rehash(tamper)
        before = read_checkpoint(event)
        leaves = [row.leaf for row in record.append_rows(0, before.size)]
        note = signed(TreeHead(before.head.origin, before.size, Tree(leaves).root), key)
        tamper("UPDATE events SET data = ? WHERE position = ?", as_event(note, key, before), event.position)
    rehash(tamper)


def as_event(note: Note, key: Ed25519PrivateKey, before: Checkpoint) -> bytes:
    """What an event says whose checkpoint is exchanged for another one."""
    said = {"note": note.write(), "key": public_bytes(key), "position": before.position}
    return msgspec.json.encode(said)


def test_a_resigned_history_is_caught_by_the_witness(record: Journal, tamper: Run, tmp_path: Path) -> None:
    file = tmp_path / "witness.txt"
    for event in checkpoints(record):
        add_to_file(file, read_checkpoint(event).note)
    witness = read_file(file)
    assert verify(record, witness=witness).witnessed == 2
    tamper("UPDATE events SET data = ? WHERE position = 45", b'{"n":1000}')
    resign(record, tamper, KEY)
    assert verify(record, trusted={public_bytes(KEY)}).sound
    report = verify(record, witness=witness)
    assert report.fault is not None
    assert report.witnessed == 1
    assert (failing(report), "rewritten" in report.fault.message) == (31, True)


def test_a_history_signed_by_another_key(record: Journal, tamper: Run) -> None:
    resign(record, tamper, OTHER)
    assert verify(record).keys == (public_bytes(OTHER),)
    report = verify(record, trusted={public_bytes(KEY)})
    assert failing(report) == 31
    assert report.fault is not None
    assert "not trusted" in report.fault.message


def test_a_wrong_signature_and_a_checkpoint_out_of_line(record: Journal, tamper: Run) -> None:
    last = last_checkpoint(record)
    assert last is not None
    root = last.head.root

    def exchanged(data: bytes) -> str:
        tamper("UPDATE events SET data = ? WHERE position = 62", data)
        rehash(tamper)
        report = verify(record)
        assert failing(report) == 62
        assert report.fault is not None
        return report.fault.message

    def over(size: int, root: bytes = root, name: str = last.head.origin) -> str:
        note = signed(TreeHead(name, size, root), KEY)
        return exchanged(as_event(note, KEY, last))

    unsigned = Note(last.note.text, signed(TreeHead("another", 1, bytes(32)), KEY).signatures)
    assert "signature is wrong" in exchanged(as_event(unsigned, KEY, last))
    assert "signature is wrong" in exchanged(as_event(last.note, OTHER, last))
    assert "comes after one over 10" in over(10)
    assert "which came after it" in over(22)
    assert "not what it was signed over" in over(21, bytes(32))
    assert "not what it was signed over" in over(20)
    assert "is not a checkpoint" in exchanged(b"{}")
    assert "is not a checkpoint" in exchanged(b'{"note": "no note", "key": "", "position": 3}')


@pytest.mark.parametrize("change", ["leaf = digest", "last = 41", "first = 39", "versions = X'7b7d'"])
def test_a_row_of_an_append_that_says_otherwise(record: Journal, tamper: Run, url: str, change: str) -> None:
    """Append 14 stands at positions 38 to 40."""
    if not url.startswith("sqlite"):
        pg = {"last = 41": "answer[2] = 41", "first = 39": "answer[1] = 39"}
        change = pg.get(change, change).replace("versions = X'7b7d'", "streams='{table/9,link/gold}'")
    tamper(f"UPDATE appends SET {change} WHERE number = 14")
    report = verify(record)
    assert report.fault is not None
    assert "append 14" in report.fault.message
    assert failing(report) in (38, 41)


def test_a_row_of_an_append_that_is_missing_or_too_many(record: Journal, tamper: Run, url: str) -> None:
    row = tamper("SELECT * FROM appends WHERE number = 22")[0]
    tamper("DELETE FROM appends WHERE number = 14")
    report = verify(record)
    assert report.fault is not None
    assert (failing(report), "has no row" in report.fault.message) == (38, True)
    marks = ", ".join("?" * len(row))
    tamper(f"INSERT INTO appends VALUES ({marks})", 14, *row[1:])
    report = verify(record)
    assert report.fault is not None
    assert (failing(report), "append 14" in report.fault.message) == (41, True)


def test_a_node_that_is_not_the_hash_of_what_is_below(journal: Journal, tamper: Run, url: str) -> None:
    for number in range(300):
        journal.append([to("table/1", number, 1)])
    assert verify(journal).sound
    tamper("UPDATE nodes SET hash = ? WHERE level = 8", bytes(32))
    report = verify(journal)
    assert report.fault is not None
    assert "node 0 of level 8" in report.fault.message
    tamper("DELETE FROM nodes WHERE level = 8")
    assert not verify(journal).sound
    with open_journal(url) as again, pytest.raises(Damaged, match="node 0 of level 8"):
        again.node(8, 0)


def test_a_forged_witness_and_one_that_cannot_be_read(record: Journal, tmp_path: Path) -> None:
    last = last_checkpoint(record)
    assert last is not None
    forged = Note(TreeHead(last.head.origin, last.size, bytes(32)).text(), last.note.signatures)
    report = verify(record, witness=[forged])
    assert report.fault is not None
    assert "signed by no key that the journal names" in report.fault.message
    other = signed(last.head, OTHER)
    for witness, trusted in (([other], {public_bytes(KEY)}), ([last.note], {public_bytes(OTHER)})):
        report = verify(record, witness=witness, trusted=trusted)
        assert report.fault is not None
        assert "signed by no key that is trusted" in report.fault.message
    file = tmp_path / "witness.txt"
    file.write_text('\n{"number": 1}\n')
    with pytest.raises(BadWitness, match="line 2"):
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
