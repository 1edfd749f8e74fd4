"""Signed notes of what was archived: an event in the stream ``archive/journal`` for each archive.

Where a journal begins after its first event, it says itself from where on and how its streams stood there.
Only a note, which takes the floor's key, shows that those events went to an archive and were not deleted.
"""

from typing import Final

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

from pitboss.store.errors import BadEvent
from pitboss.store.journal import Clock, Head, Journal, NewEvent, Recorded, ToStream, wall_clock
from pitboss.store.keys import public_bytes
from pitboss.store.merkle import root_of

STREAM: Final = "archive/journal"
KIND: Final = "ArchiveSigned"
_SCHEMA: Final = 1
EVENT: Final = (KIND, _SCHEMA)
"""The kind of its events, with the number of their shape."""
_DOMAIN: Final = b"pitboss archive 1\n"
"""Signed together with each note, so that its signature can stand for nothing else."""


class ArchiveNote(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The events from one position to another were moved to a file; every stream stood so after them."""

    first: int
    last: int
    streams: int
    root: bytes
    """Of the Merkle tree over the heads of the streams at the last position."""
    time: int
    """Wall clock, in microseconds since 1970."""
    key: bytes
    signature: bytes = b""

    def body(self) -> bytes:
        """What is signed: everything else."""
        return _DOMAIN + msgspec.json.encode(msgspec.structs.replace(self, signature=b""))

    def signed_by_its_key(self) -> bool:
        """Whether the signature is that of the key it names."""
        try:
            Ed25519PublicKey.from_public_bytes(self.key).verify(self.signature, self.body())
        except (InvalidSignature, ValueError):
            return False
        return True


def sign_archive(
    journal: Journal,
    key: Ed25519PrivateKey,
    positions: tuple[int, int],
    heads: dict[str, Head],
    *,
    clock: Clock = wall_clock,
) -> None:
    """Record what is about to be moved, unless a run that did not finish has done so."""
    first, last = positions
    end = journal.head(STREAM)
    if end and end.position > journal.archived():
        before = next(journal.read_stream(STREAM, end.version - 1))
        if read_note(before).last == last:
            return
    unsigned = ArchiveNote(
        first=first,
        last=last,
        streams=len(heads),
        root=root_of(heads.values()),
        time=clock(),
        key=public_bytes(key),
    )
    note = msgspec.structs.replace(unsigned, signature=key.sign(unsigned.body()))
    event = NewEvent(KIND, _SCHEMA, msgspec.json.encode(note))
    journal.append([ToStream(STREAM, end.version if end else 0, (event,))])


def read_note(event: Recorded) -> ArchiveNote:
    """The note in an event."""
    if event.kind != KIND or event.schema != _SCHEMA:
        raise BadEvent(
            f"The event at position {event.position} is a {event.kind} version {event.schema}, "
            "which has no place among the notes of archives."
        )
    try:
        return msgspec.json.decode(event.data, type=ArchiveNote)
    except msgspec.MsgspecError as error:
        raise BadEvent(f"A note of an archive cannot be read: {error}.") from error
