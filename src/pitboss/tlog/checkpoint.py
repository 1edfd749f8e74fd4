"""Checkpoints (C2SP ``tlog-checkpoint``): notes whose text names a log, its size and its root.

The text is three lines: the origin, which names the log; the number of leaves; and the root of the Merkle
tree over them in Base 64. Further lines are extensions, which Pitboss neither writes nor understands.

Cosignatures (C2SP ``tlog-cosignature``, Ed25519): a witness's signature under a checkpoint, with the time.

A cosignature says: at this time, this was the largest tree of the log that the witness had seen, and it
continued every one that the witness had seen before. The time is signed too.
"""

import base64
import re
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from pitboss.reason import because
from pitboss.tlog.note import COSIGNATURE, BadNote, Note, NoteKey, NoteSignature, note_key, parse_base64

_SIZE: Final = re.compile(r"0|[1-9][0-9]{0,18}")
_LARGEST: Final = (1 << 63) - 1
_ROOT_SIZE: Final = 32


class TreeHead(Struct, frozen=True):
    """The content of a checkpoint: a log's origin, its size and its root."""

    origin: str
    size: int
    root: bytes
    extensions: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if any(not line or "\n" in line for line in (self.origin, *self.extensions)):
            raise BadNote(because("checkpoint.lines"))
        if not 0 <= self.size <= _LARGEST:
            raise BadNote(because("checkpoint.size", most=_LARGEST, size=self.size))
        if len(self.root) != _ROOT_SIZE:
            raise BadNote(because("checkpoint.root", right=_ROOT_SIZE, bytes=len(self.root)))

    def text(self) -> str:
        """The text of the note that is signed."""
        lines = (self.origin, str(self.size), base64.b64encode(self.root).decode(), *self.extensions)
        return "".join(f"{line}\n" for line in lines)


def read_tree_head(note: Note) -> TreeHead:
    """Parse a note as a checkpoint, strictly; verifies no signature. Raises ``BadNote``."""
    lines = note.text.removesuffix("\n").split("\n")
    if len(lines) < 3:
        raise BadNote(because("checkpoint.short"))
    origin, size, root, *extensions = lines
    return TreeHead(origin, parse_size(size), parse_base64(root, because("base64.root")), tuple(extensions))


def parse_size(text: str) -> int:
    """Parse a number of leaves in its canonical form. Raises ``BadNote``."""
    if not _SIZE.fullmatch(text) or int(text) > _LARGEST:
        raise BadNote(because("checkpoint.no_size", given=repr(text[:30])))
    return int(text)


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
