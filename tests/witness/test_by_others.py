"""tlog-scales, an implementation that is not ours, checks what we make, and we check what it makes."""

from pathlib import Path

import pytest
from cryptography.exceptions import InvalidSignature
from tlog_scales.backend import LocalBackend
from tlog_scales.reader import TilesReader
from tlog_scales.signing import PlainEd25519Signer, Vkey
from tlog_scales.tlog import (
    Checkpoint,
    ConsistencyProof,
    ConsistencyProofInvalid,
    InclusionProof,
    InclusionProofInvalid,
)
from tlog_scales.writer import TilesWriter

from pitboss.tlog.checkpoint import read_tree_head
from pitboss.tlog.merkle import Tree, consistency_proof, inclusion_proof, leaf_hash, root_at
from pitboss.tlog.note import NoteKey, parse_note, signed_by
from pitboss.witness.pages import page
from pitboss.witness.state import parse_logs
from pitboss.witness.submission import origin_hash, write_submission
from tests.witness.signed_log import NOW, ORIGIN, SignedLog, make_cosigner

MOST = 33
LOG = SignedLog()
LEAVES = [leaf_hash(bytes([number])) for number in range(MOST)]
TREE = Tree(LEAVES)


def test_every_proof_of_a_small_tree_holds_for_them() -> None:
    roots = [root_at(TREE.node, size) for size in range(MOST + 1)]
    for size in range(1, MOST + 1):
        for index in range(size):
            proof = [*inclusion_proof(TREE.node, index, size)]
            InclusionProof(index, size, proof).check(LEAVES[index], roots[size])
        for old in range(size + 1):
            proof = [*consistency_proof(TREE.node, old, size)]
            ConsistencyProof(old, size, proof).check(roots[old], roots[size])


def test_they_can_tell_a_wrong_proof() -> None:
    """Otherwise the test above would show nothing."""
    proof = [*inclusion_proof(TREE.node, 5, 20)]
    with pytest.raises(InclusionProofInvalid):
        InclusionProof(6, 20, proof).check(LEAVES[5], root_at(TREE.node, 20))
    proof = [*consistency_proof(TREE.node, 13, 20)]
    with pytest.raises(ConsistencyProofInvalid):
        ConsistencyProof(13, 20, proof).check(root_at(TREE.node, 12), root_at(TREE.node, 20))


def test_our_notes_and_cosignatures_verify_for_them(tmp_path: Path) -> None:
    cosigner = make_cosigner(tmp_path, LOG)
    assert cosigner.add_checkpoint(LOG.submission(0, 9)).status == 200
    theirs = Checkpoint.from_text(page(cosigner, f"/{origin_hash(ORIGIN)}/checkpoint").text)
    assert (theirs.origin, theirs.size, theirs.root_hash) == (ORIGIN, 9, LOG.root(9))
    for key in (LOG.key, cosigner.key):
        theirs.verify(Vkey.from_string(key.text()))
    assert int.from_bytes(theirs.signatures[1].payload[:8]) == NOW
    other = Checkpoint(ORIGIN, 10, LOG.root(10), theirs.signatures)
    with pytest.raises(InvalidSignature):
        other.verify(Vkey.from_string(cosigner.key.text()))


def test_our_witness_cosigns_their_log(tmp_path: Path) -> None:
    """A log of more leaves than one of its tiles holds, which signs and proves by itself."""
    signer = PlainEd25519Signer("other.example/log", bytes(range(32)))
    key = NoteKey(signer.vkey.name, signer.vkey.sig_type, signer.vkey.pubkey)
    assert int.from_bytes(key.id) == signer.vkey.key_id
    cosigner = make_cosigner(tmp_path, watched=parse_logs([key.text()]))
    log = TilesWriter.create(tmp_path / "log", "other.example/log")
    before = 0
    for size in (1, 7, 256, 257, 600):
        for number in range(before, size):
            log.add_leaf(number.to_bytes(2, "big"))
        log.commit([signer])
        note = parse_note((tmp_path / "log" / "checkpoint").read_text("utf-8"))
        assert signed_by(note, key)
        tree = Tree([leaf_hash(number.to_bytes(2, "big")) for number in range(size)])
        assert read_tree_head(note).root == tree.root
        reader = TilesReader(LocalBackend(tmp_path / "log"))
        assert reader.get_checkpoint().size == size
        proof = reader.get_consistency_proof(before, size).node_hashes if before else []
        assert tuple(proof) == consistency_proof(tree.node, before, size)
        assert cosigner.add_checkpoint(write_submission(note, before, proof)).status == 200
        before = size
    held = Checkpoint.from_text(page(cosigner, f"/{origin_hash('other.example/log')}/checkpoint").text)
    held.verify(Vkey.from_string(cosigner.key.text()))
