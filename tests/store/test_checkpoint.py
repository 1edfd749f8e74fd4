"""Keys, checkpoints and what is handed to a witness."""

import io
from pathlib import Path

import pytest
import segno
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.store import Journal, JournalError
from pitboss.store.checkpoint import (
    COSIGNATURES,
    checkpoint_covering,
    cosigned_note,
    last_checkpoint,
    make_checkpoint,
    read_cosigned,
    record_cosignatures,
)
from pitboss.store.checkpoint_copies import add_to_file, as_qr, printed_checkpoint, read_file, read_notes
from pitboss.store.errors import Archived, BadKey, BadWitness
from pitboss.store.heads_at import head_at
from pitboss.store.journal import Head
from pitboss.store.keys import default_origin, load_key, load_or_make_key, public_bytes
from pitboss.store.snapshots import Snapshots
from pitboss.store.tree import leaf_of
from pitboss.store.verify import verify
from pitboss.tlog.merkle import Tree, consistency_proof, inclusion_proof, is_consistent, root_at, root_by_path
from pitboss.tlog.note import Note, NoteSignature, parse_note
from tests.store.archives import SNAPSHOT_KEY, move
from tests.store.samples import fill, to
from tests.waiting import at_once

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


def test_a_key_is_made_once_and_kept_to_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "key.pem"
    key = load_or_make_key(path)
    assert path.stat().st_mode & 0o777 == 0o600
    text = path.read_bytes()
    assert public_bytes(load_or_make_key(path)) == public_bytes(key)
    assert path.read_bytes() == text
    assert [entry.name for entry in tmp_path.iterdir()] == ["key.pem"]


def test_two_starts_at_once_have_one_key(tmp_path: Path) -> None:
    found = at_once(*[lambda: public_bytes(load_or_make_key(tmp_path / "key.pem"))] * 8)
    assert len(set(found)) == 1


def test_keys_that_are_refused(tmp_path: Path) -> None:
    shared = tmp_path / "shared.pem"
    load_or_make_key(shared)
    shared.chmod(0o640)
    with pytest.raises(BadKey, match="chmod 600"):
        load_or_make_key(shared)
    wrong = tmp_path / "wrong.pem"
    wrong.touch(mode=0o600)
    wrong.write_text("no key")
    with pytest.raises(BadKey, match="not a signing key"):
        load_or_make_key(wrong)
    assert wrong.read_text() == "no key"
    with pytest.raises(BadKey, match="can be made"):
        load_or_make_key(tmp_path / "none" / "key.pem")
    with pytest.raises(FileNotFoundError):
        load_key(tmp_path / "none.pem")


def test_checkpoints_follow_each_other(journal: Journal) -> None:
    assert last_checkpoint(journal) is None
    with pytest.raises(JournalError, match="nothing to sign"):
        make_checkpoint(journal, KEY)
    fill(journal)
    first = make_checkpoint(journal, KEY)
    assert (first.size, first.position, first.key) == (20, 60, public_bytes(KEY))
    assert first.head.origin == default_origin(public_bytes(KEY))
    assert first.head.root == root_at(journal.node, 20)
    assert first.signed_by_its_key()
    second = make_checkpoint(journal, KEY)
    assert (second.size, second.position) == (21, 61)
    assert last_checkpoint(journal) == second
    assert verify(journal, witness=[first.note, second.note]).witnessed == 2


def test_a_log_keeps_the_name_it_was_given(journal: Journal) -> None:
    fill(journal)
    assert make_checkpoint(journal, KEY, "sentosa.example/floor").head.origin == "sentosa.example/floor"
    assert make_checkpoint(journal, KEY).head.origin == "sentosa.example/floor"
    other = Ed25519PrivateKey.from_private_bytes(bytes(32))
    assert make_checkpoint(journal, other, new_key=True).head.origin == "sentosa.example/floor", (
        "by another key as well"
    )
    assert verify(journal).sound


def test_every_append_has_its_leaf_and_every_size_its_root(journal: Journal) -> None:
    """Over the edges of 256 and 512 appends, by the proofs that the public algorithms make and check."""
    for number in range(40):
        journal.append([to("table/1", number, 1)])
    at_once(*[lambda: fill_quickly(journal)] * 4)
    size = journal.tree_size()
    assert size == 40 + 4 * 125
    leaves = [row.leaf for row in journal.append_rows(0, size)]
    tree = Tree(leaves)
    assert root_at(journal.node, size) == tree.root
    assert {(level, place) for level, place, _ in journal.kept_nodes()} == {(8, 0), (8, 1)}
    for old in (1, 2, 255, 256, 257, 511, 512, 513, size):
        root = root_at(journal.node, old)
        assert root == Tree(leaves[:old]).root
        proof = consistency_proof(journal.node, old, size)
        assert is_consistent(old, root, size, tree.root, proof)
    for index in (0, 1, 255, 256, 511, 512, size - 1):
        assert (
            root_by_path(leaves[index], index, size, inclusion_proof(journal.node, index, size)) == tree.root
        )
    events = [event for event in journal.read_all(0, 5000) if event.append == 7]
    assert leaf_of(event.hash for event in events) == leaves[6]
    row = journal.append_at(7)
    assert row is not None
    assert (row.number, row.answer.first, row.leaf) == (7, events[0].position, leaves[6])
    assert journal.append_at(size + 1) is None
    assert verify(journal).sound


