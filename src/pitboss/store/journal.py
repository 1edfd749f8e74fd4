"""The contract of a journal, which every database implements.

A journal is a set of streams (``table/7``, ``link/gold``, ``account/ann``) of numbered events, and one
global order over all of them: positions count from 1 without gaps, and a reader who sees a position
has seen, or can read, every one before it. The wall clock stands beside each event for people; nothing
is ever ordered by it.

Context managers that release what they hold at the end of a ``with`` block.
"""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final, Protocol, Self

from msgspec import Struct, structs

from pitboss.reason import Reason
from pitboss.store.errors import CommandIdReused


class Closeable(Protocol):
    """Holds connections, files or threads until it is closed."""

    def close(self) -> None:
        """Release the connections, files and threads."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


_STREAM: Final = re.compile(r"[a-z]+/[!-~]{1,200}")
_KIND: Final = re.compile(r"[A-Za-z][A-Za-z0-9_.]{0,99}")

INDEXED: Final = ("RoundBegan", "PastRoundAdjusted", "TableOpened")
"""The kinds of events that :meth:`Journal.of_kind` finds by an index, each with its own."""

DIGEST_BYTES: Final = 32
"""Size of a SHA-256 digest."""

Clock = Callable[[], int]
"""Microseconds since 1970, UTC."""


class NewEvent(Struct, frozen=True, gc=False):
    """An event to be recorded: its kind, its schema version and its JSON."""

    kind: str
    schema: int
    data: bytes


HEAD: Final = "CommandRecorded"
"""The kind of the first event of an append, which holds the command; it is not folded into any state."""


class ToStream(Struct, frozen=True):
    """Events for one stream and its expected version: optimistic concurrency.

    ``None`` skips the version check, for events that hold whatever came before them, such as shares that
    many tables add to one meter. Without events, only the version is checked: a stream that was read has not
    changed meanwhile.
    """

    stream: str
    expected: int | None
    events: tuple[NewEvent, ...]


class CommandIdentity(Struct, frozen=True, kw_only=True):
    """Idempotency key of a command: its sender, the sender's id for it, and a digest of its content.

    An id is unique per sender. The digest tells a retry from another command under the same id. It covers no
    secret: a reader of the journal could find a PIN by trying all of them.
    """

    sender: str
    """A namespace: ``account/ann``, ``device/shoe-3``, or ``system/dealer``, which no client can send as."""
    id: str
    digest: bytes
    """SHA-256 of the command."""


class Appended(Struct, frozen=True):
    """The answer to an append: its positions, and the new version of each stream that it wrote to."""

    first: int
    last: int
    versions: dict[str, int]
    repeated: bool = False
    """True for a retry: this is the answer of the first attempt, and nothing was appended now."""


class AppendRow(Struct, frozen=True, kw_only=True):
    """The row of an append: its leaf, its command's identity and its answer.

    The row detects retries and keeps proofs of archived appends working. It follows from the events; an
    audit compares the two.
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
"""The result of an append: its answer, or the exception to raise."""
OnAppend = Callable[[AppendOutcome], None]
"""Called with the outcome of an append, from the writer thread."""


class Recorded(Struct, frozen=True, gc=False):
    """An event of the journal; the fields are the columns of its row, in their order."""

    position: int
    append: int
    """Number of the append that the event is part of."""
    stream: str
    version: int
    kind: str
    schema: int
    recorded: int
    """Wall-clock time of the writer, in microseconds since 1970."""
    salt: bytes
    data: bytes
    hash: bytes


class Head(Struct, frozen=True, gc=False):
    """The head of a stream: version, position and hash of its last event."""

    stream: str
    version: int
    position: int
    hash: bytes


class Snapshot(Struct, frozen=True, kw_only=True):
    """A stream's state at a version, so that the stream need not be folded from its first event.

    Snapshots lie outside the log's tree; :mod:`pitboss.store.snapshots` decides whether one is trusted.
    """

    stream: str
    """Name of the stream, alone or followed by a blank and a word."""
    version: int
    schema: int
    """Schema number of the state; a reader with another one folds the stream instead."""
    data: bytes
    position: int = 0
    """Position of the last folded event."""
    hash: bytes = b""
    """Hash of the last folded event."""
    seal: bytes = b""
    """HMAC with the floor's key."""


class Subscription(Closeable, Protocol):
    """An endless subscription: all events after a position, first those recorded, then new ones."""

    position: int
    """Position of the last delivered event; a new subscription after it misses nothing."""
    known: Callable[[int], int] | None
    """Callback: the position up to which this process's own appends run without a gap; they are not read."""

    def poll(self, timeout: float) -> list[Recorded]:
        """The next events; empty if none came within ``timeout`` seconds."""

    def __iter__(self) -> Iterator[Recorded]:
        """Iterate over all events, blocking for new ones until :meth:`close` is called, by any thread."""


