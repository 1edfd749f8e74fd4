"""What one command reads: remembered, so that it can be read again when somebody else was first.

What was read once stays as it was read until it is read again: other threads bring the same streams up to
date meanwhile, and a command that was decided on one state must not be appended after a later one.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Generic, Protocol

from msgspec import Struct

from pitboss.access.account import Account
from pitboss.floor.rulebook import Rulebook, SheetStreams
from pitboss.floor.table import TableState
from pitboss.jackpots import Link
from pitboss.store import ToStream
from pitboss.store.streams import Held, State, Streams


class Kept(Protocol):
    """Streams of one kind, however they are kept."""

    def stream(self, name: str) -> str:
        """The name of a stream in the journal."""

    def get(self, name: str) -> Held[Any]:
        """What is known of it."""

    def refresh(self, name: str) -> Held[Any]:
        """What the journal holds of it now."""

    def appended(self, name: str, held: Held[Any], events: Iterable[Struct], first: int, now: int) -> None:
        """Take over events that were just appended."""


class Part(Struct, Generic[State], frozen=True):
    """Events for one stream, after what is held of it."""

    streams: Kept
    name: str
    held: Held[State]
    events: tuple[Struct, ...]

    def appended(self, position: int, now: int) -> None:
        """They stand in the journal from a position on."""
        self.streams.appended(self.name, self.held, self.events, position, now)


class Reads:
    """The streams that one command has asked for."""

    def __init__(
        self,
        rulebook: Rulebook,
        tables: Streams[TableState],
        links: Streams[Link],
        accounts: Streams[Account],
        *,
        as_known: bool = False,
    ) -> None:
        """``as_known`` for whoever hears of every change: a link is taken as it is known, like a table."""
        self.rulebook = rulebook
        self._as_known = as_known
        self._tables = tables
        self._links = links
        self._accounts = accounts
        self._sheets = SheetStreams(rulebook)
        self._read: set[tuple[Kept, str]] = set()
        self._held: dict[tuple[Kept, str], Held[Any]] = {}
        self._guarded: set[tuple[Kept, str]] = set()

    def table(self, name: str) -> Held[TableState]:
        """A table, as it was known when the command first asked."""
        self._read.add((self._tables, name))
        return self._kept(self._tables, name)

    def link(self, name: str) -> Held[Link]:
        """A link, as it is when the command first asks; others write to it all the time."""
        if self._as_known:
            self._read.add((self._links, name))
            return self._kept(self._links, name)
        return self.of(self._links, name)

    def account(self, name: str) -> Held[Account]:
        """An account, as it is when the command first asks: its owner signs in meanwhile."""
        return self.of(self._accounts, name)

    def to_table(self, name: str, *events: Struct) -> Part[TableState]:
        """Events for a table."""
        return Part(self._tables, name, self.table(name), events)

    def to_link(self, name: str, *events: Struct) -> Part[Link]:
        """Events for a link."""
        return Part(self._links, name, self.link(name), events)

    def to_sheet(self, name: str, *events: Struct) -> Part[Struct]:
        """A text for a sheet's stream."""
        return self.to(self._sheets, name, *events)

    def of(self, streams: Kept, name: str) -> Held[Any]:
        """A stream of another kind, as it is when the command first asks."""
        if (streams, name) not in self._read:
            self._read.add((streams, name))
            self._held[streams, name] = streams.refresh(name)
        return self._kept(streams, name)

    def guard(self, streams: Kept, name: str) -> Held[Any]:
        """A stream that is only read, and must not have changed when the command is recorded."""
        self._guarded.add((streams, name))
        return self.of(streams, name)

    def guarded(self, parts: Iterable[Part[Any]]) -> Iterator[ToStream]:
        """What is expected of the streams that are guarded and not written to by these events anyway."""
        written = {part.streams.stream(part.name) for part in parts if part.events}
        for streams, name in self._guarded:
            if (stream := streams.stream(name)) not in written:
                yield ToStream(stream, self._kept(streams, name).version, ())

    def _kept(self, streams: Kept, name: str) -> Held[Any]:
        if (streams, name) not in self._held:
            self._held[streams, name] = streams.get(name)
        return self._held[streams, name]

    def to(self, streams: Kept, name: str, *events: Struct) -> Part[Any]:
        """Events for a stream of another kind."""
        return Part(streams, name, self.of(streams, name), events)

    def to_account(self, name: str, *events: Struct) -> Part[Account]:
        """Events for an account."""
        return self.to(self._accounts, name, *events)

    def only_read(self, parts: Iterable[Part[Any]]) -> bool:
        """Whether a link was taken as it is known that none of these events go to."""
        written = {(part.streams, part.name) for part in parts if part.events}
        return self._as_known and any(read[0] is self._links for read in self._read - written)

    def refresh(self, stream: str | None = None) -> None:
        """Bring one stream, or all that was read, up to date; links always, and after the tables.

        So what a round opens or settles with is never older at its link than the round itself.
        """
        self._held.clear()
        if stream is None:
            self.rulebook.refresh()
        for streams, name in sorted(self._read, key=lambda read: read[0] is self._links):
            if streams is self._links or stream in (None, streams.stream(name)):
                streams.refresh(name)
