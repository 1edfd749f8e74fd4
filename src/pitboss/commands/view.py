"""The view of one command, its unit of work: the streams that it reads, and the inputs beside them.

Reads are repeatable: a stream stays as it was first read until the view is refreshed. Other threads update
the same cache meanwhile, and a command decided on one version must not be appended after a later one.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any, Protocol

from msgspec import Struct

from pitboss.ledger import GamingDay
from pitboss.store.journal import Clock
from pitboss.store.streams import StreamState

StreamKey = tuple[str, str]
"""The kind of a stream and the name in it."""


class StreamReader(Protocol):
    """Reads the streams of one kind."""

    def stream(self, name: str) -> str:
        """The full name of a stream in the journal."""

    def get(self, name: str) -> StreamState[Any]:
        """The cached state of a stream."""

    def refresh(self, name: str) -> StreamState[Any]:
        """The state of a stream as the journal has it now."""

    def appended(
        self, name: str, held: StreamState[Any], events: Iterable[Struct], first: int, now: int
    ) -> None:
        """Fold events that were just appended."""


class LiveView:
    """The view of a running server, read from its caches and its journal.

    Kinds in ``known`` are taken from the cache, which followers keep up to date; the expected version of the
    append reveals a stale one. All other kinds are read from the journal on first use.
    """

    def __init__(self, kinds: Mapping[str, StreamReader], clock: Clock, known: Iterable[str] = ()) -> None:
        self._kinds = kinds
        self._clock = clock
        self._known = frozenset(known)
        self._held: dict[StreamKey, StreamState[Any]] = {}
        self._read: dict[StreamKey, None] = {}
        self._guarded: set[StreamKey] = set()
        self._recorded: set[StreamKey] = set()
        self._at: int | None = None
        self.made: list[str] = []
        """Digests of the codes and tokens made, in order."""
        self.shown = ""
        """The last code or token made."""

    @property
    def at(self) -> int:
        """The instant of the decision, in microseconds since 1970."""
        if self._at is None:
            self._at = self._clock()
        return self._at

    def held(self, kind: str, name: str, *, fresh: bool = False) -> StreamState[Any]:
        """The state of a stream, as first read; ``fresh`` bypasses the cache."""
        key = kind, name
        found = self._held.get(key)
        if found is None:
            kept = self._kinds[kind]
            known = key in self._read or (kind in self._known and not fresh)
            found = self._held[key] = kept.get(name) if known else kept.refresh(name)
            self._read[key] = None
        return found

    def guard(self, kind: str, name: str) -> StreamState[Any]:
        """The state of a stream whose version the append checks, even if it writes nothing there."""
        self._guarded.add((kind, name))
        return self.held(kind, name)

    def guard_recorded(self, kind: str, name: str) -> StreamState[Any]:
        """As :meth:`guard`, where the record also says that the stream was one of those read."""
        self._recorded.add((kind, name))
        return self.guard(kind, name)

    def guarded(self, written: Container[StreamKey]) -> Iterator[StreamKey]:
        """The guarded streams that are not written to."""
        return (key for key in sorted(self._guarded) if key not in written)

    def only_read(self, written: Container[StreamKey]) -> dict[str, int]:
        """The versions of streams that were read but neither written nor guarded, or are to be recorded."""
        silent = self._guarded - self._recorded
        rest = (key for key in self._held if key not in written and key not in silent)
        return {self._kinds[kind].stream(name): self._held[kind, name].version for kind, name in rest}

    def stream(self, key: StreamKey) -> str:
        """The full name of a stream in the journal."""
        return self._kinds[key[0]].stream(key[1])

    def appended(self, key: StreamKey, events: Iterable[Struct], first: int, now: int) -> None:
        """Fold events that were just appended, from position ``first`` on."""
        self._kinds[key[0]].appended(key[1], self._held[key], events, first, now)

    @property
    def dated(self) -> GamingDay | None:
        """The gaming day and shift, if the decision used them."""
        return None

    def must_refresh(self, written: Container[StreamKey]) -> bool:
        """Whether a cached stream was read but not written, so that no version check reveals it as stale."""
        return False

    def begin(self) -> None:
        """Begin a decision, first or retried: a new instant, nothing made or guarded yet."""
        self._at = None
        self.made.clear()
        self.shown = ""
        self._guarded.clear()
        self._recorded.clear()

    def refresh(self, stream: str | None = None) -> None:
        """Read one stream, or all that were read, again; links always, and after the tables.

        So the link that a round opens or settles with is never older than the round itself.
        """
        self._held.clear()
        for kind, name in sorted(self._read, key=lambda key: key[0] == "link"):
            kept = self._kinds[kind]
            if kind == "link" or stream in (None, kept.stream(name)):
                kept.refresh(name)