class Journal(Closeable, Protocol):
    """An append-only journal, safe to use from several threads and several processes."""

    url: str
    """The journal's URL without a password."""

    def append(self, batch: Sequence[ToStream], command: CommandIdentity | None = None) -> Appended:
        """Record events in several streams atomically, and return when they are durable.

        Raises :class:`VersionConflict` if a stream is not at its expected version. Idempotent: a command that
        was recorded before gets its first answer, marked as ``repeated``, and nothing is appended. Raises
        :class:`CommandIdReused` if its sender has used its id for a command with another digest.
        """

    def append_soon(self, batch: Sequence[ToStream], command: CommandIdentity | None, then: OnAppend) -> None:
        """Async variant of :meth:`append`: a writer thread appends and calls ``then`` with the outcome.

        Closing the journal waits for queued appends.
        """

    def database_time(self) -> int | None:
        """The database's clock; ``None`` if the database has no clock of its own."""

    def keep_time(self, clock: Clock) -> None:
        """Use another clock for recorded times from now on."""

    def kinds(self, after: int, until: int) -> list[tuple[str, int, int]]:
        """Each kind of event between two positions, with its schema version and first position."""

    def fault(self) -> str:
        """The error of the newest append, as a sentence; empty if it succeeded or met a conflict."""

    def check_usable(self) -> None:
        """Raise :class:`Gone` if this process can record no more: the journal was replaced or restored."""

    def find_command(self, command: CommandIdentity) -> Appended | None:
        """The answer of a recorded command, marked as ``repeated``; ``None`` if it was not recorded.

        Raises :class:`CommandIdReused` if its sender has used its id for a command with another digest.
        """

    def append_rows(self, after: int, last: int) -> Iterator[AppendRow]:
        """The rows of the appends with numbers above ``after`` and up to ``last``, in order."""

    def append_at(self, number: int) -> AppendRow | None:
        """The row of an append."""

    def tree_size(self) -> int:
        """Number of appends, which is the number of leaves of the log's tree."""

    def node(self, level: int, place: int) -> bytes:
        """The hash of a complete subtree of the log's tree; see :data:`pitboss.tlog.merkle.Nodes`."""

    def kept_nodes(self) -> Iterator[tuple[int, int, bytes]]:
        """The level, place and hash of every stored node above the leaves."""

    def read_stream(self, stream: str, after: int = 0, page: int = 1000) -> Iterator[Recorded]:
        """The events of a stream after a version, in order, read ``page`` events at a time.

        Requests choose names, so a name that no stream can have has no events and raises nothing.
        """

    def of_kind(self, stream: str, kind: str, after: int = 0, limit: int = 1000) -> list[Recorded]:
        """At most ``limit`` events of a stream of one of the kinds ``INDEXED``, after a version, in order.

        A lookup in an index, however long the stream is. What has been archived is left out.
        """

    def read_all(self, after: int = 0, limit: int = 1000) -> list[Recorded]:
        """At most ``limit`` events of all streams after a position, in order, without a gap."""

    def heads(self, kind: str | None = None) -> tuple[Head, ...]:
        """The heads of all streams, or of those of one kind (``table``), in one consistent read, by name."""

    def head(self, stream: str) -> Head | None:
        """The head of a stream; ``None`` if it has no event."""

    def last_position(self) -> int:
        """The position of the newest event, or 0."""

    def subscribe(self, after: int = 0) -> Subscription:
        """Subscribe to the events after a position."""

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Store a snapshot; older ones of the stream may be dropped."""

    def load_snapshot(self, stream: str, at_most: int | None = None) -> Snapshot | None:
        """The newest snapshot of a stream, or the newest up to version ``at_most``."""

    def snapshot_names(self) -> tuple[tuple[str, int], ...]:
        """The stream and version of every stored snapshot."""

    def storage_faults(self) -> Iterator[Reason]:
        """What the database's own checks find, and what differs from the schema that Pitboss made."""

    def anchors(self) -> tuple[Head, ...]:
        """The heads of streams when their older events were archived, by name."""

    def archived(self) -> int:
        """The position up to which events have been archived, or 0."""

    def forget(self, position: int) -> None:
        """Drop the events up to a position and keep anchors; only :mod:`pitboss.store.archive` calls this."""


def check_batch(batch: Sequence[ToStream]) -> None:
    """Raise :class:`ValueError` for a batch that no journal may record: a defect of the program."""
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
    """Whether a stream can have this name. Requests choose names, and no database accepts every text."""
    return _STREAM.fullmatch(name) is not None


@lru_cache(4096)
def kind_and_name(stream: str) -> tuple[str, str]:
    """The kind of a stream, such as ``table``, and the name that follows it."""
    kind, _, name = stream.partition("/")
    return kind, name


def names_of(kind: str | None) -> tuple[str, str]:
    """The range of names of a kind of streams: from the first text to before the second."""
    return (f"{kind}/", f"{kind}0") if kind else ("", "\U0010ffff")


def check_command(command: CommandIdentity | None) -> None:
    """Raise :class:`ValueError` for an identity that could not be looked up: a defect of the program."""
    if command is None:
        return
    for what, text in (("sender", command.sender), ("command id", command.id)):
        if not (0 < len(text) <= 200 and text.isprintable()):
            raise ValueError(f"a {what} has from 1 to 200 printable characters")
    if len(command.digest) != DIGEST_BYTES:
        raise ValueError(f"the digest of a command has {DIGEST_BYTES} bytes")


def first_answer(command: CommandIdentity, digest: bytes, answer: Appended) -> Appended:
    """The answer to a retry, given the recorded digest and answer. Raises :class:`CommandIdReused`."""
    if command.digest != digest:
        raise CommandIdReused(command.id)
    return structs.replace(answer, repeated=True)


def wall_clock() -> int:
    """Microseconds since 1970 by the machine's clock, which may jump back."""
    return time.time_ns() // 1000
