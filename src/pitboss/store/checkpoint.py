"""Checkpoints of a journal: signed notes that name the log, how many appends it has and the root over them.

A checkpoint is itself an event, in the stream ``checkpoint/journal``; what witnesses have cosigned stands in
``cosignature/journal``. The signature shows who made a checkpoint. What shows that nobody has made the past
anew, with the key in hand, is that others hold it as well: a witness, a file, a print.
"""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct

from pitboss.reason import because, reason_of
from pitboss.store.codec import UNREADABLE
from pitboss.store.errors import Archived, BadEvent, ForeignKey, JournalError
from pitboss.store.heads_at import anchor_of, first_after
from pitboss.store.journal import Journal, NewEvent, Recorded, ToStream
from pitboss.store.keys import default_origin, public_bytes
from pitboss.tlog.checkpoint import TreeHead, read_tree_head
from pitboss.tlog.merkle import root_at
from pitboss.tlog.note import (
    ED25519,
    Note,
    NoteKey,
    NoteSignature,
    parse_note,
    parse_signatures,
    sign_note,
    signed_by,
)
from pitboss.tlog.shown import Int63

STREAM: Final = "checkpoint/journal"
COSIGNATURES: Final = "cosignature/journal"
KIND: Final = "CheckpointSigned"
COSIGNED: Final = "CheckpointCosigned"
_SCHEMA: Final = 2
EVENTS: Final = ((KIND, _SCHEMA), (COSIGNED, 1))
"""The kinds of events of both streams, with the numbers of their shapes."""
_NEAR: Final = 500
"""Number of cosignature events after a checkpoint that are searched for its own."""


class Checkpoint(Struct, frozen=True, kw_only=True):
    """A checkpoint as it stands in the journal."""

    note: Note
    """Signed by the log; without cosignatures."""
    head: TreeHead
    key: bytes
    """The public key that signed it."""
    position: int
    """The newest event that it covers."""
    time: int
    """When it was recorded, by the wall clock, in microseconds since 1970."""

    @property
    def size(self) -> int:
        """Number of appends that the checkpoint covers."""
        return self.head.size

    @property
    def note_key(self) -> NoteKey:
        """The public key in the form that verifiers of the note take."""
        return NoteKey(self.head.origin, ED25519, self.key)

    def signed_by_its_key(self) -> bool:
        """Whether the checkpoint's signature verifies with the key that it names."""
        return signed_by(self.note, self.note_key)


class _Signed(Struct, frozen=True, forbid_unknown_fields=True):
    note: str
    key: bytes
    position: Int63


class CosignatureLines(Struct, frozen=True, forbid_unknown_fields=True):
    """Event data: witnesses' signature lines for the checkpoint of a size."""

    size: Int63
    signatures: str


def refuse_foreign_key(journal: Journal, key: Ed25519PrivateKey) -> None:
    """Raise :class:`ForeignKey` if another key has signed the newest checkpoint."""
    before = last_checkpoint(journal)
    if before and before.key != public_bytes(key):
        raise ForeignKey(because("signing_key.foreign", journal=journal.url, key=before.key.hex()))


def make_checkpoint(
    journal: Journal, key: Ed25519PrivateKey, origin: str | None = None, *, new_key: bool = False
) -> Checkpoint:
    """Sign the log as it is now and record the checkpoint; the caller sends it to witnesses.

    Without an origin, that of the newest checkpoint is kept. Of two processes that sign at once, one gets a
    :class:`~pitboss.store.errors.VersionConflict`. A ``new_key`` is one that two people have accepted; any
    other than that of the newest checkpoint is a :class:`~pitboss.store.errors.ForeignKey`.
    """
    end = journal.head(STREAM)
    if not new_key:
        refuse_foreign_key(journal, key)
    before = last_checkpoint(journal)
    covered = journal.append_at(journal.tree_size())
    if covered is None:
        raise JournalError(because("journal.unsigned"))
    name = origin or (before.head.origin if before else default_origin(public_bytes(key)))
    head = TreeHead(name, covered.number, root_at(journal.node, covered.number))
    note = sign_note(head.text(), name, key)
    signed = _Signed(note.write(), public_bytes(key), covered.answer.last)
    event = NewEvent(KIND, _SCHEMA, msgspec.json.encode(signed))
    appended = journal.append([ToStream(STREAM, end.version if end else 0, (event,))])
    return read_checkpoint(next(journal.read_stream(STREAM, appended.versions[STREAM] - 1, page=1)))


