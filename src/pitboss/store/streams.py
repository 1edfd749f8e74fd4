"""A cache of stream states: folded from the newest snapshot on, and brought up to date.

A cached state may be stale, because another server has written. The expected version of an append reveals
that, and a command is refused only by a fresh read.
"""

import threading
from collections.abc import Callable, Iterable, Sequence, Set
from contextlib import suppress
from functools import cache, partial
from itertools import takewhile
from typing import Final, Generic
from zlib import crc32

import msgspec
from msgspec import Struct

from pitboss.invariant import InvariantBroken, OutOfOrder, RecordBroken
from pitboss.store.codec import Aggregate, Registry, StateT, from_plain, shape_of, to_plain
from pitboss.store.errors import JournalError
from pitboss.store.journal import HEAD, Journal, Recorded, Snapshot, can_be_stream, kind_and_name
from pitboss.store.snapshots import Snapshots

SNAPSHOT_EVERY: Final = 500
"""A snapshot is saved after this many events, so no stream is folded over many more."""
_ENCODER: Final = msgspec.json.Encoder(enc_hook=to_plain)


class StreamState(Struct, Generic[StateT], frozen=True):
    """The state of a stream at a version, with the position of its newest event."""

    state: StateT | None = None
    version: int = 0
    position: int = 0
    heard: int = 0
    """The latest recorded time of its events, by the wall clocks of their writers."""


