"""Keys, checkpoints and what is handed to a witness."""

import io
import threading
from pathlib import Path

import pytest
import segno
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.store import Journal, JournalError
from pitboss.store.checkpoint import (
    FIRST,
    checkpoint_covering,
    last_checkpoint,
    make_checkpoint,
    parse_checkpoint,
)
from pitboss.store.errors import Archived, BadKey, BadWitness
from pitboss.store.keys import load_key, load_or_make_key, public_bytes
from pitboss.store.merkle import leaf, prove, root_by_proof, root_of
from pitboss.store.past_heads import head_at, heads_at
from pitboss.store.snapshots import Snapshots
from pitboss.store.verify import verify
from pitboss.store.witness import add_to_file, as_qr, as_text, read_file
from tests.store.archives import SNAPSHOT_KEY, move
from tests.store.samples import fill, to

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
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(public_bytes(load_or_make_key(tmp_path / "key.pem"))))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
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
    with pytest.raises(BadKey, match="no signing key"):
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
    first = make_checkpoint(journal, KEY, clock=lambda: 5)
    assert (first.number, first.position, first.streams, first.time, first.previous) == (1, 60, 3, 5, FIRST)
    assert first.signed_by_its_key()
    second = make_checkpoint(journal, KEY)
    assert (second.number, second.position, second.previous) == (2, 61, first.digest())
    assert last_checkpoint(journal) == second
    assert verify(journal, witness=[first, second]).witnessed == 2


def test_a_merkle_proof_shows_one_stream_without_the_others(journal: Journal) -> None:
    for number in range(1, 12):
        journal.append([to(f"table/{number}", 0, number)])
        heads = journal.heads()
        root = root_of(heads)
        for head in heads:
            assert root_by_proof(head, prove(heads, head.stream)) == root
        assert root_by_proof(heads[0], prove(heads, heads[-1].stream)) != root or len(heads) == 1
    with pytest.raises(KeyError):
        prove(journal.heads(), "table/none")
    assert root_of(journal.heads()[:1]) == leaf(journal.heads()[0])
    assert len(root_of([])) == 32


def test_the_heads_of_an_earlier_position_are_those_that_were_there(journal: Journal, tmp_path: Path) -> None:
    seen = {}
    versions = dict.fromkeys(("table/1", "table/2", "link/gold"), 0)
    for turn in range(40):
        stream = list(versions)[turn * turn % 3 if turn > 4 else 0]
        journal.append([to(stream, versions[stream], 2)])
        versions[stream] += 2
        seen[journal.last_position()] = journal.heads()
        Snapshots(journal, SNAPSHOT_KEY).save(stream, versions[stream], 1, b"{}")
    for position, heads in seen.items():
        assert heads_at(journal, position) == heads
        found = {head.stream: head for head in heads}
        assert all(head_at(journal, stream, position) == found.get(stream) for stream in versions)
    assert head_at(journal, "table/none", 5) is None
    move(journal, 41, tmp_path / "old.db")
    assert all(heads_at(journal, position) == heads for position, heads in seen.items() if position > 41)
    with pytest.raises(Archived):
        heads_at(journal, 30)


def test_the_checkpoint_that_covers_an_event_is_the_first_after_it(journal: Journal, tmp_path: Path) -> None:
    made = []
    assert checkpoint_covering(journal, 1) is None
    for turn in range(9):
        journal.append([to("table/1", turn * 3, 3)])
        made.append(make_checkpoint(journal, KEY))
    for position in range(1, journal.last_position() + 3):
        expected = next((one for one in made if one.position >= position), None)
        assert checkpoint_covering(journal, position) == expected
    Snapshots(journal, SNAPSHOT_KEY).save("table/1", 27, 1, b"{}")
    move(journal, 18, tmp_path / "old.db")
    assert checkpoint_covering(journal, 19) == next(one for one in made if one.position >= 19)


def test_a_witness_has_a_file_a_print_and_a_code(journal: Journal, tmp_path: Path) -> None:
    fill(journal)
    made = [make_checkpoint(journal, KEY) for _ in range(3)]
    file = tmp_path / "witness.jsonl"
    for checkpoint in made:
        add_to_file(file, checkpoint)
    assert read_file(file) == tuple(made)
    text = as_text(made[2])
    assert "Up to position  62\n" in text
    assert made[2].root.hex(" ", 4) in text
    assert max(len(line) for line in text.splitlines()[:-1]) <= 90
    assert parse_checkpoint(text.splitlines()[-1].encode()) == made[2]
    assert as_qr(made[2], "png").startswith(b"\x89PNG")
    assert b"<svg" in as_qr(made[2], "svg")
    shown = as_qr(made[2], "terminal").decode()
    expected = io.StringIO()
    segno.make_qr(made[2].line(), error="m", mode="byte").terminal(expected, compact=True)
    assert shown == expected.getvalue()
    with pytest.raises(BadWitness, match="cannot be written"):
        add_to_file(tmp_path / "none" / "w", made[0])
