"""The contract of a journal, whichever database keeps it.

A journal is a set of streams (``table/7``, ``link/gold``, ``account/ann``) of numbered events, and one
global order over all of them: positions count from 1 without gaps, and a reader who sees a position
has seen, or can read, every one before it. The wall clock stands beside each event for people; nothing
is ever ordered by it.
"""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Protocol

from msgspec import Struct, structs

from pitboss.store.closeable import Closeable
from pitboss.store.errors import CommandIdReused

_STREAM: Final = re.compile(r"[a-z]+/[!-~]{1,200}")
_KIND: Final = re.compile(r"[A-Za-z][A-Za-z0-9_.]{0,99}")

DIGEST_BYTES: Final = 32
"""Of SHA-256."""

Clock = Callable[[], int]
"""Microseconds since 1970, UTC."""


class NewEvent(Struct, frozen=True, gc=False):
    """An event to be recorded: what kind it is, in which version of its shape, and its JSON."""

    kind: str
    schema: int
    data: bytes


HEAD: Final = "CommandRecorded"
"""The kind of the first event of an append, which says what was asked; no state follows from it."""


class ToStream(Struct, frozen=True):
    """Events for one stream, and the version that it is expected to have before them.

    ``None`` expects nothing: the events hold whatever came before them. Shares that many tables add to
    one meter are such events, and must not make the tables wait for each other. Without events nothing is
    recorded, and the stream must still be at its version: what was only read has not changed meanwhile.
    """

    stream: str
    expected: int | None
    events: tuple[NewEvent, ...]


class CommandIdentity(Struct, frozen=True, kw_only=True):
    """Which command an append records: whose it is, the id they gave it, and a digest of what they asked.

    Sender and id together are the key; an id means nothing under another sender. The digest tells a command
    that is sent again from another one under the same id. It covers no secret: whoever reads the journal
    could find a PIN by trying all of them.
    """

    sender: str
    """A namespace: ``account/ann``, ``device/shoe-3``, or ``system/dealer``, which no client can send as."""
    id: str
    digest: bytes
    """SHA-256 of what was asked."""


class Appended(Struct, frozen=True):
    """The answer to an append: its positions, and the version of each stream that it has written to."""

    first: int
    last: int
    versions: dict[str, int]
    repeated: bool = False
    """The command was recorded before: this is its first answer, and nothing was appended now."""


class AppendRow(Struct, frozen=True, kw_only=True):
    """What is kept of an append beside its events: its leaf, whose command it was, and what it was answered.

    By it a command that is sent again is known, and a proof into archived days goes on working. It follows
    from the events; an audit compares the two.
    """

    number: int
    """Counts from 1; the append's leaf stands at the index before it in the log's tree."""
    sender: str
    """Empty for an append that records no command with an id."""
    id: str
    digest: bytes
    answer: Appended
    leaf: bytes


AppendOutcome = Appended | Exception
"""What becomes of an append."""


class Recorded(Struct, frozen=True, gc=False):
    """An event as it stands in the journal; its fields are the columns of a row in their order."""

    position: int
    append: int
    """The number of the append that it is part of."""
    stream: str
    version: int
    kind: str
    schema: int
    recorded: int
    """When, by the wall clock of the writer, in microseconds since 1970."""
    salt: bytes
    data: bytes
    hash: bytes


class Head(Struct, frozen=True, gc=False):
    """Where a stream ends: its last event's version, position and hash."""

    stream: str
    version: int
    position: int
    hash: bytes


class Snapshot(Struct, frozen=True, kw_only=True):
    """A state folded from a stream up to a version, so that nobody need fold the whole stream again.

    It stands outside the log's tree: :mod:`pitboss.store.snapshots` says when one is believed.
    """

    stream: str
    """Its name, alone or with a word behind a blank."""
    version: int
    schema: int
    """Of the state's shape; a reader with another one folds the stream instead."""
    data: bytes
    position: int = 0
    """Of the event that it was folded up to."""
    hash: bytes = b""
    """Of that event."""
    seal: bytes = b""
    """Made with the floor's key."""


class Subscription(Closeable, Protocol):
    """Events after a position, for ever: those that are there, then those to come."""

    position: int
    """Of the last event handed out; a new subscription after it misses nothing."""
    known: Callable[[int], int] | None
    """How far the journal is known after a position, without :meth:`poll`, to who appends to it himself."""

    def poll(self, timeout: float) -> list[Recorded]:
        """The next events, or none if none came in ``timeout`` seconds."""

    def __iter__(self) -> Iterator[Recorded]:
        """Every event, waiting for more until :meth:`close` is called, also by another thread."""


