"""Signed notes of archives: one event in the stream ``archive/journal`` for each archive.

A journal whose first events were archived keeps the position and the stream heads that it continues from.
Only a note, signed with the floor's key, shows that those events were archived and not deleted.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct

from pitboss.reason import because, reason_of
from pitboss.store.checkpoint import foreign_event
from pitboss.store.codec import UNREADABLE
from pitboss.store.errors import BadEvent
from pitboss.store.journal import Head, Journal, NewEvent, Recorded, ToStream, wall_clock
from pitboss.store.keys import public_bytes
from pitboss.tlog.merkle import root_at
from pitboss.tlog.note import verifies
from pitboss.tlog.shown import Int63

STREAM: Final = "archive/journal"
KIND: Final = "ArchiveSigned"
_SCHEMA: Final = 2
EVENT: Final = (KIND, _SCHEMA)
"""The kind of a note and the number of its shape."""
_DOMAIN: Final = b"pitboss archive 2\n"
"""Signed together with each note, so that its signature can stand for nothing else."""


class ArchiveNote(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Signed note that a range of events was moved to a file, with a hash of the stream heads after it."""

    first: Int63
    last: Int63
    appends: Int63
    """The number of the last append that was moved."""
    root: bytes
    """Root of the log's tree over all appends up to that one."""
    heads: bytes
    """A hash over where every stream stood: what the journal goes on from."""
    time: int
    """Wall clock, in microseconds since 1970."""
    key: bytes
    signature: bytes = b""

    def body(self) -> bytes:
        """The signed bytes: every field but the signature."""
        return _DOMAIN + msgspec.json.encode(msgspec.structs.replace(self, signature=b""))

    def signed_by_its_key(self) -> bool:
        """Whether the note's signature verifies with the key that the note names."""
        return verifies(self.key, self.signature, self.body())


class AppendRange(Struct, frozen=True, kw_only=True):
    """The first and last position of what is moved, and the number of its last append."""

    first: Int63
    last: Int63
    appends: Int63


def heads_hash(heads: Iterable[Head]) -> bytes:
    """One hash over stream heads, in the order of the streams' names."""
    lines = (
        f"{head.stream} {head.version} {head.position} {head.hash.hex()}\n"
        for head in sorted(heads, key=lambda head: head.stream.encode())
    )
    return sha256("".join(lines).encode()).digest()


def sign_archive(
    journal: Journal,
    key: Ed25519PrivateKey,
    moved: AppendRange,
    heads: Iterable[Head],
) -> None:
    """Record a signed note of the range to be moved, unless an interrupted run has recorded it."""
    last = moved.last
    end = journal.head(STREAM)
    if end and end.position > journal.archived():
        before = next(journal.read_stream(STREAM, end.version - 1))
        if read_note(before).last == last:
            return
    unsigned = ArchiveNote(
        first=moved.first,
        last=last,
        appends=moved.appends,
        root=root_at(journal.node, moved.appends),
        heads=heads_hash(heads),
        time=wall_clock(),
        key=public_bytes(key),
    )
    note = msgspec.structs.replace(unsigned, signature=key.sign(unsigned.body()))
    event = NewEvent(KIND, _SCHEMA, msgspec.json.encode(note))
    journal.append([ToStream(STREAM, end.version if end else 0, (event,))])


def read_note(event: Recorded) -> ArchiveNote:
    """Decode an archive note from its event."""
    if event.kind != KIND or event.schema != _SCHEMA:
        raise foreign_event(event, "notes")
    try:
        return msgspec.json.decode(event.data, type=ArchiveNote)
    except UNREADABLE as error:
        raise BadEvent(because("event.archive_note", why=reason_of(error))) from error
