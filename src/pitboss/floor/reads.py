"""What one command reads: remembered, so that it can be read again when somebody else was first."""

from typing import Generic

from msgspec import Struct

from pitboss.access.account import Account
from pitboss.floor.rulebook import Rulebook
from pitboss.floor.table import TableState
from pitboss.jackpots import Link
from pitboss.store.streams import Held, State, Streams


class Part(Struct, Generic[State], frozen=True):
    """Events for one stream, after what is held of it."""

    streams: Streams[State]
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
    ) -> None:
        self.rulebook = rulebook
        self._tables = tables
        self._links = links
        self._accounts = accounts
        self._read: set[tuple[Streams[TableState] | Streams[Link] | Streams[Account], str]] = set()

    def table(self, name: str) -> Held[TableState]:
        """A table, as it was known."""
        self._read.add((self._tables, name))
        return self._tables.get(name)

    def link(self, name: str) -> Held[Link]:
        """A link, as it is when the command first asks; others write to it all the time."""
        if (self._links, name) in self._read:
            return self._links.get(name)
        self._read.add((self._links, name))
        return self._links.refresh(name)

    def account(self, name: str) -> Held[Account]:
        """An account, as it is when the command first asks: its owner signs in meanwhile."""
        if (self._accounts, name) in self._read:
            return self._accounts.get(name)
        self._read.add((self._accounts, name))
        return self._accounts.refresh(name)

    def to_table(self, name: str, *events: Struct) -> Part[TableState]:
        """Events for a table."""
        return Part(self._tables, name, self.table(name), events)

    def to_link(self, name: str, *events: Struct) -> Part[Link]:
        """Events for a link."""
        return Part(self._links, name, self.link(name), events)

    def to_account(self, name: str, *events: Struct) -> Part[Account]:
        """Events for an account."""
        return Part(self._accounts, name, self.account(name), events)

    def refresh(self, stream: str | None = None) -> None:
        """Bring one stream, or all that was read, up to date; links always, and after the tables.

        So what a round opens or settles with is never older at its link than the round itself.
        """
        if stream is None:
            self.rulebook.refresh()
        for streams, name in sorted(self._read, key=lambda read: read[0] is self._links):
            if streams is self._links or stream in (None, streams.stream(name)):
                streams.refresh(name)