def last_checkpoint(journal: Journal) -> Checkpoint | None:
    """The newest checkpoint of the journal; ``None`` if there is none or it was archived."""
    end = journal.head(STREAM)
    try:
        return _checkpoint_at(journal, end.version) if end else None
    except Archived:
        return None


def checkpoint_covering(journal: Journal, append: int) -> Checkpoint | None:
    """The first checkpoint in the journal that covers an append, or ``None`` if none does yet."""
    found = last_checkpoint(journal)
    end = journal.head(STREAM)
    if found is None or end is None or found.size < append:
        return None
    anchor = anchor_of(journal, STREAM)
    low, high = anchor.version if anchor else 0, end.version
    while high - low > 1:
        middle = (low + high) // 2
        checkpoint = _checkpoint_at(journal, middle)
        if checkpoint.size >= append:
            high, found = middle, checkpoint
        else:
            low = middle
    return found


def checkpoints(journal: Journal) -> Iterator[Recorded]:
    """The checkpoint events in the journal itself, archives apart."""
    anchor = anchor_of(journal, STREAM)
    return journal.read_stream(STREAM, anchor.version if anchor else 0)


def record_cosignatures(journal: Journal, size: int, signatures: Iterable[NoteSignature]) -> None:
    """Record cosignatures of the checkpoint of a size."""
    said = CosignatureLines(size, "".join(signature.line() for signature in signatures))
    event = NewEvent(COSIGNED, 1, msgspec.json.encode(said))
    journal.append([ToStream(COSIGNATURES, None, (event,))])


def cosigned_note(journal: Journal, checkpoint: Checkpoint) -> Note:
    """A checkpoint's note with every cosignature that is recorded for it."""
    start = first_after(journal, COSIGNATURES, checkpoint.position)
    note = checkpoint.note
    for place, event in enumerate(journal.read_stream(COSIGNATURES, start)):
        if place == _NEAR:
            break
        said = read_cosigned(event)
        if said.size == checkpoint.size:
            note = note.with_signatures(*parse_signatures(said.signatures))
    return note


def _checkpoint_at(journal: Journal, version: int) -> Checkpoint:
    return read_checkpoint(next(journal.read_stream(STREAM, version - 1, page=1)))


def read_checkpoint(event: Recorded) -> Checkpoint:
    """Decode a checkpoint from its event."""
    if event.kind != KIND or event.schema != _SCHEMA:
        raise foreign_event(event, "checkpoints")
    try:
        said = msgspec.json.decode(event.data, type=_Signed)
        note = parse_note(said.note)
        head = read_tree_head(note)
    except UNREADABLE as error:
        raise BadEvent(because("event.checkpoint", why=reason_of(error))) from error
    return Checkpoint(note=note, head=head, key=said.key, position=said.position, time=event.recorded)


def read_cosigned(event: Recorded) -> CosignatureLines:
    """Decode cosignatures from their event."""
    if event.kind != COSIGNED or event.schema != 1:
        raise foreign_event(event, "cosignatures")
    try:
        said = msgspec.json.decode(event.data, type=CosignatureLines)
        parse_signatures(said.signatures)
    except UNREADABLE as error:
        raise BadEvent(because("event.cosignature", why=reason_of(error))) from error
    return said


def foreign_event(event: Recorded, among: str) -> BadEvent:
    """The error for an event of a kind that does not belong into its stream."""
    return BadEvent(
        because("event.foreign", position=event.position, kind=event.kind, version=event.schema, among=among)
    )
