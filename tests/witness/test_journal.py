"""A journal and its witness: what the floor signs is cosigned, and a journal that was put back is not."""

import shutil
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from tlog_scales.signing import Vkey
from tlog_scales.tlog import Checkpoint as TheirCheckpoint
from tlog_scales.tlog import ConsistencyProof, InclusionProof

from pitboss.store import Journal
from pitboss.store.checkpoint import Checkpoint, cosigned_note, make_checkpoint, record_cosignatures
from pitboss.store.open import open_journal
from pitboss.tlog.merkle import consistency_proof, inclusion_proof
from pitboss.tlog.note import parse_signatures
from pitboss.witness.cosigner import Cosigner, WitnessResponse
from pitboss.witness.state import parse_logs
from pitboss.witness.submission import write_submission
from tests.store.samples import sent, to
from tests.witness.signed_log import make_cosigner

KEY = Ed25519PrivateKey.from_private_bytes(bytes([3]) * 32)


def grow(journal: Journal, count: int, word: str = "c") -> Checkpoint:
    """Some commands more, and a checkpoint over them."""
    before = journal.tree_size()
    for number in range(before, before + count):
        journal.append([to("table/1", None, 2)], sent(f"{word}{number}"))
    return make_checkpoint(journal, KEY, "floor.example/log")


def submit(cosigner: Cosigner, journal: Journal, checkpoint: Checkpoint, old: int) -> WitnessResponse:
    proof = consistency_proof(journal.node, old, checkpoint.size)
    return cosigner.add_checkpoint(write_submission(checkpoint.note, old, proof))


def witness_of(folder: Path, checkpoint: Checkpoint) -> Cosigner:
    return make_cosigner(folder, watched=parse_logs([checkpoint.note_key.text()]))


def test_checkpoints_of_a_journal_are_cosigned_and_hold_for_others(tmp_path: Path) -> None:
    with open_journal(tmp_path / "journal.db") as journal:
        first = grow(journal, 5)
        cosigner = witness_of(tmp_path, first)
        assert submit(cosigner, journal, first, 0).status == 200
        before = first
        for count in (1, 250, 7):
            newest = grow(journal, count)
            answer = submit(cosigner, journal, newest, before.size)
            assert answer.status == 200
            record_cosignatures(journal, newest.size, parse_signatures(answer.text))
            proof = consistency_proof(journal.node, before.size, newest.size)
            ConsistencyProof(before.size, newest.size, [*proof]).check(before.head.root, newest.head.root)
            before = newest
        theirs = TheirCheckpoint.from_text(cosigned_note(journal, before).write())
        for key in (before.note_key, cosigner.key):
            theirs.verify(Vkey.from_string(key.text()))
        for number in (1, 6, 200, before.size):
            append = journal.append_at(number)
            assert append is not None
            path = inclusion_proof(journal.node, number - 1, before.size)
            InclusionProof(number - 1, before.size, [*path]).check(append.leaf, theirs.root_hash)


def test_a_journal_that_was_put_back_and_went_on_otherwise_is_not_cosigned(tmp_path: Path) -> None:
    """Somebody with the key and the disk puts an old copy back, and has another history signed."""
    with open_journal(tmp_path / "journal.db") as journal:
        first = grow(journal, 5)
        cosigner = witness_of(tmp_path, first)
        assert submit(cosigner, journal, first, 0).status == 200
    shutil.copy(tmp_path / "journal.db", tmp_path / "old.db")
    with open_journal(tmp_path / "journal.db") as journal:
        newest = grow(journal, 5)
        assert submit(cosigner, journal, newest, first.size).status == 200
    with open_journal(tmp_path / "old.db") as journal:
        shorter = grow(journal, 2, "other")
        answer = submit(cosigner, journal, shorter, first.size)
        assert (answer.status, answer.text) == (409, f"{newest.size}\n"), "it knows more than the journal has"
        longer = grow(journal, 20, "other")
        assert submit(cosigner, journal, longer, newest.size).status == 422
