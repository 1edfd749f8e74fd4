"""Verify a journal from its first event on and report the first fault.

Every hash is recomputed, positions and versions must be without a gap, the stream heads must be those that
the journal claims, and every checkpoint, in the journal or from a witness, must have the root that the log's
tree had at its size.
"""

import struct
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Final

from msgspec import Struct

from pitboss.reason import Reason, because, reason_of
from pitboss.store.archive_note import STREAM as NOTES
from pitboss.store.archive_note import heads_hash, read_note
from pitboss.store.checkpoint import (
    STREAM,
    Checkpoint,
    checkpoints,
    read_checkpoint,
    read_cosigned,
)
from pitboss.store.errors import BadEvent
from pitboss.store.fault import FaultFound, RecordFault, fault_at, fault_of
from pitboss.store.heads_at import anchor_of
from pitboss.store.journal import Head, Journal, Recorded
from pitboss.store.own_streams import OWN_STREAMS
from pitboss.store.tree import hash_of
from pitboss.store.verify_appends import AppendWalk, read_rows
from pitboss.tlog.checkpoint import TreeHead, read_tree_head
from pitboss.tlog.note import ED25519, Note, NoteKey, signed_by

_PAGE: Final = 5000


class Verification(Struct, frozen=True, kw_only=True):
    """What was verified, and the first fault, if any."""

    events: int
    appends: int
    """Number of appends, archived ones included."""
    last: int
    """Position of the newest verified event."""
    streams: int
    checkpoints: int
    witnessed: int
    """Checkpoints of the witness that the journal agrees with."""
    seen: int
    """The position up to which checkpoints of the witness cover the events; 0 if none does."""
    out_of_reach: int
    """Checkpoints of the witness over appends before the first archive that was given."""
    keys: tuple[bytes, ...]
    """The keys that signed, in the order of their first use."""
    rekeyed: tuple[tuple[int, int], ...]
    """Positions of checkpoints that follow each other and are signed with different keys."""
    fault: RecordFault | None

    tail: int
    """Events after the newest checkpoint of the witness, besides what the journal records of itself."""

    @property
    def sound(self) -> bool:
        """Whether no fault was found."""
        return self.fault is None


def verify(
    journal: Journal,
    *,
    archives: Sequence[Journal] = (),
    witness: Sequence[Note] = (),
    trusted: Collection[bytes] | None = None,
    progress: Callable[[int], None] | None = None,
    each: Callable[[Recorded], RecordFault | None] | None = None,
) -> Verification:
    """Verify a journal, optionally with its archives and against checkpoints of a witness.

    ``trusted`` are the public keys that may sign; ``progress`` is called with each position reached. ``each``
    is called with every event after its hash is verified, and may return a fault in its content.
    """
    walk = _VerifyWalk(in_order(journal, archives), witness, trusted, progress or _ignore, each or _no_fault)
    try:
        walk.run()
    except FaultFound as found:
        return walk.report(found.fault)
    return walk.report(None)


def in_order(journal: Journal, archives: Sequence[Journal]) -> list[Journal]:
    """The archives and then the journal, from the oldest part on."""
    return [*sorted(archives, key=lambda source: source.archived()), journal]


