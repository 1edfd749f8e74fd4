"""Cosignatures (C2SP ``tlog-cosignature``, Ed25519): a witness's signature under a checkpoint, with the time.

A cosignature says: at this time, this was the largest tree of the log that the witness had seen, and it
continued every one that the witness had seen before. The time is signed too.
"""

from typing import TYPE_CHECKING, Final

from pitboss.reason import because
from pitboss.tlog.checkpoint import read_tree_head
from pitboss.tlog.note import COSIGNATURE, BadNote, Note, NoteKey, NoteSignature, note_key

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_TIME_SIZE: Final = 8
_LATEST: Final = (1 << 63) - 1


def cosign(note: Note, name: str, private_key: "Ed25519PrivateKey", at_seconds: int) -> NoteSignature:
    """Sign a checkpoint as a witness, with the time in seconds since 1970."""
    read_tree_head(note)
    if not 0 < at_seconds <= _LATEST:
        raise BadNote(because("cosignature.time", seconds=at_seconds))
    key = note_key(name, private_key, COSIGNATURE)
    value = private_key.sign(_message(note, at_seconds))
    return NoteSignature(name, key.id, at_seconds.to_bytes(_TIME_SIZE, "big") + value)


def cosigned(note: Note, key: NoteKey) -> int | None:
    """When a witness cosigned a note, in seconds since 1970; ``None`` if it has not.

    Of several cosignatures by the witness the newest counts. One that does not verify makes all invalid, as
    with plain signatures.
    """
    found = note.by(key)
    if key.algorithm != COSIGNATURE or not found:
        return None
    times = [_time(note, key, signature) for signature in found]
    return None if 0 in times else max(times)


def _time(note: Note, key: NoteKey, signature: NoteSignature) -> int:
    """The time in a cosignature; 0, which is never valid, if it does not verify."""
    at_seconds = int.from_bytes(signature.value[:_TIME_SIZE], "big")
    verified = key.verifies(signature.value[_TIME_SIZE:], _message(note, at_seconds))
    return at_seconds if verified and at_seconds <= _LATEST else 0


def _message(note: Note, at_seconds: int) -> bytes:
    return f"cosignature/v1\ntime {at_seconds}\n{note.text}".encode()