class StreamCache(Generic[StateT]):
    """The cached states of all streams of an aggregate.

    ``day`` names the gaming day of an instant, for an aggregate whose snapshots are also saved by day.
    """

    def __init__(
        self,
        journal: Journal,
        aggregate: Aggregate[StateT],
        registry: Registry,
        *,
        day: Callable[[int], str] | None = None,
        snapshots: Snapshots | None = None,
    ) -> None:
        self._journal = journal
        self.snapshots = snapshots or Snapshots(journal)
        self._day = day if aggregate.by_day else None
        self._registry = registry
        self.aggregate = aggregate
        self._held: dict[str, StreamState[StateT]] = {}
        self._of: dict[str, frozenset[str]] = {}
        """The names of the cached streams about each person."""
        self._about: dict[str, Set[str]] = {}
        """The people that each cached stream is about."""
        self._keeping = threading.Lock()
        self._all_read = False
        self._saved: dict[str, int] = {}
        self.saving: Callable[[Callable[[], None]], object] = lambda save: save()
        """Runs the saving of a snapshot; a server replaces it with a thread pool's ``submit``."""

    def stream(self, name: str) -> str:
        """The full name of a stream in the journal."""
        return self.aggregate.stream(name)

    def names(self) -> tuple[str, ...]:
        """The names of all streams of this kind in the journal."""
        return tuple(kind_and_name(head.stream)[1] for head in self._journal.heads(self.aggregate.kind))

    def get(self, name: str) -> StreamState[StateT]:
        """The cached state of a stream, read from the journal on first use.

        A sparse aggregate is read whole once. An append with a stale version conflicts.
        """
        if self.aggregate.sparse:
            if not self._all_read:
                self._all_read = True
                for known in self.names():
                    self.refresh(known)
            return self._held.get(name) or StreamState()
        return self._held.get(name) or self.refresh(name)

    def known_names(self) -> tuple[str, ...]:
        """The names of the cached streams."""
        return tuple(self._held)

    def of(self, person: str) -> tuple[StateT, ...]:
        """The cached states that are about a person, by name."""
        found = (self._held[name].state for name in sorted(self._of.get(person, ())))
        return tuple(state for state in found if state)

    def known(self, name: str) -> StreamState[StateT] | None:
        """The cached state of a stream; ``None`` if it is not cached."""
        return self._held.get(name)

    def refresh(self, name: str) -> StreamState[StateT]:
        """The state of a stream as the journal has it now."""
        if not can_be_stream(self.stream(name)):
            return StreamState()
        held = self._held.get(name) or self._from_snapshot(name)
        held = self.after(held, self._journal.read_stream(self.stream(name), held.version))
        if held.version:
            self._keep(name, held)
        return held

    def heard(self, name: str, events: Sequence[Recorded]) -> None:
        """Fold events that a follower of the journal has read; a gap is filled from the journal."""
        held = self._held.get(name)
        new = [event for event in events if held and event.version > held.version]
        if held is None or [event.version - held.version for event in new] != list(range(1, len(new) + 1)):
            self.refresh(name)
        elif new:
            self._keep(name, self.after(held, new))

    def after(self, held: StreamState[StateT], events: Iterable[Recorded]) -> StreamState[StateT]:
        """The state after more events of the stream."""
        state, version, position, heard = held.state, held.version, held.position, held.heard
        decode, aggregate = self._registry.decode, self.aggregate
        for event in events:
            if event.version != version + 1:
                raise OutOfOrder(f"version {event.version} of {event.stream} stands after version {version}")
            if event.kind != HEAD or aggregate.at_command:
                state = aggregate.fold(state, decode(event), event.position)
            version, position, heard = event.version, event.position, max(heard, event.recorded)
        return StreamState(state, version, position, heard)

    def appended(
        self, name: str, held: StreamState[StateT], events: Iterable[Struct], first: int, now: int
    ) -> None:
        """Fold events that this process has just appended after ``held``, from position ``first`` on."""
        if self._day and (today := self._day(max(held.heard, now))) != self._day(held.heard):
            self.saving(partial(self._try_to_save, f"{self.stream(name)} {today}", held))
        state, version, position = held.state, held.version, first - 1
        try:
            for event in events:
                position += 1
                version += 1
                state = self.aggregate.fold(state, event, position)
        except InvariantBroken as broken:
            raise RecordBroken(f"at position {position} in {self.stream(name)}, {broken}") from broken
        self._keep(name, StreamState(state, version, position, max(held.heard, now)))

    def at(self, name: str, version: int, days: Iterable[str] = ()) -> StreamState[StateT]:
        """The state at an earlier version, folded from the first usable snapshot of ``days``, if any."""
        stream = self.stream(name)
        openings = (self._read(self.snapshots.load(f"{stream} {day}")) for day in days)
        held = next((held for held in openings if 0 < held.version <= version), None)
        held = held or self._read(self.snapshots.load(stream, version))
        events = self._journal.read_stream(stream, held.version)
        return self.after(held, takewhile(lambda event: event.version <= version, events))

    def save_at(self, name: str, version: int, word: str) -> None:
        """Save a snapshot of an earlier version under a word, folded from the one before under it."""
        self._save(f"{self.stream(name)} {word}", self.at(name, version, (word,)))

    def kept(self, name: str, word: str) -> StreamState[StateT]:
        """The state in the snapshot under a word, if it is trusted."""
        return self._read(self.snapshots.load(f"{self.stream(name)} {word}"))

    def _from_snapshot(self, name: str) -> StreamState[StateT]:
        held = self._read(self.snapshots.load(self.stream(name)))
        if held.version:
            self._saved[name] = held.version
        return held

    def _read(self, snapshot: Snapshot | None) -> StreamState[StateT]:
        return (read_held(snapshot, self.aggregate.state) if snapshot else None) or StreamState()

    def _keep(self, name: str, held: StreamState[StateT]) -> None:
        # Compare and set under a lock: a cached state never goes back, or readers that were told of a version
        # would be shown the one before it until the next change.
        with self._keeping:
            known = self._held.get(name)
            if known and known.version > held.version:
                return  # Another thread was faster.
            self._held[name] = held
            if self.aggregate.people:
                self._index(name, self.aggregate.people(held.state) if held.state else frozenset())
        if held.version - self._saved.get(name, 0) >= SNAPSHOT_EVERY:
            self._saved[name] = held.version
            self.saving(partial(self._try_to_save, self.stream(name), held))

    def _index(self, name: str, people: Set[str]) -> None:
        """Find a stream by the people that its new state is about."""
        before, self._about[name] = self._about.get(name, frozenset()), people
        for person in before ^ people:
            of = self._of.get(person, frozenset()) ^ {name}
            if of:
                self._of[person] = of
            else:
                del self._of[person]

    def _try_to_save(self, stream: str, held: StreamState[StateT]) -> None:
        # A snapshot is an optimisation: the append stands whether or not one can be saved.
        with suppress(JournalError):
            self._save(stream, held)

    def save(self, name: str) -> None:
        """Save a snapshot of a cached state."""
        held = self._held[name]
        self._save(self.stream(name), held)
        self._saved[name] = held.version

    def _save(self, stream: str, held: StreamState[StateT]) -> None:
        if held.state is not None:
            kept = _SnapshotData(held.position, held.heard, msgspec.Raw(_ENCODER.encode(held.state)))
            schema = schema_of(self.aggregate.state)
            self.snapshots.save(stream, held.version, schema, msgspec.json.encode(kept))


def read_held(snapshot: Snapshot, type_: type[StateT]) -> StreamState[StateT] | None:
    """Decode the state in a snapshot; ``None`` if it has the shape of another build.

    Raises one of ``UNREADABLE`` for data that holds no state.
    """
    if snapshot.schema != schema_of(type_):
        return None
    kept = msgspec.json.decode(snapshot.data, type=_SnapshotData)
    return StreamState(_decoder(type_).decode(kept.state), snapshot.version, kept.position, kept.heard)


@cache
def schema_of(type_: type[Struct]) -> int:
    """A schema number for a state: a snapshot with another number is ignored and the state folded again."""
    return crc32(shape_of(type_).encode()) & 0x7FFF_FFFF


@cache
def _decoder(type_: type[StateT]) -> msgspec.json.Decoder[StateT]:
    return msgspec.json.Decoder(type_, dec_hook=from_plain)


class _SnapshotData(Struct, frozen=True):
    """The data of a snapshot: the state, its position and time."""

    position: int
    heard: int
    state: msgspec.Raw
