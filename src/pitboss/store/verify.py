"""Walk a journal from its first event and name the first one that fails.

Every hash is computed again, positions and versions must count without a gap, the ends of the streams must
be those the journal claims, and every checkpoint, in the journal or from a witness, must show the heads as
they were at its position.
"""

import struct
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress

from msgspec import Struct

from pitboss.store.archive_note import STREAM as NOTES
from pitboss.store.archive_note import read_note
from pitboss.store.chain import GENESIS, hash_of
from pitboss.store.checkpoint import STREAM, Checkpoint, read_checkpoint
from pitboss.store.errors import BadEvent
from pitboss.store.journal import Appended, Head, Journal, Recorded
from pitboss.store.merkle import root_of

_PAGE = 5000


class Fault(Struct, frozen=True, kw_only=True):
    """The first thing that is not as it must be."""

    position: int
    """Of the event, or of the first of the events among which the fault must lie."""
    stream: str | None
    version: int | None
    message: str
    kind: str | None = None
    recorded: int | None = None
    """When, in microseconds since 1970."""
    should: str = ""
    """What it should be, where that can be said."""


def fault_of(event: Recorded, why: str, should: str = "") -> Fault:
    """What is wrong with an event: ``why`` goes on after its name."""
    named = f"The event {event.kind} at position {event.position} ({event.stream} {event.version})"
    message = f"{named} {why}."
    return Fault(
        position=event.position,
        stream=event.stream,
        version=event.version,
        message=message,
        kind=event.kind,
        recorded=event.recorded,
        should=should,
    )


class Report(Struct, frozen=True, kw_only=True):
    """What was verified, and the first fault if there is one."""

    events: int
    last: int
    """The position of the newest event that was verified."""
    streams: int
    checkpoints: int
    witnessed: int
    """Checkpoints of the witness that the journal agrees with."""
    seen: int
    """The position up to which checkpoints of the witness cover the events; 0 if none does."""
    out_of_reach: int
    """Checkpoints of the witness that lie in archived days which were not given."""
    keys: tuple[bytes, ...]
    """The keys that signed, in the order of their first use."""
    fault: Fault | None

    tail: int
    """Events after the newest checkpoint of the witness, besides what the journal records of itself."""

    @property
    def sound(self) -> bool:
        """Whether nothing was found."""
        return self.fault is None


class _Found(Exception):
    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


def verify(
    journal: Journal,
    *,
    archives: Sequence[Journal] = (),
    witness: Sequence[Checkpoint] = (),
    trusted: Collection[bytes] | None = None,
    progress: Callable[[int], None] | None = None,
    each: Callable[[Recorded], Fault | None] | None = None,
) -> Report:
    """Verify a journal, with its archives if they are at hand, and against a witness if there is one.

    ``trusted`` are the public keys that may have signed; ``progress`` hears each position reached. ``each``
    is given every event after its own hash has been verified, and may find a fault in what it says.
    """
    walk = _Walk(in_order(journal, archives), witness, trusted, progress or _ignore, each or _no_fault)
    try:
        walk.run()
    except _Found as found:
        return walk.report(found.fault)
    return walk.report(None)


def in_order(journal: Journal, archives: Sequence[Journal]) -> list[Journal]:
    """A journal behind its archives, from the oldest part on."""
    return [*sorted(archives, key=lambda source: source.archived()), journal]


