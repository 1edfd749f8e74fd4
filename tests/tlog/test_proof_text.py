"""A proof as text: what is written is read again, and whatever is not of the form is named."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.tlog.checkpoint import TreeHead
from pitboss.tlog.merkle import Tree, leaf_hash
from pitboss.tlog.note import BadNote, sign_note
from pitboss.tlog.proof_text import TlogProof, parse_proof

TREE = Tree([leaf_hash(bytes([place])) for place in range(11)])
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
NOTE = sign_note(TreeHead("example.com/log", 11, TREE.root).text(), "example.com/log", KEY)
PROOF = TlogProof(6, TREE.path(6), NOTE)
TEXT = PROOF.text()


def test_a_proof_is_written_as_the_specification_says() -> None:
    lines = TEXT.split("\n")
    assert lines[:2] == ["c2sp.org/tlog-proof@v1", "index 6"]
    assert len(lines[2]) == 44
    assert TEXT.endswith("\n\n" + NOTE.write())
    assert parse_proof(TEXT) == PROOF


def test_a_proof_proves_one_leaf_at_one_place() -> None:
    assert PROOF.proves(TREE.node(0, 6))
    assert not PROOF.proves(TREE.node(0, 7))
    assert not TlogProof(7, PROOF.path, NOTE).proves(TREE.node(0, 6))
    assert not TlogProof(6, (*PROOF.path, bytes(32)), NOTE).proves(TREE.node(0, 6))


def test_extra_data_is_passed_over() -> None:
    assert parse_proof(TEXT.replace("\nindex", "\nextra YWJj\nindex")) == PROOF


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "does not begin"),
        (TEXT.replace("@v1", "@v2"), "does not begin"),
        (TEXT.replace("index 6\n", ""), "does not say the index"),
        (TEXT.replace("index 6", "index 06"), "not the size"),
        (TEXT.replace("index 6\n", "index 6\nAAAA\n"), "does not have 32 bytes"),
        (TEXT.replace("index 6\n", "index 6\n!\n"), "not written in Base 64"),
        (TEXT.replace("index 6\n", "index 6\n" + (44 * "A" + "\n") * 64), "no tree needs more"),
        (TEXT.replace("\n11\n", "\n-1\n"), "not the size"),
        (TEXT.partition("\n\n")[0], "has no checkpoint"),
    ],
)
def test_a_bad_proof_is_refused_in_a_sentence(text: str, says: str) -> None:
    with pytest.raises(BadNote, match=says):
        parse_proof(text)