def fill_quickly(journal: Journal) -> None:
    for _ in range(125):
        journal.append([to("link/gold", None, 2)])


def test_equal_events_have_unequal_hashes(journal: Journal) -> None:
    """The salt sees to it: nobody finds what an event says by trying."""
    journal.append([to("table/1", 0, 1)])
    journal.append([to("table/1", 1, 1)])
    one, two = journal.read_all()
    assert one.data == two.data
    assert one.salt != two.salt
    assert len(one.salt) == 16


def test_cosignatures_are_kept_with_their_checkpoint(journal: Journal) -> None:
    fill(journal)
    first, second = make_checkpoint(journal, KEY), make_checkpoint(journal, KEY)
    line = NoteSignature("witness.example/w1", b"abcd", bytes(72))
    record_cosignatures(journal, second.size, [line])
    record_cosignatures(journal, first.size, [line, NoteSignature("witness.example/w2", b"dcba", bytes(72))])
    assert cosigned_note(journal, second) == Note(second.note.text, (*second.note.signatures, line))
    assert len(cosigned_note(journal, first).signatures) == 3
    kept = journal.read_stream(COSIGNATURES)
    assert [read_cosigned(event).size for event in kept] == [second.size, first.size]
    assert verify(journal).sound


def test_the_heads_of_an_earlier_position_are_those_that_were_there(journal: Journal, tmp_path: Path) -> None:
    seen: dict[int, dict[str, Head]] = {}
    versions = dict.fromkeys(("table/1", "table/2", "link/gold"), 0)
    for turn in range(40):
        stream = list(versions)[turn * turn % 3 if turn > 4 else 0]
        journal.append([to(stream, versions[stream], 2)])
        versions[stream] += 2
        seen[journal.last_position()] = {head.stream: head for head in journal.heads()}
        Snapshots(journal, SNAPSHOT_KEY).save(stream, versions[stream], 1, b"{}")
    for position, heads in seen.items():
        assert all(head_at(journal, stream, position) == heads.get(stream) for stream in versions)
    assert head_at(journal, "table/none", 5) is None
    move(journal, 42, tmp_path / "old.db")
    for position, heads in seen.items():
        if position > 42:
            assert all(head_at(journal, stream, position) == heads.get(stream) for stream in versions)
    with pytest.raises(Archived):
        head_at(journal, "table/1", 30)


def test_the_checkpoint_that_covers_an_event_is_the_first_after_it(journal: Journal, tmp_path: Path) -> None:
    made = []
    assert checkpoint_covering(journal, 1) is None
    for turn in range(9):
        journal.append([to("table/1", turn * 3, 3)])
        made.append(make_checkpoint(journal, KEY))
    for append in range(1, journal.tree_size() + 3):
        expected = next((one for one in made if one.size >= append), None)
        assert checkpoint_covering(journal, append) == expected
    Snapshots(journal, SNAPSHOT_KEY).save("table/1", 27, 1, b"{}")
    move(journal, 19, tmp_path / "old.db")
    assert checkpoint_covering(journal, 10) == next(one for one in made if one.size >= 10)


def test_a_witness_has_a_file_a_print_and_a_code(journal: Journal, tmp_path: Path) -> None:
    fill(journal)
    made = [make_checkpoint(journal, KEY) for _ in range(3)]
    file = tmp_path / "witness.txt"
    for checkpoint in made:
        add_to_file(file, checkpoint.note)
    assert read_file(file) == tuple(checkpoint.note for checkpoint in made)
    text = printed_checkpoint(made[2])
    assert "Up to position  62\n" in text
    assert made[2].head.root.hex(" ", 4) in text
    assert f"Verifier key    {made[2].note_key.text()}\n" in text
    assert parse_note(text.partition("\n\n")[2].partition("\n\n")[2]) == made[2].note
    assert as_qr(made[2].note, "png").startswith(b"\x89PNG")
    assert b"<svg" in as_qr(made[2].note, "svg")
    shown = as_qr(made[2].note, "terminal").decode()
    expected = io.StringIO()
    segno.make_qr(made[2].note.write().encode(), error="m", mode="byte").terminal(expected, compact=True)
    assert shown == expected.getvalue()
    with pytest.raises(BadWitness, match="cannot be written"):
        add_to_file(tmp_path / "none" / "w", made[0].note)


def test_a_note_that_breaks_off_is_none_and_the_next_replaces_it(journal: Journal, tmp_path: Path) -> None:
    fill(journal)
    first, second = make_checkpoint(journal, KEY).note, make_checkpoint(journal, KEY).note
    file = tmp_path / "witness.txt"
    add_to_file(file, first)
    whole = file.read_bytes()
    assert read_notes(tmp_path / "none") == ()
    for cut in range(1, len(second.write()) - 1):
        file.write_bytes(whole + second.write().encode()[:cut])
        assert read_notes(file) == (first,), cut
        with pytest.raises(BadWitness, match="begins in line 7"):
            read_file(file)
    add_to_file(file, second)
    assert read_file(file) == (first, second)
    file.write_bytes(b"\n\n" + file.read_bytes().rstrip(b"\n") + b"\n")
    assert read_file(file) == (first, second), "as an editor may leave it"
    add_to_file(file, first)
    assert read_notes(file) == (first, second, first)
