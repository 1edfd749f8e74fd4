"""Cosignatures: one of a public witness, and every way in which one can be wrong."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.tlog.checkpoint import TreeHead, cosign, cosigned
from pitboss.tlog.note import (
    COSIGNATURE,
    ED25519,
    BadNote,
    Note,
    NoteSignature,
    note_key,
    parse_note,
    parse_note_key,
)
from tests.tlog.published import COSIGNED, COSIGNED_AT

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC = note_key("w.example/1", KEY, COSIGNATURE)
NOTE = Note(TreeHead("log.example/a", 7, bytes(32)).text())
AT = 1_800_000_000


def test_a_public_witness_has_cosigned_at_its_time() -> None:
    assert cosigned(parse_note(COSIGNED.note), parse_note_key(COSIGNED.key)) == COSIGNED_AT


def test_a_cosignature_tells_its_time() -> None:
    signature = cosign(NOTE, "w.example/1", KEY, AT)
    assert cosigned(NOTE.with_signatures(signature), PUBLIC) == AT
    assert len(signature.value) == 72
    assert cosigned(NOTE, PUBLIC) is None


def test_the_newest_of_several_counts() -> None:
    later, earlier = (cosign(NOTE, "w.example/1", KEY, AT + more) for more in (60, 0))
    assert cosigned(NOTE.with_signatures(later, earlier), PUBLIC) == AT + 60


def test_a_cosignature_over_another_checkpoint_or_time_is_none() -> None:
    signature = cosign(NOTE, "w.example/1", KEY, AT)
    other = Note(TreeHead("log.example/a", 8, bytes(32)).text(), (signature,))
    assert cosigned(other, PUBLIC) is None
    for value in (
        (AT + 1).to_bytes(8, "big") + signature.value[8:],
        signature.value[:-1],
        signature.value[8:],
        b"",
        b"\xff" * 72,
    ):
        assert cosigned(NOTE.with_signatures(NoteSignature("w.example/1", PUBLIC.id, value)), PUBLIC) is None


def test_one_wrong_cosignature_spoils_the_note() -> None:
    wrong = NoteSignature("w.example/1", PUBLIC.id, b"x" * 72)
    assert cosigned(NOTE.with_signatures(cosign(NOTE, "w.example/1", KEY, AT), wrong), PUBLIC) is None


def test_times_that_the_specification_rules_out() -> None:
    for at_seconds in (0, 1 << 63):
        message = f"cosignature/v1\ntime {at_seconds}\n{NOTE.text}".encode()
        value = at_seconds.to_bytes(8, "big") + KEY.sign(message)
        assert cosigned(NOTE.with_signatures(NoteSignature("w.example/1", PUBLIC.id, value)), PUBLIC) is None
        with pytest.raises(BadNote):
            cosign(NOTE, "w.example/1", KEY, at_seconds)


def test_only_a_checkpoint_is_cosigned_and_only_by_a_key_for_it() -> None:
    with pytest.raises(BadNote):
        cosign(Note("a text\n"), "w.example/1", KEY, AT)
    signed = NOTE.with_signatures(cosign(NOTE, "w.example/1", KEY, AT))
    assert cosigned(signed, note_key("w.example/1", KEY, ED25519)) is None
