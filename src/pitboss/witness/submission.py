"""The request to a witness (C2SP ``tlog-witness``, ``add-checkpoint``): a proof and a checkpoint.

The body is a line with the size that the log believes the witness knows, the consistency proof from that
size to the checkpoint's, one hash a line, an empty line and the signed checkpoint.
"""

import base64
import hashlib
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from pitboss.reason import because
from pitboss.tlog.checkpoint import TreeHead, parse_size, read_tree_head
from pitboss.tlog.note import LONGEST, BadNote, Note, parse_base64, parse_note

MOST_HASHES: Final = 63
"""Most hashes of a consistency proof: the largest tree needs no more."""
LARGEST: Final = LONGEST + 64 * (MOST_HASHES + 1)
"""Largest body, in bytes."""
SIZE_TYPE: Final = "text/x.tlog.size"
"""The content type of a response that names the size that the witness knows."""
_HASH_SIZE: Final = 32


class Submission(Struct, frozen=True):
    """A checkpoint, and the proof that it continues the tree of size ``old``."""

    old: int
    proof: tuple[bytes, ...]
    note: Note
    head: TreeHead


def origin_hash(origin: str) -> str:
    """The name of a log in a witness's URLs."""
    return hashlib.sha256(origin.encode()).hexdigest()


def write_submission(note: Note, old: int, proof: Sequence[bytes]) -> bytes:
    """Encode a request for a cosignature."""
    hashes = "".join(f"{base64.b64encode(value).decode()}\n" for value in proof)
    return f"old {old}\n{hashes}\n{note.write()}".encode()


def parse_submission(body: bytes) -> Submission:
    """Decode a request for a cosignature, strictly. Raises ``BadNote``."""
    if len(body) > LARGEST:
        raise BadNote(because("submission.long", most=LARGEST))
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        raise BadNote(because("submission.utf8")) from error
    head, found, note_text = text.partition("\n\n")
    if not found:
        raise BadNote(because("submission.no_empty_line"))
    first, *rest = head.split("\n")
    word, _, size = first.partition(" ")
    if word != "old":
        raise BadNote(because("submission.no_old"))
    if len(rest) > MOST_HASHES:
        raise BadNote(because("submission.proof", count=len(rest), most=MOST_HASHES))
    proof = tuple(_hash(row, number) for number, row in enumerate(rest, 1))
    note = parse_note(note_text)
    return Submission(parse_size(size), proof, note, read_tree_head(note))


def _hash(row: str, number: int) -> bytes:
    value = parse_base64(row, because("base64.hash", number=number))
    if len(value) != _HASH_SIZE:
        raise BadNote(because("submission.hash", number=number, bytes=len(value), right=_HASH_SIZE))
    return value
