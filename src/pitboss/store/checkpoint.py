"""Signed checkpoints: at some position, every stream ended so.

A checkpoint is itself an event, in the stream ``checkpoint/journal``, and names the one before it. Its
signature shows who made it. What shows that nobody has made the past anew, with the key in hand, is a copy
elsewhere: :mod:`pitboss.store.witness`.
"""

import hashlib
from typing import Final

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

from pitboss.store.errors import Archived, BadEvent, JournalError
from pitboss.store.journal import Clock, Head, Journal, NewEvent, Recorded, Snapshot, ToStream, wall_clock
from pitboss.store.keys import public_bytes
from pitboss.store.merkle import root_of

STREAM: Final = "checkpoint/journal"
KIND: Final = "CheckpointSigned"
FIRST: Final = bytes(32)
"""What the first checkpoint names as the one before it."""
_SCHEMA: Final = 1
_DOMAIN: Final = b"pitboss checkpoint 1\n"
"""Signed together with each checkpoint, so that its signature can stand for nothing else."""


class Checkpoint(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All heads at a position, under one root, signed."""

    number: int
    """Counts from 1."""
    position: int
    """The newest event that it covers."""
    streams: int
    root: bytes
    """Of the Merkle tree over the heads of the streams."""
    time: int
    """Wall clock, in microseconds since 1970."""
    previous: bytes
    """SHA-256 of the checkpoint before."""
    key: bytes
    signature: bytes = b""

    def body(self) -> bytes:
        """What is signed: everything else."""
        return _DOMAIN + msgspec.json.encode(msgspec.structs.replace(self, signature=b""))

    def digest(self) -> bytes:
        """What the next checkpoint names."""
        return hashlib.sha256(self.line()).digest()

    def line(self) -> bytes:
        """The checkpoint as one line of JSON."""
        return msgspec.json.encode(self)

    def signed_by_its_key(self) -> bool:
        """Whether the signature is that of the key it names."""
        try:
            Ed25519PublicKey.from_public_bytes(self.key).verify(self.signature, self.body())
        except (InvalidSignature, ValueError):
            return False
        return True


def make_checkpoint(journal: Journal, key: Ed25519PrivateKey, *, clock: Clock = wall_clock) -> Checkpoint:
    """Sign the heads as they are now and record it; the caller hands it to a witness.

    Two processes that do so at once are told apart by the version of the stream: one of them gets a
    :class:`~pitboss.store.errors.VersionConflict` and may try again.
    """
    heads = journal.heads()
    if not heads:
        raise JournalError("The journal is empty: there is nothing to sign yet.")
    head = next((head for head in heads if head.stream == STREAM), None)
    before = _checkpoint_at(journal, head) if head else None
    unsigned = Checkpoint(
        number=before.number + 1 if before else 1,
        position=max(head.position for head in heads),
        streams=len(heads),
        root=root_of(heads),
        time=clock(),
        previous=before.digest() if before else FIRST,
        key=public_bytes(key),
    )
    checkpoint = msgspec.structs.replace(unsigned, signature=key.sign(unsigned.body()))
    event = NewEvent(KIND, _SCHEMA, checkpoint.line())
    journal.append([ToStream(STREAM, head.version if head else 0, (event,))])
    return checkpoint


def last_checkpoint(journal: Journal) -> Checkpoint | None:
    """The newest checkpoint, also if its day has been archived."""
    head = journal.head(STREAM)
    return _checkpoint_at(journal, head) if head else None


def checkpoint_covering(journal: Journal, position: int) -> Checkpoint | None:
    """The first checkpoint that covers an event of the journal, or ``None`` if none does yet."""
    last = last_checkpoint(journal)
    if last is None or last.position < position:
        return None
    # An archived checkpoint covers archived events only.
    low = next((head.version for head in journal.anchors() if head.stream == STREAM), 0)
    high, found = last.number, last
    while high - low > 1:
        middle = (low + high) // 2
        checkpoint = read_checkpoint(next(journal.read_stream(STREAM, middle - 1)))
        if checkpoint.position >= position:
            high, found = middle, checkpoint
        else:
            low = middle
    return found


def _checkpoint_at(journal: Journal, head: Head) -> Checkpoint:
    try:
        return read_checkpoint(next(journal.read_stream(STREAM, head.version - 1)))
    except Archived:
        kept = journal.load_snapshot(STREAM)
        if kept is None or kept.version != head.version:
            raise
        return parse_checkpoint(kept.data)


def keep_last(journal: Journal, position: int) -> None:
    """Before archiving up to a position, keep the newest checkpoint in it for the next to follow."""
    head = journal.head(STREAM)
    if head is None or head.position > position:
        return
    last = _checkpoint_at(journal, head)
    journal.save_snapshot(
        Snapshot(
            stream=STREAM,
            version=head.version,
            schema=_SCHEMA,
            data=last.line(),
            position=head.position,
            hash=head.hash,
        )
    )


def read_checkpoint(event: Recorded) -> Checkpoint:
    """The checkpoint in an event."""
    if event.kind != KIND or event.schema != _SCHEMA:
        raise BadEvent(
            f"The event at position {event.position} is a {event.kind} version {event.schema}, "
            "which has no place among the checkpoints."
        )
    return parse_checkpoint(event.data)


def parse_checkpoint(line: bytes) -> Checkpoint:
    """The checkpoint in a line of JSON."""
    try:
        return msgspec.json.decode(line, type=Checkpoint)
    except msgspec.MsgspecError as error:
        raise BadEvent(f"A checkpoint cannot be read: {error}.") from error