class _Walk:
    def __init__(
        self,
        sources: Sequence[Journal],
        witness: Sequence[Checkpoint],
        trusted: Collection[bytes] | None,
        progress: Callable[[int], None],
        each: Callable[[Recorded], Fault | None],
    ) -> None:
        self.sources = sources
        self.each = each
        self.witness: dict[int, list[Checkpoint]] = {}
        for checkpoint in witness:
            self.witness.setdefault(checkpoint.position, []).append(checkpoint)
        self.by_number = {checkpoint.number: checkpoint for checkpoint in witness}
        self.trusted = trusted
        self.progress = progress
        self.start = sources[0].archived()
        self.position = self.start
        self.ends: dict[str, Head | Recorded] = {head.stream: head for head in sources[0].anchors()}
        self.wanted = set(self.witness)
        self.roots: dict[int, bytes] = {}
        self.last: Checkpoint | None = None
        self.checkpoints = 0
        self.archived: set[int] = set()
        """Positions up to which, by signed notes, events were archived."""
        self.agreed = 0
        self.tail = 0
        self.agreed_at = self.start
        self.keys: dict[bytes, None] = {}

    def run(self) -> None:
        self._check_witness()
        # What is recorded while the journal is walked is left to the next walk: first where each part ends is
        # looked at, and then which roots its checkpoints will be held against.
        parts = [(source, source.last_answer(), source.last_position()) for source in self.sources]
        for source in self.sources:
            self._find_checkpoints(source)
        self._note_root()
        for source, answer, end in parts:
            self._join(source)
            self._walk(source, answer, end)
        for source in self.sources:
            self._check_archived(source)
            for wrong in source.storage_faults():
                self._fail_at(self.start + 1, f"In {source.url}, {wrong}.")
        beyond = [position for position in self.witness if position > self.position]
        if beyond:
            number = self.witness[min(beyond)][0].number
            self._fail_at(
                self.position + 1,
                f"The journal ends at position {self.position}, but checkpoint {number} of the witness saw "
                f"position {min(beyond)}: events were cut off.",
            )

    def report(self, fault: Fault | None) -> Report:
        reach = sum(len(lines) for at, lines in self.witness.items() if at < self.start)
        return Report(
            events=self.position - self.start,
            last=self.position,
            streams=len(self.ends),
            checkpoints=self.checkpoints,
            witnessed=self.agreed,
            seen=self.agreed_at if self.agreed else 0,
            out_of_reach=reach,
            keys=tuple(self.keys),
            fault=fault,
            tail=self.tail,
        )

    def _check_witness(self) -> None:
        for lines in self.witness.values():
            for line in lines:
                if not line.signed_by_its_key():
                    message = f"Checkpoint {line.number} of the witness is not signed by the key it names."
                    raise _Found(Fault(position=line.position, stream=None, version=None, message=message))
                if self.trusted is not None and line.key not in self.trusted:
                    message = (
                        f"Checkpoint {line.number} of the witness is signed by a key that is not trusted."
                    )
                    raise _Found(Fault(position=line.position, stream=None, version=None, message=message))

    def _find_checkpoints(self, source: Journal) -> None:
        """Learn at which positions a root will be asked for; what is wrong is found by the walk."""
        anchors = {head.stream: head.version for head in source.anchors()}
        for event in source.read_stream(STREAM, anchors.get(STREAM, 0)):
            with suppress(BadEvent):
                self.wanted.add(read_checkpoint(event).position)
        for event in source.read_stream(NOTES, anchors.get(NOTES, 0)):
            with suppress(BadEvent):
                self.wanted.add(read_note(event).last)

    def _join(self, source: Journal) -> None:
        """An archive must end exactly where the next part begins."""
        start = source.archived()
        if start != self.position:
            self._fail_at(
                self.position + 1,
                f"{source.url} begins after position {start}, but what comes before it ends at "
                f"{self.position}: an archive is missing or is not of this journal.",
            )
        self._compare(source.anchors(), f"the anchors of {source.url}")

    def _walk(self, source: Journal, answer: Appended | None, end: int) -> None:
        while self.position < end:
            events = source.read_all(self.position, min(_PAGE, end - self.position))
            if not events:
                break
            self._follow(events)
            self.progress(self.position)
        self._compare(tuple(self._until(end, source.heads())), "the ends of the streams")
        if answer is not None and answer.last > self.position:
            self._cut_off(answer)

    def _until(self, end: int, heads: Iterable[Head]) -> Iterator[Head]:
        """The ends of streams up to a position; those that have gone on since then, as they were walked."""
        walked = self._heads()
        for head in heads:
            before = walked.get(head.stream)
            if head.position <= end:
                yield head
            elif before and before.version < head.version:
                yield before

    def _follow(self, events: Sequence[Recorded]) -> None:
        ends = self.ends
        for event in events:
            stream, position, version = event.stream, event.position, event.version
            if position != self.position + 1:
                missing = self.position + 1
                self._fail_at(
                    missing, f"The event at position {missing} is missing: it was deleted or moved."
                )
            end = ends.get(stream)
            before, previous = (end.version, end.hash) if end else (0, GENESIS)
            if version != before + 1:
                self._fail(
                    event, f"has version {version}, but the one before it has {before}: events are missing"
                )
            if not _intact(previous, event):
                self._fail(event, "does not have the hash it was recorded with: it was changed")
            ends[stream] = event
            self.position = position
            self.tail += stream not in (STREAM, NOTES)
            if position in self.wanted:
                self._note_root()
            if stream == STREAM:
                self._check_checkpoint(event)
            elif stream == NOTES:
                self._check_note(event)
            if fault := self.each(event):
                raise _Found(fault)

    def _heads(self) -> dict[str, Head]:
        return {
            stream: Head(stream, end.version, end.position, end.hash) for stream, end in self.ends.items()
        }

    def _cut_off(self, answer: Appended) -> None:
        """Name the first stream of which events were promised that are not there."""
        message = (
            f"The journal ends at position {self.position}, but an append was answered with positions up to "
            f"{answer.last}: events were cut off."
        )
        for stream, version in answer.versions.items():
            end = self.ends.get(stream)
            found = end.version if end else 0
            if version > found:
                raise _Found(
                    Fault(position=self.position + 1, stream=stream, version=found + 1, message=message)
                )
        self._fail_at(self.position + 1, message)

    def _note_root(self) -> None:
        if self.position not in self.wanted:
            return
        root = self.roots[self.position] = root_of(self._heads().values())
        for line in self.witness.get(self.position, ()):
            if line.root != root:
                self._fail_at(
                    self.agreed_at + 1,
                    f"Checkpoint {line.number} of the witness shows other streams at position "
                    f"{self.position}: the record was made anew somewhere from position "
                    f"{self.agreed_at + 1} to {self.position}.",
                )
            self.agreed += 1
            self.agreed_at = self.position
            self.tail = 0

    def _check_checkpoint(self, event: Recorded) -> None:
        try:
            checkpoint = read_checkpoint(event)
        except BadEvent as error:
            self._fail(event, f"is no checkpoint: {error}")
            return
        if not checkpoint.signed_by_its_key():
            self._fail(event, f"is checkpoint {checkpoint.number}, whose signature is wrong")
        if self.trusted is not None and checkpoint.key not in self.trusted:
            self._fail(event, f"is checkpoint {checkpoint.number}, signed by a key that is not trusted")
        last = self.last
        if last and (checkpoint.number != last.number + 1 or checkpoint.previous != last.digest()):
            self._fail(event, f"is checkpoint {checkpoint.number}, but does not follow {last.number}")
        if checkpoint.position >= event.position:
            self._fail(event, f"is checkpoint {checkpoint.number} of events that came after it")
        if checkpoint.position >= self.start and self.roots.get(checkpoint.position) != checkpoint.root:
            self._fail(
                event,
                f"is checkpoint {checkpoint.number}, and the streams at position {checkpoint.position} are "
                "not those it was signed over",
            )
        seen = self.by_number.get(checkpoint.number)
        if seen is not None and seen.line() != checkpoint.line():
            self._fail(event, f"is checkpoint {checkpoint.number}, but the witness has another one")
        self.last = checkpoint
        self.checkpoints += 1
        self.keys[checkpoint.key] = None

    def _check_note(self, event: Recorded) -> None:
        try:
            note = read_note(event)
        except BadEvent as error:
            self._fail(event, f"is no note of an archive: {error}")
            return
        if not note.signed_by_its_key():
            self._fail(event, "notes an archive, and its signature is wrong")
        if self.trusted is not None and note.key not in self.trusted:
            self._fail(event, "notes an archive, signed by a key that is not trusted")
        if note.last >= event.position:
            self._fail(event, "notes an archive of events that came after it")
        if note.last >= self.start and self.roots.get(note.last) != note.root:
            self._fail(
                event,
                f"notes an archive up to position {note.last}, and the streams there are not those it was "
                "signed over",
            )
        self.archived.add(note.last)
        self.keys[note.key] = None

    def _check_archived(self, source: Journal) -> None:
        """Where a part begins after the first event, a signed note must say that the rest was archived."""
        start = source.archived()
        if start and start not in self.archived:
            self._fail_at(
                1,
                f"{source.url} begins after position {start}, and no signed note says that what stood before "
                "it was archived: events were deleted.",
            )

    def _compare(self, claimed: Sequence[Head], what: str) -> None:
        """Hold what was walked against what the journal claims of it."""
        said = {head.stream: head for head in claimed}
        walked = self._heads()
        for stream in sorted({*said, *walked}):
            ours, theirs = walked.get(stream), said.get(stream)
            if ours == theirs:
                continue
            version = theirs.version if theirs else 0
            found = ours.version if ours else 0
            lost = f"version {version}, but its events end at {found}"
            position = (ours.position if ours else self.start) + (version > found)
            fault = Fault(
                position=position,
                stream=stream,
                version=found + (version > found),
                message=f"In {what}, {stream} stands at {lost}.",
            )
            if version == found:
                fault = Fault(
                    position=position,
                    stream=stream,
                    version=found,
                    message=f"In {what}, {stream} has another hash or position than walked.",
                )
            raise _Found(fault)

    def _fail(self, event: Recorded, why: str) -> None:
        raise _Found(fault_of(event, why))

    def _fail_at(self, position: int, message: str) -> None:
        raise _Found(Fault(position=position, stream=None, version=None, message=message))


def _intact(previous: bytes, event: Recorded) -> bool:
    try:
        return hash_of(previous, event) == event.hash
    except (TypeError, AttributeError, struct.error):
        # Whoever changes the database may leave a text where bytes or a number were.
        return False


def _ignore(position: int) -> None:
    """Nobody asked how far it is."""


def _no_fault(event: Recorded) -> None:
    """Nobody asked what an event says."""