class Journal(Closeable, Protocol):
    """An append-only journal. It may be used by several threads, and by several processes at once."""

    url: str
    """Where it is, without a password."""

    def append(self, batch: Sequence[ToStream], command: CommandIdentity | None = None) -> Appended:
        """Record events in several streams, all or none, and return when they are durable.

        Raises :class:`VersionConflict` if a stream is not where it was expected. A command that was recorded
        before gets its first answer, marked as ``repeated``, whatever the batch, and nothing is appended.
        Raises :class:`CommandIdReused` if its sender has used its id for a command with another digest.
        """

    def append_soon(
        self,
        batch: Sequence[ToStream],
        command: CommandIdentity | None,
        then: Callable[[AppendOutcome], None],
    ) -> None:
        """The same for whoever cannot wait: another thread appends, and says what became of it.

        Closing the journal waits for what was asked for.
        """

    def database_time(self) -> int | None:
        """The time by the clock of the database; none where that is the clock of this machine."""

    def keep_time(self, clock: Clock) -> None:
        """Record by another clock from now on."""

    def kinds(self, after: int, until: int) -> list[tuple[str, int, int]]:
        """The kinds of events between two positions, with the number of their shape and the first place."""

    def fault(self) -> str:
        """What the newest append failed by, in a sentence, if it did; a conflict is no fault."""

    def check_place(self) -> None:
        """Raise :class:`Gone` if what is open has been taken away or replaced."""

    def find_command(self, command: CommandIdentity) -> Appended | None:
        """The first answer of a command, marked as ``repeated``, if it was recorded.

        Raises :class:`CommandIdReused` if its sender has used its id for a command with another digest.
        """

    def append_rows(self, after: int, last: int) -> Iterator[AppendRow]:
        """The rows of the appends after one number and up to another, in their order."""

    def append_at(self, number: int) -> AppendRow | None:
        """The row of an append."""

    def tree_size(self) -> int:
        """How many appends there are: the leaves of the log's tree."""

    def node(self, level: int, place: int) -> bytes:
        """The hash of a complete subtree of the log's tree; see :data:`pitboss.tlog.merkle.Nodes`."""

    def kept_nodes(self) -> Iterator[tuple[int, int, bytes]]:
        """The level, place and hash of every node that is kept above the leaves."""

    def read_stream(self, stream: str, after: int = 0, page: int = 1000) -> Iterator[Recorded]:
        """The events of a stream after a version, in order, read so many at a time.

        A name that no stream can have, which whoever sends requests may have chosen, has no events.
        """

    def read_all(self, after: int = 0, limit: int = 1000) -> list[Recorded]:
        """At most ``limit`` events of all streams after a position, in order, without a hole."""

    def heads(self, kind: str | None = None) -> tuple[Head, ...]:
        """The ends of all streams, or of those of one kind (``table``), at one moment, by name."""

    def head(self, stream: str) -> Head | None:
        """The end of one stream, or ``None`` if it has no event."""

    def last_position(self) -> int:
        """The position of the newest event, or 0."""

    def subscribe(self, after: int = 0) -> Subscription:
        """Follow the journal from a position on."""

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a snapshot; older ones of its stream may go."""

    def load_snapshot(self, stream: str, at_most: int | None = None) -> Snapshot | None:
        """The newest snapshot of a stream, or the newest up to a version."""

    def snapshot_names(self) -> tuple[tuple[str, int], ...]:
        """The stream and version of every snapshot that is kept."""

    def storage_faults(self) -> Iterator[str]:
        """What the database finds wrong with itself, and what of it is not as Pitboss has made it."""

    def anchors(self) -> tuple[Head, ...]:
        """Where streams stood when their older events were archived, by name."""

    def archived(self) -> int:
        """The position up to which events have been archived, or 0."""

    def forget(self, position: int) -> None:
        """Drop the events up to a position and keep anchors. Only :mod:`pitboss.store.archive` calls it."""


def check_batch(batch: Sequence[ToStream]) -> None:
    """Refuse a batch that no journal may record; these are faults of the program, not of its users."""
    if not any(part.events for part in batch):
        raise ValueError("an append needs at least one event")
    if len(batch) > 1 and len({part.stream for part in batch}) != len(batch):
        raise ValueError("a stream may stand only once in an append")
    for part in batch:
        if not _STREAM.fullmatch(part.stream):
            raise ValueError(f"{part.stream!r} is no stream: a stream is a word, a slash and a name")
        if not part.events and part.expected is None:
            raise ValueError(f"an append to {part.stream} needs an event or an expected version")
        for kind in {event.kind for event in part.events}:
            if not _KIND.fullmatch(kind):
                raise ValueError(f"{kind!r} is no kind of event")


def can_be_stream(name: str) -> bool:
    """Whether a stream can have this name. Names come with requests; no database takes every one."""
    return _STREAM.fullmatch(name) is not None


def names_of(kind: str | None) -> tuple[str, str]:
    """Between which two texts the names of the streams of a kind lie; without one, all names."""
    return (f"{kind}/", f"{kind}0") if kind else ("", "\U0010ffff")


def check_command(command: CommandIdentity | None) -> None:
    """Refuse an identity that could not be found again; these are faults of the program, not of its users."""
    if command is None:
        return
    for what, text in (("sender", command.sender), ("command id", command.id)):
        if not (0 < len(text) <= 200 and text.isprintable()):
            raise ValueError(f"a {what} has from 1 to 200 printable characters")
    if len(command.digest) != DIGEST_BYTES:
        raise ValueError(f"the digest of a command has {DIGEST_BYTES} bytes")


def first_answer(command: CommandIdentity, digest: bytes, answer: Appended) -> Appended:
    """What a command is answered whose key was recorded before, with a digest and an answer."""
    if command.digest != digest:
        raise CommandIdReused(command.id)
    return structs.replace(answer, repeated=True)


def wall_clock() -> int:
    """The time of day, for people only: it may jump back."""
    return time.time_ns() // 1000


def archived_error(url: str, position: int) -> str:
    """The sentence for a reader who asks for events that are no longer in the journal itself."""
    return (
        f"The events up to position {position} have been moved from {url} to an archive: name the archive's "
        "file, or the floor's key, with which snapshots of what stood there are sealed."
    )