class _VerifyWalk:
    def __init__(
        self,
        sources: Sequence[Journal],
        witness: Sequence[Note],
        trusted: Collection[bytes] | None,
        progress: Callable[[int], None],
        each: Callable[[Recorded], RecordFault | None],
    ) -> None:
        self.sources = sources
        self.each = each
        self.notes = witness
        self.witness: dict[int, list[TreeHead]] = {}
        for note in witness:
            head = read_tree_head(note)
            self.witness.setdefault(head.size, []).append(head)
        self.trusted = trusted
        self.progress = progress
        self.start = sources[0].archived()
        self.position = self.start
        self.ends: dict[str, Head | Recorded] = {head.stream: head for head in sources[0].anchors()}
        self.wanted = set(self.witness)
        self.wanted_heads: set[int] = set()
        self.roots: dict[int, bytes] = {}
        self.heads: dict[int, bytes] = {}
        """Hash over the stream heads, by the number of appends."""
        self.covered: dict[int, int] = {}
        """Last position, by the number of appends."""
        self.last: Checkpoint | None = None
        self.last_at = 0
        """Position of the event of the last checkpoint."""
        self.rekeyed: list[tuple[int, int]] = []
        self.checkpoints = 0
        self.archived: set[int] = set()
        """Positions up to which, by signed notes, events were archived."""
        self.agreed = 0
        self.tail = 0
        self.agreed_at = 0
        self.keys: dict[bytes, None] = {}
        self.appends = AppendWalk(self.ends, self._closed)

    def run(self) -> None:
        # Events recorded meanwhile are left to the next run: note where each part ends before reading which
        # sizes its checkpoints need a root of.
        parts = [(source, *_end_of(source)) for source in self.sources]
        for source in self.sources:
            self._find_checkpoints(source)
        self._check_witness()
        appends = self.appends
        appends.start(self.sources[0])
        for place, (source, size, end) in enumerate(parts):
            if place:
                self._join(source)
                appends.join(source, self.position + 1)
            appends.expect(source, size, self.position + 1)
            self._walk(source, end)
        for source in self.sources:
            self._check_archived(source)
            for wrong in source.storage_faults():
                self._fail_at(self.start + 1, because("fault.storage", journal=source.url, why=wrong))
        beyond = [size for size in self.witness if size > self.appends.size]
        if beyond:
            self._fail_at(
                self.position + 1,
                because(
                    "fault.witness_saw",
                    position=self.position,
                    appends=self.appends.size,
                    seen=min(beyond),
                ),
            )

    def report(self, fault: RecordFault | None) -> Verification:
        reach = sum(len(heads) for size, heads in self.witness.items() if size not in self.roots)
        return Verification(
            events=self.position - self.start,
            appends=self.appends.size,
            last=self.position,
            streams=len(self.ends),
            checkpoints=self.checkpoints,
            witnessed=self.agreed,
            seen=self.agreed_at if self.agreed else 0,
            out_of_reach=0 if fault else reach,
            keys=tuple(self.keys),
            rekeyed=tuple(self.rekeyed),
            fault=fault,
            tail=self.tail,
        )

    def _check_witness(self) -> None:
        """Check the log's signature on the witness's checkpoints: a witness file may have been changed."""
        keys = self.keys if self.trusted is None else self.trusted
        keys_are = "named" if self.trusted is None else "trusted"
        for note in self.notes:
            head = read_tree_head(note)
            if not any(signed_by(note, NoteKey(head.origin, ED25519, key)) for key in keys):
                why = because("fault.witness_key", appends=head.size, keys=keys_are)
                self._fail_at(self.start + 1, why)
        self.keys = {}

    def _find_checkpoints(self, source: Journal) -> None:
        """Collect the sizes whose roots are needed; unreadable checkpoints are reported by the walk."""
        for event in checkpoints(source):
            with suppress(BadEvent):
                checkpoint = read_checkpoint(event)
                self.wanted.add(checkpoint.size)
                self.keys[checkpoint.key] = None
        anchor = anchor_of(source, NOTES)
        for event in source.read_stream(NOTES, anchor.version if anchor else 0):
            with suppress(BadEvent):
                self.wanted_heads.add(read_note(event).appends)

    def _join(self, source: Journal) -> None:
        """Check that a part begins exactly where the one before it ends."""
        start = source.archived()
        if start != self.position:
            self._fail_at(
                self.position + 1,
                because("fault.missing_archive", journal=source.url, position=start, end=self.position),
            )
        self._compare(source.anchors(), because("heads.anchors", journal=source.url))

    def _walk(self, source: Journal, end: int) -> None:
        while self.position < end:
            events = source.read_all(self.position, min(_PAGE, end - self.position))
            if not events:
                break
            self._follow(events)
            self.progress(self.position)
        self.appends.end(source, self.position)
        self._compare(tuple(self._until(self.position, source.heads())), because("heads.ends"))

    def _until(self, end: int, heads: Iterable[Head]) -> Iterator[Head]:
        """The heads up to a position; of streams that have grown since, the head as it was walked."""
        walked = self._heads()
        for head in heads:
            before = walked.get(head.stream)
            if head.position <= end:
                yield head
            elif before and before.version < head.version:
                yield before

    def _follow(self, events: Sequence[Recorded]) -> None:
        ends, take = self.ends, self.appends.take
        for event in events:
            stream, position, version = event.stream, event.position, event.version
            if position != self.position + 1:
                missing = self.position + 1
                self._fail_at(missing, because("fault.missing", position=missing))
            end = ends.get(stream)
            before = end.version if end else 0
            if version != before + 1:
                self._fail(event, because("fault.version", version=version, before=before))
            if not _intact(event):
                self._fail(event, because("fault.hash"))
            take(event)
            ends[stream] = event
            self.position = position
            if stream in OWN_STREAMS:
                self._check_own(event)
            else:
                self.tail += 1
            if fault := self.each(event):
                raise FaultFound(fault)

    def _heads(self) -> dict[str, Head]:
        return {
            stream: Head(stream, end.version, end.position, end.hash) for stream, end in self.ends.items()
        }

    def _closed(self, position: int) -> None:
        """Called when an append is complete: keep the root if a checkpoint of this size was signed."""
        size = self.appends.size
        if size in self.wanted_heads:
            self.heads[size] = heads_hash(self._heads().values())
        elif size not in self.wanted:
            return
        root = self.roots[size] = self.appends.tree.root()
        self.covered[size] = position
        for head in self.witness.get(size, ()):
            if head.root != root:
                self._fail_at(
                    self.agreed_at + 1,
                    because("fault.other_root", appends=size, first=self.agreed_at + 1, position=position),
                )
            self.agreed += 1
            self.agreed_at = position
            self.tail = 0

    def _check_own(self, event: Recorded) -> None:
        """Check an event of the log's own streams."""
        if event.stream == STREAM:
            self._check_checkpoint(event)
        elif event.stream == NOTES:
            self._check_note(event)
        else:
            try:
                read_cosigned(event)
            except BadEvent as error:
                self._fail(event, because("fault.no_cosignature", why=reason_of(error)))

    def _check_checkpoint(self, event: Recorded) -> None:
        try:
            checkpoint = read_checkpoint(event)
        except BadEvent as error:
            self._fail(event, because("fault.no_checkpoint", why=reason_of(error)))
            return
        over = checkpoint.size
        if not checkpoint.signed_by_its_key():
            self._fail(event, because("fault.checkpoint_signature", appends=over))
        if self.trusted is not None and checkpoint.key not in self.trusted:
            self._fail(event, because("fault.checkpoint_key", appends=over))
        if self.last and checkpoint.size <= self.last.size:
            self._fail(event, because("fault.checkpoint_smaller", appends=over, before=self.last.size))
        if checkpoint.size >= event.append:
            self._fail(event, because("fault.checkpoint_early", appends=over))
        root = self.roots.get(checkpoint.size)
        if root is not None and (root, self.covered[checkpoint.size]) != (
            checkpoint.head.root,
            checkpoint.position,
        ):
            self._fail(event, because("fault.checkpoint_other", appends=over))
        if self.last and checkpoint.key != self.last.key:
            self.rekeyed.append((self.last_at, event.position))
        self.last, self.last_at = checkpoint, event.position
        self.checkpoints += 1
        self.keys[checkpoint.key] = None

    def _check_note(self, event: Recorded) -> None:
        try:
            note = read_note(event)
        except BadEvent as error:
            self._fail(event, because("fault.no_note", why=reason_of(error)))
            return
        if not note.signed_by_its_key():
            self._fail(event, because("fault.note_signature"))
        if self.trusted is not None and note.key not in self.trusted:
            self._fail(event, because("fault.note_key"))
        if note.last >= event.position or note.appends >= event.append:
            self._fail(event, because("fault.note_early"))
        size = note.appends
        if size in self.roots and (self.roots[size], self.covered[size]) != (note.root, note.last):
            self._fail(event, because("fault.note_other", appends=size))
        if size in self.heads and note.last >= self.start and self.heads[size] != note.heads:
            self._fail(event, because("fault.note_streams", position=note.last))
        self.archived.add(note.last)
        self.keys[note.key] = None

    def _check_archived(self, source: Journal) -> None:
        """Check that a part which lacks its first events has a signed note that they were archived."""
        start = source.archived()
        if start and start not in self.archived:
            self._fail_at(1, because("fault.no_archive_note", journal=source.url, position=start))

    def _compare(self, claimed: Sequence[Head], where: Reason) -> None:
        """Compare the walked heads with those that the journal claims."""
        said = {head.stream: head for head in claimed}
        walked = self._heads()
        for stream in sorted({*said, *walked}):
            ours, theirs = walked.get(stream), said.get(stream)
            if ours == theirs:
                continue
            version = theirs.version if theirs else 0
            found = ours.version if ours else 0
            position = (ours.position if ours else self.start) + (version > found)
            why = because("fault.end", where=where, stream=stream, version=version, end=found)
            if version == found:
                why = because("fault.end_other", where=where, stream=stream)
            lost = found + (version > found)
            raise FaultFound(RecordFault(position=position, stream=stream, version=lost, reason=why))

    def _fail(self, event: Recorded, why: Reason) -> None:
        raise FaultFound(fault_of(event, why))

    def _fail_at(self, position: int, why: Reason) -> None:
        raise FaultFound(fault_at(position, why))


def _end_of(source: Journal) -> tuple[int, int]:
    """The number of the last append of a part, and the position up to which it is verified."""
    end, size = source.last_position(), source.tree_size()
    row = next(read_rows(source, size - 1, size, end), None)
    return size, max(end, row.answer.last if row else 0)


def _intact(event: Recorded) -> bool:
    try:
        return hash_of(event) == event.hash
    except (TypeError, AttributeError, struct.error):
        # A tampered row may hold a text where bytes or a number were.
        return False


def _ignore(position: int) -> None:
    """No-op for ``progress``."""


def _no_fault(event: Recorded) -> None:
    """No-op for ``each``."""
